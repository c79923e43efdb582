// The compiled Γ: from facts to macro-actions by the event calculus (paper, sections 2.2 and 3.2):
//
//   holds(a,t) :- init(a,t).
//   holds(a,t) :- holds(a,t-1), contd(a,t).
//
// where the features at time t are those of now after t times a. Each action is looked at by
// itself, as Γ_a is in the paper. Rules without time give macro-actions of length 1.
#pragma once

#include <span>
#include <vector>

#include "holdfast/logic/conclusions.h"
#include "holdfast/macro/ahead.h"
#include "holdfast/macro/macro_action.h"

namespace holdfast {

// Rules about one ground action; entity -1 says that any entity will do.
struct RuleFor {
  const logic::CompiledRule* rule;
  int entity;

  bool fires(logic::Columns columns) const {
    return entity < 0 ? rule->fires(columns) : rule->fires_for(columns, entity);
  }
};

// The rules that make one action start, go on, or be done now.
struct ActionRules {
  int action = 0;
  std::vector<RuleFor> init;
  std::vector<RuleFor> contd;
  std::vector<RuleFor> now;
};

// For each ground action that has any rule, in the order of their numbers; refers to the theory.
std::vector<ActionRules> rules_by_action(const logic::CompiledTheory& theory);

// Whether one of the rules fires.
inline bool any_fires(const std::vector<RuleFor>& rules, logic::Columns columns) {
  for (const RuleFor& rule : rules) {
    if (rule.fires(columns)) return true;
  }
  return false;
}

class EventCalculus {
 public:
  // The theory must be complete().
  EventCalculus(const logic::CompiledTheory& theory, int horizon);

  // Γ at these facts, from where `ahead` walks, ordered by action. The result is valid until the
  // next call; nothing is allocated. One object serves one thread.
  std::span<const MacroAction> macro_actions(const logic::Facts& facts, Ahead& ahead);
  // What its rules read at these facts; valid as the result above.
  logic::Columns conclude(const logic::Facts& facts) { return now_.of(facts); }

  const std::vector<ActionRules>& rules() const { return rules_; }
  int horizon() const { return horizon_; }

 private:
  int length(const ActionRules& rules, const logic::Facts& facts, logic::Columns now, Ahead& ahead);
  bool holds_later(const ActionRules& rules);

  std::vector<ActionRules> rules_;  // of the theory that now_ and then_ keep
  int horizon_;
  logic::Conclusions now_;
  logic::Facts later_;       // the facts of now after some steps
  logic::Conclusions then_;  // what follows from them
  std::vector<MacroAction> result_;
};

}  // namespace holdfast
