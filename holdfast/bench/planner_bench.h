// How fast the planners are on this machine, as rates and as ratios to the reference program.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

namespace holdfast {

// Adds rates of POMCP and their ratios to a flat object. `rounds` of about 0.3 s each.
void bench_pomcp(nlohmann::json& results, int rounds);

}  // namespace holdfast
