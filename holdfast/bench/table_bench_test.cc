#include "holdfast/bench/table_bench.h"

#include <gtest/gtest.h>

#include "holdfast/pomdp/conformance.h"
#include "holdfast/tables/table_model.h"

namespace holdfast {
namespace {

// The contenders are one model: equal chances of next states, rewards and observations.
TEST(TableBench, TheTableIsTheModel) {
  const FloorModel written;
  const tables::TableModel table(floor_table());
  ASSERT_EQ(table.table().states.size(), 1000U);
  EXPECT_EQ(table.min_reward(), written.min_reward());
  EXPECT_EQ(table.max_reward(), written.max_reward());
  constexpr int kDraws = 20000;
  Rng rng(1);
  for (const int n : {0, 39, 520, 960, 998, 999}) {
    for (Action a = 0; a < written.action_count(); ++a) {
      std::map<std::pair<std::uint32_t, Observation>, double> difference;
      double rewards = 0;
      for (int i = 0; i < kDraws; ++i) {
        FloorModel::State s{static_cast<std::int8_t>(n % FloorModel::kWidth),
                            static_cast<std::int8_t>(n / FloorModel::kWidth)};
        tables::TableModel::State t{static_cast<std::uint32_t>(n)};
        const Outcome mine = written.step(s, a, rng), theirs = table.step(t, a, rng);
        difference[{static_cast<std::uint32_t>(s.y * FloorModel::kWidth + s.x),
                    mine.observation}] += 1.0 / kDraws;
        difference[{t.number, theirs.observation}] -= 1.0 / kDraws;
        rewards += mine.reward - theirs.reward;
      }
      for (const auto& [outcome, d] : difference) EXPECT_NEAR(d, 0, 0.025);
      EXPECT_NEAR(rewards / kDraws, 0, 0.25);
    }
  }
}

TEST(TableBench, TheModelConforms) {
  check_conformance(FloorModel(), [](const auto&, Action, const auto&, double) { return false; },
                    {.episodes = 20, .steps = 20, .distributions = 4, .samples = 5000});
}

}  // namespace
}  // namespace holdfast
