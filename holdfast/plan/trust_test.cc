#include "holdfast/plan/trust.h"

#include <gtest/gtest.h>

namespace holdfast {
namespace {

// Rollouts with these mean returns and a spread; returns how many followed the guide.
int roll_out(Trust& trust, int rollouts, double guided, double uniform, Rng& rng) {
  int followed = 0;
  for (int i = 0; i < rollouts; ++i) {
    const bool follow = trust.follow(rng);
    followed += follow;
    trust.earned(follow, (follow ? guided : uniform) + 20 * (rng.uniform() - 0.5));
  }
  return followed;
}

TEST(Trust, AGoodGuideIsFollowedInFifteenOfSixteenRollouts) {
  Trust trust;
  Rng rng(1);
  EXPECT_NEAR(roll_out(trust, 16000, 5, 0, rng), 15000, 200);
  EXPECT_TRUE(trust.trusted());
}

TEST(Trust, ABadGuideIsFoundOutSoon) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Trust trust;
    Rng rng(seed);
    roll_out(trust, 1024, -5, 0, rng);
    EXPECT_FALSE(trust.trusted()) << seed;
    EXPECT_NEAR(roll_out(trust, 16000, -5, 0, rng), 1000, 200) << seed;
  }
}

// Returns by chance alone are no reason for distrust: at two standard errors, in few of many
// comparisons only.
TEST(Trust, AGuideThatChangesNothingIsMostlyFollowed) {
  int trusted = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Trust trust;
    Rng rng(seed);
    roll_out(trust, 1024, 0, 0, rng);
    trusted += trust.trusted();
  }
  EXPECT_GT(trusted, 180);
}

TEST(Trust, ItCanBeWonBack) {
  Trust trust;
  Rng rng(3);
  roll_out(trust, 1024, -5, 0, rng);
  ASSERT_FALSE(trust.trusted());
  // Elsewhere the guide is right.
  for (int search = 0; search < 5; ++search) {
    trust.start();
    roll_out(trust, 1024, 5, 0, rng);
  }
  EXPECT_TRUE(trust.trusted());
}

TEST(Trust, FewRolloutsTellNothing) {
  Trust trust;
  for (int i = 0; i < 7; ++i) trust.earned(false, 100);
  for (int i = 0; i < 100; ++i) trust.earned(true, -100);
  EXPECT_TRUE(trust.trusted());
  trust.earned(false, 100);
  EXPECT_FALSE(trust.trusted());
}

}  // namespace
}  // namespace holdfast
