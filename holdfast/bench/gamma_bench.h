// How fast rules are: Γ compiled and by clingo, and the features of a belief.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace holdfast {

// Adds times and ratios to a flat object. Γ is that of the paper's 8 rules for 8 rocks with horizon
// 12, over many beliefs; clingo solves the same in a fresh control for each.
void bench_gamma(nlohmann::json& results, int rounds);

}  // namespace holdfast
