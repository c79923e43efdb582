#include "holdfast/rddl/program.h"

#include <gtest/gtest.h>

#include <array>

#include "holdfast/base/error.h"
#include "holdfast/rddl/test_models.h"

namespace holdfast::rddl {
namespace {

std::string error_of(const TestModel& model) {
  try {
    model.program();
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

// The reward stands in line 8, from column 10 on.
std::string error_of_reward(const std::string& reward) { return error_of({.reward = reward}); }
std::string error_of_cpf(const std::string& on) {
  return error_of({.cpfs = "on'(?c) = " + on + "; see = true;"});
}

TEST(Program, NumbersAndNamesGroundFluents) {
  const Program p = TestModel{}.program();
  EXPECT_EQ(p.domain, "cells");
  EXPECT_EQ(p.instance, "i1");
  ASSERT_EQ(p.fluents.size(), 5u);
  EXPECT_EQ(p.fluent(0).ground_count, 9);
  EXPECT_EQ(p.ground_index(0, std::array{1, 2}), 5);
  EXPECT_EQ(p.ground_name(0, 5), "NEXT(c2,c3)");
  EXPECT_EQ(p.ground_name(4, 0), "see");
  EXPECT_EQ(p.values[0], (std::vector<double>{0, 1, 0, 0, 0, 1, 0, 0, 0}));
  EXPECT_EQ(p.values[1], (std::vector<double>{0.25, 0.25, 0.25}));
  EXPECT_EQ(p.values[2], (std::vector<double>{1, 0, 0}));
}

TEST(Program, FormulasAreInTheOrderOfTheirFluents) {
  const Program p = TestModel{.cpfs = "see = true; on'(?c) = on(?c);"}.program();
  ASSERT_EQ(p.cpfs.size(), 2u);
  EXPECT_EQ(p.cpfs[0].fluent, 2);
  EXPECT_EQ(p.cpfs[1].fluent, 4);
}

TEST(Program, NamesTheNearestOfWhatIsNotThere) {
  EXPECT_EQ(error_of_reward("onn(c1)"),
            "d.rddl:8:10: there is no fluent 'onn'; did you mean 'on'?");
  EXPECT_EQ(error_of_reward("on(c11)"),
            "d.rddl:8:13: there is no object of this type 'c11'; did you mean 'c1'?");
  EXPECT_EQ(error_of_reward("sum_{?x : cel} on(?x)"),
            "d.rddl:8:20: there is no type 'cel'; did you mean 'cell'?");
  EXPECT_EQ(error_of_reward("sum_{?x : cell} on(?y)"),
            "d.rddl:8:29: ?y is not bound here; did you mean ?x?");
  EXPECT_EQ(error_of({.values = "PP(c1) = 1;"}),
            "i.rddl:3:1: there is no fluent 'PP'; did you mean 'P'?");
}

TEST(Program, ChecksArguments) {
  EXPECT_EQ(error_of_reward("on"), "d.rddl:8:10: on takes 1 arguments, found 0");
  EXPECT_EQ(error_of_reward("on(d1)"),
            "d.rddl:8:13: expected an object of type cell, but d1 is one of door");
  EXPECT_EQ(error_of_reward("sum_{?d : door} on(?d)"),
            "d.rddl:8:29: expected an object of type cell, but ?d is one of door");
  EXPECT_EQ(error_of({.values = "NEXT(c1);"}), "i.rddl:3:1: NEXT takes 2 arguments, found 1");
  EXPECT_EQ(error_of({.values = "P(d1) = 1;"}),
            "i.rddl:3:3: expected an object of type cell, but d1 is one of door");
}

TEST(Program, ChecksTypesOfFormulas) {
  EXPECT_EQ(error_of_reward("P(c1) ^ on(c1)"),
            "d.rddl:8:10: expected a condition (true or false), found a number");
  EXPECT_EQ(error_of_reward("if (1) then 2 else 3"),
            "d.rddl:8:14: expected a condition (true or false), found a number");
  EXPECT_EQ(error_of_reward("sum_{?c : cell} ?c"),
            "d.rddl:8:26: expected a number, found 'c', an object");
  EXPECT_EQ(error_of_reward("sum_{?c : cell} (?c < c2)"),
            "d.rddl:8:30: objects are compared by == and ~= only");
  EXPECT_EQ(error_of_reward("sum_{?c : cell, ?d : door} (?c == ?d)"),
            "d.rddl:8:44: expected an object of type cell, but ?d is one of door");
  EXPECT_EQ(error_of_reward("sum_{?c : cell} [sum_{?c : cell} on(?c)]"),
            "d.rddl:8:32: ?c is bound already; use another name");
  EXPECT_EQ(error_of_cpf("0.5"),
            "d.rddl:6:11: expected a condition (true or false), found a number");
  EXPECT_EQ(error_of_reward("sin[1]"),
            "d.rddl:8:10: the function 'sin' is not supported; exp, ln, sqrt and abs are");
  // Conditions are numbers where those are expected, and bare names may be objects.
  EXPECT_EQ(error_of_reward("on(c1) + (on(c2) == on(c3)) * sum_{?c : cell} (?c ~= c2)"), "");
}

TEST(Program, ChecksWhatFormulasRead) {
  EXPECT_NE(error_of_cpf("on'(?c)").find("on' is the next state"), std::string::npos);
  EXPECT_NE(error_of_cpf("see").find("see is an observation"), std::string::npos);
  EXPECT_NE(error_of_cpf("Bernoulli(0.5) ^ on(?c)").find("Bernoulli is supported as"),
            std::string::npos);
  EXPECT_NE(error_of({.cpfs = "on'(?c) = true; see = on(c1);"}).find("did you mean on'?"),
            std::string::npos);
  EXPECT_NE(error_of_reward("NEXT'(c1,c2)").find("has no next value"), std::string::npos);
  EXPECT_EQ(error_of_reward("on'(c1)"), "");
}

TEST(Program, ChecksFormulas) {
  EXPECT_EQ(error_of({.cpfs = "on'(?c) = true;"}), "d.rddl:3:104: see has no formula in cpfs");
  EXPECT_EQ(error_of({.cpfs = "on(?c) = true; see = true;"}),
            "d.rddl:6:1: the formula of a state-fluent starts with on'");
  EXPECT_EQ(error_of({.cpfs = "on'(?c) = true; see = true; see = false;"}),
            "d.rddl:6:29: the formula of 'see' is declared twice");
  EXPECT_EQ(error_of({.cpfs = "on'(?c) = true; see = true; P(?c) = true;"}),
            "d.rddl:6:29: P is a non-fluent, which has no formula");
}

TEST(Program, ChecksValues) {
  EXPECT_EQ(error_of({.values = "P(c1) = 1; P(c1) = 2;"}),
            "i.rddl:3:12: P(c1) is given twice, with different values");
  EXPECT_EQ(error_of({.values = "P(c1) = 1; P(c1) = 1;"}), "");
  EXPECT_EQ(error_of({.values = "P(c1);"}), "i.rddl:3:1: the value of P must be a number");
  EXPECT_EQ(error_of({.values = "on(c1);"}),
            "i.rddl:3:1: on is a state-fluent; expected a non-fluent here");
  EXPECT_EQ(error_of({.initial = "P(c1) = 1;"}),
            "i.rddl:7:1: P is a non-fluent; expected a state-fluent here");
}

TEST(Program, RefusesAnInstanceOfAnotherDomain) {
  Blocks blocks;
  parse_blocks("domain other { reward = 1; }", "d.rddl", blocks);
  parse_blocks(TestModel{}.instance_text(), "i.rddl", blocks);
  try {
    resolve(blocks);
    ADD_FAILURE();
  } catch (const InputError& e) {
    EXPECT_STREQ(e.what(),
                 "i.rddl:5:24: i1 is of domain cells, but the domain here is other (d.rddl)");
  }
}

TEST(Program, WantsOneDomainAndOneInstance) {
  EXPECT_THROW(resolve({}), InputError);
  Blocks blocks;
  parse_blocks(TestModel{}.domain_text(), "d.rddl", blocks);
  EXPECT_THROW(resolve(blocks), InputError);
  parse_blocks(TestModel{}.instance_text(), "i.rddl", blocks);
  parse_blocks(TestModel{}.domain_text(), "e.rddl", blocks);
  EXPECT_THROW(resolve(blocks), InputError);
}

TEST(Program, RefusesFluentsOfTooManyObjects) {
  std::string objects = "o0";
  for (int i = 1; i < 200; ++i) objects += ",o" + std::to_string(i);
  Blocks blocks;
  parse_blocks(
      "domain d { types { t : object; }; pvariables {\n"
      "  F(t,t,t,t) : { non-fluent, bool, default = false }; }; reward = 1; }\n"
      "instance i { domain = d; objects { t : {" +
          objects + "}; }; horizon = 1; }",
      "d.rddl", blocks);
  try {
    resolve(blocks);
    ADD_FAILURE();
  } catch (const InputError& e) {
    EXPECT_STREQ(e.what(),
                 "d.rddl:2:3: with F there are more than 10000000 ground fluents in this instance; "
                 "that is too large");
  }
}

}  // namespace
}  // namespace holdfast::rddl
