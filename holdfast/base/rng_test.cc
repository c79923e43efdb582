#include "holdfast/base/rng.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

namespace holdfast {
namespace {

TEST(Rng, SameNameSameStream) {
  Rng a(7, Purpose::world, 3), b(7, Purpose::world, 3);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(a.bits(), b.bits());
}

TEST(Rng, StreamsNamedDifferentlyDiffer) {
  std::set<std::uint64_t> firsts;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    for (std::uint64_t a = 0; a < 20; ++a) {
      for (std::uint64_t b = 0; b < 20; ++b) firsts.insert(Rng(seed, a, b).bits());
    }
  }
  EXPECT_EQ(firsts.size(), 8000u);
}

TEST(Rng, BelowIsUniform) {
  // Chi-square with 9 degrees of freedom: 33.7 is the 0.9999 quantile.
  Rng rng(1);
  std::vector<double> counts(10);
  const int n = 100000;
  for (int i = 0; i < n; ++i) ++counts[rng.below(10)];
  double chi = 0;
  for (double c : counts) chi += (c - n / 10.0) * (c - n / 10.0) / (n / 10.0);
  EXPECT_LT(chi, 33.7);
}

// The first draws of neighbouring streams are what DESPOT's scenarios consume.
TEST(Rng, FirstDrawsAcrossStreamsAreUniform) {
  double sum = 0, squares = 0;
  const int n = 100000;
  for (int i = 0; i < n; ++i) {
    const double u = Rng(static_cast<std::uint64_t>(i), 5).uniform();
    EXPECT_GE(u, 0.0);
    EXPECT_LT(u, 1.0);
    sum += u;
    squares += u * u;
  }
  EXPECT_NEAR(sum / n, 0.5, 0.005);
  EXPECT_NEAR(squares / n - std::pow(sum / n, 2), 1.0 / 12, 0.002);
}

}  // namespace
}  // namespace holdfast
