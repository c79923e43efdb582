// The message for a likelihood that cannot be one.
#pragma once

#include <string>

#include "holdfast/pomdp/model.h"

namespace holdfast {

// `found` is what the model says of an observation that it has just made itself. Throws InputError.
[[noreturn]] void throw_likelihood(const std::string& planner, Action a, Observation o,
                                   double found);

}  // namespace holdfast
