// POMCPOW: the widening itself, and POMCP with it against POMCP without.
#include "holdfast/plan/widening.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <memory>

#include "holdfast/base/statistics.h"
#include "holdfast/domains/registry.h"
#include "holdfast/plan/pomcp.h"
#include "holdfast/plan/roaring_tiger.h"
#include "holdfast/play/configure.h"
#include "holdfast/play/episode.h"

namespace holdfast {
namespace {

constexpr auto kNever = std::chrono::steady_clock::time_point::max();

// The same for a search that does not know: it looks for equal ones.
class Counted : public Roars {
 public:
  static constexpr bool kMeasures = false;
};
static_assert(Measuring<Roars> && !Measuring<Counted> && !Measuring<Tiger>);

TEST(Widening, HasAsManyObservationsAsAllowed) {
  const Roars model;
  Widening<Roars> widening(model, {.k_o = 3, .alpha_o = 0.25});
  Rng rng(1);
  for (int n = 1; n <= 2000; ++n) {
    Tiger::State s = model.sample_initial(rng);
    Outcome o = model.step(s, Tiger::listen, rng);
    widening.widen(0, Tiger::listen, s, o, rng);
    const double most = 3 * std::pow(n, 0.25);
    EXPECT_LE(widening.count(0, Tiger::listen), most + 1);
    if (n > 3) {
      EXPECT_GT(widening.count(0, Tiger::listen), most - 1);
    }
  }
  EXPECT_EQ(widening.count(0, Tiger::open_left), 0);
  EXPECT_EQ(widening.count(7, Tiger::listen), 0);
  widening.clear();
  EXPECT_EQ(widening.count(0, Tiger::listen), 0);
}

// A simulation goes on in a state that is as likely as the observation makes it.
TEST(Widening, DrawsByTheLikelihoodOfTheObservation) {
  const Roars model;
  Widening<Roars> widening(model, {.k_o = 4, .alpha_o = 0});
  Rng rng(1);
  std::map<Observation, RunningStatistics> left;
  for (int n = 1; n <= 20000; ++n) {
    Tiger::State s = model.sample_initial(rng);
    Outcome o = model.step(s, Tiger::listen, rng);
    widening.widen(0, Tiger::listen, s, o, rng);
    EXPECT_EQ(o.reward, -1);
    if (n > 1000) left[o.observation].add(s.tiger_right == 0 ? 1 : 0);
  }
  ASSERT_EQ(left.size(), 5u);
  for (const auto& [observation, share] : left) {
    EXPECT_NEAR(share.mean(), observation % 2 == Tiger::hear_left ? 0.85 : 0.15, 0.05);
  }
}

template <class M>
double value_of_listening(std::uint64_t seed, int simulations) {
  const M model;
  Rng rng(seed);
  const ParticleBelief<M> belief(std::make_shared<const M>(), 4000, rng);
  Pomcp<M, PureGuide> search(model, {.exploration = 110, .k_o = 6, .alpha_o = 0});
  PureGuide guide;
  search.search(belief, guide, simulations, kNever, rng);
  return static_cast<double>(search.tree().value(SearchTree::kRoot, Tiger::listen));
}

// No two observations are equal, and yet it searches as POMCP does in Tiger; where equal ones are
// looked for, the second is always a new one, and nothing is learnt by listening. Seven children
// share the visits of two, so that exploring costs more.
TEST(Widening, SearchesAsInTiger) {
  RunningStatistics widened, plain, counted;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    widened.add(value_of_listening<Roars>(seed, 60000));
    plain.add(value_of_listening<Tiger>(seed, 60000));
    counted.add(value_of_listening<Counted>(seed, 60000));
  }
  EXPECT_NEAR(widened.mean(), plain.mean(), 8);
  EXPECT_LT(counted.mean(), widened.mean() - 10);
}

struct NotANumber : Roars {
  double likelihood(const State&, Action, Observation) const {
    return std::numeric_limits<double>::quiet_NaN();
  }
};

TEST(Widening, SaysThatALikelihoodIsNoNumber) {
  try {
    value_of_listening<NotANumber>(1, 10);
    FAIL();
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("POMCP: the likelihood"), std::string::npos) << e.what();
  }
}

TEST(Widening, IsDeterministic) {
  const auto domain = make_domain("lightdark");
  for (const char* threads : {"1", "2"}) {
    const AgentConfig config =
        configure(*domain, {{"planner", "pomcp"}, {"sims", "200"}, {"threads", threads}});
    const EpisodeResult first = play_episode(*domain, 4, config);
    const EpisodeResult again = play_episode(*domain, 4, config);
    EXPECT_EQ(first.discounted, again.discounted);
    EXPECT_EQ(first.model_steps, again.model_steps);
  }
}

void expect_refused(const std::string& domain, AgentSettings said, const std::string& words) {
  try {
    configure(*make_domain(domain), said);
    ADD_FAILURE() << "expected: " << words;
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find(words), std::string::npos) << e.what();
  }
}

TEST(Widening, OptionsAreThoseOfMeasurements) {
  EXPECT_EQ(configure(*make_domain("lightdark"), {{"k-o", "2.5"}}).pomcp.k_o, 2.5);
  expect_refused("tiger", {{"k-o", "2"}}, "measurements");
  expect_refused("lightdark", {{"k-o", "0"}}, "--k-o");
  expect_refused("lightdark", {{"k-o", "nan"}}, "--k-o");
  expect_refused("lightdark", {{"alpha-o", "1.5"}}, "--alpha-o");
  expect_refused("lightdark", {{"alpha-o", "-1"}}, "--alpha-o");
  expect_refused("lightdark", {{"planner", "adaops"}, {"alpha-o", "0.1"}}, "pomcp");
}

}  // namespace
}  // namespace holdfast
