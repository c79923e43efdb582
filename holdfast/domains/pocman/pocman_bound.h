// What a Pocman state is worth at most: DESPOT's `mdp` upper bound, after the optimistic bound of
// the literature (the predecessor's 35 (1 - gamma^F) / (1 - gamma) + 1000 gamma^F), but for the
// rewards in force.
//
// He eats a pellet at every step and clears the level with the last; ghosts never hurt. With power
// pills he eats a ghost at every step for as long as the pills can last.
#pragma once

#include <string>
#include <vector>

#include "holdfast/domains/pocman/pocman.h"

namespace holdfast {

class PocmanBound {
 public:
  static constexpr bool kPathwise = true;

  explicit PocmanBound(const Pocman& model);

  double value(const Pocman::State& s) const {
    double total = by_food_[s.food_count];
    if (!by_power_.empty()) total += by_power_[power_steps(s)];
    return total;
  }
  std::string name() const { return "mdp"; }

 private:
  // Steps with power at most from now on: each pill lasts a while, one after the other.
  std::size_t power_steps(const Pocman::State& s) const;

  std::vector<double> by_food_;   // by pellets left
  std::vector<double> by_power_;  // by power_steps; empty without pills
  Maze::CellMask pills_{};
};

}  // namespace holdfast
