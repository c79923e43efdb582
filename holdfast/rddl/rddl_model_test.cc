#include "holdfast/rddl/rddl_model.h"

#include <gtest/gtest.h>

#include "holdfast/pomdp/conformance.h"
#include "holdfast/rddl/test_models.h"

namespace holdfast::rddl {
namespace {

using Small = RddlModel<1, ActionSet>;
using Wide = RddlModel<16, WideActionSet>;

static_assert(Likelihood<Small> && Bounded<Small> && Unobserved<Small> && Defaulting<Small>);
static_assert(Conditioned<Small> && Ending<Small> && TakingNote<Small> && Idle<Small> &&
              RandomPlaying<Small> && Perturbable<Small>);
static_assert(Model<Wide> && Likelihood<Wide>);
static_assert(sizeof(Small::State) == 16);

template <class M>
M model_of(const TestModel& model) {
  return M(Engine(
      std::make_shared<Interpreter>(std::make_shared<GroundModel>(ground(model.program())))));
}

const TestModel kNoisy = {.fluents =
                              "on(cell) : { state-fluent, bool, default = false };"
                              "go(cell) : { action-fluent, bool, default = false };"
                              "see(cell) : { observ-fluent, bool };",
                          .cpfs =
                              "on'(?c) = if (go(?c)) then Bernoulli(0.9) else "
                              "Bernoulli(0.1 + 0.2 * sum_{?b : cell} on(?b));"
                              "see(?c) = if (on'(?c)) then Bernoulli(0.8) else Bernoulli(0.1);",
                          .reward = "[sum_{?c : cell} on(?c)] - 0.5 * exists_{?c : cell} go(?c)",
                          .instance = "max-nondef-actions = 1; horizon = 12; discount = 1.0;"};

TEST(RddlModel, Conforms) {
  const auto never = [](auto&&...) { return false; };
  check_conformance(model_of<Small>(kNoisy), never, {.samples = 4000});
  check_conformance(model_of<Wide>(kNoisy), never, {.samples = 4000});
}

TEST(RddlModel, BoundsItsRewards) {
  const Small model = model_of<Small>(kNoisy);
  EXPECT_EQ(model.min_reward(), -0.5);
  EXPECT_EQ(model.max_reward(), 3);
}

TEST(RddlModel, EndsAtTheHorizon) {
  const Small model = model_of<Small>(kNoisy);
  Rng rng(1);
  Small::State s = model.sample_initial(rng);
  for (int step = 0; step < 12; ++step) {
    EXPECT_EQ(model.steps_left(s), 12 - step);
    EXPECT_EQ(model.step(s, 0, rng).terminal, step == 11);
  }
  EXPECT_EQ(model.steps_left(s), 0);
}

TEST(RddlModel, TheRandomPlayerStartsWithNothing) {
  const Small model = model_of<Small>(kNoisy);
  const ActionSet all = ActionSet::first(model.action_count());
  Rng rng(2);
  std::array<int, 4> taken{};
  for (int i = 0; i < 8000; ++i) {
    EXPECT_EQ(model.random_play(0, all, rng), 0);
    ++taken[static_cast<std::size_t>(model.random_play(1, all, rng))];
  }
  for (const int n : taken) EXPECT_NEAR(n, 2000, 200);
}

TEST(RddlModel, NamesObservations) {
  const Small model = model_of<Small>(kNoisy);
  EXPECT_EQ(model.observation_count(), 8);
  EXPECT_EQ(model.observation_name(0), "{}");
  EXPECT_EQ(model.observation_name(5), "{see(c1), see(c3)}");
}

// 4 x 4 x 4 ... bits are too many for a key.
TestModel many_bits() {
  return {.fluents =
              "on(cell) : { state-fluent, bool, default = false };"
              "go(cell) : { action-fluent, bool, default = false };"
              "see(cell,cell,cell,cell) : { observ-fluent, bool };",
          .cpfs =
              "on'(?c) = if (go(?c)) then Bernoulli(0.5) else on(?c);"
              "see(?a,?b,?c,?d) = if (on'(?a) ^ on'(?b)) then Bernoulli(0.6) else "
              "Bernoulli(0.4);"};
}

TEST(RddlModel, KeysOfManyBitsAreHashesOfWhichNoteIsTaken) {
  const Small model = model_of<Small>(many_bits());
  ASSERT_EQ(model.interpreter().observation_words(), 2);
  Rng rng(3);
  Small::State s = model.sample_initial(rng);
  Small::State t = s;
  Rng again = rng;
  const Outcome real = model.real_step(s, 1, rng);
  EXPECT_EQ(model.step(t, 1, again).observation, real.observation);
  EXPECT_GE(real.observation, 0);
  // 81 bits, each seen or not with 0.6 or 0.4.
  const double p = model.likelihood(s, 1, real.observation);
  EXPECT_GT(p, std::pow(0.4, 81));
  EXPECT_LT(p, std::pow(0.6, 81) + 1e-300);
  EXPECT_EQ(model.observation_name(real.observation).substr(0, 5), "{see(");
  EXPECT_THROW(model.likelihood(s, 1, real.observation ^ 1), Error);
}

}  // namespace
}  // namespace holdfast::rddl
