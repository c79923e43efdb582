#include "holdfast/rddl/pool.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <utility>

#include "holdfast/base/error.h"

namespace holdfast::rddl {
namespace {

bool compared(Op op, double a, double b) {
  return op == Op::equal ? a == b : op == Op::less ? a < b : a <= b;
}

double applied(Op op, double x) {
  switch (op) {
    case Op::exp:
      return std::exp(x);
    case Op::ln:
      return std::log(x);
    case Op::sqrt:
      return std::sqrt(x);
    default:
      return std::abs(x);
  }
}

}  // namespace

Pool::Pool() {
  constant(0);
  constant(1);
}

std::uint64_t Pool::hash(const Node& node, std::span<const Ref> operands) const {
  constexpr std::uint64_t kGamma = 0x9e3779b97f4a7c15ULL;
  std::uint64_t h = static_cast<std::uint64_t>(node.op);
  const auto add = [&](std::uint64_t x) {
    h = (h ^ x) * kGamma;
    h ^= h >> 29;
  };
  add(std::bit_cast<std::uint64_t>(node.value));
  add(static_cast<std::uint64_t>(node.index));
  for (const Ref r : operands) add(static_cast<std::uint64_t>(r) + 1);
  return h;
}

bool Pool::equal(Ref r, const Node& other, std::span<const Ref> operands) const {
  const Node& n = node(r);
  return n.op == other.op && n.index == other.index &&
         std::bit_cast<std::uint64_t>(n.value) == std::bit_cast<std::uint64_t>(other.value) &&
         std::ranges::equal(this->operands(r), operands);
}

Ref Pool::make(Node node, std::span<const Ref> operands) {
  const std::uint64_t h = hash(node, operands);
  for (auto [it, end] = numbers_.equal_range(h); it != end; ++it) {
    if (equal(it->second, node, operands)) return it->second;
  }
  if (nodes_.size() >= kMost || operands_.size() >= 8 * kMost) {
    throw InputError("the ground formulas of this instance do not fit: there are more than " +
                     std::to_string(kMost));
  }
  for (const Ref r : operands) {
    node.reads_action |= this->node(r).reads_action;
    node.is_random |= this->node(r).is_random;
  }
  node.first = static_cast<std::int32_t>(operands_.size());
  node.operand_count = static_cast<std::int32_t>(operands.size());
  operands_.insert(operands_.end(), operands.begin(), operands.end());
  const auto r = static_cast<Ref>(nodes_.size());
  nodes_.push_back(node);
  numbers_.emplace(h, r);
  return r;
}

Ref Pool::constant(double value) {
  if (value == 0) value = 0;  // not -0
  return make({.op = Op::constant, .is_condition = value == 0 || value == 1, .value = value}, {});
}

Ref Pool::bit(Op op, int index) {
  return make({.op = op, .is_condition = true, .reads_action = op == Op::action, .index = index},
              {});
}

Ref Pool::negation(Ref r) {
  if (is_constant(r)) return boolean(value(r) == 0);
  if (node(r).op == Op::negation) return operands(r)[0];
  return make({.op = Op::negation, .is_condition = true}, {{r}});
}

Ref Pool::all(std::vector<Ref> operands) {
  return connective(Op::all, kFalse, std::move(operands));
}
Ref Pool::any(std::vector<Ref> operands) { return connective(Op::any, kTrue, std::move(operands)); }

// Operands of operands with the same operator, in place of those.
void Pool::flatten(Op op, std::vector<Ref>& operands) const {
  std::vector<Ref> flat;
  for (const Ref r : operands) {
    if (node(r).op == op) {
      const std::span<const Ref> inner = this->operands(r);
      flat.insert(flat.end(), inner.begin(), inner.end());
    } else {
      flat.push_back(r);
    }
  }
  operands.swap(flat);
}

Ref Pool::connective(Op op, Ref absorbing, std::vector<Ref> operands) {
  const Ref neutral = absorbing == kTrue ? kFalse : kTrue;
  flatten(op, operands);
  std::erase(operands, neutral);
  std::ranges::sort(operands);
  operands.erase(std::unique(operands.begin(), operands.end()), operands.end());
  for (const Ref r : operands) {
    if (r == absorbing) return absorbing;
    if (node(r).op == Op::negation && std::ranges::binary_search(operands, this->operands(r)[0])) {
      return absorbing;
    }
  }
  if (operands.empty()) return neutral;
  if (operands.size() == 1) return operands[0];
  return make({.op = op, .is_condition = true}, operands);
}

Ref Pool::same(Ref a, Ref b) {
  if (a == b) return kTrue;
  if (is_constant(a)) return a == kTrue ? b : negation(b);
  if (is_constant(b)) return b == kTrue ? a : negation(a);
  if (node(a).op == Op::negation) return negation(same(operands(a)[0], b));
  if (node(b).op == Op::negation) return negation(same(a, operands(b)[0]));
  if (a > b) std::swap(a, b);
  return make({.op = Op::same, .is_condition = true}, {{a, b}});
}

Ref Pool::choice(Ref condition, Ref yes, Ref no) {
  if (is_constant(condition)) return condition == kTrue ? yes : no;
  if (yes == no) return yes;
  if (node(condition).op == Op::negation) return choice(operands(condition)[0], no, yes);
  const bool is_condition = this->is_condition(yes) && this->is_condition(no);
  if (is_condition) {
    if (yes == kTrue) return any({condition, no});
    if (yes == kFalse) return all({negation(condition), no});
    if (no == kTrue) return any({negation(condition), yes});
    if (no == kFalse) return all({condition, yes});
  }
  return make({.op = Op::choice, .is_condition = is_condition}, {{condition, yes, no}});
}

Ref Pool::count(std::vector<Ref> conditions) {
  if (conditions.size() == 1) return conditions[0];
  std::ranges::sort(conditions);
  return make({.op = Op::count}, conditions);
}

// A constant, counts of conditions with the same weight, and the rest.
Ref Pool::sum(const std::vector<Ref>& given) {
  std::vector<Ref> terms = given;
  flatten(Op::sum, terms);
  double total = 0;
  std::map<double, std::vector<Ref>> counted;
  std::vector<Ref> rest;
  const auto add_counted = [&](double weight, Ref r) {
    if (is_condition(r)) {
      counted[weight].push_back(r);
    } else if (node(r).op == Op::count) {
      const std::span<const Ref> all = operands(r);
      counted[weight].insert(counted[weight].end(), all.begin(), all.end());
    } else {
      return false;
    }
    return true;
  };
  for (const Ref r : terms) {
    if (is_constant(r)) {
      total += value(r);
      continue;
    }
    if (add_counted(1, r)) continue;
    const bool weighted =
        node(r).op == Op::product && node(r).operand_count == 2 && is_constant(operands(r)[0]);
    if (weighted && add_counted(value(operands(r)[0]), operands(r)[1])) continue;
    rest.push_back(r);
  }
  for (auto& [weight, conditions] : counted) {
    rest.push_back(product_of(weight, {count(std::move(conditions))}));
  }
  if (total != 0) rest.push_back(constant(total));
  if (rest.empty()) return kFalse;
  if (rest.size() == 1) return rest[0];
  std::ranges::sort(rest);
  return make({.op = Op::sum}, rest);
}

// A constant, powers of a constant by a count (from factors that are it or 1), and the rest.
Ref Pool::product(const std::vector<Ref>& given) {
  std::vector<Ref> factors = given;
  flatten(Op::product, factors);
  if (std::ranges::all_of(factors, [&](Ref r) { return is_condition(r); })) return all(factors);
  double total = 1;
  std::map<double, std::vector<Ref>> exponents;
  std::vector<Ref> conditions, rest;
  for (const Ref r : factors) {
    const bool is_choice = node(r).op == Op::choice;
    if (is_constant(r)) {
      total *= value(r);
    } else if (is_condition(r)) {
      conditions.push_back(r);
    } else if (is_choice && operands(r)[2] == kTrue && is_constant(operands(r)[1])) {
      exponents[value(operands(r)[1])].push_back(operands(r)[0]);
    } else if (is_choice && operands(r)[1] == kTrue && is_constant(operands(r)[2])) {
      exponents[value(operands(r)[2])].push_back(negation(operands(r)[0]));
    } else {
      rest.push_back(r);
    }
  }
  for (const auto& [base, counted] : exponents) rest.push_back(power(base, sum(counted)));
  if (!conditions.empty()) rest.push_back(all(conditions));
  return product_of(total, std::move(rest));
}

Ref Pool::product_of(double factor, std::vector<Ref> others) {
  const bool nothing = std::ranges::find(others, kFalse) != others.end();
  if (factor == 0 || others.empty() || nothing) return constant(nothing ? 0 : factor);
  std::ranges::sort(others);
  if (factor != 1) others.insert(others.begin(), constant(factor));
  if (others.size() == 1) return others[0];
  return make({.op = Op::product}, others);
}

Ref Pool::power(double base, Ref exponent) {
  if (is_condition(exponent)) return choice(exponent, constant(base), kTrue);
  return make({.op = Op::power}, {{constant(base), exponent}});
}

Ref Pool::quotient(Ref a, Ref b) {
  if (b == kTrue) return a;
  if (is_constant(a) && is_constant(b)) return constant(value(a) / value(b));
  return make({.op = Op::quotient}, {{a, b}});
}

Ref Pool::compare(Op op, Ref a, Ref b) {
  if (is_constant(a) && is_constant(b)) return boolean(compared(op, value(a), value(b)));
  if (a == b) return boolean(op != Op::less);
  if (op == Op::equal && is_condition(a) && is_condition(b)) return same(a, b);
  if (op == Op::equal && a > b) std::swap(a, b);
  return make({.op = op, .is_condition = true}, {{a, b}});
}

Ref Pool::function(Op op, Ref argument) {
  if (is_constant(argument)) return constant(applied(op, value(argument)));
  return make({.op = op}, {{argument}});
}

Ref Pool::bernoulli(Ref chance) {
  if (is_condition(chance)) return chance;
  return make({.op = Op::bernoulli, .is_random = true}, {{chance}});
}

Ref Pool::rebuild(Op op, std::span<const Ref> o) {
  if (is_comparison(op)) return compare(op, o[0], o[1]);
  switch (op) {
    case Op::negation:
      return negation(o[0]);
    case Op::all:
      return all({o.begin(), o.end()});
    case Op::any:
      return any({o.begin(), o.end()});
    case Op::same:
      return same(o[0], o[1]);
    case Op::choice:
      return choice(o[0], o[1], o[2]);
    case Op::count:
    case Op::sum:
      return sum({o.begin(), o.end()});
    case Op::product:
      return product({o.begin(), o.end()});
    case Op::quotient:
      return quotient(o[0], o[1]);
    case Op::power:
      return is_constant(o[1]) ? constant(std::pow(value(o[0]), value(o[1])))
                               : power(value(o[0]), o[1]);
    case Op::bernoulli:
      return bernoulli(o[0]);
    default:
      return function(op, o[0]);
  }
}

}  // namespace holdfast::rddl
