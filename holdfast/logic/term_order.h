// Clingo's total order of ground terms: what `<` means where terms are not both numbers.
#pragma once

#include <compare>

#include "holdfast/logic/syntax.h"

namespace holdfast::logic {

// Integers by value, then constants by name, then strings, then functions and tuples by the number
// of arguments, the name and the arguments in turn. The terms are ground, without operations.
std::strong_ordering compare(const Term& left, const Term& right);

}  // namespace holdfast::logic
