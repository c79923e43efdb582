#include "holdfast/logic/ground_program.h"

#include <gtest/gtest.h>

namespace holdfast::logic {
namespace {

using Literal = GroundProgram::Literal;

TEST(GroundProgram, FindsTheCheapestCover) {
  GroundProgram program;
  std::vector<Literal> sets;
  std::vector<GroundProgram::Weighted> costs;
  for (const int cost : {3, 2, 2}) {
    sets.push_back(program.add_atom());
    program.choose(sets.back());
    costs.push_back({sets.back(), cost});
  }
  // The first set covers both elements, the others one each; an element left over costs 9.
  for (const std::size_t single : {1u, 2u}) {
    const Literal covered = program.add_atom();
    program.derive(covered, std::vector{sets[0]});
    program.derive(covered, std::vector{sets[single]});
    costs.push_back({-covered, 9});
  }
  program.minimise(costs);
  const GroundProgram::Optimum best = program.optimise();
  ASSERT_TRUE(best.complete);
  EXPECT_TRUE(best.holds(sets[0]));
  EXPECT_FALSE(best.holds(sets[1]) || best.holds(sets[2]));
}

TEST(GroundProgram, KeepsAtMostN) {
  GroundProgram program({"--opt-strategy=usc"});
  std::vector<Literal> atoms;
  std::vector<GroundProgram::Weighted> costs;
  for (int i = 0; i < 5; ++i) {
    atoms.push_back(program.add_atom());
    program.choose(atoms.back());
    costs.push_back({-atoms.back(), 1 + i});
  }
  program.at_most(2, atoms);
  program.minimise(costs);
  const GroundProgram::Optimum best = program.optimise(60);
  ASSERT_TRUE(best.complete);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(best.holds(atoms[i]), i >= 3) << i;
}

TEST(GroundProgram, AnEmptyProgramHasAnAnswer) {
  GroundProgram program;
  program.minimise({});
  const GroundProgram::Optimum best = program.optimise();
  EXPECT_TRUE(best.complete);
  EXPECT_FALSE(best.values.empty());
}

}  // namespace
}  // namespace holdfast::logic
