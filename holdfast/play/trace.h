// Traces: what an agent believed, as facts, and what it did. The learner reads them.
#pragma once

#include <cstdint>

#include "holdfast/learn/traces.h"
#include "holdfast/play/domain.h"

namespace holdfast {

// What is said of all episodes; their facts tell of the past what `recall` asks for. Throws
// InputError if the domain does not speak to rules, or the agent keeps no belief.
learn::TraceHeader trace_header(const Domain& domain, const AgentConfig& config, std::uint64_t seed,
                                const logic::Recall& recall = {});

// One step of a trace: what was believed, and what was done there, after this decision or without
// one (which has no actions then).
learn::TraceStep trace_step(const SymbolicBelief& belief, Action taken, const Decision& decision);

learn::TraceEpisode trace_episode(const Domain& domain, std::uint64_t seed,
                                  const AgentConfig& config, const logic::Recall& recall = {});

}  // namespace holdfast
