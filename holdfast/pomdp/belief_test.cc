#include "holdfast/pomdp/belief.h"

#include <gtest/gtest.h>

namespace holdfast {
namespace {

// A coin with a noisy reading: small enough for Bayes' rule by hand.
struct Coin {
  struct State {
    bool heads = false;
    bool done = false;
  };
  double discount() const { return 0.9; }
  int action_count() const { return 1; }
  int observation_count() const { return 2; }
  State sample_initial(Rng& rng) const { return {rng.below(2) == 1, false}; }
  bool is_terminal(const State& s) const { return s.done; }
  ActionSet legal_actions(const State&) const { return ActionSet::first(1); }
  Outcome step(State& s, Action, Rng& rng) const {
    return {s.heads == rng.bernoulli(0.8) ? 1 : 0, 0, false};
  }
};

struct WeightedCoin : Coin {
  double likelihood(const State& s, Action, Observation o) const {
    return s.heads == (o == 1) ? 0.8 : 0.2;
  }
};

// An exact reading: a belief without heads is wrong, and must be repaired.
struct ExactCoin : Coin {
  State sample_initial(Rng&) const { return {false, false}; }
  double likelihood(const State& s, Action, Observation o) const { return s.heads == (o == 1); }
  bool perturb(State& s, const NoMemory&, Action, Observation o, Rng& rng) const {
    s.heads = rng.below(2) == 1;
    return s.heads == (o == 1);
  }
};

// It remembers what lay there, as a particle tells that explains what was read.
struct RememberedCoin : ExactCoin {
  struct Memory {
    int heads = 0;
    int readings = 0;
  };
  Memory initial_memory() const { return {}; }
  void remember(Memory& memory, const State& s, Action, Observation) const {
    memory.heads += s.heads;
    ++memory.readings;
  }
  bool perturb(State& s, const Memory&, Action a, Observation o, Rng& rng) const {
    return ExactCoin::perturb(s, {}, a, o, rng);
  }
};

struct HopelessCoin : Coin {
  State sample_initial(Rng&) const { return {false, false}; }
  double likelihood(const State& s, Action, Observation o) const { return s.heads == (o == 1); }
};

template <class M>
double share_of_heads(const ParticleBelief<M>& belief) {
  double heads = 0;
  for (const auto& s : belief.particles()) heads += s.heads;
  return heads / static_cast<double>(belief.size());
}

// Two readings of heads: 0.8^2 / (0.8^2 + 0.2^2).
constexpr double kPosterior = 0.64 / 0.68;

TEST(ParticleBelief, WeightedFilterFollowsBayes) {
  Rng rng(1);
  ParticleBelief<WeightedCoin> belief(std::make_shared<const WeightedCoin>(), 20000, rng);
  belief.update(0, 1, rng);
  belief.update(0, 1, rng);
  EXPECT_EQ(belief.size(), 20000u);
  EXPECT_NEAR(share_of_heads(belief), kPosterior, 0.01);
  EXPECT_EQ(belief.repairs(), 0);
}

TEST(ParticleBelief, RejectionFilterFollowsBayes) {
  Rng rng(2);
  ParticleBelief<Coin> belief(std::make_shared<const Coin>(), 20000, rng);
  belief.update(0, 1, rng);
  belief.update(0, 1, rng);
  EXPECT_EQ(belief.size(), 20000u);
  EXPECT_NEAR(share_of_heads(belief), kPosterior, 0.015);
}

TEST(ParticleBelief, RepairsWhatNoParticleExplains) {
  Rng rng(3);
  ParticleBelief<ExactCoin> belief(std::make_shared<const ExactCoin>(), 100, rng);
  belief.update(0, 1, rng);
  EXPECT_EQ(belief.size(), 100u);
  EXPECT_EQ(share_of_heads(belief), 1);
  EXPECT_EQ(belief.repairs(), 1);
}

TEST(ParticleBelief, WhatWasRepairedTellsTheMemory) {
  Rng rng(3);
  ParticleBelief<RememberedCoin> belief(std::make_shared<const RememberedCoin>(), 100, rng);
  belief.update(0, 1, rng);
  ASSERT_EQ(belief.repairs(), 1);
  EXPECT_EQ(belief.memory().heads, 1);
  EXPECT_EQ(belief.memory().readings, 1);
}

TEST(ParticleBelief, SaysSoWhenNothingHelps) {
  Rng rng(4);
  ParticleBelief<HopelessCoin> belief(std::make_shared<const HopelessCoin>(), 100, rng);
  EXPECT_THROW(belief.update(0, 1, rng), Error);
}

}  // namespace
}  // namespace holdfast
