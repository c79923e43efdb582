#include "holdfast/pomdp/action_set.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "holdfast/pomdp/draw_of_four.h"
#include "holdfast/pomdp/wide_action_set.h"

namespace holdfast {
namespace {

TEST(ActionSet, NthListsMembersInOrder) {
  ActionSet set;
  const std::vector<Action> members{0, 3, 17, 40, 63};
  for (Action a : members) set.insert(a);
  ASSERT_EQ(set.size(), 5);
  for (int k = 0; k < 5; ++k) EXPECT_EQ(set.nth(k), members[static_cast<std::size_t>(k)]);
  std::vector<Action> visited;
  set.for_each([&](Action a) { visited.push_back(a); });
  EXPECT_EQ(visited, members);
  set.erase(0);
  EXPECT_EQ(set.front(), 3);
  EXPECT_FALSE(set.contains(0));
}

TEST(ActionSet, FirstCoversTheWholeWord) {
  EXPECT_TRUE(ActionSet::first(0).empty());
  EXPECT_EQ(ActionSet::first(5).bits(), 31u);
  EXPECT_EQ(ActionSet::first(64).size(), 64);
}

TEST(ActionSet, SamplesUniformly) {
  const ActionSet set(0b1010010);
  std::map<Action, int> counts;
  Rng rng(3);
  for (int i = 0; i < 30000; ++i) ++counts[set.sample(rng)];
  ASSERT_EQ(counts.size(), 3u);
  for (const auto& [a, n] : counts) {
    EXPECT_TRUE(set.contains(a));
    EXPECT_NEAR(n, 10000, 400);
  }
}

TEST(WideActionSet, NthListsMembersInOrder) {
  WideActionSet set;
  const std::vector<Action> members{0, 63, 64, 130, 466, 1023};
  for (Action a : members) set.insert(a);
  ASSERT_EQ(set.size(), 6);
  for (int k = 0; k < 6; ++k) EXPECT_EQ(set.nth(k), members[static_cast<std::size_t>(k)]);
  std::vector<Action> visited;
  set.for_each([&](Action a) { visited.push_back(a); });
  EXPECT_EQ(visited, members);
  EXPECT_TRUE(set.contains(466));
  EXPECT_FALSE(set.contains(467));
}

TEST(WideActionSet, CombinesAsSetsDo) {
  const WideActionSet few = WideActionSet::of(3) | WideActionSet::of(466);
  EXPECT_EQ(few & WideActionSet::first(466), WideActionSet::of(3));
  EXPECT_EQ(few - WideActionSet::of(3), WideActionSet::of(466));
  EXPECT_TRUE((few - few).empty());
}

TEST(WideActionSet, FirstCoversWordsInPart) {
  EXPECT_TRUE(WideActionSet::first(0).empty());
  for (const int n : {1, 63, 64, 65, 128, 466, 1024}) {
    const WideActionSet set = WideActionSet::first(n);
    EXPECT_EQ(set.size(), n);
    EXPECT_EQ(set.nth(n - 1), n - 1);
    EXPECT_EQ(set.front(), 0);
  }
}

TEST(WideActionSet, SamplesUniformly) {
  WideActionSet set;
  for (const Action a : {5, 99, 700}) set.insert(a);
  std::map<Action, int> counts;
  Rng rng(3);
  for (int i = 0; i < 30000; ++i) ++counts[set.sample(rng)];
  ASSERT_EQ(counts.size(), 3u);
  for (const auto& [a, n] : counts) EXPECT_NEAR(n, 10000, 400) << a;
}

TEST(DrawnOfFour, IsWhatASetSamples) {
  Rng by_sample(4), by_table(4);
  for (int i = 0; i < 3000; ++i) {
    const auto set = static_cast<std::size_t>(1 + i % 15);
    ASSERT_EQ(drawn_of_four[set][by_table.below(12)], ActionSet(set).sample(by_sample));
  }
}

}  // namespace
}  // namespace holdfast
