// Replaces `#const` names by their values and works out arithmetic on numbers.
#pragma once

#include "holdfast/logic/theory.h"

namespace holdfast::logic {

// The theory without constants: `#const n = 3. a(n+1).` becomes `a(4).`
// Throws InputError if a constant is defined twice, by a term with variables, or in a circle, or if
// a result does not fit 32 bits.
Theory with_constants_replaced(const Theory& theory);

}  // namespace holdfast::logic
