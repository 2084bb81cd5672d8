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

# g++ 12 warns of uninitialised values and array bounds inside its own AVX-512 headers.
add_compile_options(-Wall -Wextra -Wshadow -Wnon-virtual-dtor -Wno-maybe-uninitialized -Wno-array-bounds)

option(SLIPFRONT_NATIVE "Vectorise for the machine that builds" OFF)
if(SLIPFRONT_NATIVE)
  add_compile_options(-march=native)
endif()

set(SLIPFRONT_SANITIZE "" CACHE STRING "Sanitizers, comma separated: address,undefined or thread")
if(SLIPFRONT_SANITIZE)
  add_compile_options(-fsanitize=${SLIPFRONT_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${SLIPFRONT_SANITIZE})
endif()
