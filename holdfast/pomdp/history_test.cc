#include "holdfast/pomdp/history.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <type_traits>
#include <vector>

namespace holdfast {
namespace {

static_assert(std::is_trivially_copyable_v<History>);

int capped(std::ptrdiff_t n) {
  return static_cast<int>(std::min<std::ptrdiff_t>(n, History::kMost));
}

// By the list of all actions.
void expect_same(const History& history, const std::vector<Action>& done) {
  EXPECT_EQ(history.last(), done.empty() ? History::kNone : done.back());
  const auto other = [&](Action a) { return a != done.back(); };
  EXPECT_EQ(history.run(), capped(std::find_if(done.rbegin(), done.rend(), other) - done.rbegin()));
  for (Action a = 0; a < ActionSet::kCapacity; ++a) {
    const auto found = std::find(done.rbegin(), done.rend(), a);
    EXPECT_EQ(history.done(a), capped(std::ranges::count(done, a)));
    EXPECT_EQ(history.ago(a), found == done.rend() ? 0 : capped(found - done.rbegin() + 1));
  }
}

TEST(History, IsWhatWasDone) {
  Rng rng(1);
  for (int episode = 0; episode < 20; ++episode) {
    // Few actions, so that runs are long; or all that there can be.
    const std::uint32_t actions = episode % 2 == 0 ? 2 : ActionSet::kCapacity;
    History history;
    std::vector<Action> done;
    for (int step = 0; step < 60; ++step) {
      expect_same(history, done);
      const bool again = !done.empty() && rng.bernoulli(0.8);
      done.push_back(again ? done.back() : static_cast<Action>(rng.below(actions)));
      history.add(done.back());
    }
  }
}

TEST(History, IsRecalledFromItsParts) {
  History history;
  for (const Action a : {3, 3, 5, 5, 5}) history.add(a);
  History recalled;
  recalled.recall_last(history.last());
  recalled.recall_run(history.run());
  for (Action a = 0; a < ActionSet::kCapacity; ++a) {
    recalled.recall_done(a, history.done(a));
    recalled.recall_ago(a, history.ago(a));
  }
  EXPECT_EQ(recalled, history);
  recalled.recall_run(1000);
  EXPECT_EQ(recalled.run(), History::kMost);
}

TEST(History, OfActionsBeyondAWordOnlyTheLastIsKnown) {
  History h;
  h.add(5);
  h.add(466);
  h.add(466);
  EXPECT_EQ(h.last(), 466);
  EXPECT_EQ(h.run(), 2);
  EXPECT_EQ(h.ago(5), 3);
  EXPECT_EQ(h.done(5), 1);
}

}  // namespace
}  // namespace holdfast
