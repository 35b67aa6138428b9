# How every target of Lanescope is made: one include root, one set of warnings, sanitizers where asked.

find_package(Threads REQUIRED)

add_library(lanescope_options INTERFACE)
target_include_directories(lanescope_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(lanescope_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor)
if(LANESCOPE_WERROR)
  target_compile_options(lanescope_options INTERFACE -Werror)
endif()
if(LANESCOPE_SANITIZE)
  target_compile_options(lanescope_options INTERFACE -fsanitize=${LANESCOPE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(lanescope_options INTERFACE -fsanitize=${LANESCOPE_SANITIZE})
endif()

# lanescope_area(NAME SOURCES files... [NEEDS targets...] [PRIVATE_NEEDS targets...])
# makes the static library lanescope_NAME of one area; NEEDS are what its headers show.
function(lanescope_area name)
  cmake_parse_arguments(AREA "" "" "SOURCES;NEEDS;PRIVATE_NEEDS" ${ARGN})
  add_library(lanescope_${name} STATIC ${AREA_SOURCES})
  target_link_libraries(lanescope_${name} PUBLIC lanescope_options ${AREA_NEEDS} PRIVATE ${AREA_PRIVATE_NEEDS})
endfunction()
