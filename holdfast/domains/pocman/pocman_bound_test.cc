#include "holdfast/domains/pocman/pocman_bound.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace holdfast {
namespace {

// The bound holds on every path: what was really earned from each state of random games on.
void expect_bounds_every_path(const PocmanOptions& options, const char* map) {
  const Pocman model(maze_drawing(map), options);
  const PocmanBound bound(model);
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Rng rng(seed);
    Pocman::State s = model.sample_initial(rng);
    std::vector<double> bounds, rewards;
    while (!model.is_terminal(s) && rewards.size() < 300) {
      bounds.push_back(bound.value(s));
      const ActionSet preferred = model.preferred_actions(s);
      const ActionSet choice = preferred.empty() ? model.legal_actions(s) : preferred;
      rewards.push_back(model.step(s, choice.sample(rng), rng).reward);
    }
    double earned = 0;
    for (std::size_t i = rewards.size(); i-- > 0;) {
      earned = rewards[i] + model.discount() * earned;
      ASSERT_LE(earned, bounds[i] + 1e-9) << "seed " << seed << ", step " << i;
    }
  }
}

TEST(PocmanBound, HoldsOnEveryPath) {
  expect_bounds_every_path({}, "micro");
  expect_bounds_every_path({.ghosts = 0, .food = 0.05}, "micro");
  expect_bounds_every_path({.ghosts = 4, .rewards = PocmanRewards::silver(), .pills = 4}, "full");
}

TEST(PocmanBound, IsTheClosedFormWhereEatingAlwaysPays) {
  const PocmanOptions options{.rewards = PocmanRewards::silver()};
  const Pocman model(maze_drawing("small"), options);
  const PocmanBound bound(model);
  Pocman::State s{};
  for (const int food : {1, 2, 10, 50}) {
    s.food_count = static_cast<std::uint16_t>(food);
    const double last = std::pow(0.95, food - 1);
    EXPECT_NEAR(bound.value(s), 9 * (1 - last) / 0.05 + 999 * last, 1e-9) << food;
  }
}

}  // namespace
}  // namespace holdfast
