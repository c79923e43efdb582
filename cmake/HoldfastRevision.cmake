# Writes which revision is built into a source file, at build time, since a commit or an edit does
# not run the configuration again. The file changes only if the revision did.
#   cmake -DSOURCE=... -DIN=... -DOUT=... -DHOLDFAST_VERSION=... -P this
set(HOLDFAST_REVISION "unknown")
find_package(Git QUIET)
# Not the repository of somebody who has these sources inside theirs.
if(GIT_FOUND AND EXISTS ${SOURCE}/.git)
  execute_process(
    COMMAND ${GIT_EXECUTABLE} -C ${SOURCE} describe --tags --always --dirty
    OUTPUT_VARIABLE said OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(NOT failed)
    set(HOLDFAST_REVISION ${said})
  endif()
endif()
configure_file(${IN} ${OUT} @ONLY)
