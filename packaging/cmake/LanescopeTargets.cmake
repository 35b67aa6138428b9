# How every target of Lanescope is made: one include root, one set of warnings, sanitizers where asked.

find_package(Threads REQUIRED)

find_program(LANESCOPE_CCACHE ccache DOC "Compiler cache; used when it is there")
if(LANESCOPE_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${LANESCOPE_CCACHE})
endif()

add_library(lanescope_options INTERFACE)
target_include_directories(lanescope_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(lanescope_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # Optimised std::string::insert and + of literals: a false alarm of GCC 12 (its bug 105651).
  target_compile_options(lanescope_options INTERFACE -Wno-restrict)
endif()
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
