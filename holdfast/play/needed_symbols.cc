#include "holdfast/play/needed_symbols.h"

#include "holdfast/base/error.h"

namespace holdfast {

std::shared_ptr<const SymbolicBelief> needed_symbols(const AgentAtWork& agent, const Domain& domain,
                                                     const logic::Recall& recall) {
  std::shared_ptr<const SymbolicBelief> belief = agent.symbols(recall);
  if (belief) return belief;
  if (agent.particles().bytes.empty()) {
    throw InputError(
        "this planner keeps no belief, so there are no facts for rules; use --planner pomcp, "
        "despot or adaops");
  }
  throw InputError(domain.name() +
                   " has no symbols, so its beliefs cannot be written as facts for rules; use a "
                   "domain that has, such as rocksample");
}

}  // namespace holdfast
