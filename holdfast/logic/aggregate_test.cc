// Conditions over all entities, and auxiliary words: the compiled engine says what clingo says.
#include <gtest/gtest.h>

#include <set>

#include "holdfast/base/error.h"
#include "holdfast/logic/clingo.h"
#include "holdfast/logic/compiled_theory.h"
#include "holdfast/logic/print.h"
#include "holdfast/logic/random_theories.h"

namespace holdfast::logic {
namespace {

using Texts = std::set<std::string>;

const Vocabulary& rocks() {
  static const Vocabulary vocabulary(numbered_entities(4), {{"dist"}, {"guess"}},
                                     {{"north"}, {"east"}, {"check", true}});
  return vocabulary;
}

const Vocabulary& directions() {
  static const Vocabulary vocabulary(
      {Term::symbol("north"), Term::symbol("east"), Term::symbol("south")},
      {{"food", Feature::Kind::series, 1, 3}, {"wall", Feature::Kind::flag}}, {{"move", true}});
  return vocabulary;
}

// As the head of a rule says it.
std::string text_of(const Derivation& d, const Vocabulary& vocabulary) {
  const std::string action = to_string(vocabulary.atom(d.action));
  if (d.rule->role() == Role::now) return action;
  return (d.rule->role() == Role::init ? "init(" : "contd(") + action + ")";
}

Texts by_clingo(const std::string& rules, const Facts& facts) {
  std::string program = rules + "#show init/1. #show contd/1.\n";
  for (const Atom& atom : facts.atoms()) program += to_string(atom) + ".\n";
  for (const ActionWord& word : facts.vocabulary().actions()) {
    program += "#show " + word.name + (word.of_entity ? "/1.\n" : "/0.\n");
  }
  Texts result;
  const Solution solution = solve(program);
  for (const Atom& atom : solution.answer_sets.at(0).atoms) result.insert(to_string(atom));
  return result;
}

// What the compiled rules derive, which must be what clingo derives.
Texts derived(const std::string& rules, const Facts& facts) {
  const CompiledTheory compiled(parse_theory(rules), facts.vocabulary());
  EXPECT_TRUE(compiled.complete()) << rules << compiled.outside().front().reason;
  Texts native;
  for (const Derivation& d : compiled.derive(facts)) native.insert(text_of(d, facts.vocabulary()));
  std::string where = rules + "at ";
  for (const Atom& atom : facts.atoms()) where += to_string(atom) + ". ";
  EXPECT_EQ(native, by_clingo(rules, facts)) << where;
  return native;
}

std::string reason(const std::string& rules, const Vocabulary& vocabulary = rocks()) {
  const CompiledTheory compiled(parse_theory(rules), vocabulary);
  return compiled.complete() ? "" : compiled.outside().back().reason;
}

std::string error_of(const std::string& text) {
  try {
    const CompiledTheory compiled(parse_theory(text, "t.lp"), rocks());
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

TEST(Aggregates, CountEntities) {
  const Facts facts = parse_facts("guess(0,60). guess(1,80). guess(2,20). dist(3,1).", rocks());
  EXPECT_EQ(derived("east :- #count{R : guess(R,V), V > 50} = 2.", facts), Texts{"east"});
  EXPECT_EQ(derived("east :- #count{R : guess(R,V), V > 90} = 0.", facts), Texts{"east"});
  EXPECT_EQ(derived("east :- 2 < #count{R : guess(R,V)} <= 3.", facts), Texts{"east"});
  EXPECT_EQ(derived("east :- not #count{R : guess(R,V)} > 2.", facts), Texts{});
  EXPECT_EQ(derived("east :- N = #count{R : guess(R,V)}, N > 2, N != 4.", facts), Texts{"east"});
  EXPECT_EQ(derived("east :- #count{R : guess(R,V), V < 70 ; Q : dist(Q,_)} = 3.", facts),
            Texts{"east"});
  EXPECT_EQ(derived("east :- #count{} = 0.", facts), Texts{"east"});
  EXPECT_EQ(derived("check(R) :- guess(R,V), V < 50, #count{Q : dist(Q,D)} < 2.", facts),
            Texts{"check(2)"});
  EXPECT_EQ(derived("check(R) :- dist(R,D), D = #count{Q : guess(Q,V), V > 70}.", facts),
            Texts{"check(3)"});
}

TEST(Aggregates, FindTheLeastAndTheGreatest) {
  const Facts facts = parse_facts(
      "guess(0,60). guess(1,80). guess(2,20). guess(3,90). "
      "dist(0,7). dist(1,4). dist(2,1). dist(3,4).",
      rocks());
  const std::string nearest = "dist(R,D), D = #min{M : dist(Q,M), guess(Q,V), V > 50}";
  EXPECT_EQ(derived("check(R) :- " + nearest + ".", facts), (Texts{"check(1)", "check(3)"}));
  EXPECT_EQ(derived("check(R) :- guess(R,V), V = #max{W : guess(Q,W), dist(Q,D), D > 4}.", facts),
            Texts{"check(0)"});
  EXPECT_EQ(derived("check(R) :- dist(R,D), D < #max{M,Q : dist(Q,M)}.", facts),
            (Texts{"check(1)", "check(2)", "check(3)"}));
  EXPECT_EQ(derived("east :- #min{M : dist(Q,M), guess(Q,V), V > 50} = 4.", facts), Texts{"east"});
  EXPECT_EQ(derived("check(R) :- guess(R,_), R = #min{Q : guess(Q,V), V > 70}.", facts),
            Texts{"check(1)"});
}

TEST(Aggregates, OfNothingAreBeyondAllNumbers) {
  const Facts facts = parse_facts("dist(0,7). guess(1,80).", rocks());
  const std::string least = "#min{M : dist(Q,M), M > 8}";
  const std::string greatest = "#max{M : dist(Q,M), M > 8}";
  for (const std::string c : {"<", "<=", ">", ">=", "=", "!="}) {
    for (const std::string number : {"-2147483647", "0", "2147483647"}) {
      derived("east :- " + least + c + number + ".", facts);
      derived("east :- " + greatest + c + number + ".", facts);
      derived("east :- not " + least + c + number + ".", facts);
      derived("east :- D = " + least + ", D " + c + number + ".", facts);
    }
    derived("check(R) :- dist(R,D), D " + c + least + ".", facts);
    derived("check(R) :- dist(R,D), " + greatest + c + " D.", facts);
    derived("check(R) :- dist(R,D), R " + c + " #min{Q : guess(Q,V), V > 90}.", facts);
  }
  EXPECT_EQ(derived("east :- " + least + " > 2147483647.", facts), Texts{"east"});
}

TEST(Aggregates, OfSeries) {
  const Facts facts = parse_facts(
      "food(north,1,0). food(north,2,40). food(north,3,60). food(east,1,50). wall(east). "
      "wall(south).",
      directions());
  EXPECT_EQ(derived("move(C) :- food(C,_,_), #min{D : food(Q,D,V), V > 30} = 1.", facts),
            (Texts{"move(north)", "move(east)"}));
  EXPECT_EQ(derived("move(C) :- wall(C), #max{V : food(Q,D,V), D < 3} = 50.", facts),
            (Texts{"move(east)", "move(south)"}));
  EXPECT_EQ(derived("move(C) :- food(C,1,V), V = #max{W : food(Q,1,W)}.", facts),
            Texts{"move(east)"});
  EXPECT_EQ(derived("move(C) :- wall(C), #count{Q : wall(Q), not food(Q,_,_)} = 1.", facts),
            (Texts{"move(east)", "move(south)"}));
}

TEST(AuxiliaryWords, AreDerivedInTheirOrder) {
  const Facts facts = parse_facts("guess(0,60). guess(1,80). dist(0,3). dist(1,3).", rocks());
  const std::string words =
      "near(R) :- promising(R), dist(R,D), D < 5.\n"
      "promising(R) :- guess(R,V), V > 50, not special(R).\n"
      "special(0).\n"
      "finished :- #count{R : promising(R)} = 0.\n"
      "one :- near(_), not finished.\n";
  EXPECT_EQ(derived(words + "check(R) :- near(R). east :- one. north :- finished.\n", facts),
            (Texts{"check(1)", "east"}));
  EXPECT_EQ(
      derived(words + "check(R) :- dist(R,D), not near(R), one. east :- special(0).\n", facts),
      (Texts{"check(0)", "east"}));
  EXPECT_EQ(derived(words + "north :- near(1), one.\n", facts), Texts{"north"});
}

TEST(AuxiliaryWords, WhatIsOutsideSaysWhy) {
  EXPECT_EQ(reason("east :- far(D). far(D) :- dist(R,D), D > 3."), "far(D) is not about an entity");
  EXPECT_EQ(reason("east :- at(R,D). at(R,D) :- dist(R,D)."),
            "at(R,D) is about more than an entity");
  EXPECT_EQ(reason("t(R) :- dist(R,1). t(R) :- t(R), guess(R,2). east :- t(R)."),
            "t is derived by rules outside the compiled fragment");
  EXPECT_EQ(reason("east :- t(R). t(R) :- t(R), guess(R,2). t(R) :- dist(R,1)."),
            "t is defined by recursion, or by a word that is");
  EXPECT_EQ(reason("east :- dist(R,D), #count{Q : dist(Q,D)} = 1."),
            "D is used inside and outside of braces");
  EXPECT_EQ(reason("east :- #count{V : guess(Q,V)} = 1."),
            "#count{V : guess(Q,V)} counts something else than entities");
  EXPECT_EQ(reason("east :- #min{V+1 : guess(Q,V)} = 1."),
            "V+1 is neither the entity nor a value of its condition");
  EXPECT_EQ(reason("move(C) :- wall(C), #min{Q : wall(Q)} = C.", directions()),
            "#min{Q : wall(Q)} orders names, not numbers");
  EXPECT_EQ(reason("east :- N = #count{Q : dist(Q,_)}, N = #count{Q : guess(Q,_)}."),
            "N joins two conditions");
  EXPECT_EQ(reason("east :- not 1 < #count{Q : dist(Q,_)} < 3."),
            "not 1 < #count{Q : dist(Q,_)} < 3 negates two comparisons");
}

TEST(AuxiliaryWords, ALongChainIsCompiledOrLeftToClingo) {
  const auto chain = [](int length) {
    std::string text = "w0(R) :- dist(R,D), D > 2.\n";
    for (int i = 1; i <= length; ++i) {
      text += fmt::format("w{}(R) :- w{}(R).\n", i, i - 1);
    }
    return text + fmt::format("check(R) :- w{}(R).\n", length);
  };
  const Facts facts = parse_facts("dist(0,3). dist(1,1).", rocks());
  EXPECT_EQ(derived(chain(500), facts), Texts{"check(0)"});
  EXPECT_NE(reason(chain(3000)), "");
}

TEST(Aggregates, ErrorsSayWhere) {
  EXPECT_EQ(error_of("east :- #count{R : gues(R,V)} = 0."),
            "t.lp:1:20: gues is not a feature of the domain; did you mean guess?");
  EXPECT_NE(error_of("east :- #count{Q : guess(R,V)} = 0.").find("t.lp:1:16: the variable Q is"),
            std::string::npos);
  EXPECT_NE(
      error_of("east :- #count{R : guess(R,V), W > 2} = 0.").find("t.lp:1:32: the variable W"),
      std::string::npos);
  EXPECT_NE(error_of("east :- X < #count{R : guess(R,V)}.").find("t.lp:1:9: the variable X"),
            std::string::npos);
  EXPECT_NE(error_of("east :- not X = #count{R : guess(R,V)}.").find("t.lp:1:13: the variable X"),
            std::string::npos);
  EXPECT_NE(error_of("check(V) :- #count{R : guess(R,V)} = 0.").find("t.lp:1:7: the variable V"),
            std::string::npos);
  EXPECT_NE(error_of("east :- #count{R : guess(R,0..999999)} = 0.").find("is too large"),
            std::string::npos);
  EXPECT_EQ(error_of("east :- a. a :- #count{R : dist(R,V), b(R)} = 0. b(R) :- dist(R,_), a."),
            "t.lp:1:39: a depends on its own aggregate; expected a theory with one answer");
  EXPECT_EQ(error_of("#const k = 50. east :- #count{R : guess(R,V), V > k+10} = k-50."), "");
}

TEST(Aggregates, ABindingTellsTheirValues) {
  const Facts facts = parse_facts("guess(1,80). dist(1,3). dist(2,5).", rocks());
  const auto binding = [&](const std::string& rule) {
    const CompiledTheory compiled(parse_theory(rule), rocks());
    std::string text;
    const std::vector<Derivation> found = compiled.derive(facts);
    for (const auto& [name, value] : found.at(0).binding) {
      text += name + " = " + to_string(value) + "; ";
    }
    return text;
  };
  EXPECT_EQ(binding("check(R) :- dist(R,D), D > 3, #count{Q : guess(Q,_)} < 3."),
            "R = 2; D = 5; #count{Q : guess(Q,_)} = 1; ");
  EXPECT_EQ(binding("east :- N = #min{D : dist(R,D), D > 9}, N > 3."), "N = #sup; ");
}

// Facts about some entities, with few different values, so that there are ties.
Facts random_facts(const Vocabulary& vocabulary, const std::vector<int>& values, Rng& rng) {
  Facts facts(vocabulary);
  const double often = rng.bernoulli(0.2) ? 0.0 : rng.uniform();
  for (std::size_t f = 0; f < vocabulary.features().size(); ++f) {
    const Feature& feature = vocabulary.features()[f];
    const int first = vocabulary.first_column(static_cast<int>(f));
    for (int c = first; c < first + feature.column_count(); ++c) {
      for (int e = 0; e < vocabulary.entity_count(); ++e) {
        const int value = values[rng.below(static_cast<std::uint32_t>(values.size()))];
        if (!rng.bernoulli(often)) continue;
        facts.set(c, e, feature.kind == Feature::Kind::flag ? 1 : value);
      }
    }
  }
  return facts;
}

void compare_on_random_theories(const Vocabulary& vocabulary, int theories, Rng& rng) {
  const std::vector<int> values = {-1, 0, 1, 3, 50};
  const RandomTheories random(vocabulary, values);
  std::size_t found = 0;
  for (int i = 0; i < theories && !testing::Test::HasFailure(); ++i) {
    const std::string rules = random.draw_of_many(rng);
    for (int j = 0; j < 5; ++j) {
      found += derived(rules, random_facts(vocabulary, values, rng)).size();
    }
  }
  EXPECT_GT(found, 0u);
}

TEST(Aggregates, AgreeWithClingoOnRandomTheories) {
  Rng rng(15);
  compare_on_random_theories(rocks(), 80, rng);
  compare_on_random_theories(directions(), 80, rng);
}

TEST(Aggregates, AgreeWithClingoOnManyEntities) {
  Rng rng(16);
  for (const int entities : {1, 16, 17, 32}) {
    const Vocabulary many(numbered_entities(entities), {{"dist"}, {"guess"}},
                          {{"east"}, {"check", true}});
    compare_on_random_theories(many, 20, rng);
  }
}

}  // namespace
}  // namespace holdfast::logic
