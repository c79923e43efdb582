#include "holdfast/guide/adviser.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "holdfast/base/error.h"
#include "holdfast/domains/rocksample/symbols.h"
#include "holdfast/logic/theory.h"
#include "holdfast/macro/shipped.h"

namespace holdfast {
namespace {

// The rover at (0,3); rock 0 two cells to the east, as in the paper's example (section 3.2).
const auto kShared =
    std::make_shared<const RockSample>(7, std::vector<Cell>{{2, 3}, {6, 6}}, Cell{0, 3});
const RockSample& kModel = *kShared;

ParticleBelief<RockSample> initial_belief() {
  Rng rng(1);
  return ParticleBelief<RockSample>(kShared, 1000, rng);
}

// After many good readings rock 0 is surely good and rock 1 surely bad.
ParticleBelief<RockSample> informed_belief() {
  ParticleBelief<RockSample> belief = initial_belief();
  Rng rng(2);
  for (int i = 0; i < 30; ++i) {
    belief.update(RockSample::check + 0, RockSample::good, rng);
    belief.update(RockSample::check + 1, RockSample::bad, rng);
  }
  return belief;
}

RuleAdviser<RockSample> adviser_of(const std::string& text, AdviserOptions options = {}) {
  return RuleAdviser<RockSample>(kShared, logic::parse_theory(text), options);
}

const std::string kEast =
    "% coverage: east 0.9\n\n"
    "init(east) :- guess(R,V), V > 80, delta_x(R,D), D > 0.\n"
    "contd(east) :- guess(R,V), V > 80, delta_x(R,D), D > 0.\n";

TEST(Adviser, EastTwiceToTheRockAtDistanceTwo) {
  auto adviser = adviser_of(kEast);
  EXPECT_EQ(adviser.consider(informed_belief()), 1);
  EXPECT_EQ(adviser.advice()->at(0), ActionSet::of(RockSample::east));
  EXPECT_EQ(adviser.advice()->at(1), ActionSet::of(RockSample::east));
  EXPECT_TRUE(adviser.advice()->at(2).empty());
}

TEST(Adviser, GammaIsAskedAgainOnlyWhenTheLongestIsUsedUp) {
  auto adviser = adviser_of(kEast);
  const auto belief = informed_belief();
  EXPECT_EQ(adviser.consider(belief), 1);
  adviser.advance();
  EXPECT_EQ(adviser.consider(belief), 0);
  EXPECT_EQ(adviser.advice()->at(0), ActionSet::of(RockSample::east));
  EXPECT_TRUE(adviser.advice()->at(1).empty());
  adviser.advance();
  EXPECT_EQ(adviser.consider(belief), 1);
}

TEST(Adviser, WithoutMacroActionsItAsksEveryStep) {
  auto adviser = adviser_of(kEast);
  const auto belief = initial_belief();  // no rock is above 80 %
  for (int step = 0; step < 3; ++step) {
    EXPECT_EQ(adviser.consider(belief), 1);
    EXPECT_TRUE(adviser.advice()->at(0).empty());
    adviser.advance();
  }
}

TEST(Adviser, RulesWithoutTimeHoldForOneStep) {
  auto adviser = adviser_of("% coverage: check 0.7\n\ncheck(R) :- guess(R,V), V < 50.\n");
  adviser.consider(informed_belief());
  EXPECT_EQ(adviser.advice()->at(0), ActionSet::of(RockSample::check + 1));
  EXPECT_TRUE(adviser.advice()->at(1).empty());
}

TEST(Adviser, TheReadingsDifferInDepthOnly) {
  const auto belief = informed_belief();
  const RockSample::State& s = belief.particles().front();
  for (bool temporal : {false, true}) {
    auto adviser = adviser_of(kEast);
    adviser.consider(belief);
    const AdvisedGuide guide(adviser.advice(), temporal);
    EXPECT_TRUE(
        guide.suggested(kModel, s, belief.memory(), Moment{.depth = 1}).contains(RockSample::east));
    EXPECT_EQ(
        guide.suggested(kModel, s, belief.memory(), Moment{.depth = 5}).contains(RockSample::east),
        !temporal);
  }
}

TEST(Adviser, IllegalSuggestionsAreDroppedAndCounted) {
  auto adviser = adviser_of("% coverage: west 0.9\n\ninit(west) :- guess(R,V), V > 80.\n");
  const auto belief = informed_belief();
  adviser.consider(belief);
  EXPECT_TRUE(adviser.advice()->at(0).empty());
  EXPECT_EQ(adviser.dropped(), 1);
}

TEST(Adviser, ExplanationsNameRuleAndBinding) {
  auto adviser = adviser_of(kEast);
  adviser.consider(informed_belief());
  const Why why = adviser.why(RockSample::east);
  EXPECT_NE(why.rule.find("init(east)"), std::string::npos) << why.rule;
  EXPECT_NE(why.binding.find("R = 0"), std::string::npos) << why.binding;
  EXPECT_EQ(adviser.why(RockSample::north).rule, "");
}

TEST(Adviser, RefusesWhatItCannotWeigh) {
  EXPECT_THROW(adviser_of("init(east) :- guess(R,V), V > 80.\n"), InputError);
  EXPECT_THROW(RuleAdviser<RockSample>(kShared, shipped_theory("pocman", "timed"), {}), InputError);
}

// rho: coverage for suggested actions, the least coverage for the others, normalised over the legal
// ones; no action at zero (paper, section 4.3).
TEST(Adviser, RolloutsDrawByRho) {
  auto adviser = adviser_of(kEast + "% coverage: check 0.3\n\ncheck(R) :- guess(R,V), V < 50.\n",
                            {.reading = Reading::temporal});
  const auto belief = informed_belief();
  adviser.consider(belief);
  const AdvisedGuide guide(adviser.advice(), true);
  const RockSample::State s = belief.particles().front();
  const ActionSet legal = kModel.legal_actions(s);
  std::array<double, 7> expected{};
  double total = 0;
  legal.for_each([&](Action a) {
    expected[static_cast<std::size_t>(a)] = a == RockSample::east ? 0.9 : 0.3;
    total += expected[static_cast<std::size_t>(a)];
  });
  std::array<double, 7> drawn{};
  Rng rng(4);
  constexpr int kDraws = 200000;
  for (int i = 0; i < kDraws; ++i) {
    ++drawn[static_cast<std::size_t>(
        guide.rollout_action(kModel, s, belief.memory(), Moment{}, rng))];
  }
  for (std::size_t a = 0; a < 7; ++a) {
    EXPECT_NEAR(drawn[a] / kDraws, expected[a] / total, 0.005) << a;
  }
}

// Weights are kept in small units; a coverage below them must not stop a draw.
TEST(Adviser, TheSmallestCoverageStillDraws) {
  auto adviser = adviser_of("% coverage: east 0.0000001\n\ninit(east) :- guess(R,V), V > 80.\n",
                            {.reading = Reading::temporal});
  const auto belief = informed_belief();
  adviser.consider(belief);
  const AdvisedGuide guide(adviser.advice(), true);
  const RockSample::State s = belief.particles().front();
  Rng rng(4);
  int east = 0;
  for (int i = 0; i < 100; ++i) {
    east += guide.rollout_action(kModel, s, belief.memory(), Moment{}, rng) == RockSample::east;
  }
  EXPECT_LT(east, 60);
}

}  // namespace
}  // namespace holdfast
