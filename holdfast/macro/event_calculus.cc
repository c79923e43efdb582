#include "holdfast/macro/event_calculus.h"

#include <algorithm>
#include <map>

namespace holdfast {
namespace {

std::vector<RuleFor>& place_for(ActionRules& rules, logic::Role role) {
  if (role == logic::Role::init) return rules.init;
  return role == logic::Role::contd ? rules.contd : rules.now;
}

}  // namespace

std::vector<ActionRules> rules_by_action(const logic::CompiledTheory& theory) {
  std::map<int, ActionRules> found;
  for (const logic::CompiledRule& rule : theory.rules()) {
    if (!rule.per_entity()) {
      place_for(found[rule.action()], rule.role()).push_back({&rule, -1});
      continue;
    }
    for (int e = 0; e < theory.vocabulary().entity_count(); ++e) {
      place_for(found[rule.action() + e], rule.role()).push_back({&rule, e});
    }
  }
  std::vector<ActionRules> result;
  for (auto& [action, rules] : found) {
    rules.action = action;
    result.push_back(std::move(rules));
  }
  return result;
}

EventCalculus::EventCalculus(const logic::CompiledTheory& theory, int horizon)
    : rules_(rules_by_action(theory)),
      horizon_(horizon),
      now_(theory),
      later_(theory.vocabulary()),
      then_(theory) {
  result_.reserve(rules_.size());
}

std::span<const MacroAction> EventCalculus::macro_actions(const logic::Facts& facts, Ahead& ahead) {
  result_.clear();
  const logic::Columns now = conclude(facts);
  for (const ActionRules& rules : rules_) {
    const int steps = length(rules, facts, now, ahead);
    if (steps > 0) result_.push_back({rules.action, steps});
  }
  return result_;
}

int EventCalculus::length(const ActionRules& rules, const logic::Facts& facts, logic::Columns now,
                          Ahead& ahead) {
  if (!any_fires(rules.init, now)) return any_fires(rules.now, now) ? 1 : 0;
  later_ = facts;
  ahead.begin();
  int t = 1;
  while (t < horizon_ && ahead.step(rules.action, later_) && holds_later(rules)) ++t;
  return t;
}

bool EventCalculus::holds_later(const ActionRules& rules) {
  const logic::Columns then = then_.of(later_);
  return any_fires(rules.contd, then) || any_fires(rules.init, then);
}

}  // namespace holdfast
