// What holds after some steps of one action: the transition map of a domain as far as rules can see
// it (paper, section 3.2). With it the event calculus looks ahead.
#pragma once

#include "holdfast/logic/facts.h"

namespace holdfast {

// Stands at a belief, and walks. One object serves one thread.
class Ahead {
 public:
  virtual ~Ahead() = default;

  // Back to the belief.
  virtual void begin() = 0;
  // One step of a ground action, and the facts after it. Returns false if only the world can tell
  // them: a macro-action ends there. A walk repeats one action.
  virtual bool step(const logic::GroundAction& action, logic::Facts& facts) = 0;
};

// Nothing is known after an action: every macro-action has length 1.
class NothingAhead final : public Ahead {
 public:
  void begin() override {}
  bool step(const logic::GroundAction&, logic::Facts&) override { return false; }
};

}  // namespace holdfast
