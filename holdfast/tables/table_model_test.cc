#include "holdfast/tables/table_model.h"

#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "holdfast/base/source_folder.h"
#include "holdfast/pomdp/conformance.h"
#include "holdfast/tables/classic_file.h"
#include "holdfast/tables/two_state_oracle.h"

namespace holdfast::tables {
namespace {

TableModel shipped(const std::string& name) {
  return TableModel(read_classic_file((source_folder() / "models/classic" / name).string()));
}

class ClassicFiles : public ::testing::TestWithParam<const char*> {};

TEST_P(ClassicFiles, Conform) {
  check_conformance(shipped(GetParam()),
                    [](const auto&, Action, const auto&, double) { return false; },
                    {.episodes = 40, .steps = 30, .distributions = 8, .samples = 5000});
}

INSTANTIATE_TEST_SUITE_P(Models, ClassicFiles,
                         ::testing::Values("tiger.pomdp", "machine.pomdp", "corridor.pomdp",
                                           "rover.pomdpx"));

// The exact value lies between the bounds, at every belief.
TEST(TableModel, BoundsHoldTheExactValue) {
  for (const char* name : {"tiger.pomdp", "machine.pomdp"}) {
    const TableModel model = shipped(name);
    const TwoStateOracle exact(model.table());
    const TableUpper upper = model.mdp_bound();
    for (int g = 0; g <= 20; ++g) {
      const double second = g / 20.0;
      const auto mean = [&](auto&& of) {
        return (1 - second) * of(TableModel::State{0}) + second * of(TableModel::State{1});
      };
      EXPECT_LE(mean([&](const auto& s) { return model.default_value(s); }),
                exact.at(second) + 1e-6);
      EXPECT_GE(mean([&](const auto& s) { return upper.value(s); }), exact.at(second) - 0.01);
    }
  }
}

// In one go or by an action and a move: the same chances of next states and rewards.
TEST_P(ClassicFiles, WalkAtRandomByTheirMoves) {
  const TableModel model = shipped(GetParam());
  constexpr int kDraws = 20000;
  Rng rng(1);
  for (std::uint32_t n = 0; n < model.table().states.size(); ++n) {
    std::map<std::tuple<std::uint32_t, double, bool>, double> difference;
    for (int i = 0; i < kDraws; ++i) {
      TableModel::State a{n}, b{n};
      const Transition walked = model.random_move(a, rng);
      const Transition moved = model.move(b, model.legal_actions(b).sample(rng), rng);
      difference[{a.number, walked.reward, walked.terminal}] += 1.0 / kDraws;
      difference[{b.number, moved.reward, moved.terminal}] -= 1.0 / kDraws;
    }
    for (const auto& [next, d] : difference) EXPECT_NEAR(d, 0, 0.025) << n;
  }
}

TEST(TableModel, TheBestBlindActionOfTigerIsToListen) {
  const TableModel tiger = shipped("tiger.pomdp");
  EXPECT_EQ(tiger.default_action({0}), 0);
  EXPECT_NEAR(tiger.default_value({0}), -20, 1e-6);
}

}  // namespace
}  // namespace holdfast::tables
