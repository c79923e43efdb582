// The belief after an action and its packing, by what Bayes and the definition say.
#include "holdfast/plan/packing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "holdfast/domains/tiger/tiger.h"
#include "holdfast/plan/roaring_tiger.h"

namespace holdfast {
namespace {

std::vector<Tiger::State> half_left(std::size_t n) {
  std::vector<Tiger::State> states(n);
  for (std::size_t i = 0; i < n / 2; ++i) states[i].tiger_right = 1;
  return states;
}

TEST(Packing, WeighsByBayes) {
  const Tiger model;
  const std::vector<Tiger::State> states = half_left(1000);
  const std::vector<double> weights(1000, 0.001);
  Packing<Tiger> packing(model, {.delta = 0, .m_max = 1000});
  packing.start_from(states, weights, 7);
  EXPECT_NEAR(packing.step(Tiger::listen), -1, 1e-9);
  double share = 0;
  for (const auto& child : packing.children()) share += child.weight;
  EXPECT_NEAR(share, 1, 1e-9);
  const double total = packing.weigh(Tiger::hear_right);
  double right = 0;
  for (std::size_t i = 0; i < states.size(); ++i) {
    if (packing.next()[i].tiger_right) right += packing.weights()[i];
  }
  EXPECT_NEAR(total, 0.5, 1e-9);
  EXPECT_NEAR(right / total, 0.85, 1e-9);

  // Resampled particles have the same shares, to a particle.
  Rng rng(1);
  std::vector<Tiger::State> drawn;
  packing.draw(total, 200, rng, drawn);
  ASSERT_EQ(drawn.size(), 200u);
  EXPECT_NEAR(static_cast<double>(std::count_if(drawn.begin(), drawn.end(),
                                                [](const auto& s) { return s.tiger_right; })),
              170, 1);
}

TEST(Packing, WhatHasEndedWeighsNothing) {
  const Tiger model;
  const std::vector<Tiger::State> states = half_left(10);
  const std::vector<double> weights(10, 0.1);
  Packing<Tiger> packing(model, {});
  packing.start_from(states, weights, 7);
  EXPECT_NEAR(packing.step(Tiger::open_left), -45, 1e-9);
  EXPECT_TRUE(packing.children().empty());
  for (const Tiger::State& s : packing.next()) EXPECT_FALSE(model.is_terminal(s));
}

// Every observation is more than delta from those that are kept before it, or is counted there.
TEST(Packing, IsOneOfTheBeliefs) {
  const Roars model;
  const std::vector<Tiger::State> states = half_left(400);
  const std::vector<double> weights(400, 1.0 / 400);
  for (const double delta : {0.0, 0.5, 1.39, 1.41}) {
    Packing<Roars> packing(model, {.delta = delta, .m_min = 400, .m_max = 400});
    packing.start_from(states, weights, 3);
    packing.step(Tiger::listen);
    std::int32_t count = 0;
    double share = 0;
    for (const auto& child : packing.children()) {
      count += child.count;
      share += child.weight;
    }
    EXPECT_EQ(count, 400);
    EXPECT_NEAR(share, 1, 1e-9);
    // Hearing left or right: beliefs of 0.85 and 0.15 are 1.4 apart.
    EXPECT_EQ(packing.children().size(), delta < 1.4 ? 2u : 1u) << delta;
  }
}

TEST(Packing, DropsWhatWeighsNothing) {
  const Tiger model(1);
  const std::vector<Tiger::State> states = half_left(10);
  const std::vector<double> weights(10, 0.1);
  Packing<Tiger> packing(model, {});
  packing.start_from(states, weights, 7);
  packing.step(Tiger::listen);
  EXPECT_NEAR(packing.weigh(Tiger::hear_left), 0.5, 1e-9);
  packing.drop_weightless();
  EXPECT_EQ(packing.next().size(), 5u);
  EXPECT_EQ(packing.weights().size(), 5u);
  for (const Tiger::State& s : packing.next()) EXPECT_FALSE(s.tiger_right);
}

}  // namespace
}  // namespace holdfast
