// DESPOT against exact solutions: the determinised problem by exhaustive search, and the POMDPs
// themselves by value iteration.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <tuple>
#include <vector>

#include "holdfast/base/statistics.h"
#include "holdfast/domains/pocman/pocman_bound.h"
#include "holdfast/domains/registry.h"
#include "holdfast/domains/rocksample/rocksample.h"
#include "holdfast/domains/rocksample/rocksample_bound.h"
#include "holdfast/domains/rocksample/rocksample_expert.h"
#include "holdfast/domains/tiger/tiger.h"
#include "holdfast/domains/tiger/tiger_exact.h"
#include "holdfast/plan/despot.h"
#include "holdfast/plan/exact_oracle.h"
#include "holdfast/plan/policy_lower.h"
#include "holdfast/play/domain.h"
#include "holdfast/play/moves_of.h"

namespace holdfast {
namespace {

constexpr auto kNever = std::chrono::steady_clock::time_point::max();

template <Model M>
struct Scenario {
  typename M::State state;
  std::uint64_t seed;
};

// nu(b), the optimal regularised weighted discounted utility over scenarios, by trying everything.
template <Model M>
double exhaustive(const M& m, const std::vector<Scenario<M>>& scenarios, int depth,
                  const DespotOptions& o) {
  const double weight = std::pow(m.discount(), depth) / o.scenarios;
  double best = 0;
  for (const auto& s : scenarios) best += weight * m.default_value(s.state);
  if (depth == o.depth) return best;
  m.legal_actions(scenarios.front().state).for_each([&](Action a) {
    double value = -o.lambda;
    std::map<Observation, std::vector<Scenario<M>>> children;
    for (Scenario<M> s : scenarios) {
      Rng rng = scenario_stream(s.seed, depth);
      const Outcome outcome = m.step(s.state, a, rng);
      value += weight * outcome.reward;
      if (!outcome.terminal) children[outcome.observation].push_back(s);
    }
    for (const auto& [o_, child] : children) value += exhaustive(m, child, depth + 1, o);
    best = std::max(best, value);
  });
  return best;
}

template <Model M>
using Search = Despot<M, TrivialLower<M>, decltype(std::declval<const M&>().mdp_bound())>;

template <Model M>
Search<M> searched(const M& model, const DespotOptions& options, std::int64_t trials,
                   std::uint64_t seed) {
  Rng rng(seed);
  const ParticleBelief<M> belief(std::make_shared<const M>(model), 8 * options.scenarios, rng);
  Search<M> search(model, options, TrivialLower<M>(model), model.mdp_bound());
  search.search(belief, trials, kNever, rng);
  return search;
}

template <Model M>
double exhaustive_at_root(const M& model, const Search<M>& search, const DespotOptions& options) {
  std::vector<Scenario<M>> scenarios;
  for (std::size_t i = 0; i < search.root_states().size(); ++i) {
    scenarios.push_back({search.root_states()[i], search.root_seeds()[i]});
  }
  return exhaustive(model, scenarios, 0, options);
}

// The root's bounds bracket the exact value of the determinised problem after every trial, get no
// wider, and meet at it.
template <Model M>
void expect_converges(const M& model, const DespotOptions& options, std::uint64_t seed) {
  double gap = std::numeric_limits<double>::infinity();
  double exact = 0;
  for (std::int64_t trials = 1; trials <= 4096; trials *= 2) {
    const Search<M> search = searched(model, options, trials, seed);
    if (trials == 1) exact = exhaustive_at_root(model, search, options);
    const DespotTree::Belief& root = search.tree().belief(DespotTree::kRoot);
    EXPECT_LE(root.l, exact + 1e-9) << trials << " trials";
    EXPECT_GE(root.mu, exact - 1e-9) << trials << " trials";
    EXPECT_LE(search.tree().gap(DespotTree::kRoot), gap + 1e-12) << trials << " trials";
    gap = search.tree().gap(DespotTree::kRoot);
  }
  EXPECT_LE(gap, 1e-5);
}

TEST(Despot, SolvesTheDeterminisedTiger) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    expect_converges(Tiger(), {.scenarios = 20, .depth = 6}, seed);
    expect_converges(Tiger(), {.scenarios = 7, .depth = 6, .lambda = 0.4}, seed);
  }
}

TEST(Despot, SolvesTheDeterminisedRockSample) {
  const RockSample model(3, {{1, 2}, {2, 0}}, {0, 1});
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    expect_converges(model, {.scenarios = 12, .depth = 5}, seed);
    expect_converges(model, {.scenarios = 12, .depth = 5, .lambda = 0.1}, seed);
  }
}

// RockSample that does not say which of its actions only look.
struct Taciturn : RockSample {
  using RockSample::RockSample;
  void look() = delete;
};
static_assert(Looking<RockSample> && !Looking<Taciturn>);

// Looks are tried together or one step after the other: with one rock, as many as there are lanes,
// and with some left over.
TEST(Despot, GrowsTheSameTreeWhereLooksAreTriedTogether) {
  const std::vector<Cell> rocks{{1, 2}, {2, 0}, {3, 3}, {4, 1}, {0, 4}, {3, 1}};
  for (const int count : {1, 4, 6}) {
    const std::vector<Cell> some(rocks.begin(), rocks.begin() + count);
    const auto together = searched(RockSample(5, some, {0, 2}), {.scenarios = 101}, 60, 7);
    const auto apart = searched(Taciturn(5, some, {0, 2}), {.scenarios = 101}, 60, 7);
    EXPECT_EQ(together.model_steps(), apart.model_steps());
    ASSERT_EQ(together.tree().node_count(), apart.tree().node_count()) << count << " rocks";
    for (DespotTree::Index b = 0; b < together.tree().node_count(); ++b) {
      const DespotTree::Belief& x = together.tree().belief(b);
      const DespotTree::Belief& y = apart.tree().belief(b);
      ASSERT_EQ(std::tuple(x.edge, x.observation, x.scenario_count, x.l0, x.U, x.mu, x.l),
                std::tuple(y.edge, y.observation, y.scenario_count, y.l0, y.U, y.mu, y.l));
    }
  }
}

TEST(Despot, TheGapNeverGrowsFromTrialToTrial) {
  const RockSample model(4, {{1, 2}, {2, 0}, {3, 3}}, {0, 2});
  double lower = -1e9, upper = 1e9;
  for (std::int64_t trials = 1; trials <= 60; ++trials) {
    const auto search = searched(model, {.scenarios = 100}, trials, 5);
    const DespotTree::Belief& root = search.tree().belief(DespotTree::kRoot);
    EXPECT_GE(root.l, lower);
    EXPECT_LE(root.mu, upper);
    EXPECT_EQ(search.trials(), trials);
    lower = root.l;
    upper = root.mu;
  }
  EXPECT_GT(lower, model.default_value(searched(model, {.scenarios = 1}, 1, 1).root_states()[0]));
}

// A default policy that is simulated is asked for where a trial goes; elsewhere nodes have what the
// default action is worth, so the bounds are never looser than by that alone.
TEST(Despot, ASimulatedPolicyIsPutOffAndNeverUndercutsTheDefaultAction) {
  const RockSample model(4, {{1, 2}, {2, 0}, {3, 3}}, {0, 2});
  using Expert = PolicyLower<RockSample, RockSampleExpert>;
  using Random = PolicyLower<RockSample, PureGuide>;
  const auto root_of = [&](auto lower, std::int64_t trials) {
    Rng rng(5);
    const ParticleBelief<RockSample> belief(std::make_shared<const RockSample>(model), 400, rng);
    Despot<RockSample, decltype(lower), RockSampleBound> search(model, {.scenarios = 100}, lower,
                                                                model.mdp_bound());
    search.search(belief, trials, kNever, rng);
    const DespotTree::Belief root = search.tree().belief(DespotTree::kRoot);
    return std::tuple(root.l0, root.l, root.mu, search.default_action());
  };
  const double leave = model.default_value({2 * 4 + 0, 0});  // from (0,2)
  const auto [l0, l, mu, first] = root_of(Expert(model, model.expert(), "expert", 90), 1);
  EXPECT_GT(l0, leave);
  EXPECT_GE(l, l0);
  // Wandering about at random is worse than leaving at once.
  const auto [random_l0, random_l, random_mu, random_first] =
      root_of(Random(model, {}, "pure", 90), 1);
  EXPECT_NEAR(random_l0, leave, 1e-9);
  EXPECT_EQ(random_first, RockSample::east);
  double lower = l;
  for (std::int64_t trials = 2; trials <= 60; ++trials) {
    const auto [next_l0, next_l, next_mu, action] =
        root_of(Expert(model, model.expert(), "expert", 90), trials);
    EXPECT_GE(next_l, lower) << "bounds only tighten";
    EXPECT_LE(next_l, next_mu + 1e-9);
    lower = next_l;
  }
  // Searched to the end, both find the value of the best policy for these scenarios.
  EXPECT_NEAR(std::get<1>(root_of(Expert(model, model.expert(), "expert", 90), 20000)),
              std::get<1>(root_of(TrivialLower<RockSample>(model), 20000)), 0.05);
}

// Whoever is out of time takes the default action where the policy was not simulated yet.
TEST(Despot, ASimulatedPolicyHurriesWhenTheSearchIsOver) {
  Rng rng(5);
  const auto model =
      std::make_shared<const RockSample>(11, RockSample::random_rocks(11, 11, rng), Cell{0, 5});
  const ParticleBelief<RockSample> belief(model, 4000, rng);
  using Expert = PolicyLower<RockSample, RockSampleExpert>;
  Despot<RockSample, Expert, RockSampleBound> search(
      *model, {}, Expert(*model, model->expert(), "expert", 90), model->mdp_bound());
  search.search(belief, 1, kNever, rng);
  const std::int64_t steps = search.model_steps();
  std::stop_source stop;
  stop.request_stop();
  search.search(belief, 1, {kNever, stop.get_token()}, rng);
  EXPECT_LT(4 * search.model_steps(), steps);
  const DespotTree::Belief& root = search.tree().belief(DespotTree::kRoot);
  EXPECT_GE(root.l, model->default_value(belief.particles().front()) - 1e-9);
  EXPECT_LE(root.l, root.mu + 1e-9);
  // The next one has its time again.
  search.search(belief, 1, kNever, rng);
  EXPECT_GT(4 * search.model_steps(), 3 * steps);
}

// Where the default action is worth very little, and the tree ends soon.
TEST(Despot, ASimulatedPolicyEndsWithTheTree) {
  const Pocman model(maze_drawing("micro"), {});
  using Walk = PolicyLower<Pocman, OnwardPolicy>;
  Rng rng(5);
  const ParticleBelief<Pocman> belief(std::make_shared<const Pocman>(model), 200, rng);
  for (int depth = 1; depth <= 4; ++depth) {
    Despot<Pocman, Walk, PocmanBound> search(model, {.scenarios = 50, .depth = depth},
                                             Walk(model, {}, "walk", depth), model.mdp_bound());
    EXPECT_NO_THROW(search.search(belief, 100, kNever, rng)) << depth;
    const DespotTree::Belief& root = search.tree().belief(DespotTree::kRoot);
    EXPECT_LE(root.l, root.mu + 1e-9);
    EXPECT_GT(root.l, model.default_value({}));
  }
}

// Pocman who takes every step of a rollout by itself.
class SteppingPocman : public Pocman {
 public:
  using Pocman::Pocman;
  void pursue() const = delete;
};
static_assert(PursuingInScenarios<Pocman> && !PursuingInScenarios<SteppingPocman>);

// What one search of two trials found.
template <Model M>
auto pursued(const M& model) {
  using Lower = PolicyLower<M, PreferredGuide>;
  Rng rng(6);
  const ParticleBelief<M> belief(std::make_shared<const M>(model), 200, rng);
  Despot<M, Lower, PocmanBound> search(model, {.scenarios = 50}, Lower(model, {}, "preferred", 90),
                                       model.mdp_bound());
  search.search(belief, 2, kNever, rng);
  const DespotTree& tree = search.tree();
  return std::tuple(tree.node_count(), search.model_steps(), tree.belief(DespotTree::kRoot).l,
                    tree.belief(DespotTree::kRoot).mu);
}

TEST(Despot, WhatAScenarioAloneIsWorthDoesNotDependOnHowItIsFollowed) {
  const auto& maze = maze_drawing("full");
  const PocmanOptions options{.ghosts = 4, .rewards = PocmanRewards::silver(), .pills = 4};
  const auto [nodes, steps, l, mu] = pursued(Pocman(maze, options));
  const auto [by_steps_nodes, by_steps, by_steps_l, by_steps_mu] =
      pursued(SteppingPocman(maze, options));
  EXPECT_GT(steps, 5000);
  EXPECT_EQ(nodes, by_steps_nodes);
  EXPECT_EQ(steps, by_steps);
  EXPECT_EQ(l, by_steps_l);
  EXPECT_EQ(mu, by_steps_mu);
}

TEST(Despot, RegularisationMakesSmallerTrees) {
  const RockSample model(4, {{1, 2}, {2, 0}, {3, 3}}, {0, 2});
  const auto nodes = [&](double lambda) {
    return searched(model, {.scenarios = 50, .lambda = lambda}, 300, 9).tree().node_count();
  };
  EXPECT_LT(nodes(0.3), nodes(0));
  // Nothing pays for so dear a node: the root itself is a default node.
  const auto search = searched(model, {.scenarios = 50, .lambda = 100}, 300, 9);
  EXPECT_TRUE(search.tree().is_leaf(DespotTree::kRoot));
  EXPECT_EQ(search.trials(), 1);
}

// The mean over searches of the root's bounds brackets the exact value of the POMDP. A policy that
// is best for sampled scenarios looks a little better than it is (what lambda is for); with many
// scenarios little remains of that.
template <Model M>
void expect_brackets(const M& model, double exact) {
  constexpr double kOptimism = 0.1;
  RunningStatistics lower, upper;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto search = searched(model, {.scenarios = 20000}, 100, seed);
    lower.add(search.tree().belief(DespotTree::kRoot).l);
    upper.add(search.tree().belief(DespotTree::kRoot).mu);
  }
  EXPECT_LE(lower.mean() - 3 * *lower.standard_error(), exact + kOptimism);
  EXPECT_GE(upper.mean() + 3 * *upper.standard_error(), exact);
  EXPECT_NEAR(lower.mean(), exact, 0.5);
  EXPECT_NEAR(upper.mean(), exact, 0.5);
}

TEST(Despot, BracketsTheExactValueOfTiger) { expect_brackets(Tiger(), exact_value(Tiger())); }

TEST(Despot, BracketsTheExactValueOfRockSample) {
  const RockSample model(3, {{1, 2}}, {0, 1}, {.half_distance = 1.5});
  expect_brackets(model, exact_value(model));
}

TEST(Despot, BoundsAreValidOnTiger) {
  const Tiger model;
  TrivialLower<Tiger> trivial(model);
  PolicyLower<Tiger, PureGuide> pure(model, {}, "pure", 90);
  EXPECT_NO_THROW(check_on_tiger(model, trivial, model.mdp_bound()));
  EXPECT_NO_THROW(check_on_tiger(model, pure, TrivialUpper<Tiger>(model)));
}

struct WrongUpper {
  static constexpr bool kPathwise = true;
  double value(const Tiger::State&) const { return -30; }
  std::string name() const { return "wrong"; }
};

TEST(Despot, SaysWhichBoundIsNotValid) {
  const Tiger model;
  TrivialLower<Tiger> lower(model);
  EXPECT_THROW(check_on_tiger(model, lower, WrongUpper{}), InputError);
  Rng rng(1);
  const ParticleBelief<Tiger> belief(std::make_shared<const Tiger>(model), 100, rng);
  Despot<Tiger, TrivialLower<Tiger>, WrongUpper> search(model, {}, lower, WrongUpper{});
  try {
    search.search(belief, 10, kNever, rng);
    FAIL() << "the lower bound is above the upper bound";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("lower bound 'trivial'"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("upper bound 'wrong'"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("the root"), std::string::npos) << e.what();
  }
}

TEST(Despot, ASimulatedPolicyIsWorthItsClosedForm) {
  const RockSample model(5, {{1, 2}, {4, 4}}, {0, 2});
  Rng rng(3);
  std::vector<RockSample::State> states;
  std::vector<std::uint64_t> seeds;
  for (int i = 0; i < 50; ++i) {
    states.push_back(model.sample_initial(rng));
    seeds.push_back(rng.bits());
  }
  const RockSample::Memory memory = model.initial_memory();
  std::int64_t steps = 0;
  TrivialLower<RockSample> closed(model);
  const double expected = closed.sum({states, seeds, memory, Moment{}}, steps);
  EXPECT_EQ(steps, 0);
  PolicyLower<RockSample, TrivialGuide> simulated(model, {}, "trivial", 90);
  EXPECT_NEAR(simulated.sum({states, seeds, memory, Moment{}}, steps), expected, 1e-9);
  EXPECT_EQ(steps, 50 * 5);
}

// Follows an advice: north twice, then the trivial policy goes east.
TEST(Despot, AnAdviceIsFollowedWhileItLasts) {
  const RockSample model(5, {{1, 2}, {4, 4}}, {0, 0});
  const auto advice = std::make_shared<Advice>();
  advice->suggested = {ActionSet::of(RockSample::north) | ActionSet::of(RockSample::east),
                       ActionSet::of(RockSample::north)};
  const AdvisedPolicy<OnwardPolicy, ActionSet> policy(advice, {});
  const RockSample::Memory memory = model.initial_memory();
  Rng rng(1);
  RockSample::State s = model.sample_initial(rng);
  const std::vector<Action> expected{RockSample::north, RockSample::north, RockSample::east};
  for (int depth = 0; depth < 3; ++depth) {
    const Action a = policy.rollout_action(model, s, memory, Moment{.depth = depth}, rng);
    EXPECT_EQ(a, expected[static_cast<std::size_t>(depth)]) << "depth " << depth;
    model.step(s, a, rng);
  }
  PolicyLower<RockSample, AdvisedPolicy<OnwardPolicy, ActionSet>> lower(model, policy, "advised",
                                                                        90);
  std::vector<RockSample::State> states{{0, 3}};
  std::vector<std::uint64_t> seeds{1};
  std::int64_t steps = 0;
  EXPECT_NEAR(lower.sum({states, seeds, memory, Moment{}}, steps), 10 * std::pow(0.95, 6), 1e-9);
  EXPECT_EQ(steps, 7);
}

AgentConfig despot_config(const Domain& domain, const std::string& lower, int threads) {
  AgentConfig config = domain.default_config();
  config.planner = "despot";
  config.despot.lower = lower;
  config.despot.trials = 30;
  config.despot.scenarios = 100;
  config.despot.threads = threads;
  return config;
}

TEST(DespotAgent, IsDeterministicForABudgetOfTrials) {
  const auto domain = make_domain("rocksample(7,8)");
  for (int threads = 1; threads <= 2; ++threads) {
    const AgentConfig config = despot_config(*domain, "trivial", threads);
    const EpisodeResult first = play_episode(*domain, 4, config);
    const EpisodeResult again = play_episode(*domain, 4, config);
    EXPECT_EQ(first.discounted, again.discounted);
    EXPECT_EQ(first.model_steps, again.model_steps);
    EXPECT_EQ(first.trials, again.trials);
  }
}

TEST(DespotAgent, MoreThanOneBudget) {
  const auto domain = make_domain("rocksample(7,8)");
  AgentConfig config = despot_config(*domain, "trivial", 1);
  config.despot.seconds = 1000;
  EXPECT_EQ(domain->start(1, config)->decide().trials, 30);
  config.despot.megabytes = 1;
  config.despot.trials = 1000000;
  EXPECT_LT(domain->start(1, config)->decide().trials, 1000) << "the memory is full";
  config.despot.seconds = 1e-9;
  EXPECT_EQ(domain->start(1, config)->decide().trials, 1) << "always at least one";
}

std::string moves(const std::string& name, const std::string& lower) {
  const auto domain = make_domain(name);
  return moves_of(*domain, 1, despot_config(*domain, lower, 1));
}

// What the planner does today, move by move: a change of behaviour shows up here first.
TEST(DespotAgent, GoldenEpisodes) {
  EXPECT_EQ(moves("tiger", "trivial"), "listen listen listen open_right ");
  EXPECT_EQ(moves("rocksample(7,8)", "trivial"),
            "south south check(1) east east check(0) south sample check(2) north east sample "
            "check(5) check(4) check(3) north north east east east sample north check(6) north "
            "west sample north check(7) east east ");
  EXPECT_EQ(moves("rocksample(7,8)", "preferred"),
            "check(1) east check(4) check(7) east east check(5) check(2) south south sample "
            "check(0) south west sample check(3) north north north east east east east sample "
            "north check(6) north west sample east east ");
  EXPECT_EQ(moves("rocksample(7,8)", "learnt"),
            "check(1) check(7) east east check(2) check(4) south south check(0) south sample north "
            "east sample north north check(5) east east check(3) east sample check(6) north north "
            "west sample east east ");
  EXPECT_EQ(moves("pocman(micro,steps=25)", "timed"),
            "east east east north north north north south west west south west west north west "
            "east north east north north west west west south south ");
  EXPECT_EQ(moves("pocman(micro,steps=25)", "preferred"),
            "east west west east north north east north east east south south south north north "
            "south north north south south west south west west west ");
}

TEST(DespotAgent, SaysWhatIsMissing) {
  const auto domain = make_domain("tiger");
  EXPECT_THROW(domain->start(1, despot_config(*domain, "preferred", 1)), InputError);
  AgentConfig config = despot_config(*domain, "trivial", 1);
  config.despot.upper = "nonsense";
  EXPECT_THROW(domain->start(1, config), InputError);
  config = despot_config(*domain, "trivial", 1);
  config.despot.scenarios = 0;
  EXPECT_THROW(domain->start(1, config), InputError);
}

}  // namespace
}  // namespace holdfast
