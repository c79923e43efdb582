// What rules say at a simulated history.
#pragma once

#include <concepts>
#include <cstdint>

#include "holdfast/pomdp/model.h"
#include "holdfast/pomdp/moment.h"

namespace holdfast {

template <class Actions>
struct BasicSaid {
  Actions start;  // macro-actions that start here, and actions of rules without time
  Actions go_on;  // macro-actions that go on here, if they are in force

  bool goes_on(const Moment& now) const {
    return now.previous != Moment::kNone && go_on.contains(now.previous);
  }
  // A_H by the event calculus, one step at a time: a macro-action that is in force goes on while
  // its rules say so, whatever is done in between.
  Actions suggested(const BasicMoment<Actions>& now) const {
    return start | (go_on & now.in_force);
  }

  bool operator==(const BasicSaid&) const = default;
  std::uint64_t hash() const requires std::same_as<Actions, ActionSet> {
    return start.bits() * 0x9e3779b97f4a7c15 + go_on.bits();
  }
};

using Said = BasicSaid<ActionSet>;
template <class M>
using SaidFor = BasicSaid<LegalActions<M>>;

}  // namespace holdfast
