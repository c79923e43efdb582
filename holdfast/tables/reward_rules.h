// Rewards as the classic files say them: R(a, s, s', o) with * for any, and the last that fits
// holds.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "holdfast/base/word_hash.h"
#include "holdfast/tables/distributions.h"

namespace holdfast::tables {

class RewardRules {
 public:
  static constexpr std::int32_t kAny = -1;
  // Action, state, next state, observation.
  using Case = std::array<std::int32_t, 4>;

  void add(const Case& where, double reward);
  std::size_t size() const { return count_; }

  double of(const Case& exactly) const;
  // The mean over what is observed, by P(o | a, s').
  double mean(Case where, std::span<const Distributions::Entry> sights) const;

 private:
  struct Said {
    std::size_t when = 0;
    double reward = 0;
  };
  struct Hash {
    std::size_t operator()(const Case& c) const {
      WordHash hash;
      for (const std::int32_t x : c) hash.add(static_cast<std::uint32_t>(x));
      return hash.value();
    }
  };

  std::size_t count_ = 0;
  // By which of the four are said, as bits.
  std::array<std::unordered_map<Case, Said, Hash>, 16> by_shape_;
};

}  // namespace holdfast::tables
