#include "holdfast/guide/rule_policy.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "holdfast/base/error.h"
#include "holdfast/domains/rocksample/symbols.h"
#include "holdfast/guide/adviser.h"
#include "holdfast/logic/theory.h"
#include "holdfast/plan/policy_lower.h"

namespace holdfast {
namespace {

constexpr auto kNever = SearchEnd::Clock::time_point::max();

// The rover at (0,3); rock 0 two cells to the east.
const auto kShared =
    std::make_shared<const RockSample>(7, std::vector<Cell>{{2, 3}, {6, 6}}, Cell{0, 3});
const RockSample& kModel = *kShared;

const std::string kTheory =
    "% coverage: east 0.9\n% coverage: sample 0.8\n\n"
    "init(east) :- guess(R,V), V > 80, delta_x(R,D), D > 0.\n"
    "contd(east) :- guess(R,V), V > 80, delta_x(R,D), D > 0.\n"
    "sample(R) :- guess(R,V), V > 80.\n";

class RuleGuideTest : public testing::Test {
 protected:
  RuleGuideTest() {
    Rng rng(2);
    // Good readings of rock 0; bad ones of rock 1.
    for (int i = 0; i < 30; ++i) {
      belief_.update(RockSample::check + 0, RockSample::good, rng);
      belief_.update(RockSample::check + 1, RockSample::bad, rng);
    }
    adviser_.consider(belief_);
  }

  Rng rng_{1};
  ParticleBelief<RockSample> belief_{kShared, 1000, rng_};
  RuleAdviser<RockSample> adviser_{kShared, logic::parse_theory(kTheory), {}};
  RockSample::State at(int x, int y) {
    RockSample::State s = belief_.particles().front();
    s.cell = static_cast<std::uint16_t>(y * 7 + x);
    return s;
  }
};

TEST_F(RuleGuideTest, RulesAreAskedWhereTheSearchIs) {
  ASSERT_TRUE(adviser_.asks_in_search());
  RuleGuide<RockSample> guide(adviser_.advice_in_search());
  const RockSample::Memory memory = belief_.memory();
  const auto suggested = [&](int x, int y) {
    return guide.suggested(kModel, at(x, y), memory, Moment{}.after(RockSample::east));
  };
  EXPECT_EQ(guide.suggested(kModel, at(0, 3), memory, {}), ActionSet::of(RockSample::east));
  EXPECT_EQ(suggested(1, 3), ActionSet::of(RockSample::east));
  EXPECT_EQ(suggested(2, 3), ActionSet::of(RockSample::sample));
  EXPECT_TRUE(suggested(3, 3).empty());
}

TEST_F(RuleGuideTest, ObservationsOfTheSimulationCount) {
  RuleGuide<RockSample> guide(adviser_.advice_in_search());
  RockSample::Memory memory = belief_.memory();
  const Moment now = Moment{}.after(RockSample::check);
  EXPECT_FALSE(guide.suggested(kModel, at(0, 3), memory, now).empty());
  for (int i = 0; i < 60; ++i) {
    kModel.remember(memory, at(0, 3), RockSample::check + 0, RockSample::bad);
  }
  EXPECT_TRUE(guide.suggested(kModel, at(0, 3), memory, now).empty());
}

// Suggested actions weigh their coverage, all others a hundredth.
TEST_F(RuleGuideTest, RolloutsFollowTheRules) {
  RuleGuide<RockSample> guide(adviser_.advice_in_search());
  const RockSample::State s = at(1, 3);
  const int legal = kModel.legal_actions(s).size();
  const double expected = 0.9 / (0.9 + 0.01 * (legal - 1));
  int east = 0;
  constexpr int kDraws = 100000;
  Rng rng(5);
  for (int i = 0; i < kDraws; ++i) {
    const Moment now = Moment{}.after(RockSample::east);
    east += guide.rollout_action(kModel, s, belief_.memory(), now, rng) == RockSample::east;
  }
  EXPECT_NEAR(static_cast<double>(east) / kDraws, expected, 0.005);
}

TEST_F(RuleGuideTest, RolloutMovesRememberWhatWasSampled) {
  RuleGuide<RockSample> guide(adviser_.advice_in_search());
  Rng rng(6);
  int sampled_twice = 0, sampled = 0;
  for (int i = 0; i < 2000; ++i) {
    RockSample::State s = at(2, 3);
    RockSample::Memory memory = belief_.memory();
    Moment now{3, RockSample::east, 3};
    guide.rollout_move(kModel, s, memory, now, rng);
    EXPECT_EQ(now.depth, 4);
    if (now.previous != RockSample::sample) continue;
    ++sampled;
    guide.rollout_move(kModel, s, memory, now, rng);
    sampled_twice += now.previous == RockSample::sample;
  }
  EXPECT_GT(sampled, 1000);
  // Only by one of the draws that follow no rule: one of seven legal actions.
  EXPECT_LT(sampled_twice, sampled / 4);
}

// Where the rules ask for a check, a rollout makes it, and goes on by what it saw.
TEST_F(RuleGuideTest, RolloutsLook) {
  RuleAdviser<RockSample> adviser(kShared,
                                  logic::parse_theory("% coverage: check 0.999\n\n"
                                                      "check(R) :- guess(R,V), V > 20, V < 80.\n"),
                                  {});
  adviser.consider(belief_);
  RuleGuide<RockSample> guide(adviser.advice_in_search());
  guide.start();
  Rng rng(8);
  for (int i = 0; i < 50; ++i) {
    RockSample::State s = belief_.particles()[static_cast<std::size_t>(i)];
    RockSample::Memory memory = kModel.initial_memory();
    Moment now{3, RockSample::north, 1};
    int checks = 0;
    for (int step = 0; step < 20; ++step) {
      const RockSample::Memory before = memory;
      guide.rollout_move(kModel, s, memory, now, rng);
      if (now.previous < RockSample::check) continue;
      ++checks;
      const auto rock = static_cast<std::size_t>(now.previous - RockSample::check);
      EXPECT_EQ(memory.measured[rock], before.measured[rock] + 1);
    }
    EXPECT_GT(checks, 0);
  }
}

// A macro-action that was started goes on where it would not start; so a rollout must tell its next
// step what was in force, whatever was done.
TEST_F(RuleGuideTest, WhatWasInForceGoesOnInRollouts) {
  RuleAdviser<RockSample> adviser(
      kShared,
      logic::parse_theory("% coverage: east 0.9\n\n"
                          "init(east) :- guess(R,V), V > 80, delta_x(R,D), D > 1.\n"
                          "contd(east) :- guess(R,V), V > 80, delta_x(R,D), D > 0.\n"),
      {});
  adviser.consider(belief_);
  RuleGuide<RockSample> guide(adviser.advice_in_search());
  guide.start();
  Rng rng(8);
  int went_east = 0;
  for (int i = 0; i < 200; ++i) {
    RockSample::State s = at(0, 3);
    RockSample::Memory memory = belief_.memory();
    Moment now{3, RockSample::north, 1};
    guide.rollout_move(kModel, s, memory, now, rng);
    EXPECT_EQ(now.in_force, ActionSet::of(RockSample::east));
    if (now.previous != RockSample::east) continue;
    ++went_east;
    EXPECT_EQ(guide.suggested(kModel, s, memory, now), ActionSet::of(RockSample::east));
    // One step later it would not start by itself.
    EXPECT_TRUE(guide.suggested(kModel, s, memory, Moment{4, RockSample::east, 1}).empty());
  }
  EXPECT_GT(went_east, 50);
}

// DESPOT's default policy: to the rock, sample it, and then the trivial policy leaves.
TEST_F(RuleGuideTest, APolicyOfOneMacroActionAfterTheOther) {
  RulePolicy<RockSample, OnwardPolicy> policy(adviser_.advice_in_search(), {});
  RockSample::State s = at(0, 3);
  s.good |= 1;
  RockSample::Memory memory = belief_.memory();
  std::vector<Action> actions;
  Moment now;
  Rng rng(7);
  for (bool done = false; !done;) {
    const Action a = policy.rollout_action(kModel, s, memory, now, rng);
    actions.push_back(a);
    const Outcome outcome = kModel.step(s, a, rng);
    done = outcome.terminal;
    kModel.remember(memory, s, a, outcome.observation);
    now = now.after(a);
  }
  std::vector<Action> expected(8, RockSample::east);
  expected[2] = RockSample::sample;
  EXPECT_EQ(actions, expected);

  PolicyLower<RockSample, RulePolicy<RockSample, OnwardPolicy>> lower(kModel, policy, "rules", 90);
  std::vector<RockSample::State> states{at(0, 3)};
  states[0].good |= 1;
  std::vector<std::uint64_t> seeds{1};
  std::int64_t steps = 0;
  lower.start(1, kNever);
  EXPECT_NEAR(lower.sum({states, seeds, belief_.memory(), Moment{}}, steps),
              10 * std::pow(0.95, 2) + 10 * std::pow(0.95, 7), 1e-9);
}

// Rules by which the rover checks rock 0 while it may be good, goes there if it is likely, and
// samples it; all but the check hold also when it is left.
const std::string kLooking =
    "% coverage: east 0.9\n% coverage: sample 0.8\n% coverage: check 0.8\n\n"
    "init(east) :- guess(R,V), V > 60, delta_x(R,D), D > 0.\n"
    "contd(east) :- guess(R,V), V > 60, delta_x(R,D), D > 0.\n"
    "sample(R) :- guess(R,V), V > 60.\n"
    "check(R) :- dist(R,D), D < 3, guess(R,V), V > 30, V < 90.\n";

double value_of(const std::string& theory, bool good, std::int64_t& steps) {
  Rng rng(1);
  const ParticleBelief<RockSample> belief(kShared, 100, rng);
  RuleAdviser<RockSample> adviser(kShared, logic::parse_theory(theory), {});
  adviser.consider(belief);
  using Rules = RulePolicy<RockSample, OnwardPolicy>;
  PolicyLower<RockSample, Rules> lower(kModel, Rules(adviser.advice_in_search(), {}), "rules", 90);
  std::vector<RockSample::State> states(1, belief.particles().front());
  states[0].good = good ? 1 : 0;
  std::vector<std::uint64_t> seeds{1};
  lower.start(1, kNever);
  return lower.sum({states, seeds, belief.memory(), Moment{}}, steps);
}

// What a check tells is used: the good rock is sampled, at the bad one the rover passes by.
TEST(RulePolicy, LooksAndGoesByWhatItSaw) {
  std::int64_t steps = 0;
  const double good = value_of(kLooking, true, steps);
  const double bad = value_of(kLooking, false, steps);
  // Leaving at once takes seven steps; each check and the sample one more.
  EXPECT_GT(good, 10 * std::pow(0.95, 5) + 10 * std::pow(0.95, 10));
  EXPECT_LT(bad, 10 * std::pow(0.95, 6));
  EXPECT_GE(bad, 10 * std::pow(0.95, 9));
}

// To and fro, and checks that tell nothing new: the rover leaves the rules, and then the grid.
TEST(RulePolicy, LeavesRulesThatLeadInCircles) {
  for (const char* rules : {"north :- dist(R,D), D > 0.\nsouth :- dist(R,D), D > 0.\n",
                            "init(north) :- delta_y(0,D), D > -1.\n"
                            "init(south) :- delta_y(0,D), D < 0.\n",
                            "check(R) :- dist(R,D), D > 0.\n"}) {
    std::int64_t steps = 0;
    const double value = value_of(std::string("% coverage: north 0.9\n% coverage: south 0.9\n"
                                              "% coverage: check 0.9\n\n") +
                                      rules,
                                  true, steps);
    EXPECT_LT(steps, 60) << rules;
    EXPECT_GE(value, 10 * std::pow(0.95, 60)) << rules;
  }
}

TEST_F(RuleGuideTest, OtherReadingsAndTheoriesForClingoAreAskedAtTheRoot) {
  const logic::Theory theory = logic::parse_theory(kTheory);
  EXPECT_FALSE(
      RuleAdviser<RockSample>(kShared, theory, {.reading = Reading::temporal}).asks_in_search());
  // Two rocks that are joined by a value are beyond the compiled rules.
  const logic::Theory by_clingo =
      logic::parse_theory("% coverage: east 0.9\n\neast :- dist(R,D), dist(Q,D), R < Q.\n");
  EXPECT_FALSE(RuleAdviser<RockSample>(kShared, by_clingo, {}).asks_in_search());
}

// What the paper's rules cannot say: go on in a direction, but not for ever; look, but not again
// and again.
const std::string kOfPast =
    "% coverage: east 0.9\n% coverage: check 0.8\n\n"
    "init(east) :- not last(east).\n"
    "contd(east) :- last(east), run(N), N < 3.\n"
    "check(R) :- dist(R,D), done(check(R),N), N < 2, not last(check(R)).\n";

class RulesOfThePast : public testing::Test {
 protected:
  Rng rng_{1};
  ParticleBelief<RockSample> belief_{kShared, 100, rng_};
  RuleAdviser<RockSample> adviser_{kShared, logic::parse_theory(kOfPast), {}};
};

TEST_F(RulesOfThePast, AreCompiledAndAskedWhereTheSearchIs) {
  EXPECT_TRUE(adviser_.of_past());
  EXPECT_TRUE(adviser_.can_ask_in_search());
  EXPECT_TRUE(adviser_.asks_in_search());
  EXPECT_THROW(adviser_.advice_in_search<false>(), Error);
}

TEST_F(RulesOfThePast, MacroActionsForeseeWhatWillHaveBeenDone) {
  adviser_.consider(belief_);
  for (int d = 0; d < 3; ++d) EXPECT_TRUE(adviser_.advice()->at(d).contains(RockSample::east)) << d;
  EXPECT_FALSE(adviser_.advice()->at(3).contains(RockSample::east));
}

TEST_F(RulesOfThePast, TheEpisodeCounts) {
  ActionSet checks = ActionSet::of(RockSample::check + 0);
  checks.insert(RockSample::check + 1);
  adviser_.consider(belief_);
  EXPECT_EQ(adviser_.advice()->at(0) & checks, checks);
  belief_.update(RockSample::check + 0, RockSample::good, rng_);
  belief_.update(RockSample::check + 1, RockSample::good, rng_);
  belief_.update(RockSample::check + 0, RockSample::good, rng_);
  for (int t = 0; t < 3; ++t) adviser_.advance();
  EXPECT_EQ(adviser_.consider(belief_), 1);
  EXPECT_EQ(adviser_.advice()->at(0) & checks, ActionSet::of(RockSample::check + 1));
}

TEST_F(RulesOfThePast, TheSimulationCounts) {
  adviser_.consider(belief_);
  RuleGuide<RockSample, true> guide(adviser_.advice_in_search<true>());
  guide.start();
  const RockSample::State s = belief_.particles().front();
  Past<RockSample> past = carried_from<RockSample, RuleGuide<RockSample, true>>(belief_);
  Moment now;
  const auto suggested = [&] { return guide.suggested(kModel, s, past, now); };
  const auto act = [&](Action a) {
    now.in_force = suggested();
    remember(kModel, past, s, a, RockSample::good);
    now = now.after(a);
  };
  act(RockSample::check + 0);
  EXPECT_FALSE(suggested().contains(RockSample::check + 0));
  EXPECT_TRUE(suggested().contains(RockSample::check + 1));
  act(RockSample::check + 1);
  EXPECT_TRUE(suggested().contains(RockSample::check + 0));
  act(RockSample::check + 0);
  act(RockSample::check + 1);
  EXPECT_FALSE(suggested().contains(RockSample::check + 0));
  EXPECT_FALSE(suggested().contains(RockSample::check + 1));
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(suggested().contains(RockSample::east)) << i;
    act(RockSample::east);
  }
  EXPECT_FALSE(suggested().contains(RockSample::east));
}

// In rollouts actions count as in the tree.
TEST_F(RulesOfThePast, RolloutsCount) {
  adviser_.consider(belief_);
  RuleGuide<RockSample, true> guide(adviser_.advice_in_search<true>());
  guide.start();
  RockSample::State s = belief_.particles().front();
  Past<RockSample> past = carried_from<RockSample, RuleGuide<RockSample, true>>(belief_);
  History expected = past.history;
  Moment now;
  for (int i = 0; i < 10; ++i) {
    guide.rollout_move(kModel, s, past, now, rng_);
    expected.add(now.previous);
    EXPECT_EQ(past.history, expected);
  }
}

}  // namespace
}  // namespace holdfast
