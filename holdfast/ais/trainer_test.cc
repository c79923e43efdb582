#include "holdfast/ais/trainer.h"

#include <gtest/gtest.h>

#include "holdfast/base/error.h"
#include "holdfast/domains/tiger/tiger.h"

namespace holdfast::ais {
namespace {

Options small() {
  return {
      .hidden = 16, .head = 8, .batch_steps = 50, .evaluate_every = 10, .evaluation_episodes = 5};
}

ModelWorld<Tiger> tiger() { return ModelWorld<Tiger>(std::make_shared<Tiger>()); }

// Opening at once earns -45 on average, listening for ever -20; listening until one side leads by
// two and opening the other door earns about 5. A policy without memory cannot get above -20.
TEST(Trainer, LearnsToListenBeforeOpening) {
  auto world = tiger();
  Options options = small();
  options.evaluation_episodes = 400;
  options.state_rate = options.policy_rate = 3e-3;
  Trainer trainer(world, options, 1);
  const double before = trainer.evaluate().mean;
  for (int i = 0; i < 1500; ++i) trainer.train_batch();
  const double after = trainer.evaluate().mean;
  EXPECT_LT(before, -20);
  EXPECT_GT(after, -15);
}

TEST(Trainer, PredictionsImprove) {
  auto world = tiger();
  Trainer trainer(world, small(), 5);
  const double first = trainer.train_batch().observation;
  Losses last;
  for (int i = 0; i < 200; ++i) last = trainer.train_batch();
  EXPECT_LT(last.observation, first);
}

TEST(Trainer, SameSeedSameWeights) {
  auto one_world = tiger(), two_world = tiger();
  Trainer one(one_world, small(), 3), two(two_world, small(), 3);
  for (int i = 0; i < 20; ++i) {
    one.train_batch();
    two.train_batch();
    two.evaluate();  // evaluating must not disturb training
  }
  EXPECT_EQ(one.weights().state, two.weights().state);
  EXPECT_EQ(one.weights().policy, two.weights().policy);
}

TEST(Trainer, OtherSeedOtherWeights) {
  auto one_world = tiger(), two_world = tiger();
  Trainer one(one_world, small(), 3), two(two_world, small(), 4);
  EXPECT_NE(one.weights().state, two.weights().state);
}

TEST(Trainer, ResumesExactly) {
  auto straight_world = tiger(), first_world = tiger(), second_world = tiger();
  Trainer straight(straight_world, small(), 7);
  for (int i = 0; i < 30; ++i) {
    straight.evaluate_if_due();
    straight.train_batch();
  }
  Trainer first(first_world, small(), 7);
  for (int i = 0; i < 13; ++i) {
    first.evaluate_if_due();
    first.train_batch();
  }
  Trainer second(second_world, small(), 7);
  second.restore(first.progress());
  while (second.batches() < 30) {
    second.evaluate_if_due();
    second.train_batch();
  }
  EXPECT_EQ(straight.weights().state, second.weights().state);
  EXPECT_EQ(straight.weights().policy, second.weights().policy);
  EXPECT_EQ(straight.curve(), second.curve());
  EXPECT_EQ(straight.progress().episodes, second.progress().episodes);
}

TEST(Trainer, CountsBatchesAndEpisodes) {
  auto world = tiger();
  Trainer trainer(world, small(), 2);
  trainer.train_batch();
  const Progress progress = trainer.progress();
  EXPECT_EQ(progress.batches, 1);
  EXPECT_GT(progress.episodes, 1);
  EXPECT_LE(progress.episodes, 50);
}

// A world with as many observations as Pocman.
class Wide final : public World {
 public:
  double discount() const override { return 0.95; }
  int action_count() const override { return 4; }
  std::int64_t observation_count() const override { return 1024; }
  void reset(Rng&) override {}
  Outcome step(Action, Rng&) override { return {}; }
};

TEST(Trainer, RefusesTooManyObservations) {
  Wide world;
  EXPECT_THROW(Trainer(world, small(), 1), InputError);
}

TEST(Trainer, RefusesOptionsThatMakeNoSense) {
  auto world = tiger();
  Options options = small();
  options.lambda = 2;
  EXPECT_THROW(Trainer(world, options, 1), InputError);
}

}  // namespace
}  // namespace holdfast::ais
