// What rules say at a belief, as JSON: for `holdfast explain --json` and the studio.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "holdfast/macro/explain.h"
#include "holdfast/macro/symbolic_belief.h"

namespace holdfast {

// {facts, macro_actions, not_suggested, outside, engine, horizon}.
nlohmann::json explanation_json(const SymbolicBelief& belief, const Gamma& gamma,
                                const std::vector<Explanation>& explanations);

}  // namespace holdfast
