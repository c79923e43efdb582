// A hash of a row of words, for tables that take its low bits.
#pragma once

#include <cstdint>

namespace holdfast {

// Its sixteen lowest bits depend on every bit of every word. Bits of a product depend only on those
// of its factors that lie below, so what is above is folded down, twice at the end.
class WordHash {
 public:
  constexpr void add(std::uint64_t word) {
    hash_ = (hash_ ^ word) * 0x9e3779b97f4a7c15;
    hash_ ^= hash_ >> 32;
  }
  constexpr std::uint64_t value() const { return hash_ ^ hash_ >> 16; }

 private:
  std::uint64_t hash_ = 0;
};

}  // namespace holdfast
