#include "holdfast/play/logged_belief.h"

#include <gtest/gtest.h>

#include "holdfast/base/error.h"
#include "holdfast/learn/log.h"
#include "holdfast/logic/print.h"
#include "holdfast/logic/theory.h"
#include "holdfast/macro/explain.h"

namespace holdfast {
namespace {

// A robot that went to the dock, two doors apart, and then charged.
learn::Traces robot() {
  return learn::parse_log(
      R"json({"facts": "dist(dock,2). charge(15).", "action": "go(dock)"}
{"facts": "dist(dock,1). charge(12).", "action": "go(dock)"}
{"facts": "dist(dock,0). charge(10).", "action": "fill"}
{"facts": "dist(dock,0). charge(90).", "action": "go(hall)"})json",
      "robot.jsonl");
}

const logic::Theory kTheory = logic::parse_theory(
    "init(go(P)) :- dist(P,D), D > 0, charge(C), C < 30.\n"
    "contd(go(P)) :- dist(P,D), D > 0.\n"
    "fill :- dist(P,D), D < 1, charge(C), C < 30.\n");

std::vector<Explanation> said(const SymbolicBelief& belief) {
  const Gamma gamma(kTheory, belief.vocabulary());
  return explain(gamma, belief.facts(), *belief.ahead());
}

TEST(LoggedBelief, MacroActionsAreSeenThroughAsFarAsTheyWere) {
  const auto belief = logged_belief(robot(), 1, 0);
  const std::vector<Explanation> all = said(*belief);
  ASSERT_FALSE(all.empty());
  // It holds with two steps and one step to go, and ends at the dock.
  EXPECT_EQ(all[0].length, 2);
  EXPECT_EQ(all[0].end, End::condition);
  EXPECT_EQ(said(*logged_belief(robot(), 1, 1)).at(0).length, 1);
}

TEST(LoggedBelief, FactsOfNowAreAskedInTheWordsOfTheLog) {
  const auto belief = belief_in_words_of(robot(), "% now\ndist(cafe,0). charge(5).");
  for (const Explanation& e : said(*belief)) {
    const std::string action = to_string(belief->vocabulary().atom(e.action));
    EXPECT_EQ(e.length, action == "fill" ? 1 : 0) << action;
  }
}

TEST(LoggedBelief, WhatThereIsNotIsRefused) {
  EXPECT_THROW(logged_belief(robot(), 2, 0), InputError);
  EXPECT_THROW(logged_belief(robot(), 1, 4), InputError);
  EXPECT_THROW(belief_in_words_of(robot(), "chagre(5)."), InputError);
  EXPECT_THROW(belief_in_words_of(robot(), "charge(5"), InputError);
}

}  // namespace
}  // namespace holdfast
