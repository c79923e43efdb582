#include "holdfast/learn/selection.h"

#include <gtest/gtest.h>

#include "holdfast/learn/random_selection.h"

namespace holdfast::learn {
namespace {

void expect_optimal(const SelectionProblem& p, Engine engine, int seed) {
  const Selection s = select_rules(p, {.engine = engine});
  EXPECT_TRUE(s.optimal) << seed;
  EXPECT_EQ(s.bound, s.cost) << seed;
  EXPECT_EQ(s.cost, cost_of(p, s.chosen)) << seed;
  EXPECT_EQ(s.cost, least_cost(p)) << seed;
  std::map<int, int> of_head;
  for (const int c : s.chosen) ++of_head[p.candidates[static_cast<std::size_t>(c)].head];
  for (const auto& [head, count] : of_head) {
    EXPECT_TRUE(p.rules_per_head == 0 || count <= p.rules_per_head) << seed;
  }
}

TEST(Selection, EqualsBruteForceOnExamplesOfOneColumn) {
  for (int seed = 0; seed < 400; ++seed) {
    Rng rng(static_cast<std::uint64_t>(seed), 1);
    expect_optimal(random_selection(rng, {.examples = 20, .joint = false}),
                   Engine::branch_and_bound, seed);
  }
}

TEST(Selection, ClingoAgreesOnExamplesOfOneColumn) {
  for (int seed = 0; seed < 100; ++seed) {
    Rng rng(static_cast<std::uint64_t>(seed), 1);
    expect_optimal(random_selection(rng, {.examples = 20, .joint = false}), Engine::clingo, seed);
  }
}

TEST(Selection, ClingoAgreesOnJointAndNegativeExamples) {
  for (int seed = 0; seed < 100; ++seed) {
    Rng rng(static_cast<std::uint64_t>(seed), 2);
    expect_optimal(random_selection(rng, {}), Engine::clingo, seed);
  }
}

TEST(Selection, EqualsBruteForceOnJointAndNegativeExamples) {
  for (int seed = 0; seed < 400; ++seed) {
    Rng rng(static_cast<std::uint64_t>(seed), 2);
    expect_optimal(random_selection(rng, {}), Engine::branch_and_bound, seed);
  }
}

TEST(Selection, OneRuleOfManyHeadsIsBoundedPerHead) {
  // Three heads; the best rule of each pays, a second one of the same head would pay too.
  SelectionProblem p{.columns = 6, .rules_per_head = 1};
  for (int i = 0; i < 6; ++i) p.examples.push_back({.penalty = 10, .inclusions = {i}});
  for (int i = 0; i < 6; ++i) {
    Candidate c{i / 2, 3 + i % 2, Bits(6)};
    c.covers.set(static_cast<std::size_t>(i));
    p.candidates.push_back(c);
  }
  EXPECT_EQ(select_rules(p).chosen, (std::vector<int>{0, 2, 4}));
  p.rules_per_head = 2;
  EXPECT_EQ(select_rules(p).chosen.size(), 6u);
}

TEST(Selection, OutOfTimeReturnsAValidBound) {
  Rng rng(3);
  SelectionProblem p =
      random_selection(rng, {.examples = 600, .candidates = 900, .heads = 1, .joint = false});
  p.rules_per_head = 0;
  const Selection s = select_rules(p, {.deadline = deadline_in(0.02)});
  EXPECT_EQ(s.cost, cost_of(p, s.chosen));
  EXPECT_LE(s.bound, s.cost);
}

}  // namespace
}  // namespace holdfast::learn
