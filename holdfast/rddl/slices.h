// Bits of a word whose formulas are alike, so that all of them are computed at once, each in its
// lane: where one reads a bit, the others read the same bit, or one as far from their own.
#pragma once

#include <cstdint>
#include <vector>

#include "holdfast/rddl/pool.h"

namespace holdfast::rddl {

// What stands at one place of all formulas of a slice.
struct SliceLeaf {
  bool is_same = true;   // the same formula for all ...
  bool is_shift = true;  // ... or the bit of a word that many lanes to the left of their own
  Ref formula = 0;
  int word = 0;
  int shift = 0;
};

struct Slice {
  int word = 0;             // of the bits that it computes
  std::uint64_t lanes = 0;  // which they are
  Ref formula = 0;          // of the first
  // In the order in which leaves_of() meets them.
  std::vector<SliceLeaf> leaves;
};

struct BitFormula {
  int bit = 0;
  Ref formula = 0;
};

// Bits in increasing order; every bit is in one slice, which may be for it alone.
// `state_words`: after so many words those of the next state begin.
std::vector<Slice> slices_of(const Pool& pool, const std::vector<BitFormula>& formulas,
                             int state_words);

// Whether a slice computes this by its operands; else it is a leaf.
bool has_lanes(const Pool& pool, Ref r);

}  // namespace holdfast::rddl
