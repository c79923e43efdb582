#include "holdfast/domains/pocman/situations.h"

#include <gtest/gtest.h>

#include "holdfast/domains/situated_guide.h"
#include "holdfast/macro/shipped.h"
#include "holdfast/plan/policy_lower.h"

namespace holdfast {
namespace {

ActionSet started(std::span<const MacroAction> macro_actions) {
  ActionSet result;
  for (const MacroAction& m : macro_actions) result.insert(m.action);
  return result;
}

// A belief of some steps into an episode.
class PocmanSituationsTest : public testing::Test {
 protected:
  PocmanSituationsTest() {
    for (int step = 0; step < 6; ++step) walk();
    symbols_.update(belief_);
  }

  void walk() {
    const Action a = model_.legal_actions(world_).sample(rng_);
    const Outcome outcome = model_.step(world_, a, rng_);
    ASSERT_FALSE(outcome.terminal);
    belief_.update(a, outcome.observation, rng_);
  }

  Pocman model_{maze_drawing("small"), {}};
  Rng rng_{7};
  Pocman::State world_ = model_.sample_initial(rng_);
  ParticleBelief<Pocman> belief_{model_, 500, rng_};
  Symbols<Pocman> symbols_{model_};
  Gamma gamma_{shipped_theory("pocman", "timed"), symbols_.vocabulary()};
  Situations<Pocman> situations_{model_, symbols_, gamma_};
  Pocman::Memory memory_ = model_.initial_memory();
};

TEST_F(PocmanSituationsTest, WherePocmanStandsRulesSayWhatTheySayAtTheRoot) {
  situations_.start();
  const Pocman::State s = belief_.particles().front();
  const ActionSet expected = started(gamma_.macro_actions(symbols_.facts(), symbols_.effects()));
  EXPECT_FALSE(expected.empty());
  EXPECT_EQ(situations_.at(s, memory_, {}).start, expected);
  const Action longest = situations_.longest(s, memory_, {});
  int most = 0, followed = 0;
  for (const MacroAction& m : gamma_.macro_actions(symbols_.facts(), symbols_.effects())) {
    most = std::max(most, m.length);
    if (m.action == longest) followed = m.length;
  }
  EXPECT_EQ(followed, most);
}

TEST_F(PocmanSituationsTest, WhatHeHasPassedIsEaten) {
  situations_.start();
  // Certainly food in every cell, and no ghosts: rules want him to go wherever there is a way.
  PocmanMarginals marginals;
  marginals.food.fill(1);
  PocmanEffects everywhere(model_.maze());
  everywhere.update(marginals, model_.maze().number({0, 0}));
  logic::Facts facts(symbols_.vocabulary());
  // In the corner (0,0), after three moves to the west along the lowest row.
  const int corner = model_.maze().number({0, 0});
  everywhere.elsewhere(corner, Pocman::west, 3).features(0, 0, facts);
  const auto food = [&](int direction, int distance) {
    return facts.value(distance - 1, direction);
  };
  for (int distance = 1; distance <= 3; ++distance) EXPECT_EQ(food(Pocman::east, distance), 0);
  EXPECT_EQ(food(Pocman::north, 1), 100);
  // The row of the small map ends after four cells, so nothing is behind those.
  EXPECT_EQ(food(Pocman::east, 6), 0);
  everywhere.elsewhere(corner, Pocman::west, 2).features(0, 0, facts);
  EXPECT_EQ(food(Pocman::east, 2), 0);
  EXPECT_EQ(food(Pocman::east, 3), 100);
}

// The same policy, of which nobody knows that observations do not matter to it.
template <class P>
struct Seeing {
  template <class M>
  static constexpr bool kUsesMemory = P::template kUsesMemory<M>;

  P policy;

  void start() { policy.start(); }
  Action rollout_action(const Pocman& m, const Pocman::State& s, const Pocman::Memory& memory,
                        const Moment& now, Rng& rng) {
    return policy.rollout_action(m, s, memory, now, rng);
  }
};

TEST_F(PocmanSituationsTest, FollowedBlindlyTheyEarnTheSame) {
  using ByRules = SituatedPolicy<Pocman, OnwardPolicy>;
  static_assert(BlindPolicy<ByRules, Pocman>);
  static_assert(!BlindPolicy<Seeing<ByRules>, Pocman>);
  situations_.start();
  Advice root;
  root.suggested = {situations_.at(belief_.particles().front(), memory_, {}).start};
  ASSERT_FALSE(root.suggested[0].empty());
  const ByRules by_rules(SituatedAdvice<Pocman>(&root, situations_), {});
  PolicyLower<Pocman, ByRules> blind(model_, by_rules, "rules", 40);
  PolicyLower<Pocman, Seeing<ByRules>> seeing(model_, {by_rules}, "rules", 40);
  blind.start(3);
  seeing.start(3);
  for (int i = 0; i < 20; ++i) {
    std::vector<Pocman::State> states;
    std::vector<std::uint64_t> seeds;
    for (int k = 0; k < 50; ++k) {
      states.push_back(belief_.sample(rng_));
      seeds.push_back(rng_.bits());
    }
    std::vector<Pocman::State> states_again = states;
    std::vector<std::uint64_t> seeds_again = seeds;
    std::int64_t steps = 0, steps_again = 0;
    const double value = blind.sum({states, seeds, memory_, Moment{}}, steps);
    EXPECT_NEAR(value, seeing.sum({states_again, seeds_again, memory_, Moment{}}, steps_again),
                1e-9);
    EXPECT_EQ(steps, steps_again);
    EXPECT_GT(steps, 50 * 5);
  }
}

TEST_F(PocmanSituationsTest, ANewBeliefIsLookedAtAfresh) {
  const Pocman::State s = belief_.particles().front();
  situations_.start();
  EXPECT_FALSE(situations_.at(s, memory_, {}).start.empty());
  // Symbols of no belief at all: no food anywhere.
  symbols_ = Symbols<Pocman>(model_);
  EXPECT_FALSE(situations_.at(s, memory_, {}).start.empty());
  situations_.start();
  EXPECT_TRUE(situations_.at(s, memory_, {}).start.empty());
}

}  // namespace
}  // namespace holdfast
