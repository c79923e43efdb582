#include "holdfast/rddl/parser.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "holdfast/base/error.h"
#include "holdfast/rddl/expression_parser.h"

namespace holdfast::rddl {
namespace {

using Kind = Expression::Kind;

const char* symbol(Kind kind) {
  switch (kind) {
    case Kind::negation:
      return "~";
    case Kind::all:
      return "^";
    case Kind::any:
      return "|";
    case Kind::implies:
      return "=>";
    case Kind::same:
      return "<=>";
    case Kind::sum:
      return "+";
    case Kind::product:
      return "*";
    case Kind::quotient:
      return "/";
    case Kind::minus:
      return "-";
    case Kind::equal:
      return "==";
    case Kind::unequal:
      return "~=";
    case Kind::less:
      return "<";
    case Kind::at_most:
      return "<=";
    case Kind::more:
      return ">";
    case Kind::at_least:
      return ">=";
    case Kind::choice:
      return "if";
    case Kind::exists:
      return "exists";
    case Kind::forall:
      return "forall";
    case Kind::sum_over:
      return "sum";
    case Kind::prod_over:
      return "prod";
    case Kind::kron_delta:
      return "KronDelta";
    case Kind::bernoulli:
      return "Bernoulli";
    default:
      return "";
  }
}

// As Lisp has it: nothing is left to precedence.
std::string shape(const Expression& e) {
  if (e.kind == Kind::number) return fmt::format("{}", e.value);
  if (e.kind == Kind::boolean) return e.value == 1 ? "true" : "false";
  if (e.kind == Kind::variable) return "?" + e.name;
  std::string text = e.name + (e.primed ? "'" : "") + symbol(e.kind);
  for (const Binding& b : e.bindings) text += " ?" + b.variable.text + ":" + b.type.text;
  if (e.operands.empty()) return text;
  for (const Expression& operand : e.operands) text += " " + shape(operand);
  return "(" + text + ")";
}

std::string read(const std::string& text) {
  TokenStream tokens(text, "d.rddl");
  const Expression e = parse_expression(tokens);
  EXPECT_EQ(tokens.peek().kind, Token::Kind::end) << text;
  return shape(e);
}

std::string error_of(const std::string& text) {
  try {
    TokenStream tokens(text, "d.rddl");
    parse_expression(tokens);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

TEST(ExpressionParser, PrecedenceLowToHigh) {
  EXPECT_EQ(read("a <=> b => c | d ^ e == f + g * -h"),
            "(<=> a (=> b (| c (^ d (== e (+ f (* g (- h))))))))");
  EXPECT_EQ(read("-a * b + c >= d ^ e | f => g <=> h"),
            "(<=> (=> (| (^ (>= (+ (* (- a) b) c) d) e) f) g) h)");
  EXPECT_EQ(read("~a ^ b"), "(^ (~ a) b)");
  EXPECT_EQ(read("~a == b"), "(== (~ a) b)");
  EXPECT_EQ(read("a => b => c"), "(=> a (=> b c))");
  EXPECT_EQ(read("a <=> b <=> c"), "(<=> (<=> a b) c)");
}

TEST(ExpressionParser, SameOperatorsAreFlatAndInOrder) {
  EXPECT_EQ(read("a ^ b & c"), "(^ a b c)");
  EXPECT_EQ(read("a - b + c - d"), "(+ a (- b) c (- d))");
  EXPECT_EQ(read("a * b / c * d"), "(* (/ (* a b) c) d)");
}

TEST(ExpressionParser, QuantifiersReachAsFarRightAsTheyCan) {
  EXPECT_EQ(read("a ^ exists_{?x : t, ?y : u} f(?x) ^ g(?y) | h"),
            "(^ a (exists ?x:t ?y:u (| (^ (f ?x) (g ?y)) h)))");
  EXPECT_EQ(read("[sum_{?x : t} f(?x) ^ g] >= 2"), "(>= (sum ?x:t (^ (f ?x) g)) 2)");
  EXPECT_EQ(read("~exists_{?x : t} f(?x) ^ g"), "(~ (exists ?x:t (^ (f ?x) g)))");
}

TEST(ExpressionParser, IfReachesAsFarRightAsItCan) {
  EXPECT_EQ(read("if (a) then b ^ c else if (d) then 1 else 2 + 3"),
            "(if a (^ b c) (if d 1 (+ 2 3)))");
  EXPECT_EQ(read("[if (a) then 1 else 2] + 3"), "(+ (if a 1 2) 3)");
}

TEST(ExpressionParser, BothDialectsOfParentheses) {
  EXPECT_EQ(read("[a | (b)] ^ [[c]]"), read("(a | b) ^ c"));
  EXPECT_EQ(read("exp[a - b]"), "(exp (+ a (- b)))");
  EXPECT_EQ(read("KronDelta [a'(?x)]"), "(KronDelta (a' ?x))");
  EXPECT_EQ(read("Bernoulli(.5)"), "(Bernoulli 0.5)");
}

TEST(ExpressionParser, SaysWhatWasExpected) {
  EXPECT_EQ(error_of("a ^"), "d.rddl:1:4: expected a formula, found the end of the file");
  EXPECT_EQ(error_of("(a]"), "d.rddl:1:3: expected ')', found ']'");
  EXPECT_EQ(error_of("if a then b"), "d.rddl:1:12: expected 'else', found the end of the file");
  EXPECT_EQ(error_of("a < b < c"),
            "d.rddl:1:7: expected one comparison, or parentheses around it, found '<'");
  EXPECT_EQ(error_of("exists_{x : t} a"), "d.rddl:1:9: expected a variable such as ?x, found 'x'");
  EXPECT_EQ(error_of("f(1)"), "d.rddl:1:3: expected a variable or an object, found '1'");
}

TEST(ExpressionParser, RefusesByName) {
  const std::string rest = " not supported (docs/rddl.md says what is)";
  EXPECT_EQ(error_of("switch (a) {}"), "d.rddl:1:1: 'switch' is" + rest);
  EXPECT_EQ(error_of("Discrete(t, a : 1)"), "d.rddl:1:1: 'Discrete' is" + rest);
  EXPECT_EQ(error_of("max_{?x : t} f(?x)"), "d.rddl:1:1: 'max_' is" + rest);
  EXPECT_EQ(error_of("f(g(?x))"), "d.rddl:1:3: fluents as arguments are" + rest);
}

TEST(ExpressionParser, HostileNestingIsAnError) {
  const auto repeat = [](const std::string& text, int n) {
    std::string all;
    for (int i = 0; i < n; ++i) all += text;
    return all;
  };
  for (const std::string opening : {"(", "[", "~", "-", "if a then b else ", "exists_{?x:t}", "a=>",
                                    "Bernoulli(", "exp[", "if "}) {
    EXPECT_NE(error_of(repeat(opening, 100000)).find("nest at most 250 deep"), std::string::npos)
        << opening;
  }
  EXPECT_NE(error_of(repeat("a/", 100000) + "a").find("in a row"), std::string::npos);
  EXPECT_NE(error_of(repeat("a<=>", 100000) + "a").find("in a row"), std::string::npos);
  EXPECT_EQ(error_of(repeat("a ^ ", 100000) + "a"), "");
  EXPECT_EQ(error_of(repeat("(", 200) + "a" + repeat(")", 200)), "");
}

constexpr const char* kDomain = R"(
domain d {
  requirements = { reward-deterministic, partially-observed };
  types { cell : object; };
  pvariables {
    P(cell, cell) : { non-fluent, real, default = -0.5 };
    on(cell) : { state-fluent, bool, default = true };
    go : { action-fluent, bool, default = false };
    seen(cell) : { observ-fluent, bool };
  };
  cpfs { on'(?c) = KronDelta(on(?c)); seen(?c) = on'(?c); };
  reward = 1;
  state-action-constraints { go | ~go; };
}
)";

TEST(Parser, ReadsADomain) {
  Blocks blocks;
  parse_blocks(kDomain, "d.rddl", blocks);
  ASSERT_EQ(blocks.domains.size(), 1u);
  const Domain& d = blocks.domains[0];
  EXPECT_EQ(d.name.text, "d");
  ASSERT_EQ(d.fluents.size(), 4u);
  EXPECT_EQ(d.fluents[0].default_value, -0.5);
  EXPECT_FALSE(d.fluents[0].is_boolean);
  EXPECT_EQ(d.fluents[1].default_value, 1);
  EXPECT_EQ(d.fluents[2].kind, FluentKind::action);
  EXPECT_EQ(d.fluents[3].kind, FluentKind::observation);
  EXPECT_EQ(d.formulas.size(), 2u);
  EXPECT_EQ(d.constraints.size(), 1u);
}

TEST(Parser, ReadsAnInstance) {
  Blocks blocks;
  parse_blocks(R"(
non-fluents nf { domain = d; objects { cell : {c1, c2}; }; non-fluents { P(c1,c2) = 0.3; }; }
instance i {
  domain = d; non-fluents = nf;
  init-state { on(c1); ~on(c2); };
  max-nondef-actions = pos-inf; horizon = 40; discount = 0.9;
}
)",
               "i.rddl", blocks);
  ASSERT_EQ(blocks.instances.size(), 1u);
  const Instance& i = blocks.instances[0];
  EXPECT_EQ(i.constants.text, "nf");
  EXPECT_EQ(i.initial[0].value, 1);
  EXPECT_EQ(i.initial[1].value, 0);
  EXPECT_EQ(i.most_actions, Instance::kAnyNumber);
  EXPECT_EQ(i.horizon, 40);
  EXPECT_EQ(i.discount, 0.9);
  EXPECT_EQ(blocks.constants[0].objects[0].names[1].text, "c2");
  EXPECT_EQ(blocks.constants[0].values[0].value, 0.3);
}

std::string error_of_block(const std::string& text) {
  try {
    Blocks blocks;
    parse_blocks(text, "d.rddl", blocks);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

TEST(Parser, RefusesByName) {
  const std::string rest = " not supported (docs/rddl.md says what is)";
  EXPECT_EQ(error_of_block("domain d { types { t : {@a, @b}; }; }"),
            "d.rddl:1:24: enumerated types are" + rest);
  EXPECT_EQ(error_of_block("domain d { pvariables { f : { state-fluent, int, default = 1 }; }; }"),
            "d.rddl:1:45: state-fluents of type int are" + rest);
  EXPECT_EQ(error_of_block("domain d { pvariables { f : { interm-fluent, bool }; }; }"),
            "d.rddl:1:31: 'interm-fluent' is" + rest);
  EXPECT_EQ(error_of_block("domain d { pvariables { f : { state-fluent, t }; }; }"),
            "d.rddl:1:45: fluents with values in 't' are" + rest);
  EXPECT_EQ(error_of_block("domain d { termination { a; }; }"),
            "d.rddl:1:12: 'termination' in a domain is" + rest);
  EXPECT_EQ(error_of_block("instance i { horizon = terminate-when (a); }"),
            "d.rddl:1:24: 'terminate-when' is" + rest);
}

TEST(Parser, SaysWhatIsMissing) {
  EXPECT_EQ(error_of_block("domain d { }"), "d.rddl:1:8: domain d has no reward");
  EXPECT_EQ(error_of_block("instance i { domain = d; }"),
            "d.rddl:1:10: instance i has no horizon; expected 'horizon = STEPS;'");
  EXPECT_EQ(error_of_block("instance i { horizon = 0; }"),
            "d.rddl:1:24: expected a number of steps from 1 to 1000000, found 0");
  EXPECT_EQ(error_of_block("instance i { discount = 1.5; }"),
            "d.rddl:1:25: expected a discount above 0 and at most 1, found 1.5");
  EXPECT_EQ(error_of_block("domian d {}"),
            "d.rddl:1:1: expected 'domain', 'non-fluents' or 'instance', found 'domian'");
  EXPECT_EQ(error_of_block("domain d { reward = 1; reward = 2; }"),
            "d.rddl:1:24: a domain has one reward; this is the second");
}

}  // namespace
}  // namespace holdfast::rddl
