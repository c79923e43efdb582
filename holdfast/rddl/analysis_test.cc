#include "holdfast/rddl/analysis.h"

#include <gtest/gtest.h>

#include "holdfast/rddl/test_models.h"

namespace holdfast::rddl {
namespace {

using Bits = std::vector<bool>;

const char* kFluents =
    "on(cell) : { state-fluent, bool, default = false };"
    "at(cell) : { state-fluent, bool, default = false };"
    "go : { action-fluent, bool, default = false };"
    "hit : { action-fluent, bool, default = false };"
    "see(cell) : { observ-fluent, bool };";

// at is where something is, known because it moves by go alone; on is drawn, and seen badly.
const TestModel kWalk = {
    .fluents = kFluents,
    .cpfs =
        "at'(?c) = if (go) then exists_{?b : cell} (NEXT(?b,?c) ^ at(?b)) else at(?c);"
        "on'(?c) = if (hit ^ at(?c)) then Bernoulli(0.5) else on(?c);"
        "see(?c) = if (on'(?c)) then Bernoulli(0.9) else Bernoulli(0.1);",
    .initial = "at(c1);"};

TEST(Analysis, WhatFollowsFromTheStartAndTheActionsIsKnown) {
  const Analysis a = analyse(ground(kWalk.program()));
  EXPECT_EQ(a.known, (Bits{false, false, false, true, true, true}));
  EXPECT_EQ(a.shown_by, (std::vector<int>(6, -1)));
}

TEST(Analysis, MovesAreForeseeable) {
  const GroundModel m = ground(kWalk.program());
  ASSERT_EQ(m.action_name(1), "go");
  ASSERT_EQ(m.action_name(2), "hit");
  EXPECT_EQ(analyse(m).foreseeable, (Bits{true, true, false}));
}

TEST(Analysis, WhatIsShownIsKnown) {
  TestModel model = kWalk;
  model.cpfs =
      "at'(?c) = if (go) then on(?c) else at(?c);"
      "on'(?c) = Bernoulli(0.5);"
      "see(?c) = KronDelta(on'(?c));";
  const Analysis a = analyse(ground(model.program()));
  EXPECT_EQ(a.known, Bits(6, true));
  EXPECT_EQ(a.shown_by, (std::vector<int>{0, 1, 2, -1, -1, -1}));
}

TEST(Analysis, WhatReadsTheHiddenIsHidden) {
  TestModel model = kWalk;
  model.cpfs =
      "at'(?c) = if (go) then on(?c) else at(?c);"
      "on'(?c) = Bernoulli(0.5);"
      "see(?c) = on'(c1);";
  // The first is shown, by any of the observations.
  const Analysis a = analyse(ground(model.program()));
  EXPECT_EQ(a.known, (Bits{true, false, false, true, false, false}));
  EXPECT_EQ(a.foreseeable[1], false);
}

}  // namespace
}  // namespace holdfast::rddl
