# The SDK for plugins: what find_package(slipfront) gives, from the build tree
# (-Dslipfront_DIR=<build>) and from an install prefix. Headers and a few sources, no
# library: models/sdk/slipfront_plugin.hpp says why.
include(CMakePackageConfigHelpers)

set(sdk_files
  core/failure.cpp core/failure.hpp core/friction_law.hpp core/number.cpp core/number.hpp
  core/parameter.hpp
  models/kernel_law.hpp models/masing_memory.hpp models/radau.hpp models/rate_law.cpp
  models/rate_law.hpp models/rate_walk.cpp models/rate_walk.hpp models/quadrature.hpp
  models/scalar.hpp
  models/sdk/loop_area.hpp models/sdk/plugin_border.hpp models/sdk/plugin_kernel.hpp
  models/sdk/slipfront_plugin.h models/sdk/slipfront_plugin.hpp)
foreach(file ${sdk_files})
  get_filename_component(folder ${file} DIRECTORY)
  install(FILES ${file} DESTINATION include/slipfront/${folder})
endforeach()

# The folders that hold core/ and models/, and the program.
set(sdk_core ${CMAKE_BINARY_DIR}/rooms/core)
set(sdk_models ${CMAKE_BINARY_DIR}/rooms/models)
set(sdk_program ${CMAKE_BINARY_DIR}/slipfront)
configure_file(cmake/slipfront-config.cmake.in slipfront-config.cmake @ONLY)

set(sdk_prefix "\${CMAKE_CURRENT_LIST_DIR}/../../..")
set(sdk_core ${sdk_prefix}/include/slipfront)
set(sdk_models ${sdk_core})
set(sdk_program ${sdk_prefix}/bin/slipfront)
configure_file(cmake/slipfront-config.cmake.in install/slipfront-config.cmake @ONLY)

write_basic_package_version_file(${CMAKE_BINARY_DIR}/slipfront-config-version.cmake
  VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/install/slipfront-config.cmake
              ${CMAKE_BINARY_DIR}/slipfront-config-version.cmake
        DESTINATION lib/cmake/slipfront)
