#include "holdfast/plan/tree_view.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>

#include "holdfast/domains/registry.h"
#include "holdfast/plan/search_tree.h"
#include "holdfast/play/configure.h"

namespace holdfast {
namespace {

std::unique_ptr<Session> started(const std::string& domain, const AgentSettings& said) {
  const std::unique_ptr<Domain> made = make_domain(domain);
  return made->start(3, configure(*made, said));
}

std::int64_t total(const TreeAction& action) {
  return std::accumulate(action.seen.begin(), action.seen.end(), std::int64_t{0},
                         [](std::int64_t sum, const SeenInTree& s) { return sum + s.visits; });
}

void expect_same(const TreeLevel& level, const Decision& decision) {
  ASSERT_EQ(level.size(), decision.actions.size());
  for (std::size_t i = 0; i < level.size(); ++i) {
    const ActionEvidence& seen = level[i].evidence;
    EXPECT_EQ(seen.action, decision.actions[i].action);
    EXPECT_EQ(seen.visits, decision.actions[i].visits);
    EXPECT_NEAR(seen.value, decision.actions[i].value, 1e-6);
    EXPECT_EQ(std::isfinite(seen.upper), std::isfinite(decision.actions[i].upper));
  }
}

constexpr Action kListen = 0;

TEST(TreeView, RootOfPomcpIsTheDecisionAndEveryVisitWentSomewhere) {
  const auto session = started("tiger", {{"sims", "500"}});
  const Decision decision = session->decide();
  const TreeLevel root = session->look({});
  expect_same(root, decision);
  // Listening never ends the episode, so each of its simulations saw something.
  EXPECT_EQ(total(root[kListen]), decision.actions[kListen].visits);
  const TreeStep heard{kListen, root[kListen].seen.front().observation};
  const TreeLevel below = session->look(std::vector<TreeStep>{heard});
  ASSERT_EQ(below.size(), root.size());
  // The first visit of a history only marks its edge.
  std::int64_t visits = 1;
  for (const TreeAction& a : below) visits += a.evidence.visits;
  EXPECT_EQ(visits, root[kListen].seen.front().visits);
}

TEST(TreeView, BoundsOfDespotHoldLevelByLevelAndScenariosAddUp) {
  const auto session =
      started("tiger", {{"planner", "despot"}, {"trials", "60"}, {"scenarios", "40"}});
  const Decision decision = session->decide();
  const TreeLevel root = session->look({});
  expect_same(root, decision);
  EXPECT_EQ(total(root[kListen]), 40);
  const TreeStep heard{kListen, root[kListen].seen.front().observation};
  for (const TreeAction& a : session->look(std::vector<TreeStep>{heard})) {
    EXPECT_LE(a.evidence.value, a.evidence.upper + 1e-9);
    EXPECT_LE(a.evidence.upper, 10 / (1 - 0.95));
  }
}

TEST(TreeView, WhereThereIsNoNodeThereIsNothing) {
  const auto session = started("tiger", {{"sims", "50"}});
  EXPECT_TRUE(session->look({}).empty());  // nothing was searched yet
  session->decide();
  EXPECT_TRUE(session->look(std::vector<TreeStep>{{99, 0}}).empty());
  EXPECT_TRUE(session->look(std::vector<TreeStep>(60, TreeStep{kListen, 0})).empty());
  EXPECT_TRUE(started("tiger", {{"planner", "random"}})->look({}).empty());
}

// Children in rows, in a table, and with numbers for their observations.
TEST(TreeView, EveryEdgeIsToldOnce) {
  for (const std::int64_t observations : {3, 1000, 1 << 30}) {
    SearchTree tree(3, observations);
    tree.add_root(ActionSet::first(3), {}, 1);
    std::map<std::pair<Action, Observation>, std::int64_t> visits;
    Rng rng(static_cast<std::uint64_t>(observations));
    for (int i = 0; i < 400; ++i) {
      const Action a = static_cast<Action>(rng.below(3));
      const auto o = static_cast<Observation>(rng.below(static_cast<std::uint32_t>(observations)) /
                                              7 * 7 % observations);
      if (tree.visit(SearchTree::kRoot, a, o) == SearchTree::kNew) visits[{a, o}] = 1;
    }
    std::map<std::pair<Action, Observation>, std::int64_t> told;
    for (const TreeAction& action : look(tree, {})) {
      for (const SeenInTree& seen : action.seen) {
        EXPECT_TRUE(
            told.emplace(std::pair{action.evidence.action, seen.observation}, seen.visits).second);
      }
    }
    EXPECT_EQ(told, visits);
  }
}

TEST(SearchEnd, SearchesStopWhenAsked) {
  for (const char* planner : {"pomcp", "despot"}) {
    const auto session = started("rocksample(7,8)", {{"planner", planner}, {"time", "1000"}});
    std::stop_source stop;
    session->stop_by(stop.get_token());
    stop.request_stop();
    const Decision decision = session->decide();
    EXPECT_LT(decision.seconds, 1000);
    EXPECT_LE(decision.simulations + decision.trials, 1);
  }
}

}  // namespace
}  // namespace holdfast
