// A moment of a simulated history.
#pragma once

#include <concepts>

#include "holdfast/pomdp/action_set.h"

namespace holdfast {

// Where a simulation stands: how far below the root, which action led here, and how many times in
// a row it was taken; and which macro-actions a guide had in force one step before. At the root
// nothing has led here yet.
template <class Actions>
struct BasicMoment {
  static constexpr Action kNone = -1;

  int depth = 0;
  Action previous = kNone;
  int run = 0;
  Actions in_force{};

  BasicMoment after(Action a) const {
    return {depth + 1, a, a == previous ? run + 1 : 1, in_force};
  }
  // Without what is in force, for models of many actions, which ask for the way alone.
  operator BasicMoment<ActionSet>() const  // NOLINT
      requires(!std::same_as<Actions, ActionSet>) {
    return {depth, previous, run};
  }
};

using Moment = BasicMoment<ActionSet>;

}  // namespace holdfast
