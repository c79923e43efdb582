#include "holdfast/macro/defined_words.h"

#include <gtest/gtest.h>

#include "holdfast/logic/parser.h"
#include "holdfast/logic/theory.h"
#include "holdfast/macro/in_words.h"

namespace holdfast {
namespace {

using logic::Term;

logic::Vocabulary words() {
  using Kind = logic::Feature::Kind;
  return {logic::numbered_entities(3),
          {{"dist", Kind::value, 0, 0, "rock {} is {} steps away [nearest|farthest]"},
           {"delta_x", Kind::value, 0, 0, "rock {} is {} to the {east|west}"},
           {"guess", Kind::value, 0, 0, "rock {} is good with {} %"},
           {"wall", Kind::flag, 0, 0, "there is a wall at {}"},
           {"open", Kind::value, 0, 0, "open of {}: {} %"},
           {"left", Kind::value, 0, 0, "{} rocks are left", false}},
          {{"east"}}};
}

// What the first word of the theory means for entity 2, or for none.
std::string meaning(const std::string& theory) {
  const logic::Theory read = logic::parse_theory(theory);
  logic::Atom atom = *read.rules.front().atom();
  if (!atom.arguments.empty()) atom.arguments = {Term::integer(2)};
  return meaning_of(atom, read.rules, words());
}

TEST(DefinedWords, NoneAndSome) {
  EXPECT_EQ(meaning("no_guess_above_30 :- #count{E : guess(E,V), V > 30} = 0."),
            "no rock is good with more than 30 %");
  EXPECT_EQ(meaning("any :- 1 <= #count{E : guess(E,V), V >= 30, dist(E,D), D < 5}."),
            "some rock is good with at least 30 % and is less than 5 steps away");
  EXPECT_EQ(meaning("many :- #count{E : guess(E,V), 30 < V} > 2."),
            "more than 2 rocks are good with more than 30 %");
}

TEST(DefinedWords, TheNearestAndTheFarthest) {
  EXPECT_EQ(meaning("w(E) :- guess(E,V), V > 30, dist(E,M), "
                    "M = #min{N : dist(F,N), guess(F,W), W > 30}."),
            "rock 2 is the nearest of those that are good with more than 30 %");
  EXPECT_EQ(meaning("w(E) :- dist(E,M), M = #max{N : dist(F,N)}."),
            "rock 2 is the farthest of all");
  EXPECT_EQ(meaning("w(E) :- dist(E,V), V < 4, guess(E,M), "
                    "M = #max{N : guess(F,N), dist(F,W), W < 4}."),
            "2 has the most guess of those that are less than 4 steps away");
  // What is asked of this one alone is said.
  EXPECT_EQ(
      meaning("w(E) :- delta_x(E,D), D > 0, dist(E,M), "
              "M = #min{N : dist(F,N), guess(F,W), W > 30}."),
      "rock 2 is more than 0 to the east and the nearest of those that are good with more than "
      "30 %");
}

TEST(DefinedWords, ConditionsAreTold) {
  EXPECT_EQ(meaning("close(R) :- dist(R,D), D < 3."), "rock 2 is less than 3 steps away");
  EXPECT_EQ(meaning("w(R) :- delta_x(R,D), D < -1, D > -5."),
            "rock 2 is more than 1 and less than 5 to the west");
  EXPECT_EQ(meaning("w(R) :- delta_x(R,D), D < 3."), "rock 2 is less than 3 to the east (or west)");
  EXPECT_EQ(meaning("few :- left(N), N <= 2."), "at most 2 rocks are left");
  EXPECT_EQ(meaning("w(R) :- close(R), not few.\nclose(R) :- dist(R,D), D < 3.\n"
                    "few :- left(N), N <= 2."),
            "rock 2 is less than 3 steps away; not: at most 2 rocks are left");
  EXPECT_EQ(meaning("w(R) :- dist(R,0).\nw(R) :- guess(R,100)."),
            "rock 2 is 0 steps away, or rock 2 is good with 100 %");
  EXPECT_EQ(meaning("w(E) :- open(E,V), V > 40."), "2 has open more than 40 %");
}

// Then the word itself says more.
TEST(DefinedWords, WhatCannotBeToldIsNot) {
  EXPECT_EQ(meaning("nearer(R) :- dist(R,D), dist(_,E), E < D."), "");
  EXPECT_EQ(meaning("w(R) :- w(R)."), "");
  EXPECT_EQ(meaning("w(R) :- unheard(R)."), "");
  EXPECT_EQ(meaning("w(R) :- dist(R,D), guess(Q,V), V > 3."), "");
  EXPECT_EQ(meaning("w(R,D) :- dist(R,D)."), "");
  EXPECT_EQ(meaning_of(logic::Atom{"w", {}, {}}, {}, words()), "");
}

TEST(DefinedWords, RulesThatUseThemAreOneSentence) {
  const logic::Theory theory = logic::parse_theory(
      "w(E) :- guess(E,V), V > 30, dist(E,M), M = #min{N : dist(F,N), guess(F,W), W > 30}.\n"
      "east :- delta_x(E,D), D > 0, w(E).");
  EXPECT_EQ(in_words(theory.rules[1], {{"E", Term::integer(2)}, {"D", Term::integer(8)}}, words(),
                     theory.rules),
            "rock 2 is 8 to the east and the nearest of those that are good with more than 30 %");
}

}  // namespace
}  // namespace holdfast
