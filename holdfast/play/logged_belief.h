// The beliefs that traces or a log tell of, as rules see them: a theory that was learnt from a
// robot's own log is asked there, without any domain.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "holdfast/learn/traces.h"
#include "holdfast/macro/symbolic_belief.h"

namespace holdfast {

// Before a step (from 0) of the episode with this seed; the episodes of a log are numbered from 1.
// Macro-actions are seen through as far as the same action was taken on. Throws InputError if there
// is no such step.
std::shared_ptr<const SymbolicBelief> logged_belief(const learn::Traces& traces, std::uint64_t seed,
                                                    int step);

// At facts of now, "charge(20). dist(2,5).", in the words of these traces. Throws InputError with
// the place in `file`.
std::shared_ptr<const SymbolicBelief> belief_in_words_of(const learn::Traces& traces,
                                                         const std::string& facts,
                                                         const std::string& file = "facts");

}  // namespace holdfast
