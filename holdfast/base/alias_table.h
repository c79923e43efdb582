// Draws from a distribution over 0, 1, ..., 2^kBits - 1 by 32 random bits, without a loop or a
// branch: Walker's alias method. Exact but for the rounding of probabilities to 2^-32.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace holdfast {

template <int kBits>
class AliasTable {
 public:
  static constexpr std::size_t kColumns = std::size_t{1} << kBits;

  // At most kColumns weights; those that are missing are 0.
  explicit AliasTable(std::span<const double> weights);

  std::uint32_t operator()(std::uint32_t bits) const {
    const Column& c = columns_[bits >> kFractionBits];
    const int shift = (bits & kFraction) < c.own ? 0 : 16;
    return c.values >> shift & 0xffff;
  }

 private:
  static_assert(kBits >= 1 && kBits <= 16);
  static constexpr int kFractionBits = 32 - kBits;
  static constexpr std::uint32_t kFraction = (1u << kFractionBits) - 1;

  // Of the 2^kFractionBits draws that lead to a column, so many mean its own number, and the rest
  // another: both are in `values`, the other one above.
  struct Column {
    std::uint32_t own = 0;
    std::uint32_t values = 0;
  };

  std::array<Column, kColumns> columns_{};
};

template <int kBits>
AliasTable<kBits>::AliasTable(std::span<const double> weights) {
  constexpr std::int64_t kFull = std::int64_t{1} << kFractionBits;
  double total = 0;
  std::size_t likeliest = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    total += weights[i];
    if (weights[i] > weights[likeliest]) likeliest = i;
  }
  // What each number is to have of all 2^32 draws; what rounding leaves is the likeliest one's.
  std::array<std::int64_t, kColumns> left{};
  std::int64_t rest = std::int64_t{1} << 32;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    left[i] = std::llround(std::ldexp(weights[i] / total, 32));
    rest -= left[i];
  }
  left[likeliest] += rest;
  std::vector<std::size_t> poor, rich;
  for (std::size_t i = 0; i < kColumns; ++i) (left[i] < kFull ? poor : rich).push_back(i);
  const auto fill = [&](std::size_t i, std::int64_t own, std::size_t other) {
    columns_[i] = {static_cast<std::uint32_t>(own), static_cast<std::uint32_t>(other << 16 | i)};
  };
  // What a poor column lacks, a rich one gives, and may be poor itself then.
  while (!poor.empty()) {
    const std::size_t i = poor.back(), giver = rich.back();
    poor.pop_back();
    fill(i, left[i], giver);
    left[giver] -= kFull - left[i];
    if (left[giver] < kFull) {
      rich.pop_back();
      poor.push_back(giver);
    }
  }
  for (const std::size_t i : rich) fill(i, kFull, i);
}

}  // namespace holdfast
