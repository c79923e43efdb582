// Writes how bits are computed, slice by slice, for the body of a function (see FormulaWriter).
#pragma once

#include <string>
#include <vector>

#include "holdfast/rddl/formula_writer.h"
#include "holdfast/rddl/slices.h"

namespace holdfast::rddl {

class SliceWriter {
 public:
  SliceWriter(const Pool& pool, FormulaWriter& formulas) : pool_(pool), formulas_(formulas) {}

  // Statements that set the slice's bits in the variable n0, n1, ... of its word, which has zeros
  // there.
  std::string statements(const Slice& slice);

 private:
  // One bit on its own.
  std::string single(const Slice& slice);
  // A word that has each lane's value of a formula in its lane; others have anything.
  std::string lanes(Ref r);
  std::string leaf_lanes(const SliceLeaf& leaf);
  // The same of a formula that may have chances in it, 0 outside of the mask.
  std::string drawn(Ref r, const std::string& mask);
  // Whether the formula, of which the next leaf is the first, is the same for all lanes.
  bool is_same_for_all(Ref r) const;
  std::size_t leaf_count(Ref r) const;
  std::string variable(const std::string& expression);

  const Pool& pool_;
  FormulaWriter& formulas_;
  const Slice* slice_ = nullptr;
  std::size_t leaf_ = 0;
  int variables_ = 0;
  std::string text_;
};

}  // namespace holdfast::rddl
