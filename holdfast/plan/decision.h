// What planning returns: the action *and its evidence*. Planners never print; the command line,
// recordings and reports show what is in here.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "holdfast/pomdp/action_set.h"

namespace holdfast {

// Why a guide suggests an action: a rule as text, the values of its variables, and both as a
// sentence for people: "rock 2 is 8 to the east and good with 80 %".
struct Why {
  std::string rule;
  std::string binding;
  std::string words;
};

struct ActionEvidence {
  Action action = 0;
  std::int64_t visits = 0;
  // Of planners with bounds (DESPOT) the lower bound; then `upper` is the other.
  double value = 0;
  double upper = std::numeric_limits<double>::infinity();
  // Whether the guide suggested it at this belief.
  bool suggested = false;
  // What the search started from: the guide's prior, and what was kept of the last search (POMCP).
  std::int64_t visits_before = 0;
  double value_before = 0;
};

// A macro-action in force: it is suggested for this many steps, from now on.
struct InForce {
  Action action = 0;
  int steps = 0;
};

struct Decision {
  Action action = 0;
  double value = 0;
  std::vector<ActionEvidence> actions;

  // Bounds on the value of the belief, where the planner has them (DESPOT).
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();

  std::int64_t simulations = 0;
  std::int64_t trials = 0;
  std::int64_t model_steps = 0;
  std::int64_t nodes = 0;
  int depth = 0;
  double seconds = 0;  // by the clock that the search was given

  // Calls of Γ made for this decision, and the macro-actions by which rules guided it.
  int gamma_calls = 0;
  std::vector<InForce> macro_actions;
  // Suggestions of rules that were not legal, and dropped, so far in the episode.
  std::int64_t dropped = 0;
  // Whether the rollouts followed the guide, or had found it misleading (trust.h).
  bool guide_trusted = true;
};

}  // namespace holdfast
