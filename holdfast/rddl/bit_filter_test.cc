#include "holdfast/rddl/bit_filter.h"

#include <gtest/gtest.h>

#include <array>

#include "holdfast/rddl/test_models.h"

namespace holdfast::rddl {
namespace {

// Each cell is on or off, hidden, and stays so; to look at one tells with noise. A lamp shows
// whether c1 was on, most of the time.
TestModel hidden_cells() {
  return {
      .fluents =
          "on(cell) : { state-fluent, bool, default = false };"
          "lamp : { state-fluent, bool, default = false };"
          "begun : { state-fluent, bool, default = false };"
          "look(cell) : { action-fluent, bool, default = false };"
          "clear(cell) : { action-fluent, bool, default = false };"
          "see(cell) : { observ-fluent, bool };"
          "see-lamp : { observ-fluent, bool };",
      .cpfs =
          "on'(?c) = if (~begun) then Bernoulli(0.5) else on(?c) ^ ~clear(?c);"
          "begun' = true;"
          "lamp' = if (exists_{?c : cell, ?d : cell} (NEXT(?c,?d) ^ on(?c) ^ forall_{?e : cell} "
          "~NEXT(?e,?c))) then Bernoulli(0.75) else Bernoulli(0.25);"
          "see(?c) = if (look(?c)) then (if (on'(?c)) then Bernoulli(0.8) else Bernoulli(0.2)) "
          "else false; see-lamp = lamp';",
      .initial = ""};
}

class HiddenCells : public testing::Test {
 protected:
  static constexpr std::uint64_t kLamp = 8, kBegun = 16;

  void update(int action, std::uint64_t after, std::uint64_t seen) {
    filter_.update(&known_, &after, chances_, action, &seen);
    known_ = after;
  }

  std::shared_ptr<const GroundModel> model_ =
      std::make_shared<const GroundModel>(ground(hidden_cells().program()));
  BitFilter filter_{model_};
  std::uint64_t known_ = 0;
  std::array<float, 3> chances_{};
};

// By name, since joint actions are in the order of the fluents.
int action(const GroundModel& model, const std::string& name) {
  for (int a = 0; a < static_cast<int>(model.joint_actions.size()); ++a) {
    if (model.action_name(a) == name) return a;
  }
  return -1;
}

TEST_F(HiddenCells, KnowsWhatIsHidden) {
  EXPECT_EQ(filter_.hidden(), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(filter_.number(3), -1);
  EXPECT_EQ(filter_.mask(), (std::vector<std::uint64_t>{24}));
}

TEST_F(HiddenCells, FollowsBayes) {
  update(0, kBegun, 0);
  EXPECT_FLOAT_EQ(chances_[0], 0.5);
  // The lamp does not tell of c2.
  update(action(*model_, "look(c2)"), kBegun, 2);
  EXPECT_FLOAT_EQ(chances_[1], 0.8F);
  update(action(*model_, "look(c2)"), kBegun, 2);
  EXPECT_FLOAT_EQ(chances_[1], 0.64F / 0.68F);
  update(action(*model_, "look(c2)"), kBegun, 0);
  EXPECT_FLOAT_EQ(chances_[1], 0.8F);
  EXPECT_FLOAT_EQ(chances_[2], 0.5);
  update(action(*model_, "clear(c2)"), kBegun, 0);
  EXPECT_FLOAT_EQ(chances_[1], 0);
}

// Known bits that were drawn by hidden ones tell of them.
TEST_F(HiddenCells, LearnsFromWhatIsShown) {
  update(0, kBegun, 0);
  update(0, kBegun | kLamp, 0);
  EXPECT_FLOAT_EQ(chances_[0], 0.75);
  EXPECT_FLOAT_EQ(chances_[1], 0.5);
  update(0, kBegun, 0);
  EXPECT_FLOAT_EQ(chances_[0], 0.5);
}

TEST_F(HiddenCells, ForeseesTheLikelier) {
  update(0, kBegun, 0);
  chances_[0] = 0.9F;
  std::uint64_t after = kBegun;
  filter_.foresee(&known_, &after, chances_, 0);
  EXPECT_EQ(after, kBegun | kLamp);
  chances_[0] = 0.2F;
  filter_.foresee(&known_, &after, chances_, 0);
  EXPECT_EQ(after, kBegun);
  EXPECT_FALSE(filter_.is_certain(0));
}

}  // namespace
}  // namespace holdfast::rddl
