// How many scenarios a search by time can do with. Where a model does not know what its default
// action is worth, every child of an expanded node has its bound by simulating the default policy:
// so the first expansion, of the root, simulates it for every action from every scenario, and with
// many of both that alone may take many times the time that there is. A search that ends in time
// with few scenarios says more than one that has hardly looked at the first action.
#pragma once

#include <algorithm>
#include <chrono>

#include "holdfast/plan/search_end.h"

namespace holdfast {

// From so many scenarios it is found out how long one takes; nor are there ever fewer.
inline constexpr int kProbes = 4;

// Of `most` scenarios, that take `seconds` each for every action, as many as a part of the time
// that is left serves. The rest of it is for what lies deeper. A third earned the most for the six
// domains of docs/rddl.md: with a quarter some plan by too few scenarios, with a half others do not
// look beyond the root.
inline int affordable(int most, int actions, double seconds, double seconds_left) {
  const double there_is = seconds_left / 3;
  const double needed = std::max(1, actions) * seconds;
  if (needed * most <= there_is) return most;
  return std::clamp(static_cast<int>(there_is / needed), std::min(kProbes, most), most);
}

// The same for a search that begins: `evaluate()` finds the bounds of the root from kProbes
// scenarios. It is not called where there is all the time in the world.
template <class Evaluate>
int affordable(int most, int actions, const SearchEnd& end, Evaluate&& evaluate) {
  using Seconds = std::chrono::duration<double>;
  if (most <= kProbes || !end.timed()) return most;
  const Seconds before = end.left();
  evaluate();
  const Seconds after = end.left();
  return affordable(most, actions, (before - after).count() / kProbes, after.count());
}

}  // namespace holdfast
