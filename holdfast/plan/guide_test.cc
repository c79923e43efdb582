#include "holdfast/plan/guide.h"

#include <gtest/gtest.h>

namespace holdfast {
namespace {

// Actions 0 and 3 for one step, 1 for three, 2 for two.
Advice advice() {
  Advice a;
  a.suggested = {ActionSet::first(4), ActionSet::of(1) | ActionSet::of(2), ActionSet::of(1)};
  return a;
}

TEST(Advice, NothingIsSuggestedAfterItsEnd) {
  EXPECT_EQ(advice().at(1), ActionSet::of(1) | ActionSet::of(2));
  EXPECT_EQ(advice().at(2), ActionSet::of(1));
  EXPECT_TRUE(advice().at(3).empty());
  EXPECT_TRUE(Advice{}.at(0).empty());
}

TEST(Advice, TheLongestOfTheLegalOnesIsFollowed) {
  const ActionSet all = ActionSet::first(5);
  EXPECT_EQ(advice().longest(0, all), 1);
  EXPECT_EQ(advice().longest(1, all), 1);
  EXPECT_EQ(advice().longest(3, all), Moment::kNone);
  ActionSet others = all;
  others.erase(1);
  EXPECT_EQ(advice().longest(0, others), 2);
  EXPECT_EQ(advice().longest(2, others), Moment::kNone);
  EXPECT_EQ(advice().longest(0, ActionSet::of(4)), Moment::kNone);
  EXPECT_EQ(advice().longest(0, ActionSet::of(3)), 3);
}

TEST(Advice, InForceTellsForHowLong) {
  std::vector<std::pair<Action, int>> found;
  for (const InForce& macro : advice().in_force()) found.emplace_back(macro.action, macro.steps);
  EXPECT_EQ(found, (std::vector<std::pair<Action, int>>{{0, 1}, {1, 3}, {2, 2}, {3, 1}}));
}

}  // namespace
}  // namespace holdfast
