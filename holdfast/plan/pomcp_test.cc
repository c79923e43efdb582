#include "holdfast/plan/pomcp.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "holdfast/plan/pomcp_agent.h"

namespace holdfast {
namespace {

using Clock = std::chrono::steady_clock;

// Every action leads one cell on; the last step pays 1. So every way to the end is worth the same.
struct Corridor {
  struct State {
    int at = 0;
  };

  int length = 10;

  double discount() const { return 0.9; }
  int action_count() const { return 2; }
  int observation_count() const { return 1; }
  State sample_initial(Rng&) const { return {}; }
  bool is_terminal(const State& s) const { return s.at >= length; }
  ActionSet legal_actions(const State&) const { return ActionSet::first(2); }
  Outcome step(State& s, Action, Rng&) const {
    if (is_terminal(s)) return {0, 0, true};
    ++s.at;
    return {0, is_terminal(s) ? 1.0 : 0.0, is_terminal(s)};
  }
};

// The value of one simulation: one step in the tree, and a rollout.
double first_value(const Corridor& model, const PomcpOptions& options) {
  Rng rng(1);
  const ParticleBelief<Corridor> belief(std::make_shared<const Corridor>(model), 1, rng);
  Pomcp<Corridor, PureGuide> search(model, options);
  PureGuide guide;
  search.search(belief, guide, 1, Clock::time_point::max(), rng);
  for (Action a = 0; a < 2; ++a) {
    if (search.tree().count(SearchTree::kRoot, a) > 0) {
      return static_cast<double>(search.tree().value(SearchTree::kRoot, a));
    }
  }
  throw std::logic_error("no action was tried");
}

TEST(Pomcp, RolloutsGoOnToTheEnd) {
  EXPECT_NEAR(first_value({.length = 10}, {}), std::pow(0.9, 9), 1e-6);
  EXPECT_NEAR(first_value({.length = 60}, {}), std::pow(0.9, 59), 1e-6);
  // As far as simulations look, and no further.
  EXPECT_NEAR(first_value({.length = 10}, {.depth = 10}), std::pow(0.9, 9), 1e-6);
  EXPECT_EQ(first_value({.length = 10}, {.depth = 9}), 0);
}

// Steps of a rollout count 0.9 * 0.8 of the one before; after 15 of them nothing (0.01) is left.
TEST(Pomcp, RolloutsThatDecayCountLessAndEnd) {
  EXPECT_NEAR(first_value({.length = 10}, {.rollout_decay = 0.8}), 0.9 * std::pow(0.72, 8), 1e-6);
  EXPECT_NEAR(first_value({.length = 16}, {.rollout_decay = 0.8}), 0.9 * std::pow(0.72, 14), 1e-6);
  EXPECT_EQ(first_value({.length = 17}, {.rollout_decay = 0.8}), 0);
}

// Choices are made on the way back: none may be left from before the last visit, nor from before
// the tree was reused.
TEST(Pomcp, EachNodeHasChosenByItsStatistics) {
  const Corridor model;
  const PomcpOptions options{.exploration = 3};
  Rng rng(4);
  ParticleBelief<Corridor> belief(std::make_shared<const Corridor>(model), 1, rng);
  Pomcp<Corridor, PureGuide> search(model, options);
  PureGuide guide;
  for (int step = 0; step < 3; ++step) {
    search.search(belief, guide, 300, Clock::time_point::max(), rng);
    const SearchTree& tree = search.tree();
    ASSERT_GT(tree.node_count(), 100);
    for (SearchTree::Node n = 0; n < tree.node_count(); ++n) {
      EXPECT_EQ(tree.chosen(n), tree.select(n, static_cast<float>(options.exploration)));
    }
    search.advance(0, 0);
    belief.update(0, 0, rng);
  }
}

TEST(Pomcp, ValuesAreBackedUpWithTheDiscount) {
  const Corridor model;
  Rng rng(2);
  const ParticleBelief<Corridor> belief(std::make_shared<const Corridor>(model), 1, rng);
  Pomcp<Corridor, PureGuide> search(model, {});
  PureGuide guide;
  search.search(belief, guide, 500, Clock::time_point::max(), rng);
  EXPECT_EQ(search.simulations(), 500);
  EXPECT_EQ(search.model_steps(), 500 * 10);
  for (Action a = 0; a < 2; ++a) {
    EXPECT_GT(search.tree().count(SearchTree::kRoot, a), 100);
    EXPECT_NEAR(search.tree().value(SearchTree::kRoot, a), std::pow(0.9, 9), 1e-5);
  }
}

// By turns one action and the other; and it checks what it is told of the step before.
struct Alternating {
  template <class>
  static constexpr bool kUsesMemory = false;

  static ActionSet at(int depth) { return ActionSet::of(depth % 2); }
  static ActionSet before(int depth) { return depth == 0 ? ActionSet{} : at(depth - 1); }

  ActionSet suggested(const Corridor&, const Corridor::State& s, const NoMemory&,
                      const Moment& now) {
    EXPECT_EQ(now.depth, s.at);
    EXPECT_EQ(now.in_force, before(now.depth)) << now.depth;
    deepest = std::max(deepest, now.depth);
    return at(now.depth);
  }
  Action rollout_action(const Corridor&, const Corridor::State& s, const NoMemory&,
                        const Moment& now, Rng&) {
    EXPECT_EQ(now.depth, s.at);
    // The first step of a rollout comes from a node of the tree.
    if (now.depth != last_rollout + 1) {
      EXPECT_EQ(now.in_force, before(now.depth)) << now.depth;
    }
    last_rollout = now.depth;
    return 0;
  }

  int deepest = 0;
  int last_rollout = 0;
};

TEST(Pomcp, AGuideIsToldWhatItHadInForceOneStepBefore) {
  const Corridor model;
  Rng rng(3);
  const ParticleBelief<Corridor> belief(std::make_shared<const Corridor>(model), 1, rng);
  Pomcp<Corridor, Alternating> search(model, {});
  Alternating guide;
  search.search(belief, guide, 200, Clock::time_point::max(), rng);
  EXPECT_GT(guide.deepest, 3);
}

// A corridor whose memory is how many steps were taken.
struct Remembered : Corridor {
  struct Memory {
    int steps = 0;
  };
  Memory initial_memory() const { return {}; }
  void remember(Memory& memory, const State&, Action, Observation) const { ++memory.steps; }
};

struct Reminded {
  template <class>
  static constexpr bool kUsesMemory = true;

  ActionSet suggested(const Remembered&, const Remembered::State& s,
                      const Remembered::Memory& memory, const Moment&) {
    EXPECT_EQ(memory.steps, s.at);
    return {};
  }
  Action rollout_action(const Remembered&, const Remembered::State& s,
                        const Remembered::Memory& memory, const Moment&, Rng&) {
    EXPECT_EQ(memory.steps, s.at);
    return 0;
  }
};

TEST(Pomcp, EverySimulationRemembersItsOwnHistory) {
  const Remembered model;
  Rng rng(5);
  ParticleBelief<Remembered> belief(std::make_shared<const Remembered>(model), 1, rng);
  Pomcp<Remembered, Reminded> search(model, {});
  Reminded guide;
  search.search(belief, guide, 50, Clock::time_point::max(), rng);
  belief.update(0, 0, rng);
  search.advance(0, 0);
  search.search(belief, guide, 50, Clock::time_point::max(), rng);
}

// Nothing at first, and then one action.
struct Changing {
  template <class>
  static constexpr bool kUsesMemory = false;

  ActionSet suggested(const Corridor&, const Corridor::State&, const NoMemory&, const Moment&) {
    return advice;
  }
  Action rollout_action(const Corridor& m, const Corridor::State& s, const NoMemory&, const Moment&,
                        Rng& rng) {
    return m.legal_actions(s).sample(rng);
  }

  ActionSet advice;
};

TEST(Pomcp, NewAdviceCountsInAReusedTree) {
  const Corridor model;
  Rng rng(6);
  ParticleBelief<Corridor> belief(std::make_shared<const Corridor>(model), 1, rng);
  Pomcp<Corridor, Changing> search(model, {.prior_count = 1000, .prior_value = 7});
  Changing guide;
  search.search(belief, guide, 200, Clock::time_point::max(), rng);
  belief.update(0, 0, rng);
  search.advance(0, 0);
  ASSERT_FALSE(search.tree().empty());
  guide.advice = ActionSet::of(1);
  search.search(belief, guide, 1, Clock::time_point::max(), rng);
  EXPECT_EQ(search.start_of(1).count, 1000);
  EXPECT_EQ(search.start_of(1).value, 7);
  EXPECT_GT(search.start_of(0).count, 0);
  EXPECT_LT(search.start_of(0).count, 200);
}

TEST(Pomcp, TreesOfSeveralThreadsAreAveraged) {
  for (const int threads : {1, 2, 3}) {
    PomcpAgent<Corridor, PureGuide> agent(std::make_shared<const Corridor>(), 1,
                                          {.simulations = 100, .threads = threads}, {});
    const Decision decision = agent.decide();
    EXPECT_EQ(decision.simulations, 100);
    EXPECT_NEAR(decision.value, std::pow(0.9, 9), 1e-5) << threads;
    EXPECT_EQ(decision.actions.at(0).visits + decision.actions.at(1).visits, 100);
  }
}

// Where every way costs something, what was not tried looks better than it is.
struct Costly : Corridor {
  Outcome step(State& s, Action a, Rng& rng) const {
    Outcome outcome = Corridor::step(s, a, rng);
    outcome.reward -= 5;
    return outcome;
  }
};

TEST(Pomcp, AnActionThatWasNotTriedIsNotTaken) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    PomcpAgent<Costly, PureGuide> agent(std::make_shared<const Costly>(), seed, {.simulations = 1},
                                        {});
    const Decision decision = agent.decide();
    EXPECT_EQ(decision.actions.at(static_cast<std::size_t>(decision.action)).visits, 1) << seed;
    EXPECT_LT(decision.value, 0);
  }
}

// A corridor whose steps are counted: one of them takes long, and far beyond it gives up on a
// search that does not end.
struct Watched : Corridor {
  static constexpr auto kSoon = std::chrono::milliseconds(1), kLong = std::chrono::milliseconds(5);
  static constexpr int kTakesLong = 1000, kTooMany = 1'000'000;
  int* steps = nullptr;

  Outcome step(State& s, Action a, Rng& rng) const {
    if (++*steps == kTakesLong) {
      for (const auto until = Clock::now() + kLong; Clock::now() < until;) {
      }
    }
    if (*steps > kTooMany) throw std::runtime_error("the deadline was ignored");
    return Corridor::step(s, a, rng);
  }
};

// Ten steps each, until the one that takes until after the deadline; the clock is looked at every
// 64 simulations.
constexpr std::int64_t kMostSimulations = Watched::kTakesLong / 10 + 64;

TEST(Pomcp, ASearchEndsAtItsDeadline) {
  int steps = 0;
  const Watched model{{}, &steps};
  Rng rng(4);
  const ParticleBelief<Watched> belief(std::make_shared<const Watched>(model), 1, rng);
  Pomcp<Watched, PureGuide> search(model, {});
  PureGuide guide;
  constexpr std::int64_t kForEver = 1'000'000'000;
  const auto deadline = Clock::now() + Watched::kSoon;
  search.search(belief, guide, kForEver, deadline, rng);
  EXPECT_LE(search.simulations(), kMostSimulations);
  search.search(belief, guide, kForEver, Clock::time_point::min(), rng);
  EXPECT_EQ(search.simulations(), 0);
}

TEST(Pomcp, AnAgentWithSecondsLooksAtTheClock) {
  int steps = 0;
  const Watched model{{}, &steps};
  const double seconds = std::chrono::duration<double>(Watched::kSoon).count();
  PomcpAgent<Watched, PureGuide> agent(std::make_shared<const Watched>(model), 1,
                                       {.simulations = 5, .seconds = seconds}, {});
  EXPECT_LE(agent.decide().simulations, kMostSimulations);
  // With a budget of simulations the clock is of no interest.
  PomcpAgent<Watched, PureGuide> counting(std::make_shared<const Watched>(model), 1,
                                          {.simulations = 500}, {});
  EXPECT_EQ(counting.decide().simulations, 500);
}

}  // namespace
}  // namespace holdfast
