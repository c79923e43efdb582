#include "holdfast/rddl/ground_model.h"

#include <gtest/gtest.h>

#include "holdfast/base/error.h"
#include "holdfast/rddl/test_models.h"

namespace holdfast::rddl {
namespace {

std::vector<std::string> action_names(const GroundModel& model) {
  std::vector<std::string> names;
  for (int a = 0; a < static_cast<int>(model.joint_actions.size()); ++a) {
    names.push_back(model.action_name(a));
  }
  return names;
}

using Names = std::vector<std::string>;

TEST(Pool, FoldsWhatIsConstant) {
  Pool p;
  const Ref x = p.bit(Op::state, 0), y = p.bit(Op::state, 1), t = Pool::kTrue, f = Pool::kFalse;
  EXPECT_EQ(p.negation(p.negation(x)), x);
  EXPECT_EQ(p.all({x, t, x}), x);
  EXPECT_EQ(p.all({x, y, f}), f);
  EXPECT_EQ(p.all({x, p.negation(x)}), f);
  EXPECT_EQ(p.any({x, p.any({y, p.negation(x)})}), t);
  EXPECT_EQ(p.all({}), t);
  EXPECT_EQ(p.any({}), f);
  EXPECT_EQ(p.all({x, p.all({y, x})}), p.all({y, x}));
  EXPECT_EQ(p.same(x, p.negation(y)), p.negation(p.same(y, x)));
  EXPECT_EQ(p.choice(x, y, y), y);
  EXPECT_EQ(p.choice(p.negation(x), f, t), x);
  EXPECT_EQ(p.choice(x, y, f), p.all({x, y}));
  EXPECT_EQ(p.bernoulli(t), t);
}

TEST(Pool, CountsConditionsOfTheSameWeight) {
  Pool p;
  const Ref x = p.bit(Op::state, 0), y = p.bit(Op::state, 1), z = p.bit(Op::next, 0);
  const Ref two = p.constant(2);
  // 1 + x + y + 2z + 2x = 1 + count(x, y) + 2 count(x, z)
  const Ref sum = p.sum({p.constant(1), x, p.product({two, z}), p.sum({y, p.product({two, x})})});
  ASSERT_EQ(p.node(sum).op, Op::sum);
  EXPECT_EQ(p.node(sum).operand_count, 3);
  EXPECT_EQ(sum, p.sum({p.sum({x, y}), p.product({two, p.sum({x, z})}), p.constant(1)}));
  // (if x then 0.5 else 1) (if y then 0.5 else 1) = 0.5 ^ count(x, y)
  const Ref half = p.constant(0.5);
  const Ref product = p.product({p.choice(x, half, Pool::kTrue), p.choice(y, half, Pool::kTrue)});
  EXPECT_EQ(p.node(product).op, Op::power);
  EXPECT_EQ(p.operands(product)[1], p.sum({x, y}));
  EXPECT_EQ(p.product({x, y}), p.all({x, y}));
  EXPECT_EQ(p.product({x, p.constant(0)}), Pool::kFalse);
}

TEST(GroundModel, NonFluentsAndQuantifiersAreGone) {
  const GroundModel m =
      ground(TestModel{.cpfs = "on'(?c) = exists_{?b : cell} [NEXT(?b,?c) ^ on(?b)];"
                               "see = on'(c3);"}
                 .program());
  ASSERT_EQ(m.state.size(), 3u);
  EXPECT_EQ(m.transition_formulas[0], Pool::kFalse);
  EXPECT_EQ(m.pool.node(m.transition_formulas[1]).op, Op::state);
  EXPECT_EQ(m.pool.node(m.transition_formulas[1]).index, 0);
  EXPECT_EQ(m.pool.node(m.observation_formulas[0]).op, Op::next);
  EXPECT_EQ(m.initial, (std::vector<bool>{true, false, false}));
}

TEST(GroundModel, ActionsThatDoNothingAreLeftOut) {
  const GroundModel m =
      ground(TestModel{.cpfs = "on'(?c) = on(?c) | (go(?c) ^ NEXT(c1,?c)); see = true;"}.program());
  EXPECT_EQ(action_names(m), (Names{"noop", "go(c2)"}));
  EXPECT_EQ(m.joint_actions[0].sets, 3);
  EXPECT_EQ(m.joint_actions[1].sets, 1);
}

TEST(GroundModel, ActionsThatDoTheSameAreOne) {
  const GroundModel m = ground(
      TestModel{.cpfs = "on'(?c) = on(?c) | exists_{?b : cell} go(?b); see = true;"}.program());
  EXPECT_EQ(action_names(m), (Names{"noop", "go(c1)"}));
  EXPECT_EQ(m.joint_actions[1].sets, 3);
}

TEST(GroundModel, JointActionsUpToTheirNumber) {
  TestModel model{.cpfs = "on'(?c) = on(?c) ^ ~go(?c); see = true;",
                  .instance = "max-nondef-actions = 2; horizon = 9;"};
  EXPECT_EQ(action_names(ground(model.program())),
            (Names{"noop", "go(c1)", "go(c2)", "go(c3)", "go(c1)+go(c2)", "go(c1)+go(c3)",
                   "go(c2)+go(c3)"}));
  model.instance = "max-nondef-actions = pos-inf; horizon = 9;";
  EXPECT_EQ(ground(model.program()).joint_actions.size(), 8u);
  model.constraints = "[sum_{?c : cell} go(?c)] <= 1;";
  EXPECT_EQ(ground(model.program()).joint_actions.size(), 4u);
  model.constraints = "go(c1) <=> go(c2);";
  EXPECT_EQ(action_names(ground(model.program())),
            (Names{"noop", "go(c3)", "go(c1)+go(c2)", "go(c1)+go(c2)+go(c3)"}));
}

TEST(GroundModel, NoopIsAlwaysThere) {
  const GroundModel m = ground(TestModel{.cpfs = "on'(?c) = on(?c) ^ ~go(?c); see = true;",
                                         .constraints = "exists_{?c : cell} go(?c);"}
                                   .program());
  EXPECT_EQ(action_names(m), (Names{"noop", "go(c1)", "go(c2)", "go(c3)"}));
}

TEST(GroundModel, DefaultsOfActionsMayBeTrue) {
  const GroundModel m =
      ground(TestModel{.fluents = "on(cell) : { state-fluent, bool, default = false };"
                                  "hold : { action-fluent, bool, default = true };"
                                  "see : { observ-fluent, bool };",
                       .cpfs = "on'(?c) = on(?c) ^ hold; see = true;"}
                 .program());
  EXPECT_EQ(action_names(m), (Names{"noop", "hold"}));
  EXPECT_EQ(m.pool.node(m.noop_transitions[0]).op, Op::state);
  EXPECT_EQ(m.joint_actions[1].transitions[0].second, Pool::kFalse);
}

TEST(GroundModel, ConstraintsOfTheStateDependOnIt) {
  const GroundModel m = ground(TestModel{.cpfs = "on'(?c) = on(?c) ^ ~go(?c); see = true;",
                                         .constraints = "forall_{?c : cell} [go(?c) => on(?c)];"}
                                   .program());
  ASSERT_EQ(m.joint_actions.size(), 4u);
  EXPECT_EQ(m.pool.node(m.joint_actions[2].legal).op, Op::state);
  EXPECT_EQ(m.pool.node(m.joint_actions[2].legal).index, 1);
}

std::string error_of(const TestModel& model, const Limits& limits = {}) {
  try {
    ground(model.program(), limits);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

TEST(GroundModel, ConstraintsOfConstantsMustHold) {
  EXPECT_EQ(error_of({.constraints = "forall_{?c : cell} P(?c) >= 0.0;"}), "");
  EXPECT_EQ(error_of({.constraints = "forall_{?c : cell} P(?c) > 0.5;"}),
            "d.rddl:10:1: this constraint does not hold in i1, whatever is done");
  // What is said of the state alone restricts nobody.
  EXPECT_EQ(error_of({.constraints = "[sum_{?c : cell} on(?c)] <= 1;"}), "");
}

TEST(GroundModel, SaysWhatIsTooLarge) {
  EXPECT_EQ(error_of({}, {.state_bits = 2}),
            "i1 is too large: its state has 3 bits, and the limit is 2");
  EXPECT_EQ(
      error_of({.reward = "sum_{?a : cell, ?b : cell, ?c : cell} on(?a)"}, {.formula_visits = 50}),
      "i1 is too large: its ground formulas have up to 96 parts, and the limit is 50");
  EXPECT_EQ(error_of({.cpfs = "on'(?c) = on(?c) ^ ~go(?c); see = true;",
                      .instance = "max-nondef-actions = 3; horizon = 9;"},
                     {.joint_actions = 7}),
            "i1 is too large: 3 action fluents with max-nondef-actions = 3 make more than 7 joint "
            "actions");
}

}  // namespace
}  // namespace holdfast::rddl
