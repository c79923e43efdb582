#include "holdfast/rddl/slice_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace holdfast::rddl {

std::string SliceWriter::statements(const Slice& slice) {
  slice_ = &slice;
  leaf_ = 0;
  text_.clear();
  if (slice.formula == Pool::kFalse) return "";
  const bool is_single = std::has_single_bit(slice.lanes) && slice.formula != Pool::kTrue;
  const std::string value =
      is_single ? single(slice) : drawn(slice.formula, fmt::format("{:#x}ull", slice.lanes));
  return formulas_.take_definitions() + text_ + fmt::format("  n{} |= {};\n", slice.word, value);
}

std::string SliceWriter::single(const Slice& slice) {
  const int lane = std::countr_zero(slice.lanes);
  if (pool_.node(slice.formula).is_random) {
    return fmt::format("d.one({}, {}) << {}", slice.word * 64 + lane,
                       formulas_.chance(slice.formula), lane);
  }
  return fmt::format("u64({}) << {}", formulas_.condition(slice.formula), lane);
}

std::size_t SliceWriter::leaf_count(Ref r) const {
  if (!has_lanes(pool_, r)) return 1;
  std::size_t count = 0;
  for (const Ref operand : pool_.operands(r)) count += leaf_count(operand);
  return count;
}

bool SliceWriter::is_same_for_all(Ref r) const {
  const auto first = slice_->leaves.begin() + static_cast<std::ptrdiff_t>(leaf_);
  return std::all_of(first, first + static_cast<std::ptrdiff_t>(leaf_count(r)),
                     [](const SliceLeaf& leaf) { return leaf.is_same; });
}

std::string SliceWriter::variable(const std::string& expression) {
  std::string name = fmt::format("s{}", variables_++);
  text_ += fmt::format("  const u64 {} = {};\n", name, expression);
  return name;
}

std::string SliceWriter::leaf_lanes(const SliceLeaf& leaf) {
  std::string word = FormulaWriter::word(leaf.word);
  if (leaf.shift == 0) return word;
  return leaf.shift > 0 ? fmt::format("({} >> {})", word, leaf.shift)
                        : fmt::format("({} << {})", word, -leaf.shift);
}

std::string SliceWriter::lanes(Ref r) {
  const Node& node = pool_.node(r);
  const std::span<const Ref> o = pool_.operands(r);
  if (!has_lanes(pool_, r) && slice_->leaves[leaf_].is_shift) {
    return leaf_lanes(slice_->leaves[leaf_++]);
  }
  if (is_same_for_all(r)) {
    leaf_ += leaf_count(r);
    return fmt::format("(0 - u64({}))", formulas_.condition(r));
  }
  if (node.op == Op::negation) return "~" + lanes(o[0]);
  if (node.op == Op::choice) {
    const std::string condition = variable(lanes(o[0]));
    const std::string yes = lanes(o[1]);
    return fmt::format("(({0} & {1}) | (~{0} & {2}))", condition, yes, lanes(o[2]));
  }
  const char* op = node.op == Op::all ? " & " : node.op == Op::any ? " | " : " ^ ~";
  std::string text = "(";
  for (const Ref operand : o) text += (text.size() > 1 ? op : "") + lanes(operand);
  return text + ")";
}

std::string SliceWriter::drawn(Ref r, const std::string& mask) {
  const Node& node = pool_.node(r);
  if (!node.is_random) {
    return r == Pool::kTrue ? (++leaf_, mask) : fmt::format("({} & {})", mask, lanes(r));
  }
  if (node.op == Op::choice) {
    const std::span<const Ref> o = pool_.operands(r);
    const std::string condition = variable(lanes(o[0]));
    const std::string yes = drawn(o[1], variable(fmt::format("{} & {}", mask, condition)));
    return fmt::format("({} | {})", yes,
                       drawn(o[2], variable(fmt::format("{} & ~{}", mask, condition))));
  }
  ++leaf_;
  return fmt::format("d.lanes({}, {}, {})", slice_->word, mask, formulas_.chance(r));
}

}  // namespace holdfast::rddl
