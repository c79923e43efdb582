// The reference Γ: the same macro-actions by clingo. It is the oracle of the compiled one, and
// serves theories outside the compiled fragment.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "holdfast/logic/clingo.h"
#include "holdfast/logic/compiled_theory.h"
#include "holdfast/macro/ahead.h"
#include "holdfast/macro/macro_action.h"

namespace holdfast {

// A belief to look at: what holds now, and what follows.
struct Outlook {
  const logic::Facts* facts = nullptr;
  Ahead* ahead = nullptr;
};

// A rule that fired in favour of an action at a time; refers to the theory.
struct Firing {
  const logic::Rule* rule = nullptr;
  logic::Binding binding;
  int action = 0;
  int time = 0;
};

// A rule that would have fired in favour of an action but for one literal of its body; refers
// to the theory.
struct Lack {
  const logic::Rule* rule = nullptr;
  const logic::Literal* literal = nullptr;
  int action = 0;
  int time = 0;
};

class ClingoGamma {
 public:
  ClingoGamma(const logic::CompiledTheory& theory, int horizon);

  // Γ at each outlook, ordered by action, in a few solves.
  std::vector<std::vector<MacroAction>> macro_actions(std::span<const Outlook> outlooks) const;
  std::vector<MacroAction> macro_actions(const Outlook& outlook) const;

  // Every rule that fires while its macro-action holds, ordered by action and time.
  std::vector<Firing> firings(const Outlook& outlook) const;

  // At the times at which the features are known.
  std::vector<Lack> lacks(const Outlook& outlook) const;

  // The ground actions that some rule suggests, in order.
  std::vector<int> actions() const;

  // The program for one outlook, as it is given to clingo.
  std::string program(const Outlook& outlook) const;

 private:
  // One belief looked at for one action, or for all actions without time (action -1).
  struct Case {
    int outlook;
    int action;
    int length = 0;
  };

  std::vector<Case> cases(int outlook) const;
  void add_facts(const Case& c, int number, const Outlook& outlook, int steps, int& next_facts,
                 std::string& text) const;
  std::string program(std::span<const Case> cases, std::span<const Outlook> outlooks,
                      int steps) const;
  std::vector<logic::Atom> solve(const std::string& program) const;

  logic::CompiledTheory theory_;
  int horizon_;
  bool weak_ = false;               // has choices or weak constraints
  std::vector<int> timed_actions_;  // ground actions with init rules
  std::vector<int> now_actions_;    // ground actions with rules without time
  std::string rules_;
};

}  // namespace holdfast
