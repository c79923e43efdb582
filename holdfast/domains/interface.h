// What a domain from outside and the program that loads it must have in common: the headers, since
// planners are compiled from them into the domain's file, and whatever changes the layout of what
// passes between the two.
#pragma once

#include <version>

#include "holdfast/domains/headers_digest.h"

#define HOLDFAST_TEXT_OF(x) #x
#define HOLDFAST_TEXT(x) HOLDFAST_TEXT_OF(x)

#if defined(_GLIBCXX_RELEASE)
#define HOLDFAST_LIBRARY "libstdc++ " HOLDFAST_TEXT(_GLIBCXX_RELEASE)
#else
#define HOLDFAST_LIBRARY "libc++ " HOLDFAST_TEXT(_LIBCPP_VERSION)
#endif

#if defined(_GLIBCXX_DEBUG)
#define HOLDFAST_DEBUG ", _GLIBCXX_DEBUG"
#else
#define HOLDFAST_DEBUG ""
#endif

// Eigen aligns its matrices by it.
#if defined(__AVX__)
#define HOLDFAST_VECTORS ", AVX"
#else
#define HOLDFAST_VECTORS ""
#endif

#if defined(__has_feature)
#define HOLDFAST_HAS(x) __has_feature(x)
#else
#define HOLDFAST_HAS(x) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || HOLDFAST_HAS(address_sanitizer)
#define HOLDFAST_SANITIZER ", address sanitizer"
#elif defined(__SANITIZE_THREAD__) || HOLDFAST_HAS(thread_sanitizer)
#define HOLDFAST_SANITIZER ", thread sanitizer"
#else
#define HOLDFAST_SANITIZER ""
#endif

// "holdfast 0.2.0 (headers 1f0a...), libstdc++ 12, AVX"
#define HOLDFAST_INTERFACE \
  HOLDFAST_HEADERS ", " HOLDFAST_LIBRARY HOLDFAST_DEBUG HOLDFAST_VECTORS HOLDFAST_SANITIZER
// In the file of a domain the interface stands after this, to be read without running its code.
#define HOLDFAST_INTERFACE_MARK "holdfast domain for: "
