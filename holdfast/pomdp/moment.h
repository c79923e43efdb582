// A moment of a simulated history.
#pragma once

#include "holdfast/pomdp/action_set.h"

namespace holdfast {

// Where a simulation stands: how far below the root, which action led here, and how many times in
// a row it was taken; and which macro-actions a guide had in force one step before. At the root
// nothing has led here yet.
struct Moment {
  static constexpr Action kNone = -1;

  int depth = 0;
  Action previous = kNone;
  int run = 0;
  ActionSet in_force{};

  Moment after(Action a) const { return {depth + 1, a, a == previous ? run + 1 : 1, in_force}; }
};

}  // namespace holdfast
