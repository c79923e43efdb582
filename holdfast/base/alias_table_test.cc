#include "holdfast/base/alias_table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "holdfast/base/rng.h"

namespace holdfast {
namespace {

// Of all 2^32 draws, those that mean each number: in a column there is one place where the answer
// changes, if any.
template <int kBits>
std::vector<double> count_draws(const AliasTable<kBits>& table) {
  std::vector<double> counts(AliasTable<kBits>::kColumns);
  const auto at = [&](std::uint64_t bits) { return table(static_cast<std::uint32_t>(bits)); };
  for (std::uint64_t column = 0; column < counts.size(); ++column) {
    const std::uint64_t first = column << (32 - kBits), end = (column + 1) << (32 - kBits);
    std::uint64_t low = first, high = end;  // the answer to `first` holds up to low, not at high
    while (at(end - 1) != at(first) && high - low > 1) {
      const std::uint64_t middle = (low + high) / 2;
      (at(middle) == at(first) ? low : high) = middle;
    }
    counts[at(first)] += static_cast<double>(high - first);
    counts[at(end - 1)] += static_cast<double>(end - high);
  }
  return counts;
}

template <int kBits>
void expect_exact(const std::vector<double>& weights) {
  const std::vector<double> counts = count_draws(AliasTable<kBits>(weights));
  double total = 0;
  for (const double w : weights) total += w;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double expected = i < weights.size() ? std::ldexp(weights[i] / total, 32) : 0;
    // All that rounding left may be with one of them.
    const double allowed = expected > 0 ? static_cast<double>(counts.size()) : 0;
    EXPECT_NEAR(counts[i], expected, allowed) << i;
  }
}

TEST(AliasTable, HasTheProbabilitiesThatItIsGiven) {
  expect_exact<1>({3});
  expect_exact<1>({1, 2});
  expect_exact<3>({0, 0, 1});
  expect_exact<5>(std::vector<double>(32, 1));
  Rng rng(5);
  for (int i = 0; i < 20; ++i) {
    std::vector<double> weights(1 + rng.below(256));
    for (double& w : weights) w = rng.below(3) == 0 ? 0 : std::exp(-20 * rng.uniform());
    weights.back() = 1e-3;
    expect_exact<8>(weights);
  }
}

}  // namespace
}  // namespace holdfast
