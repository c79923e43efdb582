// How fast DESPOT is on this machine, and AdaOPS beside it.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace holdfast {

// Adds rates of DESPOT on rocksample(11,11) with K = 500 to a flat object, and their ratios to the
// peer's program through the reference program; then AdaOPS's model steps over DESPOT's on three
// sizes of RockSample. `rounds` of about 0.3 s each.
void bench_despot(nlohmann::json& results, int rounds);

}  // namespace holdfast
