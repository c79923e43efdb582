# Writes which interface a domain from outside is compiled for: the version, and a digest of all
# headers, since any of them may be compiled into it.
#   cmake -DSOURCE=... -DOUT=... -DHOLDFAST_VERSION=... -P this
file(GLOB_RECURSE headers RELATIVE ${SOURCE} ${SOURCE}/holdfast/*.h)
list(SORT headers)
set(digests "")
foreach(header ${headers})
  file(SHA256 ${SOURCE}/${header} digest)
  string(APPEND digests "${header} ${digest}\n")
endforeach()
string(SHA256 digest "${digests}")
string(SUBSTRING ${digest} 0 12 digest)
file(WRITE ${OUT} "// Made by the build (cmake/HoldfastInterface.cmake).
#pragma once

#define HOLDFAST_HEADERS \"holdfast ${HOLDFAST_VERSION} (headers ${digest})\"
")
