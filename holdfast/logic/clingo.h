// The reference engine: libclingo in this process. It is the oracle for the compiled evaluator,
// serves what that one does not cover (choice rules, weak constraints), and solves for the learner.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "holdfast/logic/syntax.h"

namespace holdfast::logic {

struct SolveOptions {
  // At most this many answer sets; 0 for all. With weak constraints, see `optimise`.
  int models = 1;
  // Only the best answer set is kept, and searched for until it is proven best.
  bool optimise = false;
  // Seconds of search; 0 for no limit.
  double time_limit = 0;
  // Seconds of grounding, which comes first; 0 for no limit.
  double ground_limit = 0;
  // At most this many ground rules, so that a program that never ends is noticed; 0 for no limit.
  std::int64_t most_rules = 0;
  // Further options of clingo, such as "--opt-strategy=usc".
  std::vector<std::string> arguments = {};
  // The name of the program in messages.
  std::string file = "program";
};

struct AnswerSet {
  // Shown atoms (`#show`), in clingo's order.
  std::vector<Atom> atoms;
  // One entry per level of the weak constraints, the highest level first.
  std::vector<std::int64_t> cost;
};

struct Solution {
  std::vector<AnswerSet> answer_sets;
  // The search ended by itself: all answer sets were found or none exists, or with `optimise` the
  // answer set is proven best. False if the time limit or the number of models ended it.
  bool complete = false;
};

// Solves a program in a control of its own; calls on different threads do not disturb each other.
// Throws InputError with the place in the program if clingo cannot read or ground it, or if
// grounding passes a limit.
Solution solve(const std::string& program, const SolveOptions& options = {});

}  // namespace holdfast::logic
