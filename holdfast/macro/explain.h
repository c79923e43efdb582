// Why these macro-actions: for each action the rule that starts it and those that carry it on, what
// ends it, and for an action that is not suggested the rule that came nearest to firing.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "holdfast/macro/gamma.h"

namespace holdfast {

// The rule by which an action holds at a time from now.
struct Reason {
  int time = 0;
  std::shared_ptr<const logic::Rule> rule;
  logic::Binding binding;
};

// A condition that does not hold, and what the facts say instead.
struct FailedCondition {
  std::string condition;  // "V > 60"
  std::string instead;    // "guess(3,50)" or "no guess about 3"; "" where clingo served
};

// A rule that does not fire, for the entity for which the fewest of its conditions fail.
struct NearMiss {
  std::shared_ptr<const logic::Rule> rule;
  std::optional<logic::Term> entity;
  std::vector<FailedCondition> failed;
};

// "init(north) for 3: V > 60, but guess(3,50)"
std::string to_string(const NearMiss& miss);

enum class End {
  horizon,         // it holds as far as we look
  single_step,     // its rules are about this moment only
  unknown_effect,  // what the action brings is not known beforehand
  condition,       // no rule carries it on (or, at length 0, starts it)
};

struct Explanation {
  int action = 0;               // ground action
  int length = 0;               // 0 if it is not suggested
  std::vector<Reason> reasons;  // one for each time it holds
  End end = End::condition;
  // What came nearest to carrying it on, or starting it. Where clingo served: a rule that lacks one
  // condition, if there is any.
  std::optional<NearMiss> nearest;

  // "step 2: contd(east) for 2: D2 > 0, but delta_x(2,0)"
  std::string ended_by() const;
};

// One for each action that has rules, ordered by action.
std::vector<Explanation> explain(const Gamma& gamma, const logic::Facts& facts, Ahead& ahead);

}  // namespace holdfast
