#include "holdfast/learn/selection.h"

#include <gtest/gtest.h>

#include "holdfast/learn/branch_and_bound.h"
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

// Rules that all break the same few expensive examples: one of them may lose more than it wins
// alone and still belong to the best selection, because another has lost that already.
TEST(Selection, SharedLossesArePaidOnce) {
  for (int seed = 0; seed < 400; ++seed) {
    Rng rng(static_cast<std::uint64_t>(seed), 4);
    SelectionProblem p = random_selection(rng, {.examples = 14, .heads = 1, .joint = false});
    for (int i = 0; i < 3; ++i) {
      p.examples.push_back({.penalty = 4 + 6 * i, .exclusions = {p.columns++}});
    }
    for (Candidate& c : p.candidates) {
      Bits covers(static_cast<std::size_t>(p.columns));
      for_each_bit(c.covers.words(), [&](std::size_t i) { covers.set(i); });
      if (rng.bernoulli(0.8)) covers.set(static_cast<std::size_t>(p.columns - 1 - seed % 3));
      c.covers = covers;
    }
    p.rules_per_head = 2 + seed % 3;
    expect_optimal(p, Engine::branch_and_bound, seed);
  }
}

// The bound must hold wherever the search is stopped.
TEST(Selection, BoundsHoldWhereverTheSearchStops) {
  for (int seed = 0; seed < 300; ++seed) {
    Rng rng(static_cast<std::uint64_t>(seed), 5);
    SelectionProblem p = random_selection(
        rng, {.examples = 24, .candidates = 10, .heads = 2, .joint = seed % 2 == 0});
    const ReducedProblem reduced(p);
    const Cost optimum = least_cost(p);
    for (std::uint64_t work = 0; work < 6000; work += 100) {
      const Selection s = branch_and_bound(reduced, reduced.base(), {.work = work});
      EXPECT_LE(s.bound, optimum) << seed << " " << work;
      EXPECT_GE(s.cost, optimum) << seed << " " << work;
      EXPECT_TRUE(!s.optimal || s.cost == optimum) << seed << " " << work;
    }
  }
}

TEST(Selection, IsNoWorseThanWhatIsKnown) {
  for (int seed = 0; seed < 50; ++seed) {
    Rng rng(static_cast<std::uint64_t>(seed), 6);
    SelectionProblem p = random_selection(rng, {});
    p.rules_per_head = 0;
    const std::vector<int> best = select_rules(p).chosen;
    for (const Engine engine : {Engine::automatic, Engine::branch_and_bound, Engine::clingo}) {
      const Selection s = select_rules(p, {.engine = engine, .known = best});
      EXPECT_EQ(s.cost, cost_of(p, best));
      EXPECT_TRUE(s.optimal);
      const Selection late = select_rules(
          p, {.engine = engine, .deadline = std::chrono::steady_clock::now(), .known = best});
      EXPECT_EQ(late.chosen, best);
    }
  }
}

// Examples that need an atom of each of two heads, and rules that derive a few of them.
SelectionProblem tied_heads(int heads, int examples, int rules) {
  Rng rng(11);
  const auto draw = [&](int n) {
    return static_cast<int>(rng.below(static_cast<std::uint32_t>(n)));
  };
  SelectionProblem p;
  std::vector<std::vector<std::size_t>> columns(static_cast<std::size_t>(heads));
  for (int e = 0; e < examples; ++e) {
    SelectionExample example{.penalty = 3 + draw(6)};
    for (int i = 0; i < 2; ++i) {
      columns[static_cast<std::size_t>(draw(heads))].push_back(static_cast<std::size_t>(p.columns));
      (draw(5) ? example.inclusions : example.exclusions).push_back(p.columns++);
    }
    p.examples.push_back(example);
  }
  for (int r = 0; r < rules; ++r) {
    Candidate c{r % heads, 2 + draw(3), Bits(static_cast<std::size_t>(p.columns))};
    for (const std::size_t column : columns[static_cast<std::size_t>(r % heads)]) {
      if (draw(3) == 0) c.covers.set(column);
    }
    p.candidates.push_back(c);
  }
  return p;
}

// Branch and bound does not prove this in its first turns; clingo does.
TEST(Selection, AutomaticProvesWhatNeedsTheOtherEngine) {
  const SelectionProblem p = tied_heads(12, 60, 60);
  const Selection s = select_rules(p);
  EXPECT_TRUE(s.optimal);
  EXPECT_EQ(s.cost, cost_of(p, s.chosen));
  EXPECT_EQ(s.cost, select_rules(p, {.engine = Engine::clingo}).cost);
  EXPECT_EQ(s.chosen, select_rules(p).chosen);
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
  const Selection s = select_rules(p, {.deadline = deadline_in(0.02), .known = {}});
  EXPECT_EQ(s.cost, cost_of(p, s.chosen));
  EXPECT_LE(s.bound, s.cost);
}

}  // namespace
}  // namespace holdfast::learn
