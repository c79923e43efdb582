#include "holdfast/learn/differential.h"

#include <gtest/gtest.h>

namespace holdfast::learn {
namespace {

// For more of them: holdfast_learn_differential.
TEST(Differential, RandomTasksEqualBruteForce) {
  int rules = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const DifferentialOutcome outcome = differential(seed);
    EXPECT_EQ(outcome.failure, "") << "seed " << seed << "\n" << outcome.task;
    rules += outcome.rules;
  }
  EXPECT_GT(rules, 20'000);
}

}  // namespace
}  // namespace holdfast::learn
