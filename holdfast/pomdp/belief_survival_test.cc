// Beliefs of few particles on large problems must not die: every observation stays explained, and
// the belief stays near the truth.
#include <gtest/gtest.h>

#include <cmath>

#include "holdfast/domains/pocman/pocman.h"
#include "holdfast/domains/rocksample/rocksample.h"
#include "holdfast/pomdp/belief.h"

namespace holdfast {
namespace {

TEST(BeliefSurvival, RockSampleFollowsTheExactPosterior) {
  constexpr int kSteps = 90;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Rng rng(seed);
    const RockSample model(15, RockSample::random_rocks(15, 15, rng), {0, 7});
    RockSample::State world = model.sample_initial(rng);
    ParticleBelief<RockSample> belief(std::make_shared<const RockSample>(model), 1024, rng);
    for (int step = 0; step < kSteps; ++step) {
      const Action a = model.legal_actions(world).sample(rng);
      const Outcome outcome = model.step(world, a, rng);
      if (outcome.terminal) break;
      belief.update(a, outcome.observation, rng);
      ASSERT_EQ(belief.size(), 1024u);
      for (const RockSample::State& s : belief.particles()) ASSERT_EQ(s.cell, world.cell);
    }
    for (std::size_t r = 0; r < 15; ++r) {
      double good = 0;
      for (const RockSample::State& s : belief.particles()) good += s.good >> r & 1;
      const double exact = 1 / (1 + std::exp(-static_cast<double>(belief.memory().log_odds[r])));
      EXPECT_NEAR(good / 1024, exact, 0.2) << "seed " << seed << ", rock " << r;
    }
  }
}

// Ghosts come out of nowhere: the set is repaired when that happens, and always agrees with what is
// perceived.
TEST(BeliefSurvival, PocmanAlwaysAgreesWithWhatIsPerceived) {
  const Pocman model(maze_drawing("full"),
                     {.ghosts = 4, .rewards = PocmanRewards::silver(), .pills = 4});
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Rng rng(seed);
    Pocman::State world = model.sample_initial(rng);
    ParticleBelief<Pocman> belief(std::make_shared<const Pocman>(model), 1024, rng);
    for (int step = 0; step < 200; ++step) {
      const ActionSet preferred = model.preferred_actions(world);
      const Action a = (preferred.empty() ? model.legal_actions(world) : preferred).sample(rng);
      const Outcome outcome = model.step(world, a, rng);
      if (outcome.terminal) break;
      belief.update(a, outcome.observation, rng);
      ASSERT_EQ(belief.size(), 1024u);
      for (const Pocman::State& s : belief.particles()) {
        ASSERT_EQ(model.observe(s), outcome.observation);
        ASSERT_EQ(s.power, world.power);
        ASSERT_EQ(s.food_count, Maze::size(s.food));
      }
    }
  }
}

}  // namespace
}  // namespace holdfast
