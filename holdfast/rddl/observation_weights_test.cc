// Weights of observations against the likelihoods of the engine, bit by bit.
#include "holdfast/rddl/observation_weights.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "holdfast/plan/packing.h"
#include "holdfast/rddl/rddl_model.h"
#include "holdfast/rddl/test_models.h"

namespace holdfast::rddl {
namespace {

// Sensors of several qualities, certain ones among them, and more bits than a word has.
TestModel sensors() {
  return {.fluents =
              "on(cell) : { state-fluent, bool, default = false };"
              "go(cell) : { action-fluent, bool, default = false };"
              "see(cell,cell,cell,cell) : { observ-fluent, bool };"
              "know(cell) : { observ-fluent, bool };"
              "half(cell) : { observ-fluent, bool };",
          .cpfs =
              "on'(?c) = if (go(?c)) then Bernoulli(0.5) else on(?c);"
              "see(?a,?b,?c,?d) = if (on'(?a) ^ on'(?b)) then Bernoulli(0.6) else "
              "if (on'(?c)) then Bernoulli(0.4) else Bernoulli(0.95);"
              "know(?c) = on'(?c); half(?c) = Bernoulli(0.5);"};
}

TEST(ObservationWeights, AreTheLikelihoodsOfTheEngine) {
  const auto interpreter = std::make_shared<const Interpreter>(
      std::make_shared<const GroundModel>(ground(sensors().program())));
  const Engine engine(interpreter);
  const auto n = static_cast<std::size_t>(interpreter->observation_words());
  ASSERT_EQ(n, 2u);
  ObservationWeights weights(engine);
  Rng rng(1);
  // Twice, since what is kept must be forgotten.
  for (int time = 0; time < 2; ++time) {
    std::vector<std::vector<std::uint64_t>> states, observations;
    weights.clear();
    for (int i = 0; i < 8; ++i) {
      std::vector<std::uint64_t> words{0, static_cast<std::uint64_t>(i)};
      weights.add(words.data(), time);
      std::vector<std::uint64_t> seen(n);
      engine.observe(words.data(), time, seen.data(), rng);
      states.push_back(words);
      observations.push_back(seen);
    }
    int possible = 0;
    for (std::size_t i = 0; i < states.size(); ++i) {
      for (const auto& seen : observations) {
        const double exact = engine.likelihood(states[i].data(), time, seen.data());
        EXPECT_NEAR(weights.likelihood(i, seen.data()), exact, 1e-9 * exact);
        possible += exact > 0;
      }
    }
    // What a certain sensor says tells all states apart.
    EXPECT_EQ(possible, 8);
  }
}

// Which of noop and go(c1), go(c2), go(c3) do what one before them does where c1 is on.
std::vector<bool> repeats(const std::string& sensors) {
  using M = RddlModel<1, ActionSet>;
  const TestModel text{.fluents =
                           "on(cell) : { state-fluent, bool, default = false };"
                           "go(cell) : { action-fluent, bool, default = false };"
                           "see(cell) : { observ-fluent, bool };",
                       .cpfs = "on'(?c) = on(?c) | go(?c); see(?c) = " + sensors};
  const M model(
      Engine(std::make_shared<Interpreter>(std::make_shared<GroundModel>(ground(text.program())))));
  Rng rng(1);
  const std::vector<M::State> states(10, model.sample_initial(rng));
  const std::vector<double> weights(10, 0.1);
  Packing<M> packing(model, {});
  std::vector<bool> result;
  packing.start_from(states, weights, 1);
  for (Action a = 0; a < model.action_count(); ++a) {
    packing.step(a);
    result.push_back(packing.repeats());
  }
  return result;
}

TEST(ObservationWeights, ActionsThatDoTheSameAreKnown) {
  EXPECT_EQ(repeats("if (on'(?c)) then Bernoulli(0.9) else Bernoulli(0.2);"),
            (std::vector<bool>{false, true, false, false}));
  EXPECT_EQ(repeats("if (go(?c)) then Bernoulli(0.9) else Bernoulli(0.2);"),
            (std::vector<bool>{false, false, false, false}));
}

// Keys of 87 bits are hashes, of which nobody took note: what particles saw is weighed.
TEST(ObservationWeights, NoObservationIsTooWideForAPacking) {
  using M = RddlModel<1, ActionSet>;
  const M model(Engine(
      std::make_shared<Interpreter>(std::make_shared<GroundModel>(ground(sensors().program())))));
  ASSERT_TRUE(model.hashes_observations());
  std::vector<M::State> states(8);
  for (std::size_t i = 0; i < states.size(); ++i) states[i].words[0] = i;
  const std::vector<double> weights(8, 0.125);
  Packing<M> packing(model, {.delta = 0});
  packing.start_from(states, weights, 1);
  packing.step(model.noop());
  ASSERT_EQ(packing.children().size(), 8u);
  std::size_t which = 0;
  for (const auto& child : packing.children()) {
    // A certain sensor: only the state that saw it explains it.
    packing.weigh(child.observation);
    for (std::size_t i = 0; i < states.size(); ++i) {
      EXPECT_EQ(packing.weights()[i] > 0, i == which);
    }
    ++which;
  }
}

static_assert(Seeing<RddlModel<1, ActionSet>>);

}  // namespace
}  // namespace holdfast::rddl
