#include "holdfast/logic/memory_words.h"

#include <gtest/gtest.h>

#include "holdfast/base/error.h"
#include "holdfast/logic/check.h"
#include "holdfast/logic/facts.h"
#include "holdfast/logic/print.h"

namespace holdfast::logic {
namespace {

const std::vector<ActionWord>& actions() {
  static const std::vector<ActionWord> words{{"east"}, {"check", true}, {"sample", true, true}};
  return words;
}

std::vector<std::string> shapes(const std::vector<Feature>& features) {
  std::vector<std::string> result;
  for (const Feature& f : features) result.push_back(shape_of(f));
  return result;
}

// A domain of three rocks whose facts state what the theory asks for.
Vocabulary words_for(const Theory& theory) {
  std::vector<Feature> features{{"dist"}};
  for (Feature& f : Recall::asked_by(theory).words(actions())) features.push_back(std::move(f));
  return {numbered_entities(3), std::move(features), actions()};
}

std::string error_of(const std::string& rules, const Vocabulary& words) {
  try {
    check(parse_theory(rules, "t.lp"), words);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

TEST(MemoryWords, AreAboutEveryAction) {
  EXPECT_EQ(shapes(memory_words(actions())),
            (std::vector<std::string>{
                "last(east)", "last(check(E))", "last(sample)", "done(east,V)", "done(check(E),V)",
                "done(sample,V)", "ago(east,V)", "ago(check(E),V)", "ago(sample,V)", "run(V)"}));
}

TEST(MemoryWords, AreStatedWhereTheyAreAskedFor) {
  const Theory theory =
      parse_theory("init(east) :- not last(east). check(R) :- dist(R,D), done(check(R),N), N < 2.");
  EXPECT_EQ(shapes(Recall::asked_by(theory).words(actions())),
            (std::vector<std::string>{"last(east)", "done(check(E),V)"}));
  EXPECT_TRUE(Recall().words(actions()).empty());
  EXPECT_EQ(Recall::everything().words(actions()).size(), 10u);
}

TEST(MemoryWords, RunComesWithTheActionThatRuns) {
  const Theory theory = parse_theory("east :- run(N), N < 3.");
  EXPECT_EQ(shapes(Recall::asked_by(theory).words(actions())),
            (std::vector<std::string>{"last(east)", "last(check(E))", "last(sample)", "run(V)"}));
}

TEST(MemoryWords, FactsAreReadAndWritten) {
  const Vocabulary words = words_for(
      parse_theory("east :- last(check(R)), ago(sample,N), done(check(R),N), run(N), dist(R,N)."));
  const std::string text = "ago(sample,4). run(2). last(check(1)). done(check(1),2).";
  std::string again;
  for (const Atom& atom : parse_facts(text, words).atoms()) again += to_string(atom) + ".";
  EXPECT_EQ(again, "ago(sample,4).run(2).last(check(1)).done(check(1),2).");
  EXPECT_THROW(parse_facts("last(north).", words), InputError);
  EXPECT_THROW(parse_facts("last(check(7)).", words), InputError);
  EXPECT_THROW(parse_facts("ago(sample,4). ago(sample,5).", words), InputError);
}

TEST(MemoryWords, ChecksTheActionThatTheyAreAbout) {
  const std::string right = "east :- last(east), done(check(R),N), N < 2, ago(sample,M).";
  const Vocabulary words = words_for(parse_theory(right));
  EXPECT_EQ(error_of(right, words), "");
  EXPECT_NE(error_of("east :- last(north).", words).find("expected one of last(east)"),
            std::string::npos);
  EXPECT_NE(error_of("east :- last(A).", words).find("t.lp:1:9"), std::string::npos);
  EXPECT_NE(error_of("east :- ago(sample(R),N).", words).find("ago(sample,V)"), std::string::npos);
  EXPECT_NE(error_of("east :- done(east).", words).find("done(east,V)"), std::string::npos);
  EXPECT_NE(error_of("done(R) :- dist(R,D). east :- done(R).", words).find("expected no rule"),
            std::string::npos);
}

TEST(MemoryWords, SaysThatTheseFactsDoNotTell) {
  const Vocabulary words(numbered_entities(3), {{"dist"}}, actions());
  EXPECT_NE(error_of("east :- last(east).", words).find("--past"), std::string::npos);
}

TEST(MemoryWords, NoDomainHasAnotherWordOfTheirName) {
  EXPECT_THROW(Vocabulary(numbered_entities(3), {{"done"}}, actions()), InputError);
}

}  // namespace
}  // namespace holdfast::logic
