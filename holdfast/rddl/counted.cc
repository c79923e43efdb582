#include "holdfast/rddl/counted.h"

#include <algorithm>
#include <cmath>

namespace holdfast::rddl {
namespace {

bool is_arithmetic(Op op) {
  switch (op) {
    case Op::sum:
    case Op::product:
    case Op::quotient:
    case Op::power:
    case Op::exp:
    case Op::ln:
    case Op::sqrt:
    case Op::abs:
      return true;
    default:
      return false;
  }
}

// Whether all leaves are the same; `leaf` is what was found so far, or -1.
bool has_one_leaf(const Pool& pool, Ref r, Ref& leaf) {
  const Op op = pool.node(r).op;
  if (op == Op::constant) return true;
  if (!is_arithmetic(op) && !is_comparison(op) && op != Op::negation && op != Op::choice) {
    if (leaf < 0) leaf = r;
    return leaf == r;
  }
  return std::ranges::all_of(pool.operands(r),
                             [&](Ref operand) { return has_one_leaf(pool, operand, leaf); });
}

}  // namespace

std::optional<Ref> counted(const Pool& pool, Ref r) {
  Ref leaf = -1;
  if (!has_one_leaf(pool, r, leaf) || leaf < 0) return std::nullopt;
  return leaf;
}

int most_of(const Pool& pool, Ref leaf) {
  return pool.node(leaf).op == Op::count ? pool.node(leaf).operand_count : 1;
}

double value_at(const Pool& pool, Ref r, Ref leaf, double value) {
  if (r == leaf) return value;
  const Node& node = pool.node(r);
  const std::span<const Ref> o = pool.operands(r);
  const auto at = [&](std::size_t i) { return value_at(pool, o[i], leaf, value); };
  switch (node.op) {
    case Op::constant:
      return node.value;
    case Op::negation:
      return at(0) == 0;
    case Op::choice:
      return at(0) != 0 ? at(1) : at(2);
    case Op::sum: {
      double sum = 0;
      for (std::size_t i = 0; i < o.size(); ++i) sum += at(i);
      return sum;
    }
    case Op::product: {
      double product = 1;
      for (std::size_t i = 0; i < o.size(); ++i) product *= at(i);
      return product;
    }
    case Op::quotient:
      return at(0) / at(1);
    case Op::power:
      return std::pow(at(0), at(1));
    case Op::equal:
      return at(0) == at(1);
    case Op::less:
      return at(0) < at(1);
    case Op::at_most:
      return at(0) <= at(1);
    case Op::exp:
      return std::exp(at(0));
    case Op::ln:
      return std::log(at(0));
    case Op::sqrt:
      return std::sqrt(at(0));
    default:
      return std::abs(at(0));
  }
}

}  // namespace holdfast::rddl
