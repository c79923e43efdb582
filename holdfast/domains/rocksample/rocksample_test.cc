#include "holdfast/domains/rocksample/rocksample.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "holdfast/base/error.h"
#include "holdfast/domains/registry.h"
#include "holdfast/domains/rocksample/layouts.h"
#include "holdfast/play/session.h"
#include "holdfast/pomdp/conformance.h"

namespace holdfast {
namespace {

bool punished(const RockSample::State&, Action, const RockSample::State&, double reward) {
  return reward <= -100;
}

RockSample::State at(const RockSample& model, int x, int y, std::uint32_t good) {
  RockSample::State s;
  s.cell = static_cast<std::uint16_t>(y * model.size() + x);
  s.good = good;
  return s;
}

std::shared_ptr<const RockSample> model_of(const std::string& name, std::uint64_t seed) {
  const std::unique_ptr<Domain> domain = make_domain(name);
  return dynamic_cast<const ModelDomain<RockSample>&>(*domain).make_model(seed);
}

TEST(RockSample, ConformsOnTheLiteraturesLayouts) {
  check_conformance(*model_of("rocksample(7,8)", 1), punished);
  check_conformance(*model_of("rocksample(11,11)", 1), punished);
}

TEST(RockSample, ConformsOnRandomLayouts) {
  conformance::Options few{.episodes = 20, .distributions = 5, .samples = 5000};
  check_conformance(*model_of("rocksample(15,15)", 3), punished, few);
  check_conformance(*model_of("rocksample(size=6,rocks=32)", 4), punished, few);
  check_conformance(*model_of("rocksample(size=1,rocks=1)", 5), punished, few);
}

TEST(RockSample, HasTheLiteraturesLayouts) {
  const auto small = model_of("rocksample(7,8)", 1);
  EXPECT_EQ(small->rocks(),
            (std::vector<Cell>{{2, 0}, {0, 1}, {3, 1}, {6, 3}, {2, 4}, {3, 4}, {5, 5}, {1, 6}}));
  Rng rng(1);
  EXPECT_EQ(small->position(small->sample_initial(rng)), (Cell{0, 3}));
  const auto large = model_of("rocksample(11,11)", 1);
  EXPECT_EQ(
      large->rocks(),
      (std::vector<Cell>{
          {0, 3}, {0, 7}, {1, 8}, {2, 4}, {3, 3}, {3, 8}, {4, 3}, {5, 8}, {6, 1}, {9, 3}, {9, 9}}));
  EXPECT_EQ(large->position(large->sample_initial(rng)), (Cell{0, 5}));
}

TEST(RockSample, RandomLayoutsFollowTheSeed) {
  const std::string name = "rocksample(size=12,rocks=8)";
  EXPECT_EQ(model_of(name, 1)->rocks(), model_of(name, 1)->rocks());
  std::set<std::vector<std::pair<int, int>>> layouts;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    std::set<std::pair<int, int>> cells;
    std::vector<std::pair<int, int>> rocks;
    const auto model = model_of(name, seed);
    for (const Cell c : model->rocks()) {
      rocks.emplace_back(c.x, c.y);
      cells.emplace(c.x, c.y);
    }
    EXPECT_EQ(cells.size(), 8u) << "two rocks in one cell";
    layouts.insert(rocks);
  }
  EXPECT_EQ(layouts.size(), 50u);
}

TEST(RockSample, StartsAtTheMiddleOfTheWestSideWithFairRocks) {
  const auto model = model_of("rocksample(12,8)", 2);
  Rng rng(5);
  std::array<int, 8> good{};
  for (int i = 0; i < 10000; ++i) {
    const RockSample::State s = model->sample_initial(rng);
    ASSERT_EQ(model->position(s), (Cell{0, 6}));
    for (std::size_t r = 0; r < good.size(); ++r) good[r] += s.good >> r & 1;
  }
  for (const int count : good) EXPECT_NEAR(count, 5000, 250);
}

TEST(RockSample, SensorWeakensWithDistance) {
  const RockSample model(30, {{3, 4}, {23, 4}}, {0, 15});
  EXPECT_DOUBLE_EQ(model.accuracy(at(model, 3, 4, 0), 0), 1);
  EXPECT_DOUBLE_EQ(model.accuracy(at(model, 3, 4, 0), 1), 0.75);  // at the half distance, 20
  EXPECT_DOUBLE_EQ(model.accuracy(at(model, 0, 0, 0), 0), (1 + std::exp2(-5.0 / 20)) / 2);
}

TEST(RockSample, ExactSensorNeverErrs) {
  const RockSample model(5, {{2, 2}}, {0, 2});
  Rng rng(1);
  for (int i = 0; i < 1000; ++i) {
    RockSample::State s = at(model, 2, 2, i % 2 != 0 ? 1u : 0u);
    ASSERT_EQ(model.step(s, RockSample::check, rng).observation,
              i % 2 ? RockSample::good : RockSample::bad);
  }
}

TEST(RockSample, SamplingTakesTheRock) {
  const RockSample model(5, {{2, 2}, {4, 0}}, {0, 2});
  Rng rng(1);
  RockSample::State s = at(model, 2, 2, 0b11);
  EXPECT_EQ(model.step(s, RockSample::sample, rng).reward, 10);
  EXPECT_EQ(s.good, 0b10u);
  EXPECT_EQ(model.step(s, RockSample::sample, rng).reward, -10);
  RockSample::State nothing_here = at(model, 1, 1, 0b11);
  EXPECT_FALSE(model.legal_actions(nothing_here).contains(RockSample::sample));
  EXPECT_EQ(model.step(nothing_here, RockSample::sample, rng).reward, -100);
}

TEST(RockSample, LeavesOnTheEastSideOnly) {
  const RockSample model(3, {{1, 1}}, {0, 1});
  Rng rng(1);
  RockSample::State out = at(model, 2, 1, 1);
  const Outcome exit = model.step(out, RockSample::east, rng);
  EXPECT_EQ(exit.reward, 10);
  EXPECT_TRUE(exit.terminal);
  const struct {
    int x, y;
    Action a;
  } sides[] = {{1, 2, RockSample::north}, {1, 0, RockSample::south}, {0, 1, RockSample::west}};
  for (const auto& side : sides) {
    RockSample::State s = at(model, side.x, side.y, 1);
    EXPECT_FALSE(model.legal_actions(s).contains(side.a));
    const Outcome o = model.step(s, side.a, rng);
    EXPECT_EQ(o.reward, -100);
    EXPECT_FALSE(o.terminal);
    EXPECT_EQ(model.position(s), (Cell{side.x, side.y}));
  }
}

TEST(RockSample, NorthIsUp) {
  const RockSample model(3, {}, {0, 1});
  Rng rng(1);
  RockSample::State s = at(model, 1, 1, 0);
  EXPECT_EQ(model.step(s, RockSample::north, rng).reward, 0);
  EXPECT_EQ(model.position(s), (Cell{1, 2}));
}

// The memory is Bayes' rule: two good answers from distance d give odds (p / (1 - p))^2.
TEST(RockSample, MemoryFollowsBayes) {
  const RockSample model(30, {{23, 4}}, {3, 4});
  RockSample::Memory memory = model.initial_memory();
  const RockSample::State s = at(model, 3, 4, 1);
  model.remember(memory, s, RockSample::check, RockSample::good);
  model.remember(memory, s, RockSample::check, RockSample::good);
  Rng rng(8);
  int good = 0;
  for (int i = 0; i < 10000; ++i) {
    RockSample::State drawn = s;
    model.perturb(drawn, memory, RockSample::check, RockSample::good, rng);
    good += drawn.good & 1;
  }
  EXPECT_NEAR(good, 9000, 150);  // 0.75^2 / (0.75^2 + 0.25^2) = 0.9
}

TEST(RockSample, PreferredActionsFollowTheEvidence) {
  const RockSample model(5, {{2, 2}}, {0, 2});
  RockSample::Memory memory = model.initial_memory();
  const RockSample::State s = at(model, 2, 2, 1);
  model.remember(memory, s, RockSample::check, RockSample::good);
  EXPECT_EQ(model.preferred_actions(s, memory), ActionSet::of(RockSample::sample));
  RockSample::Memory taken = memory;
  model.remember(taken, s, RockSample::sample, RockSample::none);
  EXPECT_EQ(model.preferred_actions(s, taken), ActionSet::of(RockSample::east));
}

// Counts of observations do not wrap, however often a rover checks.
TEST(RockSample, ManyObservationsStayCounted) {
  const RockSample model(12, {{11, 11}}, {0, 0});
  Rng rng(1);
  RockSample::State s = model.sample_initial(rng);
  RockSample::Memory memory = model.initial_memory();
  const auto observe = [&](Observation o, int times) {
    for (int i = 0; i < times; ++i) model.remember(memory, s, RockSample::check, o);
  };
  observe(RockSample::good, 300);
  EXPECT_EQ(memory.count[0], 300);
  EXPECT_EQ(memory.positive, 1U);
  observe(RockSample::bad, 299);
  EXPECT_EQ(memory.positive, 1U);
  observe(RockSample::bad, 2);
  EXPECT_EQ(memory.positive, 0U);
  EXPECT_EQ(memory.promising, 0U);
}

// What a walk of uniformly random legal actions earns, by the probabilities of all states.
double expected_walk(const RockSample& model, RockSample::State start,
                     const std::vector<double>& factors) {
  std::map<std::pair<int, unsigned>, double> now{{{start.cell, start.good}, 1.0}};
  double value = 0;
  Rng unused(1);
  for (const double factor : factors) {
    std::map<std::pair<int, unsigned>, double> next;
    for (const auto& [key, probability] : now) {
      const double p = probability;  // lambdas of clang 14 capture no part of a pair
      const RockSample::State s{static_cast<std::uint16_t>(key.first), key.second};
      const ActionSet legal = model.legal_actions(s);
      legal.for_each([&](Action a) {
        RockSample::State to = s;
        const Transition t = model.move(to, a, unused);
        value += factor * t.reward * p / legal.size();
        if (!t.terminal) next[{to.cell, to.good}] += p / legal.size();
      });
    }
    now = std::move(next);
  }
  return value;
}

TEST(RockSample, WalksEarnWhatRandomActionsDo) {
  Rng rng(1);
  std::vector<double> factors;
  for (double f = 1; factors.size() < 60; f *= 0.95) factors.push_back(f);
  // Without rocks there is nothing to check; with many, runs of checks are longer than one draw.
  for (const int rocks : {0, 1, 4, 9}) {
    const RockSample model(3, RockSample::random_rocks(3, rocks, rng), {0, 1});
    const RockSample::State start = at(model, 0, 1, (1u << rocks) - 1);
    constexpr int kWalks = 100000;
    double sum = 0, squares = 0;
    for (int i = 0; i < kWalks; ++i) {
      RockSample::State s = start;
      const double value = model.roam(s, factors, rng).value;
      sum += value;
      squares += value * value;
    }
    const double mean = sum / kWalks;
    const double error = std::sqrt((squares / kWalks - mean * mean) / kWalks);
    EXPECT_NEAR(mean, expected_walk(model, start, factors), 5 * error) << rocks << " rocks";
  }
}

TEST(RockSample, AWalkThatIsOverGoesNowhere) {
  const RockSample model(3, {{1, 1}}, {0, 1});
  Rng rng(1);
  RockSample::State out = at(model, 2, 1, 1);
  model.step(out, RockSample::east, rng);
  const std::vector<double> factors(10, 1.0);
  EXPECT_EQ(model.roam(out, factors, rng).steps, 0);
  RockSample::State s = at(model, 1, 1, 1);
  EXPECT_EQ(model.roam(s, {}, rng).steps, 0);
  EXPECT_EQ(model.position(s), (Cell{1, 1}));
}

TEST(RockSample, SaysWhatIsWrongWithAName) {
  EXPECT_THROW(make_domain("rocksample(size=2,rocks=5)"), InputError);
  EXPECT_THROW(make_domain("rocksample(rocks=33)"), InputError);
  EXPECT_THROW(make_domain("rocksample(size=0)"), InputError);
  EXPECT_THROW(make_domain("rocksample(stones=3)"), InputError);
  EXPECT_THROW(make_domain("rocksample(9,9,layout=literature)"), InputError);
}

}  // namespace
}  // namespace holdfast
