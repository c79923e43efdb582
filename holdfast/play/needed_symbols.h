// The belief of an agent as rules see it, for those who cannot do without.
#pragma once

#include <memory>

#include "holdfast/play/domain.h"

namespace holdfast {

// As AgentAtWork::symbols, never null. Throws InputError that says what is missing: the domain may
// have no words for rules, or the agent, such as a random one, no belief.
std::shared_ptr<const SymbolicBelief> needed_symbols(const AgentAtWork& agent, const Domain& domain,
                                                     const logic::Recall& recall = {});

}  // namespace holdfast
