// How many scenarios a search by time can do with. Where a model does not know what its default
// action is worth, every child of an expanded node has its bound by simulating the default policy:
// so the first expansion, of the root, simulates it for every action from every scenario, and with
// many of both that alone may take many times the time that there is. A search that ends in time
// with few scenarios says more than one that has hardly looked at the first action.
#pragma once

#include <algorithm>
#include <chrono>

#include "holdfast/plan/search_end.h"
#include "holdfast/pomdp/belief.h"
#include "holdfast/pomdp/model.h"

namespace holdfast {

template <Model M>
int root_actions(const M& model, const ParticleBelief<M>& belief) {
  return static_cast<int>(model.legal_actions(belief.particles().front()).size());
}

class Affordable {
 public:
  // From so many scenarios the first search finds out how long one takes; nor are there ever fewer.
  static constexpr int kProbes = 4;
  // Of the time that is left; the rest is for what lies deeper.
  static constexpr double kFirstExpansion = 0.5;

  // Of `most` scenarios as many as there is time for. `probe()` finds the bounds of the root from
  // kProbes scenarios; it is called if no root was expanded before, and there is an end in time.
  template <class Probe>
  int count(int most, int actions, const SearchEnd& end, Probe&& probe) {
    if (most <= kProbes || !end.timed()) return most;
    if (seconds_ < 0) seconds_ = taken(end, probe) / kProbes;
    return count(most, actions, seconds_, seconds(end.left()));
  }
  // The same, where a scenario takes so many seconds for an action, and so many are left.
  static int count(int most, int actions, double each, double left) {
    const double there_is = kFirstExpansion * left;
    const double one = std::max(1, actions) * each;
    if (one * most <= there_is) return most;
    return std::clamp(static_cast<int>(there_is / one), std::min(kProbes, most), most);
  }

  // Expands the root, and notes how long that takes for the next search.
  template <class Expand>
  void expand_root(int scenarios, int actions, const SearchEnd& end, Expand&& expand) {
    if (!end.timed()) return expand();
    seconds_ = taken(end, expand) / (std::max(1, scenarios) * std::max(1, actions));
  }

 private:
  static double seconds(SearchEnd::Clock::duration d) {
    return std::chrono::duration<double>(d).count();
  }
  template <class Work>
  static double taken(const SearchEnd& end, Work&& work) {
    const auto before = end.left();
    work();
    return seconds(before - end.left());
  }

  double seconds_ = -1;  // that a scenario took for an action of the root; below 0: nobody knows
};

}  // namespace holdfast
