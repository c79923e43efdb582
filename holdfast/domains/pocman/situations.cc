#include "holdfast/domains/pocman/situations.h"

namespace holdfast {

Situations<Pocman>::Situations(const Pocman&, const Symbols<Pocman>& symbols, const Gamma& gamma)
    : symbols_(&symbols),
      calculus_(gamma.theory(), gamma.horizon()),
      facts_(gamma.theory().vocabulary()),
      known_(static_cast<std::size_t>(Maze::kMaxCells * 5 * kRuns)) {}

void Situations<Pocman>::work_out(Known& known, int cell, int direction, int run) {
  const PocmanEffects there = symbols_->elsewhere(cell, direction, run);
  there.features(0, 0, facts_);
  known = {};
  known.belief = belief_;
  int most = 0;
  // Ground actions and actions are the same.
  for (const MacroAction& macro : calculus_.macro_actions(facts_, there)) {
    known.advice.start.insert(macro.action);
    if (macro.length > most) {
      most = macro.length;
      known.longest = macro.action;
    }
  }
  for (const ActionRules& rules : calculus_.rules()) {
    if (any_fires(rules.contd, facts_)) known.advice.go_on.insert(rules.action);
  }
}

}  // namespace holdfast
