#include "holdfast/rddl/slices.h"

#include <gtest/gtest.h>

namespace holdfast::rddl {
namespace {

TEST(Slices, BitsThatAreAlikeAreTogether) {
  Pool pool;
  const auto bit = [&](int i) { return pool.bit(Op::state, i); };
  const Ref stop = bit(40);
  // Bits 1 to 3 take their left neighbour's value unless stopped, 4 and 5 are kept, 6 is another's.
  std::vector<BitFormula> formulas;
  for (int i = 1; i <= 3; ++i) formulas.push_back({i, pool.choice(stop, bit(i), bit(i - 1))});
  formulas.push_back({4, bit(4)});
  formulas.push_back({5, bit(5)});
  formulas.push_back({6, bit(40)});
  const std::vector<Slice> slices = slices_of(pool, formulas, 1);
  ASSERT_EQ(slices.size(), 3u);
  EXPECT_EQ(slices[0].lanes, 0b1110u);
  EXPECT_TRUE(slices[0].leaves[0].is_same);
  EXPECT_FALSE(slices[0].leaves[0].is_shift);
  EXPECT_EQ(slices[0].leaves[1].shift, 0);
  EXPECT_FALSE(slices[0].leaves[1].is_same);
  EXPECT_EQ(slices[0].leaves[2].shift, -1);
  EXPECT_EQ(slices[1].lanes, 0b110000u);
  EXPECT_EQ(slices[2].lanes, 0b1000000u);
}

TEST(Slices, DoNotCrossWords) {
  Pool pool;
  std::vector<BitFormula> formulas;
  for (int i = 62; i < 66; ++i) formulas.push_back({i, pool.bit(Op::state, i)});
  const std::vector<Slice> slices = slices_of(pool, formulas, 2);
  ASSERT_EQ(slices.size(), 2u);
  EXPECT_EQ(slices[0].word, 0);
  EXPECT_EQ(slices[0].lanes, 3ULL << 62);
  EXPECT_EQ(slices[1].word, 1);
  EXPECT_EQ(slices[1].lanes, 3u);
}

TEST(Slices, ChancesMustBeTheSame) {
  Pool pool;
  const Ref a = pool.bernoulli(pool.constant(0.25)), b = pool.bernoulli(pool.constant(0.5));
  EXPECT_EQ(slices_of(pool, {{0, a}, {1, a}, {2, b}}, 1).size(), 2u);
}

}  // namespace
}  // namespace holdfast::rddl
