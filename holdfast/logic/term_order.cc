#include "holdfast/logic/term_order.h"

namespace holdfast::logic {
namespace {

// The empty tuple stands among the constants, as one without a name.
int rank(const Term& t) {
  if (t.is_integer()) return 0;
  if (t.kind == Term::Kind::string) return 2;
  return t.arguments.empty() ? 1 : 3;
}

}  // namespace

std::strong_ordering compare(const Term& left, const Term& right) {
  if (const auto c = rank(left) <=> rank(right); c != 0) return c;
  if (left.is_integer()) return left.value <=> right.value;
  if (const auto c = left.arguments.size() <=> right.arguments.size(); c != 0) return c;
  if (const auto c = left.name.compare(right.name) <=> 0; c != 0) return c;
  for (std::size_t i = 0; i < left.arguments.size(); ++i) {
    if (const auto c = compare(left.arguments[i], right.arguments[i]); c != 0) return c;
  }
  return std::strong_ordering::equal;
}

}  // namespace holdfast::logic
