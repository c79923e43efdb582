// POMCP against exact values: with enough simulations its value and its action are the optimal
// ones.
#include <gtest/gtest.h>

#include <cmath>

#include "holdfast/agents/make_agent.h"
#include "holdfast/plan/exact_oracle.h"

namespace holdfast {
namespace {

template <Model M>
Decision decide(const M& model, std::int64_t simulations, double exploration, int threads = 1) {
  const PomcpOptions options{.simulations = simulations,
                             .particles = 20000,
                             .exploration = exploration,
                             .threads = threads};
  return PomcpAgent<M, PureGuide>(std::make_shared<const M>(model), 1, options, {}).decide();
}

TEST(ExactOracle, OpeningAtOnceIsWorseThanListeningFirst) {
  // By hand: listening for ever is worth -20, opening at once -45; the optimum beats both.
  EXPECT_GT(exact_value(Tiger()), -1 / (1 - 0.95));
  // With a perfect ear: one look, then the right door.
  EXPECT_NEAR(exact_value(Tiger(1 - 1e-12)), -1 + 0.95 * 10, 1e-6);
}

TEST(ExactOracle, OneRockByHand) {
  // 1x1 with a rock under the rover: check it (exact at distance 0), then sample if good; leave.
  const RockSample model(1, {{0, 0}}, {0, 0});
  const double g = 0.95;
  EXPECT_NEAR(exact_value(model), g * (0.5 * (10 + g * 10) + 0.5 * 10), 1e-6);
}

// UCT's means carry the cost of exploring, which dies away slowly: the error must fall with every
// sixteenfold budget, and end small.
template <Model M>
void expect_convergence(const M& model, double exploration, int last, double tolerance) {
  const double exact = exact_value(model);
  double error = 1e9;
  for (int k = last - 8; k <= last; k += 4) {
    const double next = std::abs(decide(model, std::int64_t{1} << k, exploration).value - exact);
    EXPECT_LT(next, error) << "2^" << k;
    error = next;
  }
  EXPECT_LT(error, tolerance) << "exact value " << exact;
}

TEST(PomcpExact, TigerConverges) {
  expect_convergence(Tiger(), 110, 20, 1.0);
  EXPECT_EQ(decide(Tiger(), 1 << 18, 110).action, Tiger::listen);
}

TEST(PomcpExact, SmallRockSampleConverges) {
  const RockSample model(2, {{1, 1}}, {0, 0});
  expect_convergence(model, 10, 20, 0.15);
}

TEST(PomcpExact, ThreadsConvergeToo) {
  const RockSample model(2, {{1, 1}}, {0, 0});
  EXPECT_NEAR(decide(model, 1 << 20, 10, 2).value, exact_value(model), 0.25);
}

}  // namespace
}  // namespace holdfast
