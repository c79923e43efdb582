#include "holdfast/rddl/assembler.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "holdfast/base/error.h"
#include "holdfast/rddl/counted.h"

namespace holdfast::rddl {
namespace {

constexpr std::size_t kMostTests = 20'000'000;

}  // namespace

Code Assembler::take() { return std::move(code_); }

Target Assembler::distribution(Ref r) {
  if (const auto it = distributions_.find(r); it != distributions_.end()) return it->second;
  const Node& node = pool_.node(r);
  Target target;
  if (node.op == Op::bernoulli) {
    target = chance(pool_.operands(r)[0]);
  } else if (node.op == Op::choice && node.is_random) {
    const Target yes = distribution(pool_.operands(r)[1]);
    const Target no = distribution(pool_.operands(r)[2]);
    target = condition(pool_.operands(r)[0], yes, no);
  } else {
    target = condition(r, ~Code::kTrue, ~Code::kFalse);
  }
  distributions_.emplace(r, target);
  return target;
}

Target Assembler::chance(Ref r) {
  Code::Leaf leaf;
  if (pool_.is_constant(r)) {
    leaf.chance = pool_.value(r);
  } else {
    leaf.number = number(r);
  }
  code_.leaves.push_back(leaf);
  return ~(static_cast<Target>(code_.leaves.size()) - 1);
}

Target Assembler::test(const Code::Test& test) {
  if (code_.tests.size() >= kMostTests) {
    throw InputError("the code of this instance does not fit: it has more than " +
                     std::to_string(kMostTests) + " tests");
  }
  code_.tests.push_back(test);
  return static_cast<Target>(code_.tests.size()) - 1;
}

bool Assembler::is_literal(Ref r) const {
  if (pool_.node(r).op == Op::negation) r = pool_.operands(r)[0];
  return pool_.node(r).op == Op::state || pool_.node(r).op == Op::next;
}

Assembler::Literal Assembler::literal(Ref r) const {
  const bool positive = pool_.node(r).op != Op::negation;
  const Node& bit = pool_.node(positive ? r : pool_.operands(r)[0]);
  const int word = bit.index / 64 + (bit.op == Op::next ? state_words_ : 0);
  return {word, 1ULL << (bit.index % 64), positive};
}

Target Assembler::condition(Ref r, Target yes, Target no) {
  if (pool_.is_constant(r)) return r == Pool::kTrue ? yes : no;
  if (yes == no) return yes;
  const auto key = std::make_tuple(r, yes, no);
  if (const auto it = conditions_.find(key); it != conditions_.end()) return it->second;
  const Op op = pool_.node(r).op;
  const std::span<const Ref> o = pool_.operands(r);
  Target target;
  if (op == Op::state || op == Op::next) {
    const Literal bit = literal(r);
    target = test({.mask = bit.mask, .value = bit.mask, .word = bit.word, .yes = yes, .no = no});
  } else if (op == Op::negation) {
    target = condition(o[0], no, yes);
  } else if (op == Op::all || op == Op::any) {
    target = connective(r, yes, no);
  } else if (op == Op::same) {
    const Target if_first = condition(o[1], yes, no);
    target = condition(o[0], if_first, condition(o[1], no, yes));
  } else if (op == Op::choice) {
    const Target then = condition(o[1], yes, no);
    target = condition(o[0], then, condition(o[2], yes, no));
  } else {
    target = comparison(r, yes, no);
  }
  conditions_.emplace(key, target);
  return target;
}

// Bits first, one test for those of a word; then the rest, each of which goes on to the next.
Target Assembler::connective(Ref r, Target yes, Target no) {
  const bool is_all = pool_.node(r).op == Op::all;
  std::map<std::int32_t, Code::Test> words;
  std::vector<Ref> rest;
  for (const Ref operand : pool_.operands(r)) {
    if (!is_literal(operand)) {
      rest.push_back(operand);
      continue;
    }
    const Literal bit = literal(operand);
    Code::Test& test = words[bit.word];
    test.word = bit.word;
    test.mask |= bit.mask;
    if (bit.positive == is_all) test.value |= bit.mask;
  }
  // Any of them holds unless all of them fail.
  Target on = is_all ? yes : no;
  for (auto it = rest.rbegin(); it != rest.rend(); ++it) {
    on = is_all ? condition(*it, on, no) : condition(*it, yes, on);
  }
  for (auto it = words.rbegin(); it != words.rend(); ++it) {
    it->second.yes = on;
    it->second.no = is_all ? no : yes;
    on = test(it->second);
  }
  return on;
}

Target Assembler::comparison(Ref r, Target yes, Target no) {
  if (const auto leaf = counted(pool_, r); leaf && most_of(pool_, *leaf) < 64) {
    Code::Test by_table{.word = Code::Test::kTable, .left = number(*leaf), .yes = yes, .no = no};
    for (int i = 0; i <= most_of(pool_, *leaf); ++i) {
      if (value_at(pool_, r, *leaf, i) != 0) by_table.value |= 1ULL << i;
    }
    return test(by_table);
  }
  const Op op = pool_.node(r).op;
  Code::Test compare{.word = op == Op::equal  ? Code::Test::kEqual
                             : op == Op::less ? Code::Test::kLess
                                              : Code::Test::kAtMost,
                     .yes = yes,
                     .no = no};
  compare.left = number(pool_.operands(r)[0]);
  compare.value = static_cast<std::uint64_t>(number(pool_.operands(r)[1]));
  return test(compare);
}

std::int32_t Assembler::add(const Code::Number& number) {
  code_.numbers.push_back(number);
  return static_cast<std::int32_t>(code_.numbers.size()) - 1;
}

std::int32_t Assembler::add(Code::Number::Kind kind, const std::vector<std::int32_t>& parts,
                            double value) {
  const auto first = static_cast<std::int32_t>(code_.parts.size());
  code_.parts.insert(code_.parts.end(), parts.begin(), parts.end());
  return add({kind, first, static_cast<std::int32_t>(parts.size()), value});
}

std::int32_t Assembler::number(Ref r) {
  if (const auto it = numbers_.find(r); it != numbers_.end()) return it->second;
  const std::int32_t n = make_number(r);
  numbers_.emplace(r, n);
  return n;
}

std::int32_t Assembler::make_number(Ref r) {
  using Kind = Code::Number::Kind;
  const Node& node = pool_.node(r);
  if (node.op == Op::constant) return add({.kind = Kind::constant, .value = node.value});
  if (node.op == Op::count) return count(r);
  if (node.is_condition) {
    return add({.kind = Kind::condition, .first = condition(r, ~Code::kTrue, ~Code::kFalse)});
  }
  if (const std::int32_t n = table(r); n >= 0) return n;
  const std::span<const Ref> o = pool_.operands(r);
  if (node.op == Op::choice) {
    const Target at = condition(o[0], ~Code::kTrue, ~Code::kFalse);
    const std::int32_t yes = number(o[1]);
    return add(Kind::choice, {at, yes, number(o[2])});
  }
  if (node.op == Op::power) return add(Kind::power, {number(o[1])}, pool_.value(o[0]));
  const bool has_factor = node.op == Op::product && pool_.is_constant(o[0]);
  std::vector<std::int32_t> parts;
  for (const Ref operand : o.subspan(has_factor)) parts.push_back(number(operand));
  switch (node.op) {
    case Op::sum:
      return add(Kind::sum, parts);
    case Op::product:
      return add(Kind::product, parts, has_factor ? pool_.value(o[0]) : 1);
    case Op::quotient:
      return add(Kind::quotient, parts);
    case Op::exp:
      return add(Kind::exp, parts);
    case Op::ln:
      return add(Kind::ln, parts);
    case Op::sqrt:
      return add(Kind::sqrt, parts);
    default:
      return add(Kind::abs, parts);
  }
}

// Bits are counted by word; other conditions are added.
std::int32_t Assembler::count(Ref r) {
  using Kind = Code::Number::Kind;
  std::vector<Code::Mask> masks;
  std::vector<std::int32_t> parts;
  for (const Ref operand : pool_.operands(r)) {
    if (!is_literal(operand)) {
      parts.push_back(number(operand));
      continue;
    }
    const Literal bit = literal(operand);
    const std::uint64_t inverted = bit.positive ? 0 : ~0ULL;
    const auto fits = [&](const Code::Mask& m) {
      return m.word == bit.word && m.inverted == inverted && (m.mask & bit.mask) == 0;
    };
    const auto it = std::ranges::find_if(masks, fits);
    if (it == masks.end()) {
      masks.push_back({bit.mask, inverted, bit.word});
    } else {
      it->mask |= bit.mask;
    }
  }
  if (!masks.empty()) {
    const auto first = static_cast<std::int32_t>(code_.masks.size());
    code_.masks.insert(code_.masks.end(), masks.begin(), masks.end());
    const std::int32_t bits = add({Kind::bits, first, static_cast<std::int32_t>(masks.size()), 0});
    if (parts.empty()) return bits;
    parts.push_back(bits);
  }
  return add(Kind::sum, parts);
}

std::int32_t Assembler::table(Ref r) {
  const auto leaf = counted(pool_, r);
  if (!leaf) return -1;
  const auto first = static_cast<std::int32_t>(code_.tables.size());
  for (int i = 0; i <= most_of(pool_, *leaf); ++i) {
    code_.tables.push_back(value_at(pool_, r, *leaf, i));
  }
  const std::int32_t index = number(*leaf);
  const auto part = static_cast<std::int32_t>(code_.parts.size());
  code_.parts.push_back(index);
  return add({Code::Number::Kind::table, part, first, 0});
}

}  // namespace holdfast::rddl
