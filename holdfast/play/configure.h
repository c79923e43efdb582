// From what a person said to the agent that plays in a domain.
#pragma once

#include <string>

#include "holdfast/agents/agent_options.h"
#include "holdfast/play/domain.h"

namespace holdfast {

// The agent that was asked for, with its theory read. Throws InputError on an option that is not
// known (and names the nearest) or that such an agent does not have, on a value that does not fit,
// and on options that exclude each other.
// A theory in memory, without a name, stands for what --guide or --lower names.
AgentConfig configure(const Domain& domain, const AgentSettings& said,
                      const std::shared_ptr<const TheoryInForce>& theory = nullptr);

// The same with the domain's teacher as its planner, unless another planner or a guide is asked
// for, or an option that the teacher does not have (--sims is POMCP's).
AgentSettings as_teacher(const Domain& domain, const AgentSettings& said);

// Those of the settings that such an agent has: one arm of a grid may be of another planner than
// the options that the grid shares.
AgentSettings applicable(const Domain& domain, const AgentSettings& said);

// The settings of the other side of a comparison: "timed" (another guide), or any options,
// "lower=trivial" or "planner=despot,trials=50"; the rest is as `said`, as far as it applies.
AgentSettings other_side(const Domain& domain, const AgentSettings& said, const std::string& text);

}  // namespace holdfast
