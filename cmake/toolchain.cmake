# What the compiler is asked for beyond the build type: warnings, ccache, a fast
# linker, host vectorisation (preset `release`) and sanitizers (`asan`, `tsan`).
find_program(SLIPFRONT_CCACHE ccache)
if(SLIPFRONT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${SLIPFRONT_CCACHE})
endif()

# mold or lld, where g++ accepts them.
include(CheckCXXSourceCompiles)
foreach(linker mold lld)
  if(NOT SLIPFRONT_LINKER)
    set(CMAKE_REQUIRED_LINK_OPTIONS -fuse-ld=${linker})
    check_cxx_source_compiles("int main(){return 0;}" SLIPFRONT_HAS_${linker})
    unset(CMAKE_REQUIRED_LINK_OPTIONS)
    if(SLIPFRONT_HAS_${linker})
      set(SLIPFRONT_LINKER ${linker})
      add_link_options(-fuse-ld=${linker})
    endif()
  endif()
endforeach()

# Structs with defaults are filled by designated initialisers; g++ 12 warns of string
# concatenation in its own headers (-Wrestrict).
add_compile_options(-Wall -Wextra -Wshadow -Wnon-virtual-dtor -Wno-missing-field-initializers
                    -Wno-restrict)

option(SLIPFRONT_NATIVE "Vectorise for the machine that builds" OFF)
if(SLIPFRONT_NATIVE)
  # g++ 12 also warns of its own AVX-512 headers, thousands of times; the presets without
  # host vectorisation keep these warnings.
  add_compile_options(-march=native -Wno-uninitialized -Wno-maybe-uninitialized -Wno-array-bounds)
endif()

# Eigen packs the factors of a product on the stack up to this size, and asks for memory above it
# (128 KiB unless told): solves on interfaces of some hundred points are to ask for none. The same
# everywhere, since Eigen's functions are shared between rooms.
add_compile_definitions(EIGEN_STACK_ALLOCATION_LIMIT=1048576)

set(SLIPFRONT_SANITIZE "" CACHE STRING "Sanitizers, comma separated: address,undefined or thread")
if(SLIPFRONT_SANITIZE)
  add_compile_options(-fsanitize=${SLIPFRONT_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${SLIPFRONT_SANITIZE})
endif()
