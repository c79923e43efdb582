// What follows from a ground model without running it: which bits of the state an agent always
// knows, and which actions have effects that it can foresee.
#pragma once

#include <vector>

#include "holdfast/rddl/ground_model.h"

namespace holdfast::rddl {

struct Analysis {
  // By state bit: whether its value follows from what was done and seen. The greatest set such that
  // each is observed directly, or has a formula without chances that reads only others of the set
  // (the initial state is known).
  std::vector<bool> known;
  // By state bit: the observation bit that shows it as it is, or -1.
  std::vector<int> shown_by;
  // By joint action: whether all that it does differently from noop is to known bits, by formulas
  // that have no chances and read known bits only.
  std::vector<bool> foreseeable;
};

Analysis analyse(const GroundModel& model);

}  // namespace holdfast::rddl
