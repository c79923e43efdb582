// Recursion in a theory: allowed as long as it surely ends and does not go through negation.
#pragma once

#include "holdfast/logic/theory.h"

namespace holdfast::logic {

// Throws InputError at a rule whose head depends on itself through `not`, or with arithmetic or
// nested terms, which could make new terms without end.
void check_recursion(const Theory& theory);

}  // namespace holdfast::logic
