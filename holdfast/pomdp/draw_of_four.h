// Drawing from sets of the first four actions, for rollouts in which the next step waits for it.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace holdfast {

// drawn_of_four[set][rng.below(12)] is what ActionSet(set).sample(rng) draws, by one look-up: sets
// of four have 1, 2, 3 or 4 members, and twelve can be divided by each.
inline constexpr auto drawn_of_four = [] {
  std::array<std::array<std::uint8_t, 16>, 16> drawn{};
  for (unsigned set = 1; set < 16; ++set) {
    for (int twelfth = 0; twelfth < 12; ++twelfth) {
      unsigned rest = set;
      for (int k = twelfth * std::popcount(set) / 12; k > 0; --k) rest &= rest - 1;
      drawn[set][static_cast<std::size_t>(twelfth)] =
          static_cast<std::uint8_t>(std::countr_zero(rest));
    }
  }
  return drawn;
}();

}  // namespace holdfast
