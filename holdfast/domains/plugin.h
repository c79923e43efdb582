// Everything that a domain from outside includes. Its one source file ends with
//
//   HOLDFAST_DOMAIN(MyModel);
//
// and is built by holdfast_add_domain(my_domain my_domain.cc); docs/your-own-domain.md takes one by
// the hand. What a model says of itself is in domain_of.h.
#pragma once

#include "holdfast/domains/interface.h"
#include "holdfast/domains/offer.h"
#include "holdfast/play/domain_of.h"

// Read from the file by the program before it runs any of the code.
extern "C" [[gnu::used]] inline const char holdfast_domain_interface[] =
    HOLDFAST_INTERFACE_MARK HOLDFAST_INTERFACE;

#define HOLDFAST_JOIN_(a, b) a##b
#define HOLDFAST_JOIN(a, b) HOLDFAST_JOIN_(a, b)

#define HOLDFAST_DOMAIN(...)                                                     \
  [[maybe_unused]] static const bool HOLDFAST_JOIN(holdfast_domain_, __LINE__) = \
      (::holdfast::offer_domain(::holdfast::domain_info<__VA_ARGS__>()), true)
