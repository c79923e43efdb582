#include <gtest/gtest.h>

#include <algorithm>

#include "holdfast/base/error.h"
#include "holdfast/logic/clingo.h"
#include "holdfast/logic/compiled_theory.h"
#include "holdfast/logic/memory_words.h"
#include "holdfast/logic/print.h"

namespace holdfast::logic {
namespace {

const Vocabulary& rocks() {
  static const Vocabulary vocabulary(
      numbered_entities(3), {{"dist"}, {"delta_x"}, {"delta_y"}, {"guess"}},
      {{"north"}, {"east"}, {"south"}, {"west"}, {"sample", true}, {"check", true}});
  return vocabulary;
}

const Vocabulary& directions() {
  static const Vocabulary vocabulary(
      {Term::symbol("north"), Term::symbol("east")},
      {{"food", Feature::Kind::series, 1, 3}, {"wall", Feature::Kind::flag}}, {{"move", true}});
  return vocabulary;
}

std::string error_of(const std::string& text, const Vocabulary& vocabulary = rocks()) {
  try {
    const CompiledTheory compiled(parse_theory(text, "t.lp"), vocabulary);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

// The actions that the compiled rules and clingo derive; they must be the same.
std::vector<std::string> derived(const std::string& rules, const Facts& facts) {
  const CompiledTheory compiled(parse_theory(rules), facts.vocabulary());
  EXPECT_TRUE(compiled.complete()) << compiled.outside().front().reason;
  std::vector<std::string> native;
  for (const Derivation& d : compiled.derive(facts)) {
    native.push_back(to_string(facts.vocabulary().atom(d.action)));
  }
  std::sort(native.begin(), native.end());
  native.erase(std::unique(native.begin(), native.end()), native.end());

  std::string program = rules;
  for (const Atom& atom : facts.atoms()) program += to_string(atom) + ".\n";
  for (const ActionWord& word : facts.vocabulary().actions()) {
    program += "#show " + word.name + (word.of_entity ? "/1.\n" : "/0.\n");
  }
  std::vector<std::string> reference;
  const Solution solution = solve(program);
  for (const Atom& atom : solution.answer_sets.at(0).atoms) {
    reference.push_back(to_string(atom));
  }
  std::sort(reference.begin(), reference.end());
  EXPECT_EQ(native, reference) << rules;
  return native;
}

using Texts = std::vector<std::string>;

TEST(Facts, ReadsAndPrintsAtoms) {
  const Facts facts = parse_facts("dist(0,2). delta_x(0,-2). guess(2,50).", rocks());
  std::string text;
  for (const Atom& atom : facts.atoms()) text += to_string(atom) + ". ";
  EXPECT_EQ(text, "dist(0,2). delta_x(0,-2). guess(2,50). ");
  EXPECT_EQ(parse_facts(text, rocks()), facts);
}

TEST(Facts, ErrorsSayWhere) {
  const auto error = [](const char* text) -> std::string {
    try {
      parse_facts(text, rocks(), "f.lp");
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_NE(error("dist(0,1).\ndust(0,1).").find("f.lp:2:1: dust is not a feature"),
            std::string::npos);
  EXPECT_NE(error("dist(0).").find("takes 2 arguments"), std::string::npos);
  EXPECT_NE(error("dist(7,1).").find("f.lp:1:6: 7 is not one of"), std::string::npos);
  EXPECT_NE(error("dist(0,99999).").find("f.lp:1:8: expected an integer"), std::string::npos);
  EXPECT_NE(error("dist(0,R).").find("found R"), std::string::npos);
  EXPECT_NE(error("dist(0,1). dist(0,2).").find("contradicts dist(0,1)"), std::string::npos);
  EXPECT_NE(error("dist(0,1)").find("expected \".\""), std::string::npos);
}

TEST(CompiledTheory, TestsThresholds) {
  const Facts facts = parse_facts(
      "dist(0,2). guess(0,80). dist(1,0). guess(1,50). guess(2,90). delta_x(2,-1).", rocks());
  EXPECT_EQ(derived("check(R) :- guess(R,V), V < 90.", facts), (Texts{"check(0)", "check(1)"}));
  EXPECT_EQ(derived("east :- guess(R,V), dist(R,D), 80 <= V, D >= 2.", facts), Texts{"east"});
  EXPECT_EQ(derived("check(R) :- guess(R,V), V != 50.", facts), (Texts{"check(0)", "check(2)"}));
  EXPECT_EQ(derived("check(R) :- guess(R,V), not V > 60.", facts), Texts{"check(1)"});
  EXPECT_EQ(derived("check(R) :- guess(R,_), not dist(R,_).", facts), Texts{"check(2)"});
  EXPECT_EQ(derived("check(R) :- guess(R,_), not dist(R,2).", facts),
            (Texts{"check(1)", "check(2)"}));
  EXPECT_EQ(derived("check(R) :- guess(R,_), R > 0, R != 2.", facts), Texts{"check(1)"});
  EXPECT_EQ(derived("north :- guess(2,V), V = 90. south.", facts), (Texts{"north", "south"}));
  EXPECT_EQ(
      derived("west :- delta_x(R,D), D < 99999, D > -99999. east :- dist(R,D), D > 99999.", facts),
      Texts{"west"});
}

TEST(CompiledTheory, TestsSeriesAndFlags) {
  const Facts facts = parse_facts(
      "food(north,1,0). food(north,2,40). food(north,3,40). food(east,1,50). wall(east).",
      directions());
  EXPECT_EQ(derived("move(C) :- food(C,D,V), V > 30, D < 3.", facts),
            (Texts{"move(east)", "move(north)"}));
  EXPECT_EQ(derived("move(C) :- food(C,D,V), V > 30, D < 2.", facts), Texts{"move(east)"});
  EXPECT_EQ(derived("move(C) :- food(C,D,V), V > 30, not wall(C).", facts), Texts{"move(north)"});
  EXPECT_EQ(derived("move(C) :- food(C,_,V), V > 0, C != east.", facts), Texts{"move(north)"});
  EXPECT_EQ(derived("move(C) :- food(C,D,_), D > 7.", facts), Texts{});
  EXPECT_EQ(derived("move(north) :- wall(east).", facts), Texts{"move(north)"});
}

// Facts about more entities than fit into one block of lanes.
TEST(CompiledTheory, EveryEntityCounts) {
  const Vocabulary many(numbered_entities(20), {{"dist"}, {"guess"}}, {{"east"}, {"check", true}});
  const Facts facts = parse_facts(
      "dist(3,1). guess(3,20). dist(15,1). dist(16,2). guess(16,90). dist(19,9).", many);
  EXPECT_EQ(derived("check(R) :- dist(R,D), D > 0.", facts),
            (Texts{"check(15)", "check(16)", "check(19)", "check(3)"}));
  EXPECT_EQ(derived("east :- guess(R,V), V > 80.", facts), Texts{"east"});
  EXPECT_EQ(derived("east :- dist(19,D), D > 8.", facts), Texts{"east"});
}

// More than a column has lanes, each by the compiled rules and by clingo.
TEST(CompiledTheory, EntitiesOfSeveralPages) {
  const Vocabulary many(numbered_entities(100),
                        {{"dist"}, {"guess"}, {"left", Feature::Kind::value, 0, 0, "", false}},
                        {{"east"}, {"check", true}});
  const Facts facts = parse_facts(
      "dist(3,7). guess(3,90). dist(31,2). dist(32,5). guess(32,60). dist(64,4). guess(64,80). "
      "dist(99,1). guess(99,10). left(2).",
      many);
  EXPECT_EQ(derived("check(R) :- dist(R,D), D > 1, D < 6.", facts),
            (Texts{"check(31)", "check(32)", "check(64)"}));
  EXPECT_EQ(derived("check(R) :- guess(R,V), not dist(R,1).", facts),
            (Texts{"check(3)", "check(32)", "check(64)"}));
  EXPECT_EQ(derived("east :- dist(99,D), D < 2, left(N), N > 1.", facts), Texts{"east"});
  EXPECT_EQ(derived("likely(R) :- guess(R,V), V > 50."
                    "check(R) :- likely(R), dist(R,M), M = #min{N : dist(F,N), guess(F,W), W > 50}."
                    "east :- #count{R : likely(R)} = 3.",
                    facts),
            (Texts{"check(64)", "east"}));
}

// Numbers that no fact can have, whatever they are compared with.
TEST(CompiledTheory, WhatCannotBeIsNever) {
  const Facts facts = parse_facts("dist(0,0). dist(1,1). dist(2,-1).", rocks());
  EXPECT_EQ(derived("check(R) :- dist(R,D), D > 99999.", facts), Texts{});
  EXPECT_EQ(derived("check(R) :- dist(R,D), D < -99999.", facts), Texts{});
  EXPECT_EQ(derived("check(R) :- dist(R,D), D > 1, D < 1.", facts), Texts{});
  EXPECT_EQ(derived("check(R) :- dist(R,D), D < 99999.", facts),
            (Texts{"check(0)", "check(1)", "check(2)"}));
}

// Several rocks that would do are one reason to go east, and a reason each to be checked.
TEST(CompiledTheory, ARuleAboutNoEntityInItsHeadDerivesOnce) {
  const Facts facts = parse_facts("dist(0,2). dist(1,3). dist(2,4).", rocks());
  const CompiledTheory compiled(parse_theory("east :- dist(R,D), D > 2. check(R) :- dist(R,D)."),
                                rocks());
  std::string found;
  for (const Derivation& d : compiled.derive(facts)) {
    found += to_string(rocks().atom(d.action)) + " by " + to_string(d.binding[0].second) + ", ";
  }
  EXPECT_EQ(found, "east by 1, check(0) by 0, check(1) by 1, check(2) by 2, ");
}

TEST(CompiledTheory, GivesTheIndexInASeries) {
  const Vocabulary two(
      {Term::symbol("north"), Term::symbol("east")},
      {{"food", Feature::Kind::series, 1, 3}, {"ghost", Feature::Kind::series, 2, 4}},
      {{"move", true}});
  const Facts facts = parse_facts("food(north,3,40). ghost(north,2,0). ghost(north,4,70).", two);
  const CompiledTheory compiled(
      parse_theory("move(C) :- food(C,D,V), V > 30, ghost(C,E,W), W > 60."), two);
  const std::vector<Derivation> found = compiled.derive(facts);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].binding, (Binding{{"C", Term::symbol("north")},
                                       {"D", Term::integer(3)},
                                       {"V", Term::integer(40)},
                                       {"E", Term::integer(4)},
                                       {"W", Term::integer(70)}}));
}

TEST(CompiledTheory, GivesTheBinding) {
  const Facts facts = parse_facts("food(north,1,0). food(north,2,40). wall(east).", directions());
  const CompiledTheory compiled(parse_theory("move(C) :- food(C,D,V), V > 30, not wall(C)."),
                                directions());
  const std::vector<Derivation> found = compiled.derive(facts);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(
      found[0].binding,
      (Binding{{"C", Term::symbol("north")}, {"D", Term::integer(2)}, {"V", Term::integer(40)}}));
}

TEST(CompiledTheory, SaysWhatIsOutside) {
  const auto reason = [](const std::string& rule) {
    const CompiledTheory compiled(parse_theory(rule), rocks());
    return compiled.complete() ? std::string() : compiled.outside().back().reason;
  };
  EXPECT_EQ(reason("east :- dist(R,D), delta_x(R,D)."), "D joins two conditions");
  EXPECT_EQ(reason("init(check(R)) :- guess(R,R)."), "R is both an entity and a value");
  EXPECT_EQ(reason("east :- #count{R : guess(R,R)} > 0."), "R is both an entity and a value");
  EXPECT_EQ(reason("east :- dist(R,D), guess(Q,V)."),
            "its conditions are about more than one entity");
  EXPECT_EQ(reason("east :- dist(R,D), guess(R,V), D < V."),
            "D < V does not compare a variable with a constant");
  EXPECT_EQ(reason("east :- near(R). near(R) :- dist(R,1)."), "");
  EXPECT_EQ(reason("east :- dist(R,D), not guess(_,D)."),
            "it asks that no entity at all has a feature");
  EXPECT_EQ(reason("{ t(R) : dist(R,D) }. east :- t(R)."),
            "t is derived by rules outside the compiled fragment");
  EXPECT_EQ(reason("#const far = 3. east :- dist(R,D), D > far*2."), "");
}

TEST(Check, ErrorsSayWhereAndWhatWasExpected) {
  EXPECT_EQ(error_of("north :- dust(R,D)."),
            "t.lp:1:10: dust is not a feature of the domain; did you mean dist?");
  EXPECT_EQ(error_of("\ninit(nroth) :- dist(R,D)."),
            "t.lp:2:6: nroth is not an action of the domain; did you mean north?");
  EXPECT_NE(error_of("nroth :- dist(R,D).").find("t.lp:1:1: nroth is neither an action"),
            std::string::npos);
  EXPECT_EQ(error_of("north :- dist(R)."), "t.lp:1:10: dist takes 2 arguments, found 1");
  EXPECT_EQ(error_of("check :- dist(R,D)."), "t.lp:1:1: check takes 1 argument, found 0");
  EXPECT_NE(error_of("check(9) :- dist(R,D).").find("t.lp:1:7: the domain has no action check(9)"),
            std::string::npos);
  EXPECT_NE(error_of("check(R) :- dist(Q,D).").find("t.lp:1:7: the variable R is unsafe"),
            std::string::npos);
  EXPECT_NE(error_of("north :- not dist(R,2).").find("t.lp:1:19: the variable R is unsafe"),
            std::string::npos);
  EXPECT_NE(error_of("north :- V > 2.").find("t.lp:1:10: the variable V is unsafe"),
            std::string::npos);
  EXPECT_NE(error_of("init(north,T) :- dist(T,D).").find("t.lp:1:1: expected init(ACTION)"),
            std::string::npos);
  EXPECT_NE(error_of("north :- a(X). a(X+1) :- a(X). a(0).").find("endless recursion"),
            std::string::npos);
  EXPECT_NE(error_of("north :- a(X). a(Y) :- a(X), Y = X + 1. a(0).").find("endless recursion"),
            std::string::npos);
  EXPECT_NE(error_of("north :- a(X). { a(f(X)) } :- a(X). a(0).").find("endless recursion"),
            std::string::npos);
  EXPECT_NE(error_of("north :- a. a :- not b. b :- not a.").find("its own negation"),
            std::string::npos);
  EXPECT_NE(error_of("north :- a(X). a(0..999999999).").find("is too large"), std::string::npos);
  EXPECT_NE(error_of("north :- dist(R,D), D > 2000000000*2.").find("does not fit"),
            std::string::npos);
  EXPECT_NE(error_of("north :- a(X). a(1). a(1,2).").find("a takes 1 argument, found 2"),
            std::string::npos);
  EXPECT_NE(error_of("dist(R,1) :- guess(R,V).").find("is a feature of the belief"),
            std::string::npos);
  EXPECT_NE(error_of("north :- south.").find("south is about actions"), std::string::npos);
  EXPECT_NE(error_of("init(north). { t(1) }. south :- t(1).").find("expected no choice"),
            std::string::npos);
  EXPECT_NE(error_of("% coverage: nort 0.5\nnorth.").find("did you mean north?"),
            std::string::npos);
  EXPECT_EQ(error_of("north :- far(R). far(R) :- dist(R,D), E = D - 1, E > 2."), "");
  EXPECT_EQ(error_of("north :- a(X,Y). a(X,Y) :- a(X,Z), a(Z,Y). a(1,2)."), "");
}

// Two rocks, how many are left, whether it is dark, and a series of the whole belief.
const Vocabulary& cave() {
  static const Vocabulary vocabulary(numbered_entities(2),
                                     {{"dist"},
                                      {"left", Feature::Kind::value, 0, 0, "", false},
                                      {"dark", Feature::Kind::flag, 0, 0, "", false},
                                      {"noise", Feature::Kind::series, 1, 2, "", false}},
                                     {{"east"}, {"check", true}});
  return vocabulary;
}

TEST(Compiled, WordsAboutTheWholeBelief) {
  const Facts facts = parse_facts("dist(0,4). dist(1,8). left(2). noise(1,5). noise(2,9).", cave());
  EXPECT_EQ(derived("east :- left(N), N > 1.", facts), std::vector<std::string>{"east"});
  EXPECT_EQ(derived("east :- left(N), N > 2.", facts), std::vector<std::string>{});
  EXPECT_EQ(derived("east :- not dark.", facts), std::vector<std::string>{"east"});
  EXPECT_EQ(derived("check(R) :- dist(R,D), D > 5, left(2), not dark.", facts),
            std::vector<std::string>{"check(1)"});
  EXPECT_EQ(derived("check(R) :- dist(R,D), dark.", facts), std::vector<std::string>{});
  EXPECT_EQ(derived("check(R) :- left(N), N < 3, dist(R,D), D < 5.", facts),
            std::vector<std::string>{"check(0)"});
  EXPECT_EQ(derived("east :- noise(I,V), I < 2, V > 6.", facts), std::vector<std::string>{});
  EXPECT_EQ(derived("east :- noise(I,V), I > 1, V > 6.", facts), std::vector<std::string>{"east"});
  EXPECT_EQ(derived("east :- left(N), N != 3, not left(4).", facts),
            std::vector<std::string>{"east"});
}

TEST(Compiled, FactsAboutTheWholeBeliefAreWrittenOnce) {
  const Facts facts = parse_facts("dist(1,8). dark. left(2).", cave());
  std::string text;
  for (const Atom& atom : facts.atoms()) text += to_string(atom) + ".";
  EXPECT_EQ(text, "left(2).dark.dist(1,8).");
  EXPECT_THROW(parse_facts("left(1,2).", cave()), InputError);
  EXPECT_THROW(parse_facts("left(2). left(3).", cave()), InputError);
  EXPECT_EQ(parse_facts(text, cave()), facts);
  EXPECT_NE(error_of("east :- left(R,N).", cave()).find("left takes 1 argument"),
            std::string::npos);
}

TEST(Compiled, BindingsOfWordsAboutTheWholeBelief) {
  const Facts facts = parse_facts("dist(0,4). left(2). noise(2,9).", cave());
  const CompiledTheory compiled(parse_theory("check(R) :- noise(I,V), V > 6, dist(R,D), left(N)."),
                                cave());
  std::string text;
  const std::vector<Derivation> derivations = compiled.derive(facts);
  for (const auto& [variable, value] : derivations.at(0).binding) {
    text += variable + "=" + to_string(value) + " ";
  }
  EXPECT_EQ(text, "R=0 I=2 V=9 D=4 N=2 ");
}

TEST(Compiled, WordsOfThePast) {
  std::vector<Feature> features{{"dist"}};
  const std::vector<ActionWord> actions{{"east"}, {"check", true}};
  for (Feature& f : memory_words(actions)) features.push_back(std::move(f));
  const Vocabulary words(numbered_entities(3), features, actions);
  const Facts facts = parse_facts(
      "dist(0,1). dist(1,1). dist(2,1). last(check(1)). run(2). done(east,0). done(check(0),3)."
      "done(check(1),2). done(check(2),0). ago(check(0),4). ago(check(1),1).",
      words);
  using Names = std::vector<std::string>;
  EXPECT_EQ(derived("check(R) :- last(check(R)).", facts), Names{"check(1)"});
  EXPECT_EQ(derived("check(R) :- dist(R,1), not last(check(R)).", facts),
            (Names{"check(0)", "check(2)"}));
  EXPECT_EQ(derived("check(R) :- done(check(R),N), N < 3.", facts),
            (Names{"check(1)", "check(2)"}));
  EXPECT_EQ(derived("check(R) :- ago(check(R),N), N > 2, not last(east).", facts),
            Names{"check(0)"});
  EXPECT_EQ(derived("east :- last(check(1)), run(N), N > 1, done(east,0).", facts), Names{"east"});
  EXPECT_EQ(derived("east :- ago(east,N).", facts), Names{});
}

}  // namespace
}  // namespace holdfast::logic
