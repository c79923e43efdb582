// Actions that are several deeds at once, as two elevators that move. Rules speak of single deeds,
// and advise such an action where they advise each of its parts.
#pragma once

#include <algorithm>
#include <vector>

#include "holdfast/pomdp/action_set.h"

namespace holdfast {

struct Joint {
  Action action = 0;
  std::vector<Action> parts;
};

// Adds the actions of which all parts are there.
template <class Actions>
void join(Actions& actions, const std::vector<Joint>& joints) {
  if (joints.empty() || actions.size() < 2) return;
  const Actions parts = actions;
  for (const Joint& joint : joints) {
    if (std::ranges::all_of(joint.parts, [&](Action a) { return parts.contains(a); })) {
      actions.insert(joint.action);
    }
  }
}

}  // namespace holdfast
