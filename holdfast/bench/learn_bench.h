// How fast the learner is on this machine.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace holdfast {

// Adds to a flat object how many examples per second of processor time are learnt from, to a proven
// optimum, in the spaces of RockSample and Pocman with noise.
void bench_learner(nlohmann::json& results, int rounds);

}  // namespace holdfast
