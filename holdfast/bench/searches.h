// What the benches of planners have in common.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "holdfast/bench/measure.h"
#include "holdfast/plan/decision.h"
#include "holdfast/play/domain.h"

namespace holdfast {

// Searches from the first belief again and again; `unit` is what is counted of each decision. The
// session is made before, so tables and pools are warm as they are from the second step of an
// episode on.
Contender searches(Session& session, int count, std::int64_t Decision::*unit);

// Adds two ratios: how much more two threads do in the same time as one, on a machine with two free
// cores; and the processor time that a unit of work takes them, over what it takes one thread,
// which a busy machine disturbs less. Searches should have the same time: of a number of
// simulations one thread has done its share before the other, and waits.
void bench_two_threads(nlohmann::json& results, const std::string& planner, const Contender& one,
                       const Contender& two, int rounds);

}  // namespace holdfast
