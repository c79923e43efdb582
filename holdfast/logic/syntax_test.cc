#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "holdfast/base/error.h"
#include "holdfast/logic/parser.h"
#include "holdfast/logic/print.h"
#include "holdfast/logic/random_syntax.h"

namespace holdfast::logic {
namespace {

std::string error_of(std::string_view text) {
  try {
    parse_theory(text, "t.lp");
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

TEST(Parser, ReadsTheRuleOfThePaper) {
  const Rule rule =
      parse_rule("init(east) :- V>70, D1<1, D2>0, delta_y(R,D1), delta_x(R,D2), guess(R,V).");
  EXPECT_EQ(length(rule), 7);
  ASSERT_NE(rule.atom(), nullptr);
  EXPECT_EQ(rule.atom()->arguments[0], Term::symbol("east"));
  EXPECT_EQ(rule.body[0].comparison()->comparator, Comparator::greater);
  EXPECT_EQ(rule.body[3].atom()->predicate, "delta_y");
  EXPECT_EQ(to_string(rule),
            "init(east) :- V > 70, D1 < 1, D2 > 0, delta_y(R,D1), delta_x(R,D2), guess(R,V).");
}

TEST(Parser, ReadsWhatIlaspPrints) {
  EXPECT_EQ(parse_rule("a :- b(V0); not c; V0 != -3."), parse_rule("a:-b(V0),not c,V0!=-3."));
}

TEST(Parser, ReadsChoiceAndWeakConstraint) {
  const Rule choice = parse_rule("0 { t(R) : dist(R,D), D <= 1 ; t(R) : guess(R,V) } m :- x.");
  EXPECT_EQ(std::get<Choice>(choice.head).elements.size(), 2u);
  EXPECT_EQ(*std::get<Choice>(choice.head).upper, Term::symbol("m"));
  const Rule weak = parse_rule(":~ t(R), guess(R,V). [-V@2,R,V]");
  EXPECT_EQ(std::get<Weight>(weak.head).level, Term::integer(2));
}

TEST(Parser, ReadsAggregates) {
  const Rule rule =
      parse_rule("a(R) :- d(R,D), D = #min { M,Q : d(Q,M), not c(Q) ; 7 }, #count{X : b(X)} > 1.");
  EXPECT_EQ(length(rule), 4);
  const Aggregate& least = *rule.body[1].aggregate();
  EXPECT_EQ(least.function, Aggregate::Function::min);
  ASSERT_EQ(least.elements.size(), 2u);
  EXPECT_EQ(least.elements[0].tuple, (std::vector<Term>{Term::variable("M"), Term::variable("Q")}));
  EXPECT_EQ(least.elements[0].condition.size(), 2u);
  EXPECT_EQ(least.left->term, Term::variable("D"));
  EXPECT_FALSE(least.right);
  EXPECT_EQ(rule.body[2].aggregate()->right->comparator, Comparator::greater);
  EXPECT_EQ(to_string(rule),
            "a(R) :- d(R,D), D = #min{M,Q : d(Q,M), not c(Q) ; 7}, #count{X : b(X)} > 1.");
  EXPECT_EQ(to_string(parse_rule("a :- not 1 < #max{X : b(X)} <= 3.")),
            "a :- not 1 < #max{X : b(X)} <= 3.");
}

TEST(Parser, KnowsPrecedence) {
  EXPECT_EQ(parse_term("1+2*3"), parse_term("1+(2*3)"));
  EXPECT_EQ(parse_term("1-2-3"), parse_term("(1-2)-3"));
  EXPECT_EQ(parse_term("0..n-1"), parse_term("0..(n-1)"));
  EXPECT_FALSE(parse_term("-(5)") == parse_term("-5"));
  EXPECT_EQ(to_string(parse_term("1-(2-3)")), "1-(2-3)");
}

TEST(Parser, ErrorsSayWhereAndWhatWasExpected) {
  EXPECT_EQ(error_of("a :- b.\nc :- d(X,,Y).\n"), "t.lp:2:10: expected a term, found \",\"");
  EXPECT_EQ(error_of("a :- b"), "t.lp:1:7: expected \".\", found the end of the text");
  EXPECT_NE(error_of("a :- b, V > 99999999999.").find("t.lp:1:13: 99999999999 is too large"),
            std::string::npos);
  EXPECT_NE(error_of("a :- 70 <= V <= 80.").find("t.lp:1:14: comparisons cannot be chained"),
            std::string::npos);
  EXPECT_NE(error_of("#include \"x\".").find("t.lp:1:1: #include is not supported"),
            std::string::npos);
  EXPECT_EQ(error_of("a :- #sum { X : b(X) } > 2."),
            "t.lp:1:6: #sum is not supported in rules; expected #count, #min or #max");
  EXPECT_EQ(error_of("a :- #count { X : b(X) }."),
            "t.lp:1:25: expected a comparator such as \"=\" after an aggregate, found \".\"");
  EXPECT_EQ(error_of("a :- 1 #count { X : b(X) }."),
            "t.lp:1:8: expected a comparator such as \"=\" before an aggregate, found \"#count\"");
  EXPECT_EQ(error_of("a :- #count { : b(X) } = 1."), "t.lp:1:15: expected a term, found \":\"");
  EXPECT_EQ(error_of("a :- #count { X : #min { Y : b(Y) } = X } = 1."),
            "t.lp:1:19: aggregates cannot stand inside braces");
  EXPECT_NE(error_of("a | b.").find("t.lp:1:3"), std::string::npos);
  EXPECT_NE(error_of("a(" + std::string(100000, '(') + "X).").find("nest too deeply"),
            std::string::npos);
  std::string chain = "a(1";
  for (int i = 0; i < 1000000; ++i) chain += "+1";
  EXPECT_NE(error_of(chain + ").").find("over 1000 operators"), std::string::npos);
  std::string wide = "a :- b";
  for (int i = 0; i < 100000; ++i) wide += ",b";
  EXPECT_NE(error_of(wide + ".").find("over 200 literals"), std::string::npos);
  EXPECT_NE(error_of("a :- \"open.").find("t.lp:1:6: this string never ends"), std::string::npos);
  EXPECT_NE(error_of("a %* b").find("block comment never ends"), std::string::npos);
}

TEST(Theory, ReadsCoverageAndComments) {
  const Theory theory = parse_theory(
      "% Learnt from 512 examples.\n"
      "\n"
      "% coverage: north 0.96\n"
      "% coverage: check 1\n"
      "\n"
      "% go up\n"
      "init(north) :- delta_y(R,D), D > 0.  % and on\n"
      "contd(north).\n"
      "% the end\n");
  EXPECT_EQ(theory.header, std::vector<std::string>{"Learnt from 512 examples."});
  EXPECT_EQ(theory.coverage_of("north"), 0.96);
  EXPECT_EQ(theory.coverage_of("check"), 1.0);
  EXPECT_EQ(theory.coverage_of("south"), std::nullopt);
  ASSERT_EQ(theory.rules.size(), 2u);
  EXPECT_EQ(theory.rules[0].comments, (std::vector<std::string>{"go up", "and on"}));
  EXPECT_EQ(theory.rules[1].position.line, 8);
  EXPECT_EQ(theory.footer, std::vector<std::string>{"the end"});
  EXPECT_EQ(length(theory), 4);
}

TEST(Theory, RejectsBadCoverage) {
  for (const char* text : {"% coverage: north 1.5\n", "% coverage: north\n", "% coverage:\n",
                           "% coverage: north 0.5x\n", "% coverage: north nan\n"}) {
    EXPECT_NE(error_of(text).find("t.lp:1:1: expected \"% coverage: ACTION RATIO\""),
              std::string::npos)
        << text;
  }
  EXPECT_NE(error_of("% coverage: a 1\n% coverage: a 1\n").find("t.lp:2:1"), std::string::npos);
}

RC_GTEST_PROP(TheoryProperty, PrintedAndReadIsTheSame, ()) {
  const Theory theory = *random_theory();
  const std::string text = to_string(theory);
  const Theory again = parse_theory(text);
  RC_ASSERT(again == theory);
  RC_ASSERT(to_string(again) == text);
}

RC_GTEST_PROP(TheoryProperty, AnyBytesGiveATheoryOrAnError, (const std::string& bytes)) {
  try {
    parse_theory(bytes);
  } catch (const InputError&) {
  }
}

// Shuffled pieces of the language reach deeper than random bytes.
RC_GTEST_PROP(TheoryProperty, AnyTokensGiveATheoryOrAnError, ()) {
  const auto piece = rc::gen::element<std::string>(
      "a", "X", "not", "(", ")", "{", "}", "[", "]", ":-", ":~", ".", "..", ",", ";", ":", "-", "+",
      "|", "<", "=", "7", "#const", "#count", "#min", "\"s\"", "%c\n", "% coverage: a 0.5\n", "@",
      "\n");
  const auto pieces = *rc::gen::container<std::vector<std::string>>(piece);
  std::string text;
  for (const std::string& p : pieces) text += p + " ";
  try {
    const Theory theory = parse_theory(text);
    RC_ASSERT(parse_theory(to_string(theory)) == theory);
  } catch (const InputError&) {
  }
}

// Each minus sign once doubled the work: fifty of them never came back.
TEST(Print, ManyMinusSignsArePrintedOnceEach) {
  std::string text = "X";
  for (int i = 0; i < 90; ++i) text = "-" + (i == 0 ? text : "(" + text + ")");
  EXPECT_EQ(to_string(parse_term(text, "t")), text);
}

TEST(Lexer, TextsAreUtf8) {
  EXPECT_NO_THROW(parse_theory("% Γ ±\neast :- a(\"ü\").", "t.lp"));
  for (const char* bad : {"% caf\xe9\neast.", "east :- a(\"caf\xe9\")."}) {
    EXPECT_THROW(parse_theory(bad, "t.lp"), InputError) << bad;
  }
}

}  // namespace
}  // namespace holdfast::logic
