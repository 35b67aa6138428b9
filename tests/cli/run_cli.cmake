# One test of the executable; see lanescope_cli_test in CMakeLists.txt for the variables.
execute_process(COMMAND ${EXECUTABLE} ${ARGUMENTS} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE messages)

macro(fail text)
  message(SEND_ERROR "lanescope ${ARGUMENTS}\n${text}\n--- stdout\n${output}\n--- stderr\n${messages}")
endmacro()

if(NOT status EQUAL EXIT)
  fail("exit status ${status}, expected ${EXIT}")
endif()

if(SAYS AND NOT "${output}${messages}" MATCHES "${SAYS}")
  fail("says nothing that matches '${SAYS}'")
endif()

foreach(expectation IN LISTS JSON)
  string(REGEX MATCH "^([^=]+)=(.*)$" ignored "${expectation}")
  set(expected "${CMAKE_MATCH_2}")
  string(REPLACE "." ";" path "${CMAKE_MATCH_1}")
  string(JSON value ERROR_VARIABLE problem GET "${output}" ${path})
  string(JSON type ERROR_VARIABLE ignored TYPE "${output}" ${path})
  if(type STREQUAL "BOOLEAN") # CMake gives ON and OFF
    string(REPLACE "ON" "true" value "${value}")
    string(REPLACE "OFF" "false" value "${value}")
  endif()
  if(problem OR NOT value STREQUAL expected)
    fail("${expectation} was expected, found '${value}' ${problem}")
  endif()
endforeach()
