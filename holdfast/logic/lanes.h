// A column in vector registers, for the files that evaluate rules.
#pragma once

#include <algorithm>
#include <cstdint>

#include "holdfast/logic/facts.h"

// Vectors are passed between functions of one file only, so that their ABI does not matter.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace holdfast::logic {

// A block of a column: one vector register (AVX2), with a lane for each of 16 entities. All bits of
// a lane are set where something holds.
inline constexpr int kBlock = 16;
using Lanes = std::int16_t __attribute__((vector_size(2 * kBlock), may_alias));
using LaneWords = std::uint64_t __attribute__((vector_size(2 * kBlock)));

inline const Lanes& block_of(const Column& column, int block) {
  return reinterpret_cast<const Lanes*>(column.lanes.data())[block];
}
// The same of a block of all entities; pages have several.
inline constexpr int kPageBlocks = Column::kLanes / kBlock;
inline const Lanes& block_of(Columns columns, int c, int block) {
  return block_of(columns.page(c, block / kPageBlocks), block % kPageBlocks);
}

inline std::uint64_t folded(Lanes lanes) {
  const LaneWords words = reinterpret_cast<LaneWords>(lanes);
  return words[0] | words[1] | words[2] | words[3];
}

inline bool any(Lanes lanes) { return folded(lanes) != 0; }

inline constexpr Lanes kLaneBits = {1,       1 << 1,  1 << 2,  1 << 3, 1 << 4,  1 << 5,
                                    1 << 6,  1 << 7,  1 << 8,  1 << 9, 1 << 10, 1 << 11,
                                    1 << 12, 1 << 13, 1 << 14, -32768};

// Bit e: lane e is set.
inline std::uint32_t bits_of(Lanes lanes) {
  std::uint64_t bits = folded(lanes & kLaneBits);
  bits |= bits >> 32;
  bits |= bits >> 16;
  return static_cast<std::uint32_t>(bits & 0xffff);
}

// Whether each value is in [low, high].
inline Lanes within(Lanes values, std::int16_t low, std::int16_t high) {
  return (values >= low) & (values <= high);
}

// The lanes of the entities in a block of a page whose bits are set.
inline Lanes lanes_of(std::uint32_t bits, int block) {
  // By a name of its type: under a sanitizer g++ takes the cast alone for an int.
  const auto word = static_cast<std::int16_t>(bits >> (kBlock * block));
  const Lanes all = Lanes{} + word;
  return (all & kLaneBits) != 0;
}

inline Lanes lesser(Lanes a, Lanes b) { return a < b ? a : b; }

// The least of all lanes, by halves.
inline std::int16_t least_of(Lanes a) {
  a = lesser(a,
             __builtin_shufflevector(a, a, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
  a = lesser(a,
             __builtin_shufflevector(a, a, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11));
  a = lesser(a,
             __builtin_shufflevector(a, a, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13));
  return std::min(a[0], a[1]);
}

// The least or greatest value of the entities whose bits are set, of which there is one.
inline int extreme(const Column& column, std::uint32_t entities, bool least) {
  const std::int16_t beyond = Column::kMost;
  Lanes best = Lanes{} + beyond;
  const std::int16_t turn = least ? 0 : -1;  // ~x turns the order round
  const Lanes flip = Lanes{} + turn;
  for (int block = 0; block < kPageBlocks; ++block) {
    const Lanes values = block_of(column, block) ^ flip;
    best = lesser(best, lanes_of(entities, block) ? values : best);
  }
  return least_of(best) ^ turn;
}

// A flag that holds for the entities whose bits are set.
inline void set_flags(Column& column, std::uint32_t bits) {
  for (int block = 0; block < kPageBlocks; ++block) {
    reinterpret_cast<Lanes*>(column.lanes.data())[block] =
        (lanes_of(bits, block) & static_cast<std::int16_t>(1 ^ Column::kAbsent)) ^ Column::kAbsent;
  }
}

}  // namespace holdfast::logic
