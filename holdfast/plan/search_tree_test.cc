#include "holdfast/plan/search_tree.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace holdfast {
namespace {

// Both kinds of child maps must behave alike: 3 observations are dense, 1000 are hashed.
class SearchTreeTest : public ::testing::TestWithParam<std::int64_t> {
 protected:
  SearchTree::Node grow(SearchTree& tree, SearchTree::Node parent, Action a, Observation o) {
    return tree.add(parent, a, o, ActionSet::first(tree.action_count()), {}, 0);
  }
};

TEST_P(SearchTreeTest, AnEdgeIsNewThenOnceThenANode) {
  SearchTree tree(4, GetParam());
  tree.add_root(ActionSet::first(4), {}, 1);
  EXPECT_EQ(tree.visit(0, 2, 1), SearchTree::kNew);
  EXPECT_EQ(tree.visit(0, 2, 1), SearchTree::kOnce);
  const SearchTree::Node child = grow(tree, 0, 2, 1);
  EXPECT_EQ(tree.visit(0, 2, 1), child);
  EXPECT_EQ(tree.visit(0, 2, 2), SearchTree::kNew);
  EXPECT_EQ(tree.visit(0, 1, 1), SearchTree::kNew);
}

TEST_P(SearchTreeTest, TriesEveryLegalActionFirst) {
  SearchTree tree(11, GetParam());
  ActionSet legal = ActionSet::first(11);
  legal.erase(3);
  legal.erase(10);
  tree.add_root(legal, {}, 0x123456789abcdefULL);
  std::set<Action> tried;
  for (int i = 0; i < legal.size(); ++i) {
    const Action a = tree.select(SearchTree::kRoot, 1);
    EXPECT_TRUE(legal.contains(a));
    EXPECT_TRUE(tried.insert(a).second) << a;
    tree.update(SearchTree::kRoot, a, -1000.0 * a);
  }
}

TEST_P(SearchTreeTest, SelectsByUct) {
  SearchTree tree(9, GetParam());
  tree.add_root(ActionSet::first(9), {}, 7);
  const double c = 2.5;
  std::vector<double> sum(9), n(9);
  Rng rng(5);
  for (int i = 0; i < 9; ++i) {
    const Action a = tree.select(0, static_cast<float>(c));
    sum[static_cast<std::size_t>(a)] += a;
    ++n[static_cast<std::size_t>(a)];
    tree.update(0, a, a);
  }
  for (int i = 0; i < 500; ++i) {
    const double total = 9 + i;
    double best = -1e9, chosen_score = 0;
    const Action a = tree.select(0, static_cast<float>(c));
    for (std::size_t k = 0; k < 9; ++k) {
      const double score = sum[k] / n[k] + c * std::sqrt(std::log(total + 2) / n[k]);
      best = std::max(best, score);
      if (static_cast<int>(k) == a) chosen_score = score;
    }
    EXPECT_NEAR(chosen_score, best, 1e-3);
    const double value = a + rng.uniform();
    sum[static_cast<std::size_t>(a)] += value;
    ++n[static_cast<std::size_t>(a)];
    tree.update(0, a, value);
  }
  for (Action a = 0; a < 9; ++a) {
    const auto k = static_cast<std::size_t>(a);
    EXPECT_EQ(tree.count(0, a), static_cast<int>(n[k]));
    EXPECT_NEAR(static_cast<double>(tree.value(0, a)), sum[k] / n[k], 1e-3);
  }
}

TEST_P(SearchTreeTest, SuggestedActionsStartWithThePrior) {
  SearchTree tree(5, GetParam(), {10, 20});
  tree.add_root(ActionSet::first(5), ActionSet::of(3), 0);
  EXPECT_EQ(tree.count(0, 3), 10);
  EXPECT_EQ(tree.value(0, 3), 20);
  EXPECT_EQ(tree.count(0, 2), 0);
}

TEST_P(SearchTreeTest, ALastingPriorLosesWeightLikeOtherVisits) {
  SearchTree tree(5, GetParam(), {10, 20});
  tree.add_root(ActionSet::first(5), ActionSet::of(3), 0);
  for (int i = 0; i < 10; ++i) tree.update(0, 3, 4);
  EXPECT_EQ(tree.count(0, 3), 20);
  EXPECT_FLOAT_EQ(tree.value(0, 3), 12);
}

TEST_P(SearchTreeTest, AFadingPriorIsReplacedVisitByVisit) {
  SearchTree tree(5, GetParam(), {.count = 10, .value = 20, .fades = true});
  tree.add_root(ActionSet::first(5), ActionSet::of(3), 0);
  const int visits = tree.visits(0);
  double sum = 0;
  for (int i = 1; i <= 10; ++i) {
    tree.update(0, 3, i);
    sum += i;
    EXPECT_EQ(tree.count(0, 3), 10);
    EXPECT_EQ(tree.visits(0), visits);
    EXPECT_NEAR(static_cast<double>(tree.value(0, 3)), (sum + 20 * (10 - i)) / 10, 1e-5);
  }
  // Now there are only returns, and actions without a prior never had anything else.
  tree.update(0, 3, 0);
  EXPECT_EQ(tree.count(0, 3), 11);
  EXPECT_NEAR(static_cast<double>(tree.value(0, 3)), sum / 11, 1e-5);
  tree.update(0, 1, 7);
  EXPECT_EQ(tree.count(0, 1), 1);
  EXPECT_EQ(tree.value(0, 1), 7);
}

TEST_P(SearchTreeTest, AFadingPriorGoesOnFadingInAReusedTree) {
  SearchTree tree(3, GetParam(), {.count = 4, .value = 8, .fades = true});
  tree.add_root(ActionSet::first(3), {}, 0);
  tree.add(0, 0, 0, ActionSet::first(3), {}, 0);
  const auto kept = tree.add(0, 1, 2, ActionSet::first(3), ActionSet::of(2), 0);
  tree.update(kept, 2, 0);
  ASSERT_TRUE(tree.descend(1, 2));
  for (int i = 0; i < 3; ++i) tree.update(SearchTree::kRoot, 2, 0);
  EXPECT_EQ(tree.count(SearchTree::kRoot, 2), 4);
  EXPECT_EQ(tree.value(SearchTree::kRoot, 2), 0);
  // With fewer visits than the prior it is raised again.
  tree.raise_priors(ActionSet::first(3), ActionSet::of(0) | ActionSet::of(2));
  EXPECT_EQ(tree.value(SearchTree::kRoot, 0), 8);
  EXPECT_EQ(tree.value(SearchTree::kRoot, 2), 0);
}

// Where something is suggested, the others wait: they score as if tried 1 / urgency^2 times.
TEST_P(SearchTreeTest, UntriedActionsWaitWhereOthersAreSuggested) {
  constexpr float kC = 2;
  SearchTree tree(3, GetParam(), {.count = 4, .value = 5, .fades = true, .urgency = 0.5f});
  tree.add_root(ActionSet::first(3), ActionSet::of(2), 7);
  EXPECT_EQ(tree.select(SearchTree::kRoot, kC), 2);
  EXPECT_NE(tree.waiting(SearchTree::kRoot), SearchTree::kNone);
  // 0 + 2 * 0.5 sqrt(log 6) = 1.34 against v + 2 * 0.5 sqrt(log 6).
  for (int i = 0; i < 4; ++i) tree.update(SearchTree::kRoot, 2, 0.1);
  EXPECT_EQ(tree.select(SearchTree::kRoot, kC), 2);
  for (int i = 0; i < 8; ++i) tree.update(SearchTree::kRoot, 2, -1);
  EXPECT_NE(tree.select(SearchTree::kRoot, kC), 2);
  // Where nothing is suggested they come first, and nothing waits.
  tree.raise_priors(ActionSet::first(3), {});
  EXPECT_EQ(tree.waiting(SearchTree::kRoot), SearchTree::kNone);
  for (int i = 0; i < 50; ++i) tree.update(SearchTree::kRoot, 2, 100);
  EXPECT_NE(tree.select(SearchTree::kRoot, kC), 2);
  tree.raise_priors(ActionSet::first(3), ActionSet::of(2));
  EXPECT_EQ(tree.select(SearchTree::kRoot, kC), 2);
  const Action waiting = tree.waiting(SearchTree::kRoot);
  tree.update(SearchTree::kRoot, waiting, 3);
  EXPECT_EQ(tree.value(SearchTree::kRoot, waiting), 3);
  EXPECT_NE(tree.waiting(SearchTree::kRoot), waiting);
}

// log n of UCT: a node was visited as often as its actions, and once when it was made.
TEST_P(SearchTreeTest, VisitsOfAPriorCountForTheNode) {
  SearchTree tree(4, GetParam(), {.count = 10, .value = 3});
  tree.add_root(ActionSet::first(4), ActionSet::first(2), 0);
  EXPECT_EQ(tree.visits(SearchTree::kRoot), 1 + 2 * 10);
  tree.update(SearchTree::kRoot, 2, 1);
  tree.update(SearchTree::kRoot, 3, 1);
  EXPECT_EQ(tree.visits(SearchTree::kRoot), 1 + 2 * 10 + 2);
  // One real visit is among the ten that the action now has.
  tree.raise_priors(ActionSet::first(4), ActionSet::of(2));
  EXPECT_EQ(tree.visits(SearchTree::kRoot), 1 + 3 * 10 + 1);
}

TEST_P(SearchTreeTest, NodesKnowWhatWasSuggestedThere) {
  SearchTree tree(3, GetParam());
  tree.add_root(ActionSet::first(3), ActionSet::of(0), 0);
  tree.add(0, 0, 0, ActionSet::first(3), {}, 0);
  const auto kept = tree.add(0, 1, 2, ActionSet::first(3), ActionSet::of(2), 0);
  tree.add(kept, 1, 1, ActionSet::first(3), ActionSet::of(1), 0);
  EXPECT_EQ(tree.suggested(SearchTree::kRoot), ActionSet::of(0));
  ASSERT_TRUE(tree.descend(1, 2));
  EXPECT_EQ(tree.suggested(SearchTree::kRoot), ActionSet::of(2));
  EXPECT_EQ(tree.suggested(tree.visit(SearchTree::kRoot, 1, 1)), ActionSet::of(1));
  // The root's belief is the real one now.
  tree.raise_priors(ActionSet::first(3), ActionSet::first(2));
  EXPECT_EQ(tree.suggested(SearchTree::kRoot), ActionSet::first(2));
}

TEST_P(SearchTreeTest, DescendKeepsExactlyTheSubtree) {
  SearchTree tree(3, GetParam());
  tree.add_root(ActionSet::first(3), {}, 0);
  const auto other = grow(tree, 0, 0, 0);
  const auto kept = grow(tree, 0, 1, 2);
  const auto grandchild = grow(tree, kept, 2, 1);
  grow(tree, other, 1, 1);
  const auto last = grow(tree, grandchild, 0, 0);
  tree.visit(kept, 0, 0);
  tree.update(kept, 1, 5);
  tree.update(grandchild, 0, 7);
  tree.update(last, 2, 9);
  ASSERT_EQ(tree.node_count(), 6);

  ASSERT_TRUE(tree.descend(1, 2));
  ASSERT_EQ(tree.node_count(), 3);
  EXPECT_EQ(tree.value(SearchTree::kRoot, 1), 5);
  EXPECT_EQ(tree.visit(SearchTree::kRoot, 0, 0), SearchTree::kOnce);
  const auto child = tree.visit(SearchTree::kRoot, 2, 1);
  ASSERT_GE(child, 0);
  EXPECT_EQ(tree.value(child, 0), 7);
  const auto below = tree.visit(child, 0, 0);
  ASSERT_GE(below, 0);
  EXPECT_EQ(tree.value(below, 2), 9);
  EXPECT_EQ(tree.visit(SearchTree::kRoot, 1, 2), SearchTree::kNew);

  EXPECT_FALSE(tree.descend(2, 2));
  EXPECT_TRUE(tree.empty());
}

// Dense, hashed, and so many that observations are numbered.
INSTANTIATE_TEST_SUITE_P(DenseAndHashed, SearchTreeTest,
                         ::testing::Values(3, 1000, std::int64_t{1} << 62));

TEST(SearchTree, LargeKeysOfObservations) {
  SearchTree tree(2, std::int64_t{1} << 62);
  tree.add_root(ActionSet::first(2), {}, 0);
  // Close in all but a few bits.
  std::vector<Observation> keys;
  for (Observation i = 0; i < 3000; ++i) keys.push_back((i << 50) + (i % 7));
  for (const Observation o : keys) EXPECT_EQ(tree.visit(0, 1, o), SearchTree::kNew);
  for (const Observation o : keys) EXPECT_EQ(tree.visit(0, 1, o), SearchTree::kOnce);
  for (const Observation o : keys) EXPECT_EQ(tree.visit(0, 0, o), SearchTree::kNew);
  const auto child = tree.add(0, 1, keys[5], ActionSet::first(2), {}, 0);
  const auto below = tree.add(child, 0, keys[9], ActionSet::first(2), {}, 0);
  tree.update(below, 1, 3);
  EXPECT_EQ(tree.visit(0, 1, keys[5]), child);
  ASSERT_TRUE(tree.descend(1, keys[5]));
  ASSERT_EQ(tree.node_count(), 2);
  EXPECT_EQ(tree.value(tree.visit(0, 0, keys[9]), 1), 3);
  EXPECT_EQ(tree.visit(0, 1, keys[5]), SearchTree::kNew);
  EXPECT_FALSE(tree.descend(1, keys[17]));
}

TEST(SearchTree, SuggestionsBeyondAWordHaveThePriorAndAreKept) {
  SearchTree tree(300, 2, {10, 5});
  const WideActionSet legal = WideActionSet::first(300);
  tree.add_root(legal, WideActionSet::of(70), 1);
  EXPECT_EQ(tree.count(0, 70), 10);
  EXPECT_EQ(tree.count(0, 6), 0);
  tree.visit(0, 70, 1);
  tree.visit(0, 70, 1);
  const SearchTree::Node child = tree.add(0, 70, 1, legal, WideActionSet::of(299), 2);
  EXPECT_EQ(tree.suggested<WideActionSet>(child), WideActionSet::of(299));
  ASSERT_TRUE(tree.descend(70, 1));
  EXPECT_EQ(tree.suggested<WideActionSet>(0), WideActionSet::of(299));
  tree.raise_priors(legal, WideActionSet::of(71));
  EXPECT_EQ(tree.count(0, 71), 10);
}

TEST(SearchTree, MoreActionsThanAWord) {
  SearchTree tree(300, 2);
  WideActionSet legal;
  for (Action a = 1; a < 300; a += 2) legal.insert(a);
  tree.add_root(legal, {}, 12345);
  std::vector<int> tried(300);
  for (int i = 0; i < 150; ++i) {
    const Action a = tree.select(0, 1);
    ++tried[static_cast<std::size_t>(a)];
    tree.update(0, a, a == 257 ? 1 : 0);
  }
  for (Action a = 0; a < 300; ++a) EXPECT_EQ(tried[static_cast<std::size_t>(a)], a % 2) << a;
  EXPECT_EQ(tree.select(0, 0), 257);
}

}  // namespace
}  // namespace holdfast
