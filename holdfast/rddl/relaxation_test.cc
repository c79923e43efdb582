#include "holdfast/rddl/relaxation.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "holdfast/rddl/exact_values.h"
#include "holdfast/rddl/rddl_model.h"
#include "holdfast/rddl/test_models.h"

namespace holdfast::rddl {
namespace {

using Costs = Relaxation::Costs;

// Cells in a row; one walks from the first to the last, which is worth 10 a step. Cells but the
// last may be barred, which passes on from cell to cell against the way.
const TestModel kRow = {
    .fluents =
        "at(cell) : { state-fluent, bool, default = false };"
        "bar(cell) : { state-fluent, bool, default = false };"
        "go : { action-fluent, bool, default = false };"
        "see : { observ-fluent, bool };",
    .cpfs =
        "at'(?c) = if (bar(?c)) then false else if (go) then (exists_{?b : cell} [NEXT(?b,?c) ^ "
        "at(?b) ^ ~bar(?b)]) | (at(?c) ^ ~exists_{?d : cell} NEXT(?c,?d)) else at(?c);"
        "bar'(?c) = exists_{?d : cell} [NEXT(?c,?d) ^ bar(?d)]; see = exists_{?c : cell} at'(?c);",
    .reward = "sum_{?c : cell} [10 * (at(?c) ^ ~exists_{?d : cell} NEXT(?c,?d))]",
    .initial = "at(c1);"};

TEST(Relaxation, IsExactWhereNothingIsInTheWay) {
  const auto model = ground_of(kRow);
  Relaxation relaxation(model, Costs::none);
  ExactValues exact(model);
  const std::uint64_t start = 1;
  for (int steps = 1; steps < 6; ++steps) {
    EXPECT_EQ(relaxation.value(&start, steps), exact.value(start, steps));
    EXPECT_EQ(relaxation.value(&start, steps), 10 * std::max(0, steps - 2));
  }
}

// Bits: at(c1..c3), bar(c1..c3). A bar takes away who stands there, and nobody passes it.
TEST(Relaxation, KnowsWhatCannotBeAvoided) {
  const auto model = ground_of(kRow);
  Relaxation relaxation(model, Costs::none);
  ExactValues exact(model);
  for (const std::uint64_t s : {0b001'001u, 0b100'010u, 0b100'001u}) {
    EXPECT_EQ(exact.value(s, 5), 0);
    EXPECT_EQ(relaxation.value(&s, 5), 0);
  }
  const std::uint64_t behind = 0b001'010;
  EXPECT_EQ(relaxation.value(&behind, 5), 40);
}

TEST(Relaxation, NoStateIsWorthMore) {
  for (const TestModel& text : {kRow, kNoisyEverywhere}) {
    const auto model = ground_of(text);
    Relaxation relaxation(model, Costs::none);
    ExactValues exact(model);
    const auto trivial = reward_range(*model).high;
    for (std::uint64_t s = 0; s < std::uint64_t{1} << model->state.size(); ++s) {
      for (int steps = 1; steps < 5; ++steps) {
        const double value = relaxation.value(&s, steps);
        EXPECT_GE(value, exact.value(s, steps) - 1e-9) << s << " " << steps;
        EXPECT_LE(value, trivial * steps) << s << " " << steps;
      }
    }
  }
}

// What an action pays twice is not what noop pays once.
TEST(Relaxation, CountsARewardAsOftenAsItIsPaid) {
  TestModel text;
  text.cpfs = "on'(?c) = on(?c); see = on'(c1);";
  text.reward =
      "(if (on(c1)) then 3 else 1) + "
      "(if (go(c1)) then (if (on(c1)) then 3 else 1) else 0)";
  text.initial = "on(c1);";
  const auto model = ground_of(text);
  ExactValues exact(model);
  Relaxation none(model, Costs::none);
  const std::uint64_t on = 0b001;
  EXPECT_EQ(exact.value(on, 1), 6);
  EXPECT_EQ(none.value(&on, 1), 6);
}

// All three cells must be on, and a step switches one: without costs that seems done at once.
TEST(Relaxation, AddsWhatMustBeDoneOneAfterTheOther) {
  TestModel text;
  text.cpfs = "on'(?c) = on(?c) | go(?c); see = exists_{?c : cell} on'(?c);";
  text.reward = "forall_{?c : cell} on(?c)";
  text.initial = "on(c1);";
  const auto model = ground_of(text);
  Relaxation none(model, Costs::none), added(model, Costs::added);
  const std::uint64_t one = 0b001;
  EXPECT_EQ(none.value(&one, 5), 4);
  EXPECT_EQ(added.value(&one, 5), 3);
  const std::uint64_t two = 0b101;
  EXPECT_EQ(added.value(&two, 5), 4);
}

TEST(Relaxation, CountsTheTriesThatChanceTakes) {
  TestModel text;
  text.cpfs = "on'(?c) = if (go(?c)) then Bernoulli(P(?c)) else on(?c); see = on'(c1);";
  text.reward = "on(c2)";
  Relaxation added(ground_of(text), Costs::added);
  const std::uint64_t off = 0b001;
  EXPECT_EQ(added.value(&off, 10), 6);  // four tries at a chance of a quarter
}

TEST(Relaxation, ValuesAreKeptByStateAndStep) {
  using Small = RddlModel<1, ActionSet>;
  const auto model = ground_of(kRow);
  const Small small(Engine(std::make_shared<Interpreter>(model)));
  Relaxation none(model, Costs::none);
  const RelaxedUpper<Small::State> upper = small.relaxed_bound();
  for (int twice = 0; twice < 2; ++twice) {
    for (std::uint64_t s = 0; s < 64; ++s) {
      for (std::int32_t step : {0, 1, 39}) {
        const Small::State state{{s}, step};
        EXPECT_EQ(upper.value(state), none.value(&s, 40 - step));
      }
    }
  }
}

}  // namespace
}  // namespace holdfast::rddl
