// Exact values of small problems by value iteration over the belief, for tests of the planners.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "holdfast/domains/rocksample/rocksample.h"
#include "holdfast/domains/tiger/tiger_exact.h"

namespace holdfast {

// The optimal value of Tiger's first belief.
inline double exact_value(const Tiger& tiger) { return TigerExact(tiger).value(0); }

// The optimal value of the first belief of a RockSample with one rock: the belief is the cell and
// the probability that the rock is good, on a fine grid with linear interpolation (the value is
// convex in it, so this errs upwards, by less than 0.01 at this resolution).
class OneRockOracle {
 public:
  explicit OneRockOracle(const RockSample& model) : model_(model) {
    const int cells = model.size() * model.size();
    value_.assign(static_cast<std::size_t>(cells) * (kGrid + 1), 0);
    for (int sweep = 0; sweep < 250; ++sweep) {
      std::vector<double> next = value_;
      for (int cell = 0; cell < cells; ++cell) {
        for (int g = 0; g <= kGrid; ++g) next[slot(cell, g)] = backup(cell, g);
      }
      value_.swap(next);
    }
  }

  double value() const {
    Rng rng(1);
    const RockSample::State s = model_.sample_initial(rng);
    return at(s.cell, 0.5);
  }

  // V(cell, P(good)).
  double at(int cell, double good) const {
    const double x = good * kGrid;
    const int g = std::min(static_cast<int>(x), kGrid - 1);
    const double w = x - g;
    return (1 - w) * value_[slot(cell, g)] + w * value_[slot(cell, g + 1)];
  }

 private:
  static constexpr int kGrid = 400;

  std::size_t slot(int cell, int g) const {
    return static_cast<std::size_t>(cell) * (kGrid + 1) + static_cast<std::size_t>(g);
  }

  double backup(int cell, int g) const {
    const double b = static_cast<double>(g) / kGrid;
    const double gamma = model_.discount();
    Rng rng(1);
    double best = -1e9;
    RockSample::State here{static_cast<std::uint16_t>(cell), 0};
    model_.legal_actions(here).for_each([&](Action a) {
      RockSample::State s = here;
      if (a < RockSample::sample) {
        const Transition t = model_.move(s, a, rng);
        best = std::max(best, t.reward + (t.terminal ? 0 : gamma * at(s.cell, b)));
      } else if (a == RockSample::sample) {
        best = std::max(best, 10 * b - 10 * (1 - b) + gamma * at(cell, 0));
      } else {
        const double p = model_.accuracy(here, 0);
        const double seen_good = b * p + (1 - b) * (1 - p);
        double value = 0;
        if (seen_good > 0) value += seen_good * at(cell, b * p / seen_good);
        if (seen_good < 1) value += (1 - seen_good) * at(cell, b * (1 - p) / (1 - seen_good));
        best = std::max(best, gamma * value);
      }
    });
    return best;
  }

  const RockSample& model_;
  std::vector<double> value_;
};

inline double exact_value(const RockSample& one_rock) { return OneRockOracle(one_rock).value(); }

}  // namespace holdfast
