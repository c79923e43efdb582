#include "holdfast/plan/trust.h"

#include <gtest/gtest.h>

namespace holdfast {
namespace {

// Leaves at which rollouts have these mean returns and a spread; returns how many were estimated in
// both ways.
int estimate(Trust& trust, int leaves, double guided, double uniform, Rng& rng) {
  const auto spread = [&] { return 20 * (rng.uniform() - 0.5); };
  int compared = 0;
  for (int i = 0; i < leaves; ++i) {
    if (!trust.compares(rng)) continue;
    ++compared;
    trust.compared(guided + spread(), uniform + spread());
  }
  return compared;
}

TEST(Trust, AGoodGuideIsTrusted) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Trust trust;
    Rng rng(seed);
    estimate(trust, 1024, 5, 0, rng);
    EXPECT_TRUE(trust.trusted()) << seed;
  }
}

TEST(Trust, OneLeafInSixteenIsComparedWhoeverIsTrusted) {
  for (const double guided : {-5, 5}) {
    Trust trust;
    Rng rng(1);
    EXPECT_NEAR(estimate(trust, 16000, guided, 0, rng), 1000, 200);
  }
}

TEST(Trust, ABadGuideIsFoundOutSoon) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Trust trust;
    Rng rng(seed);
    estimate(trust, 1024, -5, 0, rng);
    EXPECT_FALSE(trust.trusted()) << seed;
  }
}

// At two standard errors, one in forty is taken for better by chance.
TEST(Trust, AGuideThatEarnsNoMoreThanChanceIsNotTrusted) {
  int trusted = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Trust trust;
    Rng rng(seed);
    estimate(trust, 1024, 0, 0, rng);
    trusted += trust.trusted();
  }
  EXPECT_LT(trusted, 15);
}

TEST(Trust, ItCanBeWonBack) {
  Trust trust;
  Rng rng(3);
  estimate(trust, 1024, -5, 0, rng);
  ASSERT_FALSE(trust.trusted());
  // Elsewhere the guide is right.
  for (int search = 0; search < 5; ++search) {
    trust.start();
    estimate(trust, 1024, 5, 0, rng);
  }
  EXPECT_TRUE(trust.trusted());
}

TEST(Trust, FewComparisonsTellNothing) {
  Trust trust;
  for (int i = 0; i < 7; ++i) trust.compared(-100, 100);
  EXPECT_TRUE(trust.trusted());
  trust.compared(-100, 100);
  EXPECT_FALSE(trust.trusted());
}

}  // namespace
}  // namespace holdfast
