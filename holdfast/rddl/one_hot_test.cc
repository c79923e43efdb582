#include "holdfast/rddl/one_hot.h"

#include <gtest/gtest.h>

#include <array>

#include "holdfast/rddl/test_models.h"

namespace holdfast::rddl {
namespace {

// on(c1), on(c2), on(c3), whose formula this is.
bool one_hot(const std::string& formula, const std::string& initial = "on(c1);") {
  const TestModel model{.fluents =
                            "on(cell) : { state-fluent, bool, default = false };"
                            "free : { state-fluent, bool, default = false };"
                            "go : { action-fluent, bool, default = false };"
                            "see : { observ-fluent, bool };",
                        .cpfs = "on'(?c) = " + formula + "; free' = Bernoulli(0.5); see = free';",
                        .initial = initial};
  return is_one_hot(ground(model.program()), std::array{0, 1, 2});
}

TEST(OneHot, MovesAreProved) {
  EXPECT_TRUE(one_hot("on(?c)"));
  // One step to the right; off at the end.
  EXPECT_TRUE(one_hot("if (go) then exists_{?b : cell} (NEXT(?b,?c) ^ on(?b)) else on(?c)"));
  // Where to depends on another bit.
  EXPECT_TRUE(one_hot("if (free) then exists_{?b : cell} (NEXT(?b,?c) ^ on(?b)) else on(?c)"));
  // It may vanish, or appear, but at one place only.
  EXPECT_TRUE(one_hot("if (on(?c)) then Bernoulli(0.5) else false"));
  EXPECT_TRUE(
      one_hot("on(?c) | (~(exists_{?b : cell} on(?b)) ^ exists_{?b : cell} (NEXT(?c,?b) ^ "
              "forall_{?d : cell} ~NEXT(?d,?c)))",
              ""));
}

TEST(OneHot, WhatIsNotIsNotProved) {
  EXPECT_FALSE(one_hot("on(?c)", "on(c1); on(c2);"));
  EXPECT_FALSE(one_hot("on(?c) | exists_{?b : cell} (NEXT(?b,?c) ^ on(?b))"));
  EXPECT_FALSE(one_hot("if (go) then true else on(?c)"));
  EXPECT_FALSE(one_hot("if (on(?c)) then true else Bernoulli(0.1)"));
  // It leaves a copy behind where the other bit is true.
  EXPECT_FALSE(one_hot("(on(?c) ^ free) | exists_{?b : cell} (NEXT(?b,?c) ^ on(?b))"));
}

}  // namespace
}  // namespace holdfast::rddl
