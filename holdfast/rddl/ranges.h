// Arithmetic of intervals: between which numbers a formula lies if its parts lie between others.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "holdfast/rddl/pool.h"

namespace holdfast::rddl {

struct Range {
  double low = 0;
  double high = 0;
};

namespace ranges {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr Range kAnything = {-kInfinity, kInfinity};

inline Range hull(const Range& a, const Range& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

inline bool is_finite(const Range& r) { return std::isfinite(r.low) && std::isfinite(r.high); }

inline Range product(const Range& a, const Range& b) {
  if (!is_finite(a) || !is_finite(b)) return kAnything;
  const auto [low, high] =
      std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
  return {low, high};
}

inline Range quotient(const Range& a, const Range& b) {
  if (b.low <= 0 && b.high >= 0) return kAnything;
  return product(a, {1 / b.high, 1 / b.low});
}

// A function that rises where it is defined; `least` is where that begins.
template <class F>
Range rising(const Range& a, double least, F&& f) {
  if (a.low < least) return kAnything;
  const Range r = {f(a.low), f(a.high)};
  return std::isnan(r.low) || std::isnan(r.high) ? kAnything : r;
}

template <class At>
Range sum(std::size_t n, At&& at) {
  Range all;
  for (std::size_t i = 0; i < n; ++i) {
    const Range one = at(i);
    all = {all.low + one.low, all.high + one.high};
  }
  return all;
}

inline Range power(double base, const Range& exponent) {
  if (base < 0 || !is_finite(exponent)) return kAnything;
  const double a = std::pow(base, exponent.low), b = std::pow(base, exponent.high);
  return hull({a, a}, {b, b});
}

}  // namespace ranges

// Of a number; at(i) is the range of its operand i. Infinite where nothing is known. A choice may
// take either branch.
template <class At>
Range range_by(const Node& node, At&& at) {
  using namespace ranges;
  const auto n = static_cast<std::size_t>(node.operand_count);
  switch (node.op) {
    case Op::choice:
      return hull(at(1), at(2));
    case Op::count:
    case Op::sum:
      return sum(n, at);
    case Op::product: {
      Range all{1, 1};
      for (std::size_t i = 0; i < n; ++i) all = product(all, at(i));
      return all;
    }
    case Op::quotient:
      return quotient(at(0), at(1));
    case Op::power:
      return power(at(0).low, at(1));
    case Op::exp:
      return rising(at(0), -kInfinity, [](double x) { return std::exp(x); });
    case Op::ln:
      return rising(at(0), 0, [](double x) { return std::log(x); });
    case Op::sqrt:
      return rising(at(0), 0, [](double x) { return std::sqrt(x); });
    case Op::abs: {
      const Range a = at(0);
      const double most = std::max(std::abs(a.low), std::abs(a.high));
      const bool has_zero = a.low <= 0 && a.high >= 0;
      return {has_zero ? 0 : std::min(std::abs(a.low), std::abs(a.high)), most};
    }
    default:
      return kAnything;
  }
}

}  // namespace holdfast::rddl
