// How fast the planners are on this machine, as rates and as ratios to the reference program, and
// the signature: one number that changes only if some decision of a fixed set of episodes changes.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

namespace holdfast {

// Adds rates of POMCP and their ratios to a flat object. `rounds` of about 0.3 s each.
void bench_pomcp(nlohmann::json& results, int rounds);

// A hash of the actions taken in fixed episodes of every domain and planner.
std::uint64_t signature();

}  // namespace holdfast
