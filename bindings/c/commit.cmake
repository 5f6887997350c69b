# Writes HEADER with the commit of SOURCE, if it has changed: cmake -DSOURCE=... -DHEADER=... -P commit.cmake
# Without git, or when SOURCE is only a folder of somebody else's repository, the commit is "unknown".
set(commit "")
find_program(GIT git)
if(GIT)
  execute_process(COMMAND ${GIT} rev-parse --show-cdup WORKING_DIRECTORY ${SOURCE}
                  OUTPUT_VARIABLE above ERROR_QUIET RESULT_VARIABLE failed OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT failed AND above STREQUAL "")
    execute_process(COMMAND ${GIT} describe --always --dirty --abbrev=12 --exclude=*
                    WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE commit ERROR_QUIET
                    OUTPUT_STRIP_TRAILING_WHITESPACE)
  endif()
endif()
if(commit STREQUAL "")
  set(commit "unknown")
endif()
file(CONFIGURE OUTPUT ${HEADER} CONTENT "#define NOC_COMMIT \"${commit}\"\n" @ONLY)
