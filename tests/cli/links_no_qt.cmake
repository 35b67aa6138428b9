# Fails when the executable needs a Qt library, directly or through another one.
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${EXECUTABLE} RESOLVED_DEPENDENCIES_VAR libraries UNRESOLVED_DEPENDENCIES_VAR missing)
set(qt ${libraries} ${missing})
list(FILTER qt INCLUDE REGEX "Qt[0-9]")
if(qt)
  message(FATAL_ERROR "${EXECUTABLE} links ${qt}")
endif()
