#include "holdfast/rddl/features.h"

#include <gtest/gtest.h>

#include <array>

#include "holdfast/base/error.h"
#include "holdfast/rddl/derive_words.h"
#include "holdfast/rddl/test_models.h"

namespace holdfast::rddl {
namespace {

// A robot on cells in a row, doors at two of them, hidden whether they are open.
ModelWords with_features(const std::string& text) {
  const TestModel model{.fluents =
                            "at(cell) : { state-fluent, bool, default = false };"
                            "is-open(door) : { state-fluent, bool, default = false };"
                            "DOOR-AT(door,cell) : { non-fluent, bool, default = false };"
                            "COST(door) : { non-fluent, real, default = 1.0 };"
                            "go : { action-fluent, bool, default = false };"
                            "see(door) : { observ-fluent, bool };",
                        .cpfs =
                            "at'(?c) = if (go) then exists_{?b : cell} (NEXT(?b,?c) ^ at(?b)) else "
                            "at(?c); is-open'(?d) = Bernoulli(0.5);"
                            "see(?d) = if (is-open'(?d)) then Bernoulli(0.9) else Bernoulli(0.1);",
                        .values =
                            "NEXT(c1,c2); NEXT(c2,c3); DOOR-AT(d1,c1); DOOR-AT(d2,c3);"
                            "COST(d1) = 1e300; COST(d2) = 7.5;",
                        .initial = "at(c2);"};
  ModelWords words(std::make_shared<const GroundModel>(ground(model.program())));
  add_features(logic::parse_theory(text, "my.lp"), words.filter, words.table);
  return words;
}

// What the last word says with the robot at a cell, and the first door open with 70 %.
std::vector<int> said(const std::string& text, int cell, bool whole = false) {
  const WordTable table = with_features(text).table;
  const std::uint64_t known = std::uint64_t{1} << cell;
  const std::array<float, 2> chances{0.75F, 0.2F};
  const WordTable::Slots slots = table.find(&known, chances.data());
  std::vector<int> values;
  for (const Source& s : (whole ? table.whole_words : table.words).back().values) {
    values.push_back(table.value(s, {&known, chances.data(), slots.data()}));
  }
  return values;
}

using Values = std::vector<int>;
constexpr int kNone = logic::Column::kAbsent;

TEST(Features, ChancesAndDifferences) {
  EXPECT_EQ(said("guess(D,V) :- prob(is_open(D),V).", 0), (Values{70, 20}));
  for (int cell = 0; cell < 3; ++cell) {
    EXPECT_EQ(said("way(D,X-Y) :- door_at(D,X), at(Y).", cell), (Values{-cell, 2 - cell}));
    EXPECT_EQ(said("way(D,V) :- door_at(D,X), at(Y), V = |X-Y|.", cell), (Values{cell, 2 - cell}));
    EXPECT_EQ(said("place(X) :- at(X).", cell, true), Values{cell});
  }
}

TEST(Features, ConditionsChoose) {
  const char* here = "here(D,1) :- door_at(D,X), at(X). here(D,0) :- door_at(D,X), not at(X).";
  EXPECT_EQ(said(here, 0), (Values{1, 0}));
  EXPECT_EQ(said(here, 1), (Values{0, 0}));
  EXPECT_EQ(said("dear(D,C) :- cost(D,C), C < 9.", 0), (Values{kNone, 7}));
  EXPECT_EQ(said("dear(D,C) :- cost(D,C).", 0), (Values{logic::Column::kGivenMost, 7}));
  EXPECT_EQ(said("sure(V) :- at(X), X < 2, prob(at(X),V).", 1, true), Values{100});
  EXPECT_EQ(said("sure(V) :- at(X), X < 2, prob(at(X),V).", 2, true), Values{kNone});
}

TEST(Features, ReplaceWordsOfTheirName) {
  const WordTable table = with_features("dist(D,7) :- door_at(D,_).").table;
  EXPECT_EQ(std::ranges::count(table.words, "dist", &DerivedWord::name), 1);
}

std::string error_of(const std::string& text) {
  try {
    with_features(text);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

TEST(Features, MistakesAreNamed) {
  EXPECT_EQ(error_of("way(D,X) :- dor_at(D,X)."),
            "my.lp:1:13: dor_at is no fluent of the model; it has next, p, at, is_open, door_at, "
            "cost, and prob(FLUENT,V)");
  EXPECT_EQ(error_of("w(D,1) :- is_open(D)."),
            "my.lp:1:11: is_open(D) is hidden; ask for its chance: prob(is_open(D),V)");
  EXPECT_EQ(error_of("w(D,V) :- prob(is_open(D),V), V > 50."),
            "my.lp:1:1: chances are compared in the rules that use the feature");
  EXPECT_EQ(error_of("w(D,V) :- door_at(D,_)."), "my.lp:1:1: the value is not given by the body");
  EXPECT_EQ(error_of("w(D,1) :- not at(X), door_at(D,_)."),
            "my.lp:1:1: its variables are not all given by fluents without `not`");
  EXPECT_EQ(error_of("w :- at(0)."),
            "my.lp:1:1: expected a feature: name(ENTITY,VALUE) :- ... or name(VALUE) :- ...");
  EXPECT_EQ(error_of("w(D,1) :- door_at(D)."), "my.lp:1:11: door_at takes 2 arguments, found 1");
  EXPECT_EQ(error_of("w(1) :- at(0). w(D,1) :- door_at(D,_)."),
            "my.lp:1:16: w is said of entities, w(ENTITY,VALUE), and of none, w(VALUE); use two "
            "names");
}

// What is calculated fits, or is refused; a chance is none but by prob().
TEST(Features, HostileRulesAreRefused) {
  for (const char* value : {"X*2147483647*3", "-2147483647-X-2", "|(-2147483647-X)-1|",
                            "(-2147483647-1)/(X-2)", "1/(X-X)", "X..3"}) {
    EXPECT_NE(error_of(std::string("w(") + value + ") :- at(X).").find("cannot be calculated"),
              std::string::npos)
        << value;
  }
  EXPECT_EQ(error_of("w(D,V) :- door_at(D,_), V = chance(99999)."),
            "my.lp:1:1: chance(99999) is no object and no number");
  std::string all = "w(1) :- next(A,B)";
  for (int i = 0; i < 60; ++i) {
    const std::string n = std::to_string(i);
    all += ", next(A" + n + ",B" + n + ")";
  }
  EXPECT_EQ(error_of(all + "."),
            "my.lp:1:1: its body fits in too many ways; use fewer fluents in a rule");
}

}  // namespace
}  // namespace holdfast::rddl
