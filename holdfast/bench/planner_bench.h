// How fast POMCP is on this machine, as rates and as ratios to the reference program.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace holdfast {

// Adds rates of POMCP and their ratios to a flat object: pure, preferred and by rules on
// RockSample, preferred on Pocman, and with two threads. `rounds` of a few seconds each.
void bench_pomcp(nlohmann::json& results, int rounds);

}  // namespace holdfast
