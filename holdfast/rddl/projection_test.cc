#include "holdfast/rddl/projection.h"

#include <gtest/gtest.h>

#include <cmath>

#include "holdfast/rddl/exact_values.h"

namespace holdfast::rddl {
namespace {

std::shared_ptr<const Interpreter> interpreter_of(const TestModel& model) {
  return std::make_shared<const Interpreter>(ground_of(model));
}

// One walks from cell to cell, which takes a ration; a cell has one at most. The last cell pays.
const TestModel kRations = {
    .fluents =
        "at(cell) : { state-fluent, bool, default = false };"
        "ration(cell) : { state-fluent, bool, default = false };"
        "fed : { state-fluent, bool, default = false };"
        "go : { action-fluent, bool, default = false };"
        "eat : { action-fluent, bool, default = false };"
        "see : { observ-fluent, bool };",
    .cpfs =
        "at'(?c) = if (go ^ fed) then (exists_{?b : cell} [NEXT(?b,?c) ^ at(?b)]) | (at(?c) ^ "
        "~exists_{?d : cell} NEXT(?c,?d)) else at(?c);"
        "ration'(?c) = ration(?c) ^ ~(eat ^ at(?c));"
        "fed' = if (go ^ fed) then Bernoulli(0.5) else if (eat) then fed | (exists_{?c : cell} "
        "[at(?c) ^ ration(?c)]) else fed; see = fed';",
    .reward = "at(c3)",
    .initial = "at(c1); ration(c1); ration(c2);"};

// Bits: at(c1..c3), ration(c1..c3), fed.
TEST(Projection, WhatIsUsedUpStays) {
  const Projection projection(interpreter_of(kRations));
  ASSERT_TRUE(projection.exists());
  EXPECT_EQ(projection.staying(), std::vector<std::uint64_t>{0b111'000});
}

// Nobody comes back to a cell here, so nothing is lost by what stays.
TEST(Projection, IsExactWhereNobodyComesBack) {
  Projection projection(interpreter_of(kRations));
  ExactValues exact(ground_of(kRations));
  for (const std::uint64_t s : {0b0'011'001u, 0b1'010'001u, 0b0'001'010u, 0b1'000'010u}) {
    for (int steps = 1; steps < 8; ++steps) {
      EXPECT_NEAR(projection.value(&s, steps), exact.value(s, steps), 1e-4) << s << " " << steps;
    }
  }
}

TEST(Projection, IsExactWhereNothingStays) {
  Projection projection(interpreter_of(kNoisyEverywhere));
  ASSERT_TRUE(projection.exists());
  EXPECT_EQ(projection.staying(), std::vector<std::uint64_t>{0});
  ExactValues exact(ground_of(kNoisyEverywhere));
  for (std::uint64_t s = 0; s < 16; ++s) {
    EXPECT_NEAR(projection.value(&s, 5), exact.value(s, 5), 1e-4) << s;
  }
}

TEST(Projection, TooManyStatesAreNone) {
  Projection few(interpreter_of(kNoisyEverywhere), {.states = 7});
  EXPECT_FALSE(few.exists());
  const std::uint64_t s = 0;
  EXPECT_EQ(few.value(&s, 5), std::numeric_limits<double>::infinity());
  EXPECT_FALSE(Projection(interpreter_of(kNoisyEverywhere), {.outcomes = 8}).exists());
}

}  // namespace
}  // namespace holdfast::rddl
