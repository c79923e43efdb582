// What actions do to features: the transition map of the domain as far as rules can see it (paper,
// section 3.2). With it the event calculus looks ahead.
#pragma once

#include <string_view>

#include "holdfast/logic/facts.h"

namespace holdfast {

class Effects {
 public:
  virtual ~Effects() = default;

  // Turns the facts after `t` repetitions of a ground action into those after one more. Returns
  // false if nobody can tell what holds then: the macro-action ends there.
  virtual bool advance(logic::Facts& facts, int ground_action, int t) const = 0;

  // The same as ASP rules over features with a time argument, for clingo; empty if they depend on
  // more than the facts (then clingo gets the facts over time).
  virtual std::string_view rules() const { return {}; }
};

// Nothing is known after an action: every macro-action has length 1.
class NoEffects final : public Effects {
 public:
  bool advance(logic::Facts&, int, int) const override { return false; }
};

}  // namespace holdfast
