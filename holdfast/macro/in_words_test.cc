#include "holdfast/macro/in_words.h"

#include <gtest/gtest.h>

#include "holdfast/logic/parser.h"

namespace holdfast {
namespace {

using logic::Term;

logic::Vocabulary rocks() {
  using Kind = logic::Feature::Kind;
  return {logic::numbered_entities(3),
          {{"delta_x", Kind::value, 0, 0, "rock {} is {} to the {east|west}"},
           {"guess", Kind::value, 0, 0, "rock {} is good with {} %"},
           {"seen", Kind::series, 1, 3, "rock {} was seen {} times, {} of them good"},
           {"bare"},
           {"left", Kind::value, 0, 0, "{} rocks are left", false}},
          {{"east"}}};
}

std::string said(const std::string& rule, const logic::Binding& binding) {
  return in_words(logic::parse_rule(rule), binding, rocks(), {});
}

const logic::Binding kRockTwo{
    {"R", Term::integer(2)}, {"D", Term::integer(8)}, {"V", Term::integer(80)}};

TEST(InWords, ConditionsAboutOneEntityAreOneSentence) {
  EXPECT_EQ(said("init(east) :- V > 70, D > 0, delta_x(R,D), guess(R,V).", kRockTwo),
            "rock 2 is 8 to the east and good with 80 %");
  EXPECT_EQ(said("east :- guess(R,V), guess(R,V).", kRockTwo), "rock 2 is good with 80 %");
}

TEST(InWords, WhatHasNoSentenceStandsAsItIs) {
  EXPECT_EQ(said("east :- bare(R,V), near(R), not guess(R,V).", kRockTwo),
            "bare(2,80); near(2); not: rock 2 is good with 80 %");
  EXPECT_EQ(said("east.", {}), "");
  EXPECT_EQ(said("east :- guess(R,V), #count{E : bare(E,1)} > 2.",
                 {{"R", Term::integer(0)},
                  {"V", Term::integer(5)},
                  {"#count{E : bare(E,1)}", Term::integer(3)}}),
            "rock 0 is good with 5 %; #count{E : bare(E,1)} = 3");
}

TEST(InWords, EveryPlaceOfASentenceIsFilled) {
  EXPECT_EQ(said("east :- seen(R,3,V), left(V).", kRockTwo),
            "rock 2 was seen 3 times, 80 of them good; 80 rocks are left");
}

TEST(InWords, ASideIsNamedInPlaceOfASign) {
  const auto at = [](Term d) {
    return said("east :- delta_x(R,D).", {{"R", Term::integer(2)}, {"D", std::move(d)}});
  };
  EXPECT_EQ(at(Term::integer(-5)), "rock 2 is 5 to the west");
  EXPECT_EQ(at(Term::integer(0)), "rock 2 is 0 to the east");
  EXPECT_EQ(at(Term::symbol("far")), "rock 2 is far to the east or west");
}

TEST(InWords, AWordSaysWhatItMeans) {
  std::vector<std::string> all;
  const logic::Vocabulary words = rocks();
  for (const logic::Feature& word : words.features()) all.push_back(sentence_of(word));
  EXPECT_EQ(all, (std::vector<std::string>{
                     "rock E is V to the east (below 0: west)", "rock E is good with V %",
                     "rock E was seen I times, V of them good", "", "V rocks are left"}));
  EXPECT_EQ(sentence_of(
                {"done", logic::Feature::Kind::value, 0, 0, "{} was done {} times", true, "check"}),
            "check(E) was done V times");
}

TEST(InWords, SentencesShareTheirStartUpToAVerb) {
  EXPECT_EQ(joined_sentences({"rock 2 is near", "rock 2 is good", "rock 2 is small"}),
            "rock 2 is near, good and small");
  EXPECT_EQ(joined_sentences({"rock 1 is near", "rock 2 is good"}),
            "rock 1 is near; rock 2 is good");
  EXPECT_EQ(joined_sentences({"it is", "it is"}), "it is; it is");
  EXPECT_EQ(joined_sentences({}), "");
}

}  // namespace
}  // namespace holdfast
