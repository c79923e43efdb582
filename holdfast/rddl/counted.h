// Formulas that are functions of one count or condition: those can be tables.
#pragma once

#include <optional>

#include "holdfast/rddl/pool.h"

namespace holdfast::rddl {

// Of which count or condition it is a function; nothing if there are several, or none.
std::optional<Ref> counted(const Pool& pool, Ref r);

// The largest value of a count or condition.
int most_of(const Pool& pool, Ref leaf);

// The formula's value where the leaf has this one.
double value_at(const Pool& pool, Ref r, Ref leaf, double value);

}  // namespace holdfast::rddl
