#include "holdfast/domains/pocman/pocman_bound.h"

#include <algorithm>
#include <cmath>

namespace holdfast {

PocmanBound::PocmanBound(const Pocman& model) {
  const PocmanRewards& r = model.options().rewards;
  const double gamma = model.discount();
  // V(F) is the best of stopping at no cost, of walking for ever, and of eating now.
  const double walk = std::max(0.0, r.step / (1 - gamma));
  by_food_.push_back(walk);
  for (int food = 1; food <= Maze::kMaxCells; ++food) {
    const double pellet = food == 1 ? std::max(r.cleared, r.food) : r.food;
    by_food_.push_back(std::max(walk, r.step + pellet + gamma * by_food_.back()));
  }
  int pills = 0;
  for (int c = 0; c < model.maze().cell_count(); ++c) {
    if (!model.is_pill(c)) continue;
    Maze::insert(pills_, c);
    ++pills;
  }
  if (pills == 0) return;
  const double per_step = model.ghost_count() > 0 ? std::max(0.0, r.ghost) : 0;
  for (int steps = 0; steps <= (pills + 1) * Pocman::kPowerSteps; ++steps) {
    by_power_.push_back(per_step * (1 - std::pow(gamma, steps)) / (1 - gamma));
  }
}

std::size_t PocmanBound::power_steps(const Pocman::State& s) const {
  int pills = 0;
  for (std::size_t i = 0; i < pills_.size(); ++i) pills += std::popcount(pills_[i] & s.food[i]);
  return static_cast<std::size_t>(s.power + pills * Pocman::kPowerSteps);
}

PocmanBound Pocman::mdp_bound() const { return PocmanBound(*this); }

}  // namespace holdfast
