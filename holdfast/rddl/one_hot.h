// Groups of state bits of which at most one is ever true: where something is. Proved by induction
// over the formulas of the ground model.
#pragma once

#include <span>

#include "holdfast/rddl/ground_model.h"

namespace holdfast::rddl {

// Whether it is proved: at most one is true initially; and if at most one is, then whatever is done
// and drawn, at most one is true afterwards. False also where that takes too many cases to see.
bool is_one_hot(const GroundModel& model, std::span<const int> bits);

}  // namespace holdfast::rddl
