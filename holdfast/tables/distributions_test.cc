#include "holdfast/tables/distributions.h"

#include <gtest/gtest.h>

#include <cmath>

namespace holdfast::tables {
namespace {

// What the alias table of a row draws, worked out from the table itself.
std::vector<double> drawn(const Distributions& d, std::size_t r) {
  const auto row = d.row(r);
  std::vector<double> p(row.size(), 0);
  for (std::size_t i = 0; i < row.size(); ++i) {
    p[i] += row[i].keep / static_cast<double>(row.size());
    p[row[i].other] += (1 - row[i].keep) / static_cast<double>(row.size());
  }
  return p;
}

TEST(Distributions, AliasesDrawEveryValueAsOftenAsStated) {
  Rng rng(1);
  Distributions d;
  for (std::size_t r = 0; r < 200; ++r) {
    Distributions::Row row;
    double sum = 0;
    for (std::uint32_t v = 0; v < 1 + r % 20; ++v) {
      row.emplace_back(3 * v, std::pow(rng.uniform(), 4) + 1e-9);
      sum += row.back().second;
    }
    for (auto& [value, p] : row) p /= sum;
    d.add(row);
    const std::vector<double> p = drawn(d, r);
    for (std::size_t i = 0; i < row.size(); ++i) {
      EXPECT_NEAR(p[i], row[i].second, 1e-12);
      EXPECT_NEAR(d.probability(r, row[i].first), row[i].second, 1e-12);
    }
    EXPECT_EQ(d.probability(r, 1), 0);
  }
}

TEST(Distributions, SamplesBelongToTheirRow) {
  Distributions d;
  d.add({{4, 1.0}});
  d.add({{0, 0.25}, {7, 0.75}});
  Rng rng(2);
  int sevens = 0;
  for (int i = 0; i < 10000; ++i) {
    EXPECT_EQ(d.entry(d.sample(0, rng)).value, 4U);
    sevens += d.entry(d.sample(1, rng)).value == 7;
  }
  EXPECT_NEAR(sevens, 7500, 220);  // five standard deviations
}

}  // namespace
}  // namespace holdfast::tables
