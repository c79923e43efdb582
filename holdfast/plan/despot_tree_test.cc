#include "holdfast/plan/despot_tree.h"

#include <gtest/gtest.h>

#include "holdfast/plan/trials.h"

namespace holdfast {
namespace {

using Index = DespotTree::Index;
constexpr Index kRoot = DespotTree::kRoot;

// A root of 10 scenarios with two actions: 0 splits them 6 to 4, 1 ends them all with reward 3.
DespotTree small_tree(double lambda) {
  DespotTree tree(10, lambda, 0.5, 3);
  tree.add_root({1, 10});
  tree.start_expansion(kRoot);
  tree.add_edge(0, 0.5);
  tree.add_child(7, 6, {1, 5});
  tree.add_child(9, 4, {0.5, 3});
  tree.add_edge(1, 3);
  tree.finish_expansion();
  return tree;
}

TEST(DespotTree, BackupIsBellmansPrinciple) {
  DespotTree tree = small_tree(0);
  tree.backup(kRoot);
  EXPECT_DOUBLE_EQ(tree.belief(kRoot).mu, 0.5 + 5 + 3);
  EXPECT_DOUBLE_EQ(tree.belief(kRoot).U, 8.5);
  EXPECT_DOUBLE_EQ(tree.belief(kRoot).l, 3);  // ending at once is better than 0.5 + 1.5
  EXPECT_DOUBLE_EQ(tree.gap(kRoot), 5.5);
}

TEST(DespotTree, RegularisationChargesEachNode) {
  DespotTree tree = small_tree(0.25);
  EXPECT_DOUBLE_EQ(tree.belief(1).mu, 5 - 0.25);
  tree.backup(kRoot);
  // rho = 0.5 - lambda, and each child pays for itself; the unregularised bound does not.
  EXPECT_DOUBLE_EQ(tree.belief(kRoot).mu, 0.5 - 0.25 + 4.75 + 2.75);
  EXPECT_DOUBLE_EQ(tree.belief(kRoot).l, 3 - 0.25);
  EXPECT_DOUBLE_EQ(tree.belief(kRoot).U, 8.5);
}

TEST(DespotTree, TheNextNodeHasTheLargestWeightedExcess) {
  DespotTree tree = small_tree(0);
  tree.backup(kRoot);
  // Gaps 4 and 2.5; the root's gap 5.5 is shared out by 6 and 4 scenarios of 10.
  EXPECT_DOUBLE_EQ(tree.excess(1), 4 - 0.5 * 5.5 * 0.6);
  EXPECT_DOUBLE_EQ(tree.excess(2), 2.5 - 0.5 * 5.5 * 0.4);
  EXPECT_EQ(tree.widest_child(tree.best_edge(kRoot)), 1);
  EXPECT_EQ(tree.edge(0).trials, 1);
  tree.make_default(1);
  tree.make_default(2);
  tree.backup(1);
  tree.backup(2);
  EXPECT_EQ(tree.widest_child(tree.best_edge(kRoot)), DespotTree::kNone)
      << "action 1 is now the best, and has no children";
}

TEST(DespotTree, BlockedByAnAncestorThatCannotPay) {
  // Node 2 can gain 2.5 itself, so it is blocked once a node costs that much; node 1 gains 4.
  EXPECT_FALSE(small_tree(2.4).blocked(2));
  EXPECT_TRUE(small_tree(2.5).blocked(2));
  EXPECT_FALSE(small_tree(2.5).blocked(1));
  // The root gains 9, which pays for two nodes of 4.4 but not of 4.6.
  DespotTree tree(10, 4.6, 0.5, 3);
  tree.add_root({1, 10});
  tree.start_expansion(kRoot);
  tree.add_edge(0, 0);
  tree.add_child(0, 10, {0, 9});
  tree.finish_expansion();
  EXPECT_FALSE(tree.blocked(kRoot));
  EXPECT_TRUE(tree.blocked(1));
}

TEST(DespotTree, PruningMakesDefaultNodesAndBacksUp) {
  DespotTree tree = small_tree(2.5);
  ASSERT_TRUE(tree.prune(2));
  EXPECT_DOUBLE_EQ(tree.gap(2), 0);
  EXPECT_DOUBLE_EQ(tree.belief(2).U, 0.5);
  EXPECT_DOUBLE_EQ(tree.belief(kRoot).U, 0.5 + 5 + 0.5);
  EXPECT_FALSE(tree.blocked(kRoot));
  EXPECT_TRUE(tree.blocked(1)) << "the root gains only 5 now, too little for two nodes";
}

TEST(DespotTree, NodesAtTheMaximumDepthAreDefaultNodes) {
  DespotTree tree(10, 0, 0.5, 1);
  tree.add_root({1, 10});
  tree.start_expansion(kRoot);
  tree.add_edge(0, 0);
  tree.add_child(0, 10, {2, 9});
  tree.finish_expansion();
  EXPECT_DOUBLE_EQ(tree.gap(1), 0);
  EXPECT_DOUBLE_EQ(tree.belief(1).U, 2);
  EXPECT_EQ(tree.deepest(), 1);
}

// A trial expands node after node; when the time is over it expands no more, but for the root.
TEST(Trials, EndWithTheSearch) {
  const auto expansions = [](const SearchEnd& end) {
    DespotTree tree(1, 0, 0.95, 10);
    tree.add_root({-10, 10});
    int count = 0;
    const auto expand = [&](DespotTree::Index b) {
      ++count;
      tree.start_expansion(b);
      tree.add_edge(0, 0);
      tree.add_child(0, 1, {-10, 10});
      tree.finish_expansion();
    };
    DespotOptions options;
    options.depth = 10;
    run_trials(tree, options, 1, end, expand, [] { return std::size_t{0}; });
    return count;
  };
  EXPECT_EQ(expansions(SearchEnd::Clock::time_point::max()), 10);
  EXPECT_EQ(expansions(SearchEnd::Clock::now()), 1);
}

}  // namespace
}  // namespace holdfast
