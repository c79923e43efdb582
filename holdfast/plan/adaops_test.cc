// AdaOPS against exact values, against DESPOT where both must agree, and by what a packing is.
#include "holdfast/plan/adaops.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include "holdfast/base/statistics.h"
#include "holdfast/domains/registry.h"
#include "holdfast/domains/rocksample/rocksample_bound.h"
#include "holdfast/plan/despot.h"
#include "holdfast/plan/exact_oracle.h"
#include "holdfast/plan/policy_lower.h"
#include "holdfast/plan/roaring_tiger.h"
#include "holdfast/play/configure.h"
#include "holdfast/play/moves_of.h"

namespace holdfast {
namespace {

constexpr auto kNever = std::chrono::steady_clock::time_point::max();

template <Model M>
std::unique_ptr<AdaOps<M>> make_search(const M& model, const DespotOptions& options,
                                       const AdaOpsOptions& packing) {
  using U = decltype(model.mdp_bound());
  return std::make_unique<AdaOps<M>>(
      model, options, packing,
      std::make_unique<ParticleLowerOf<M, TrivialLower<M>>>(TrivialLower<M>(model)),
      std::make_unique<ParticleUpperOf<M, U>>(model.mdp_bound()));
}

template <Model M>
std::unique_ptr<AdaOps<M>> searched(const M& model, const DespotOptions& options,
                                    const AdaOpsOptions& packing, std::int64_t trials,
                                    std::uint64_t seed, int particles = 4000) {
  Rng rng(seed);
  const ParticleBelief<M> belief(std::make_shared<const M>(model), particles, rng);
  auto search = make_search(model, options, packing);
  search->search(belief, trials, kNever, rng);
  return search;
}

template <Model M>
const DespotTree::Belief& root_of(const AdaOps<M>& search) {
  return search.tree().belief(DespotTree::kRoot);
}

TEST(ParticleCount, GrowsWithTheBins) {
  const ParticleCount count({.m_min = 30, .m_max = 500});
  EXPECT_EQ(count.of(0), 30);
  EXPECT_EQ(count.of(2), 30);
  for (int k = 2; k < 100; ++k) EXPECT_LE(count.of(k), count.of(k + 1));
  EXPECT_GT(count.of(10), 60);
  EXPECT_EQ(count.of(1000), 500);
  EXPECT_EQ(count.most(), 500);
}

// The mean over searches of the root's bounds brackets the exact value.
template <Model M>
void expect_brackets(const M& model, double exact) {
  constexpr double kOptimism = 0.1;
  RunningStatistics lower, upper;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto search =
        searched(model, {}, {.delta = 0, .m_min = 4000, .m_max = 4000}, 100, seed, 32000);
    lower.add(root_of(*search).l);
    upper.add(root_of(*search).mu);
  }
  EXPECT_LE(lower.mean() - 3 * *lower.standard_error(), exact + kOptimism);
  EXPECT_GE(upper.mean() + 3 * *upper.standard_error(), exact);
  EXPECT_NEAR(lower.mean(), exact, 0.5);
  EXPECT_NEAR(upper.mean(), exact, 0.5);
}

TEST(AdaOps, BracketsTheExactValueOfTiger) { expect_brackets(Tiger(), exact_value(Tiger())); }

TEST(AdaOps, BracketsTheExactValueOfRockSample) {
  const RockSample model(3, {{1, 2}}, {0, 1}, {.half_distance = 1.5});
  expect_brackets(model, exact_value(model));
}

TEST(AdaOps, TheGapNeverGrowsFromTrialToTrial) {
  const RockSample model(4, {{1, 2}, {2, 0}, {3, 3}}, {0, 2});
  double lower = -1e9, upper = 1e9;
  for (std::int64_t trials = 1; trials <= 60; ++trials) {
    const auto search = searched(model, {}, {}, trials, 5);
    EXPECT_GE(root_of(*search).l, lower);
    EXPECT_LE(root_of(*search).mu, upper);
    EXPECT_EQ(search->trials(), trials);
    lower = root_of(*search).l;
    upper = root_of(*search).mu;
  }
}

// A number of three bits is hidden; asking for a bit costs 1, a wrong guess 20. Nothing is random,
// so that particles are all there is.
class Riddle {
 public:
  struct State {
    std::uint8_t number = 0;
    bool over = false;
  };
  static constexpr Action kGuess = 3;  // + the number

  double discount() const { return 0.9; }
  int action_count() const { return 11; }
  int observation_count() const { return 2; }
  double min_reward() const { return -20; }
  double max_reward() const { return 10; }
  State sample_initial(Rng& rng) const { return {static_cast<std::uint8_t>(rng.below(8)), false}; }
  bool is_terminal(const State& s) const { return s.over; }
  ActionSet legal_actions(const State&) const { return ActionSet::first(11); }
  Action default_action(const State&) const { return 0; }
  double default_value(const State&) const { return -1 / (1 - discount()); }
  Outcome step(State& s, Action a, Rng&) const {
    if (s.over) return {0, 0, true};
    if (a < kGuess) return {s.number >> a & 1, -1, false};
    s.over = true;
    return {0, s.number == a - kGuess ? 10.0 : -20.0, true};
  }
  double likelihood(const State& next, Action a, Observation o) const {
    return a < kGuess ? (next.number >> a & 1) == o : o == 0;
  }
};

// Where neither moves nor observations are random, a belief's children are what its particles saw:
// AdaOPS with delta = 0 and DESPOT find the same lower bound, though not by the same trials.
TEST(AdaOps, WithoutChanceItIsDespot) {
  const Riddle model;
  const auto shared = std::make_shared<const Riddle>();
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Rng rng(seed);
    const ParticleBelief<Riddle> belief(shared, 12, rng);
    AdaOps<Riddle> adaops(model, {}, {.delta = 0, .m_min = 12, .m_max = 12, .design_effect = 1e9},
                          std::make_unique<ParticleLowerOf<Riddle, TrivialLower<Riddle>>>(
                              TrivialLower<Riddle>(model)),
                          std::make_unique<ParticleUpperOf<Riddle, TrivialUpper<Riddle>>>(
                              TrivialUpper<Riddle>(model)));
    Despot<Riddle, TrivialLower<Riddle>, TrivialUpper<Riddle>> despot(
        model, {.scenarios = 12}, TrivialLower<Riddle>(model), TrivialUpper<Riddle>(model));
    adaops.search(belief, 5000, kNever, rng);
    despot.search(belief, 5000, kNever, rng);
    const DespotTree::Belief& a = root_of(adaops);
    const DespotTree::Belief& d = despot.tree().belief(DespotTree::kRoot);
    EXPECT_NEAR(a.l, d.l, 1e-9) << "seed " << seed;
  }
}

// What Riddle is worth by asking `bits` bits and guessing: of what is left one number is right.
double ask_then_guess(int bits) {
  double value = 0, factor = 1;
  for (int i = 0; i < bits; ++i, factor *= Riddle().discount()) value -= factor;
  const double right = 1.0 / (8 >> bits);
  return value + factor * (10 * right - 20 * (1 - right));
}

// Who sees the number says it at once.
struct SeeingUpper {
  static constexpr bool kPathwise = true;
  double value(const Riddle::State&) const { return 10; }
  std::string name() const { return "seeing"; }
};

// With each number once as the set of particles and delta = 0, the bounds meet at the exact value
// of the POMDP: the set is the belief, and the tree is that of all observations.
TEST(AdaOps, OneSetOfAllStatesHasTheExactValue) {
  double exact = -1 / (1 - Riddle().discount());
  for (int bits = 0; bits <= 3; ++bits) exact = std::max(exact, ask_then_guess(bits));
  struct EachOnce : Riddle {
    mutable std::uint8_t next = 0;
    State sample_initial(Rng&) const { return {static_cast<std::uint8_t>(next++ % 8), false}; }
  };
  const EachOnce model;
  Rng rng(1);
  const ParticleBelief<EachOnce> belief(std::make_shared<const EachOnce>(), 8, rng);
  AdaOps<EachOnce> search(model, {}, {.delta = 0, .m_min = 8, .m_max = 8, .design_effect = 1e9},
                          std::make_unique<ParticleLowerOf<EachOnce, TrivialLower<EachOnce>>>(
                              TrivialLower<EachOnce>(model)),
                          std::make_unique<ParticleUpperOf<EachOnce, SeeingUpper>>(SeeingUpper{}));
  search.search(belief, 20000, kNever, rng);
  EXPECT_NEAR(root_of(search).l, exact, 1e-9);
  EXPECT_NEAR(root_of(search).mu, exact, 1e-5);
}

// Who has one particle thinks that it knows everything.
TEST(AdaOps, OneParticleIsWorthWhatItsStateIs) {
  const AdaOpsOptions one{.m_min = 1, .m_max = 1};
  EXPECT_NEAR(root_of(*searched(Tiger(), {}, one, 100, 1)).l, 10, 1e-6);
  const RockSample model(4, {{1, 2}, {2, 0}, {3, 3}}, {0, 2});
  const auto search = searched(model, {}, one, 20000, 3);
  EXPECT_NEAR(root_of(*search).l, model.mdp_bound().value(search->root_states()[0]), 1e-3);
}

// Of an edge: how many children it has, and with which probability it has not ended.
struct Below {
  int children = 0;
  double share = 0;
};
template <Model M>
Below below(const AdaOps<M>& search, Action a) {
  const DespotTree& tree = search.tree();
  const DespotTree::Belief& root = root_of(search);
  for (DespotTree::Index e = root.first_edge; e < root.first_edge + root.edge_count; ++e) {
    const DespotTree::Edge& edge = tree.edge(e);
    if (edge.action != a) continue;
    Below result{edge.child_count, 0};
    for (DespotTree::Index c = edge.first_child; c < edge.first_child + edge.child_count; ++c) {
      result.share += tree.belief(c).share;
    }
    return result;
  }
  return {};
}

TEST(AdaOps, DeltaDecidesHowManyChildrenThereAre) {
  // Hearing left or right moves the belief by 0.7 each way: beliefs are 1.4 apart.
  for (const double delta : {0.0, 1.3}) {
    const auto search = searched(Tiger(), {}, {.delta = delta, .m_min = 500, .m_max = 500}, 1, 1);
    EXPECT_EQ(below(*search, Tiger::listen).children, 2) << delta;
    EXPECT_NEAR(below(*search, Tiger::listen).share, 1, 1e-9);
    EXPECT_EQ(below(*search, Tiger::open_left).children, 0);
  }
  const auto packed = searched(Tiger(), {}, {.delta = 1.5, .m_min = 500, .m_max = 500}, 1, 1);
  EXPECT_EQ(below(*packed, Tiger::listen).children, 1);
  EXPECT_NEAR(below(*packed, Tiger::listen).share, 1, 1e-9);
}

// No two observations are equal, and yet the tree is Tiger's; DESPOT thinks that each tells all.
TEST(AdaOps, PacksWhatIsNeverSeenTwice) {
  const Roars model;
  const auto search = searched(model, {}, {.delta = 0.01, .m_min = 500, .m_max = 500}, 60, 1, 4000);
  EXPECT_EQ(below(*search, Tiger::listen).children, 2);
  EXPECT_NEAR(root_of(*search).l, exact_value(Tiger()), 1.5);
  EXPECT_NEAR(root_of(*search).mu, exact_value(Tiger()), 1.5);

  Rng rng(1);
  const ParticleBelief<Roars> belief(std::make_shared<const Roars>(), 4000, rng);
  Despot<Roars, TrivialLower<Roars>, TigerBound> despot(
      model, {.scenarios = 500}, TrivialLower<Roars>(model), model.mdp_bound());
  despot.search(belief, 2000, kNever, rng);
  EXPECT_GT(despot.tree().belief(DespotTree::kRoot).l, exact_value(Tiger()) + 2);
}

// Where keys are hashes, what stands for an observation is what the particle saw that drew it: the
// tree is that of the same observations with keys that tell.
TEST(AdaOps, WeighsByWhatWasSeenWhereKeysAreHashes) {
  static_assert(Seeing<Echoes>);
  const AdaOpsOptions packing{.delta = 0.01, .m_min = 200, .m_max = 200};
  const auto roars = searched(Roars(), {}, packing, 30, 1);
  const auto echoes = searched(Echoes(), {}, packing, 30, 1);
  EXPECT_EQ(below(*echoes, Tiger::listen).children, 2);
  EXPECT_EQ(echoes->tree().node_count(), roars->tree().node_count());
  EXPECT_EQ(root_of(*echoes).l, root_of(*roars).l);
  EXPECT_EQ(root_of(*echoes).mu, root_of(*roars).mu);
}

struct Sighted : TrivialGuide {
  static constexpr bool kBlind = false;
};

// A blind policy has a value for each particle, of which those of beliefs are means; followed by
// scenarios that act together it is worth the same.
TEST(AdaOps, BlindPoliciesAreSimulatedOnceForAParticle) {
  const RockSample model(4, {{1, 2}, {2, 0}, {3, 3}}, {0, 2});
  PolicyLower<RockSample, TrivialGuide> blind(model, {}, "trivial", 90);
  PolicyLower<RockSample, Sighted> sighted(model, {}, "trivial", 90);
  Rng rng(1);
  std::vector<RockSample::State> states;
  std::vector<std::uint64_t> seeds;
  for (int i = 0; i < 20; ++i) {
    states.push_back(model.sample_initial(rng));
    seeds.push_back(rng.bits());
  }
  std::vector<RockSample::State> copy = states;
  std::vector<std::uint64_t> copied = seeds;
  std::int64_t steps = 0, others = 0;
  const Memory<RockSample> memory = initial_memory(model);
  const double alone = blind.sum({copy, copied, memory, Moment{}}, steps);
  copy = states;
  EXPECT_NEAR(alone, sighted.sum({copy, copied, memory, Moment{}}, others), 1e-9);
  EXPECT_EQ(steps, others);

  using Lower = ParticleLowerOf<RockSample, PolicyLower<RockSample, TrivialGuide>>;
  const Lower lower(blind);
  EXPECT_TRUE(lower.pointwise());
  EXPECT_TRUE(lower.simulated());
}

struct NotANumber : Tiger {
  double likelihood(const State&, Action, Observation) const {
    return std::numeric_limits<double>::quiet_NaN();
  }
};

TEST(AdaOps, SaysThatALikelihoodIsNoNumber) {
  const NotANumber model;
  try {
    searched(model, {}, {}, 1, 1);
    FAIL();
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("likelihood"), std::string::npos) << e.what();
  }
  Rng rng(1);
  ParticleBelief<NotANumber> belief(std::make_shared<const NotANumber>(), 10, rng);
  EXPECT_THROW(belief.update(Tiger::listen, Tiger::hear_left, rng), InputError);
}

struct WrongUpper {
  static constexpr bool kPathwise = true;
  double value(const Tiger::State&) const { return -30; }
  std::string name() const { return "wrong"; }
};

TEST(AdaOps, SaysWhichBoundIsNotValid) {
  const Tiger model;
  Rng rng(1);
  const ParticleBelief<Tiger> belief(std::make_shared<const Tiger>(), 100, rng);
  AdaOps<Tiger> search(
      model, {}, {},
      std::make_unique<ParticleLowerOf<Tiger, TrivialLower<Tiger>>>(TrivialLower<Tiger>(model)),
      std::make_unique<ParticleUpperOf<Tiger, WrongUpper>>(WrongUpper{}));
  try {
    search.search(belief, 10, kNever, rng);
    FAIL() << "the lower bound is above the upper bound";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("upper bound 'wrong'"), std::string::npos) << e.what();
  }
}

AgentConfig adaops_config(const Domain& domain, const std::string& lower, int threads) {
  AgentConfig config = domain.default_config();
  config.planner = "adaops";
  config.despot.lower = lower;
  config.despot.trials = 30;
  config.despot.threads = threads;
  return config;
}

TEST(AdaOpsAgent, IsDeterministicForABudgetOfTrials) {
  const auto domain = make_domain("rocksample(7,8)");
  for (int threads = 1; threads <= 2; ++threads) {
    const AgentConfig config = adaops_config(*domain, "trivial", threads);
    const EpisodeResult first = play_episode(*domain, 4, config);
    const EpisodeResult again = play_episode(*domain, 4, config);
    EXPECT_EQ(first.discounted, again.discounted);
    EXPECT_EQ(first.model_steps, again.model_steps);
    EXPECT_EQ(first.trials, again.trials);
  }
}

std::string moves(const std::string& name, const std::string& lower) {
  const auto domain = make_domain(name);
  return moves_of(*domain, 1, adaops_config(*domain, lower, 1));
}

// What the planner does today, move by move: a change of behaviour shows up here first.
TEST(AdaOpsAgent, GoldenEpisodes) {
  EXPECT_EQ(moves("tiger", "trivial"), "listen listen listen open_right ");
  EXPECT_EQ(moves("rocksample(7,8)", "trivial"),
            "check(1) east check(4) check(5) check(5) check(0) check(2) east south south south "
            "sample north check(2) east sample north check(4) check(6) check(3) north east east "
            "east sample east ");
  EXPECT_EQ(moves("rocksample(7,8)", "preferred"),
            "check(1) check(0) check(4) east south south check(1) east south sample east check(4) "
            "north check(2) sample north check(5) check(4) check(3) check(5) check(3) east "
            "check(3) north east east sample check(5) north west check(6) north sample check(7) "
            "east east ");
  EXPECT_EQ(moves("rocksample(7,8)", "learnt"),
            "check(1) check(0) north check(4) east check(7) east check(5) check(7) check(5) "
            "check(1) south check(4) south south check(0) south sample check(2) east north sample "
            "east east north check(3) north east sample check(7) north check(1) check(6) north "
            "west sample east east ");
}

TEST(AdaOpsAgent, DecisionsHaveTheirEvidence) {
  const auto domain = make_domain("tiger");
  const Decision d = domain->start(1, adaops_config(*domain, "trivial", 1))->decide();
  EXPECT_EQ(d.actions.size(), 3u);
  EXPECT_LE(d.lower, d.upper);
  EXPECT_EQ(d.value, d.lower);
  EXPECT_EQ(d.action, Tiger::listen);
  EXPECT_GT(d.nodes, 3);
  EXPECT_GT(d.depth, 1);
}

void expect_refused(const std::string& domain, AgentSettings said, const std::string& words) {
  said["planner"] = "adaops";
  try {
    const auto made = make_domain(domain);
    made->start(1, configure(*made, said));
    ADD_FAILURE() << "expected: " << words;
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
  }
}

TEST(AdaOpsAgent, SaysWhatIsWrong) {
  expect_refused("pocman(micro)", {}, "Likelihood");
  expect_refused("tiger", {{"delta", "2.5"}}, "--delta");
  expect_refused("tiger", {{"delta", "-1"}}, "--delta");
  expect_refused("tiger", {{"delta", "nan"}}, "--delta");
  expect_refused("tiger", {{"m-min", "50"}, {"m-max", "20"}}, "--m-max");
  expect_refused("tiger", {{"m-min", "0"}}, "--m-min");
  expect_refused("tiger", {{"scenarios", "10"}}, "--scenarios");
  expect_refused("tiger", {{"lower", "preferred"}}, "preferred");
}

}  // namespace
}  // namespace holdfast
