// A ground model as the source of a shared object in C++ (see compiled_code.h for its functions).
//
// What noop does is computed first, and of other actions only what they do otherwise. Bits whose
// formulas are alike are computed together (slices.h); sums of conditions count bits, functions of
// a count are tables. There are no names of the model in the text, only numbers, and nothing is
// included.
#pragma once

#include <string>

#include "holdfast/rddl/ground_model.h"

namespace holdfast::rddl {

std::string generate(const GroundModel& model);

}  // namespace holdfast::rddl
