# slipfront_room(NAME SOURCES ... ROOMS ... PRIVATE_LIBRARIES ... PUBLIC_LIBRARIES ...)
# makes the library slipfront_NAME from the folder NAME/. Its headers are included
# as "NAME/file.hpp", and only by targets that link it: the include root is
# <build>/rooms/NAME, which holds one link NAME -> the source folder.
function(slipfront_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;ROOMS;PRIVATE_LIBRARIES;PUBLIC_LIBRARIES" ${ARGN})
  set(root ${CMAKE_BINARY_DIR}/rooms/${name})
  file(MAKE_DIRECTORY ${root})
  file(CREATE_LINK ${CMAKE_SOURCE_DIR}/${name} ${root}/${name} SYMBOLIC)
  add_library(slipfront_${name} STATIC ${ROOM_SOURCES})
  target_include_directories(slipfront_${name} PUBLIC ${root})
  foreach(other ${ROOM_ROOMS})
    target_link_libraries(slipfront_${name} PUBLIC slipfront_${other})
  endforeach()
  target_link_libraries(slipfront_${name} PUBLIC ${ROOM_PUBLIC_LIBRARIES}
                                          PRIVATE ${ROOM_PRIVATE_LIBRARIES})
endfunction()
