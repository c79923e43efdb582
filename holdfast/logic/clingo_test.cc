#include "holdfast/logic/clingo.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "holdfast/base/error.h"
#include "holdfast/logic/parser.h"
#include "holdfast/logic/print.h"
#include "holdfast/logic/random_syntax.h"

namespace holdfast::logic {
namespace {

std::vector<std::string> texts(const AnswerSet& answer_set) {
  std::vector<std::string> result;
  for (const Atom& atom : answer_set.atoms) result.push_back(to_string(atom));
  std::sort(result.begin(), result.end());
  return result;
}

std::string error_of(const std::string& program) {
  try {
    solve(program);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

TEST(Clingo, FindsTheAnswerSet) {
  const Solution solution =
      solve("p(1..3). q(X,f(\"s\",-X,(a,b))) :- p(X), not r(X). r(2). #show q/2.");
  ASSERT_EQ(solution.answer_sets.size(), 1u);
  EXPECT_EQ(texts(solution.answer_sets[0]),
            (std::vector<std::string>{"q(1,f(\"s\",-1,(a,b)))", "q(3,f(\"s\",-3,(a,b)))"}));
}

TEST(Clingo, EnumeratesAllAndSaysThatItDid) {
  EXPECT_EQ(solve("{a;b;c}.", {.models = 0}).answer_sets.size(), 8u);
  EXPECT_TRUE(solve("{a;b;c}.", {.models = 0}).complete);
  EXPECT_FALSE(solve("{a;b;c}.", {.models = 2}).complete);
  const Solution none = solve("a. :- a.");
  EXPECT_TRUE(none.answer_sets.empty());
  EXPECT_TRUE(none.complete);
}

TEST(Clingo, ProvesTheOptimum) {
  const Solution solution =
      solve("1 {t(1..4)} 1. :~ t(X). [-X@2] :~ t(X). [X@1] #show t/1.", {.optimise = true});
  ASSERT_EQ(solution.answer_sets.size(), 1u);
  EXPECT_EQ(texts(solution.answer_sets[0]), std::vector<std::string>{"t(4)"});
  EXPECT_EQ(solution.answer_sets[0].cost, (std::vector<std::int64_t>{-4, 4}));
  EXPECT_TRUE(solution.complete);
}

// Fourteen pigeons in thirteen holes: no solver of this kind proves that in a moment.
TEST(Clingo, StopsAtTheTimeLimit) {
  const Solution solution =
      solve("1 {in(P,1..13)} 1 :- P = 1..14. :- in(P,H), in(Q,H), P < Q.", {.time_limit = 0.05});
  EXPECT_FALSE(solution.complete);
  EXPECT_TRUE(solution.answer_sets.empty());
}

TEST(Clingo, ErrorsSayWhere) {
  EXPECT_EQ(error_of("a.\nb :- c(,X).").substr(0, 20), "program:2:8: clingo:");
  EXPECT_EQ(error_of("a(X) :- not b(X).").substr(0, 20), "program:1:1: clingo:");
  EXPECT_NE(error_of("a(X) :- not b(X).").find("unsafe"), std::string::npos);
}

// Variables and operations replaced by constants, so that the term is its own value.
Term grounded(Term term) {
  if (term.is_variable() || term.kind == Term::Kind::operation) return Term::symbol("c");
  for (Term& argument : term.arguments) argument = grounded(std::move(argument));
  return term;
}

RC_GTEST_PROP(ClingoProperty, ReadsTheAtomsThatWePrint, ()) {
  Atom atom = *random_atom();
  for (Term& argument : atom.arguments) argument = grounded(std::move(argument));
  const Solution solution = solve(to_string(atom) + ".");
  RC_ASSERT(solution.answer_sets.size() == 1u);
  RC_ASSERT(solution.answer_sets[0].atoms == std::vector<Atom>{atom});
}

TEST(Clingo, GroundingThatNeverEndsIsEnded) {
  const std::string endless = "a(0). a(X+1) :- a(X).";
  EXPECT_THROW(solve(endless, {.most_rules = 100000}), InputError);
  EXPECT_THROW(solve(endless, {.ground_limit = 0.01}), InputError);
  EXPECT_EQ(solve("a(0). a(X+1) :- a(X), X < 1000.", {.ground_limit = 1000, .most_rules = 10000})
                .answer_sets.at(0)
                .atoms.size(),
            1001U);
}

}  // namespace
}  // namespace holdfast::logic
