#include "holdfast/rddl/slices.h"

#include <algorithm>
#include <string>

namespace holdfast::rddl {
namespace {

// Larger formulas are computed on their own.
constexpr std::size_t kMostNodes = 64;

bool is_bit(Op op) { return op == Op::state || op == Op::next; }

// The operators of a formula, and its leaves.
class Shape {
 public:
  Shape(const Pool& pool, int state_words, const BitFormula& of)
      : pool_(pool), state_words_(state_words), lane_(of.bit % 64) {
    visit(of.formula);
  }

  bool is_small() const { return operators_.size() <= kMostNodes; }
  const std::string& operators() const { return operators_; }
  const std::vector<SliceLeaf>& leaves() const { return leaves_; }

 private:
  void visit(Ref r) {
    if (!is_small()) return;
    const Node& node = pool_.node(r);
    operators_ += static_cast<char>('a' + static_cast<int>(node.op));
    if (has_lanes(pool_, r)) {
      operators_ += static_cast<char>('0' + std::min(node.operand_count, 64));
      for (const Ref operand : pool_.operands(r)) visit(operand);
      return;
    }
    SliceLeaf leaf{.is_shift = is_bit(node.op), .formula = r};
    if (leaf.is_shift) {
      leaf.word = node.index / 64 + (node.op == Op::next ? state_words_ : 0);
      leaf.shift = node.index % 64 - lane_;
    }
    leaves_.push_back(leaf);
  }

  const Pool& pool_;
  int state_words_;
  int lane_;
  std::string operators_;
  std::vector<SliceLeaf> leaves_;
};

// Takes what both have in common; false if that is nothing.
bool merge(std::vector<SliceLeaf>& into, const std::vector<SliceLeaf>& other) {
  std::vector<SliceLeaf> merged = into;
  for (std::size_t i = 0; i < merged.size(); ++i) {
    SliceLeaf& leaf = merged[i];
    leaf.is_same = leaf.is_same && leaf.formula == other[i].formula;
    leaf.is_shift = leaf.is_shift && other[i].is_shift && leaf.word == other[i].word &&
                    leaf.shift == other[i].shift;
    if (!leaf.is_same && !leaf.is_shift) return false;
  }
  into.swap(merged);
  return true;
}

}  // namespace

bool has_lanes(const Pool& pool, Ref r) {
  switch (pool.node(r).op) {
    case Op::negation:
    case Op::all:
    case Op::any:
    case Op::same:
      return true;
    case Op::choice:
      return pool.node(r).is_random || pool.node(r).is_condition;
    default:
      return false;
  }
}

std::vector<Slice> slices_of(const Pool& pool, const std::vector<BitFormula>& formulas,
                             int state_words) {
  std::vector<Slice> slices;
  std::vector<std::string> operators;
  for (const BitFormula& f : formulas) {
    const Shape shape(pool, state_words, f);
    const std::uint64_t lane = std::uint64_t{1} << (f.bit % 64);
    bool found = false;
    for (std::size_t i = 0; i < slices.size() && !found && shape.is_small(); ++i) {
      found = slices[i].word == f.bit / 64 && operators[i] == shape.operators() &&
              merge(slices[i].leaves, shape.leaves());
      if (found) slices[i].lanes |= lane;
    }
    if (found) continue;
    slices.push_back({f.bit / 64, lane, f.formula, shape.leaves()});
    operators.push_back(shape.operators());
  }
  return slices;
}

}  // namespace holdfast::rddl
