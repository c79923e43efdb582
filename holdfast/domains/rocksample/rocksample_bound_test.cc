#include "holdfast/domains/rocksample/rocksample_bound.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace holdfast {
namespace {

// The fully observable problem by plain value iteration over all states.
class ValueIteration {
 public:
  explicit ValueIteration(const RockSample& model)
      : sets_(1u << model.rock_count()),
        values_(static_cast<std::size_t>(model.size() * model.size() + 1) * sets_, 0) {
    for (double change = 1; change > 1e-12;) {
      change = 0;
      for (int cell = 0; cell < model.size() * model.size(); ++cell) {
        for (std::uint32_t good = 0; good < sets_; ++good) {
          const RockSample::State s{static_cast<std::uint16_t>(cell), good};
          double best = -1e9;
          model.legal_actions(s).for_each([&](Action a) {
            RockSample::State next = s;
            Rng rng(1);
            const Transition t = model.move(next, a, rng);
            best = std::max(best, t.reward + model.discount() * at(next));
          });
          change = std::max(change, std::abs(best - at(s)));
          at(s) = best;
        }
      }
    }
  }

  double& at(const RockSample::State& s) {
    return values_[static_cast<std::size_t>(s.cell) * sets_ + s.good];
  }

 private:
  std::uint32_t sets_;
  std::vector<double> values_;
};

template <class F>
void for_all_states(const RockSample& model, F&& f) {
  for (int cell = 0; cell <= model.size() * model.size(); ++cell) {
    for (std::uint32_t good = 0; good < 1u << model.rock_count(); ++good) {
      f(RockSample::State{static_cast<std::uint16_t>(cell), good});
    }
  }
}

TEST(RockSampleBound, IsTheFullyObservableValue) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    Rng rng(seed);
    const RockSample model(5, RockSample::random_rocks(5, 5, rng), {0, 2}, {.discount = 0.9});
    ValueIteration exact(model);
    const RockSampleBound bound(model);
    EXPECT_TRUE(bound.exact());
    for_all_states(model, [&](const RockSample::State& s) {
      EXPECT_NEAR(bound.value(s), exact.at(s), 1e-5);
      EXPECT_GE(bound.value(s), exact.at(s) - 1e-9) << "rounded down";
    });
  }
}

TEST(RockSampleBound, GroupsOfRocksAreABoundToo) {
  Rng rng(7);
  const RockSample model(5, RockSample::random_rocks(5, 6, rng), {0, 2});
  ValueIteration exact(model);
  for (const int group_size : {1, 2, 4}) {
    const RockSampleBound bound(model, group_size);
    EXPECT_FALSE(bound.exact());
    double slack = 0;
    for_all_states(model, [&](const RockSample::State& s) {
      EXPECT_GE(bound.value(s), exact.at(s) - 1e-9);
      slack = std::max(slack, bound.value(s) - exact.at(s));
    });
    EXPECT_LT(slack, 30) << "far below 10 per rock and the exit";
  }
}

// Whether it has tables of its own or shares them, in one group or several.
TEST(RockSampleBound, ACopyNeedsNoOriginal) {
  Rng rng(4);
  const RockSample small(7, RockSample::random_rocks(7, 8, rng), {0, 3});
  const RockSample large(12, RockSample::random_rocks(12, 14, rng), {0, 6});
  ASSERT_GT(std::size_t{145} << 14, RockSampleBound::kMaxCopied);
  for (const auto& [model, group_size] : {std::pair(&small, 0), {&small, 3}, {&large, 0}}) {
    auto original = std::make_unique<RockSampleBound>(*model, group_size);
    const RockSampleBound copy(*original);
    EXPECT_EQ(copy.exact(), original->exact());
    std::vector<std::pair<RockSample::State, double>> values;
    for (int i = 0; i < 500; ++i) {
      RockSample::State s = model->sample_initial(rng);
      s.cell = static_cast<std::uint16_t>(
          rng.below(static_cast<std::uint32_t>(model->size() * model->size())));
      values.emplace_back(s, original->value(s));
    }
    original.reset();
    for (const auto& [s, value] : values) EXPECT_EQ(copy.value(s), value);
  }
}

TEST(RockSampleBound, ThirtyTwoRocksFit) {
  Rng rng(3);
  const RockSample model(12, RockSample::random_rocks(12, 32, rng), {0, 6});
  const RockSampleBound bound(model);
  RockSample::State s = model.sample_initial(rng);
  s.good = 0;
  EXPECT_NEAR(bound.value(s), model.default_value(s), 1e-5);
  s.good = ~0u;
  EXPECT_GT(bound.value(s), 50);
}

}  // namespace
}  // namespace holdfast
