#include "holdfast/rddl/reward_range.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace holdfast::rddl {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Range kAnything = {-kInfinity, kInfinity};

Range hull(const Range& a, const Range& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

bool is_finite(const Range& r) { return std::isfinite(r.low) && std::isfinite(r.high); }

Range product(const Range& a, const Range& b) {
  if (!is_finite(a) || !is_finite(b)) return kAnything;
  const auto [low, high] =
      std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
  return {low, high};
}

Range quotient(const Range& a, const Range& b) {
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

Range power(double base, const Range& exponent) {
  if (base < 0 || !is_finite(exponent)) return kAnything;
  const double a = std::pow(base, exponent.low), b = std::pow(base, exponent.high);
  return hull({a, a}, {b, b});
}

}  // namespace

Range range_of(const Pool& pool, Ref r) {
  const Node& node = pool.node(r);
  if (node.op == Op::constant) return {node.value, node.value};
  if (node.is_condition) return {0, 1};
  const std::span<const Ref> o = pool.operands(r);
  const auto at = [&](std::size_t i) { return range_of(pool, o[i]); };
  switch (node.op) {
    case Op::choice:
      return hull(at(1), at(2));
    case Op::count:
      return {0, static_cast<double>(o.size())};
    case Op::sum: {
      Range sum;
      for (std::size_t i = 0; i < o.size(); ++i) {
        const Range term = at(i);
        sum = {sum.low + term.low, sum.high + term.high};
      }
      return sum;
    }
    case Op::product: {
      Range all{1, 1};
      for (std::size_t i = 0; i < o.size(); ++i) all = product(all, at(i));
      return all;
    }
    case Op::quotient:
      return quotient(at(0), at(1));
    case Op::power:
      return power(pool.value(o[0]), at(1));
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

Range reward_range(const GroundModel& model) {
  Range all = range_of(model.pool, model.joint_actions.front().reward);
  for (const JointAction& joint : model.joint_actions) {
    all = hull(all, range_of(model.pool, joint.reward));
  }
  return all;
}

}  // namespace holdfast::rddl
