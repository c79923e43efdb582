// Exact values of tables with two states, for tests: value iteration over the probability of the
// second state, on a fine grid with linear interpolation (the value is convex in it, so this errs
// upwards, by less than 0.01 at this resolution).
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "holdfast/tables/table.h"

namespace holdfast::tables {

class TwoStateOracle {
 public:
  explicit TwoStateOracle(const Table& table) : table_(table), value_(kGrid + 1, 0) {
    for (double change = 1; change > 1e-7;) {
      std::vector<double> next;
      for (int g = 0; g <= kGrid; ++g) next.push_back(backup(static_cast<double>(g) / kGrid));
      change = 0;
      for (std::size_t g = 0; g < next.size(); ++g) {
        change = std::max(change, std::abs(next[g] - value_[g]));
      }
      value_.swap(next);
    }
  }

  // At the first belief.
  double value() const { return at(table_.start.probability(0, 1)); }
  double at(double second) const {
    const double x = std::clamp(second, 0.0, 1.0) * kGrid;
    const auto g = static_cast<std::size_t>(std::min(x, kGrid - 1.0));
    const double w = x - static_cast<double>(g);
    return (1 - w) * value_[g] + w * value_[g + 1];
  }

 private:
  static constexpr int kGrid = 2000;

  double backup(double second) const {
    double best = -1e18;
    for (int a = 0; a < static_cast<int>(table_.actions.size()); ++a) {
      best = std::max(best, value_of(a, {1 - second, second}));
    }
    return best;
  }

  double value_of(int a, const std::vector<double>& belief) const {
    double reward = 0;
    std::vector<double> moved(2, 0);
    for (std::uint32_t s = 0; s < 2; ++s) {
      std::size_t entry = table_.transitions.begin(table_.row(a, s));
      for (const auto& e : table_.transitions.row(table_.row(a, s))) {
        reward += belief[s] * e.probability * table_.rewards[entry++];
        moved[e.value] += belief[s] * e.probability;
      }
    }
    double later = 0;
    for (std::uint32_t o = 0; o < table_.observations.size(); ++o) {
      const double first = moved[0] * table_.sights.probability(table_.row(a, 0), o);
      const double second = moved[1] * table_.sights.probability(table_.row(a, 1), o);
      if (first + second > 0) later += (first + second) * at(second / (first + second));
    }
    return reward + table_.discount * later;
  }

  const Table& table_;
  std::vector<double> value_;
};

}  // namespace holdfast::tables
