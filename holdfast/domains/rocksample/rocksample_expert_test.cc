#include "holdfast/domains/rocksample/rocksample_expert.h"

#include <gtest/gtest.h>

#include "holdfast/base/statistics.h"
#include "holdfast/domains/rocksample/layouts.h"

namespace holdfast {
namespace {

TEST(RockSampleExpert, ChecksWalksSamplesAndLeaves) {
  const RockSample model(5, {{2, 2}}, {0, 2});
  const RockSampleExpert expert = model.expert();
  RockSample::Memory memory = model.initial_memory();
  Rng rng(1);
  RockSample::State s = model.sample_initial(rng);
  const auto act = [&](Action expected, Observation o) {
    const Action a = expert.rollout_action(model, s, memory, Moment{}, rng);
    EXPECT_EQ(a, expected);
    model.step(s, a, rng);
    model.remember(memory, s, a, o);
  };
  act(RockSample::check, RockSample::good);
  act(RockSample::east, RockSample::none);
  act(RockSample::east, RockSample::none);
  act(RockSample::sample, RockSample::none);
  for (int i = 0; i < 3; ++i) act(RockSample::east, RockSample::none);
  EXPECT_TRUE(model.is_terminal(s));
}

TEST(RockSampleExpert, DoesNotTurnBackForAFarRock) {
  const RockSample model(30, {{0, 15}}, {29, 15});
  RockSample::Memory memory = model.initial_memory();
  Rng rng(1);
  const RockSample::State s = model.sample_initial(rng);
  EXPECT_EQ(model.expert().rollout_action(model, s, memory, Moment{}, rng), RockSample::east);
}

// Its actions are legal, and it earns far more than leaving at once (5.99).
TEST(RockSampleExpert, EarnsWhatItsLowerBoundPromises) {
  const RockSampleLayout* layout = literature_layout(11, 11);
  const RockSample model(11, layout->rocks, layout->start);
  const RockSampleExpert expert = model.expert();
  RunningStatistics returns;
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    Rng rng(seed);
    RockSample::State s = model.sample_initial(rng);
    RockSample::Memory memory = model.initial_memory();
    double value = 0, factor = 1;
    for (int step = 0; step < 90 && !model.is_terminal(s); ++step) {
      const Action a = expert.rollout_action(model, s, memory, Moment{.depth = step}, rng);
      ASSERT_TRUE(model.legal_actions(s).contains(a));
      const Outcome outcome = model.step(s, a, rng);
      model.remember(memory, s, a, outcome.observation);
      value += factor * outcome.reward;
      factor *= model.discount();
    }
    returns.add(value);
  }
  EXPECT_GT(returns.mean() - *returns.ci95(), 20);
}

}  // namespace
}  // namespace holdfast
