#include "holdfast/plan/trust.h"

#include <gtest/gtest.h>

namespace holdfast {
namespace {

// Leaves of which the guide wins a share, and as many are drawn as are decided; returns how many
// were estimated in both ways.
int estimate(Trust& trust, int leaves, double wins, Rng& rng) {
  int compared = 0;
  for (int i = 0; i < leaves; ++i) {
    if (!trust.compares(rng)) continue;
    ++compared;
    if (rng.below(2) == 0) {
      trust.compared(3, 3);
    } else {
      trust.compared(rng.uniform() < wins ? 1 : -1, 0);
    }
  }
  return compared;
}

// How many of 200 guides that win this share are trusted after a search of so many leaves.
int trusted(double wins, int leaves) {
  int count = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Trust trust;
    Rng rng(seed);
    estimate(trust, leaves, wins, rng);
    count += trust.trusted();
  }
  return count;
}

TEST(Trust, MediocreGuidesAreToldFromBadOnes) {
  EXPECT_GT(trusted(0.8, 2048), 190);
  EXPECT_LT(trusted(0.55, 2048), 20);
  EXPECT_EQ(trusted(0.2, 2048), 0);
}

TEST(Trust, OneLeafInEightIsComparedWhoeverIsTrusted) {
  for (const double wins : {0.0, 1.0}) {
    Trust trust;
    Rng rng(1);
    EXPECT_NEAR(estimate(trust, 16000, wins, rng), 2000, 300);
  }
}

// A rollout that loses a fortune is one loss.
TEST(Trust, WhoWinsCountsNotByHowMuch) {
  Trust trust;
  for (int i = 0; i < 4; ++i) {
    trust.compared(1, 0);
    trust.compared(2, 1);
    trust.compared(3, 2);
    trust.compared(-1000, 0);
  }
  EXPECT_TRUE(trust.trusted());
}

TEST(Trust, ItCanBeLostAndWonBack) {
  Trust trust;
  EXPECT_TRUE(trust.trusted());
  trust.compared(0, 1);
  EXPECT_TRUE(trust.trusted());
  trust.compared(0, 1);
  EXPECT_FALSE(trust.trusted());
  // Where both earn the same nothing is learnt.
  trust.compared(1, 1);
  EXPECT_FALSE(trust.trusted());
  for (int i = 0; i < 2; ++i) trust.compared(1, 0);
  EXPECT_TRUE(trust.trusted());
}

// Elsewhere the guide may be right: what was found long ago does not count for ever.
TEST(Trust, OldLossesAreForgotten) {
  Trust trust;
  for (int i = 0; i < 100; ++i) trust.compared(0, 1);
  for (int search = 0; search < 50; ++search) {
    trust.start();
    trust.compared(1, 0);
  }
  EXPECT_TRUE(trust.trusted());
}

}  // namespace
}  // namespace holdfast
