#include "holdfast/rddl/formula_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "holdfast/rddl/counted.h"
#include "holdfast/rddl/reward_range.h"

namespace holdfast::rddl {
namespace {

bool is_bit(Op op) { return op == Op::state || op == Op::next; }

bool is_literal(const Pool& pool, Ref r) {
  if (pool.node(r).op == Op::negation) r = pool.operands(r)[0];
  return is_bit(pool.node(r).op);
}

std::string hexadecimal(std::uint64_t bits) { return fmt::format("{:#x}ull", bits); }

// Sums that have fewer cells are as well added up.
constexpr std::size_t kFewCells = 8;
constexpr std::size_t kMostTableEntries = 1 << 16;

// Bits of one word, of which one is expected to be set.
struct OneHot {
  int word = -1;
  std::uint64_t mask = 0;

  bool add(int in_word, int lane) {
    if (word >= 0 && word != in_word) return false;
    word = in_word;
    mask |= std::uint64_t{1} << lane;
    return true;
  }
  int low() const { return std::countr_zero(mask); }
  std::size_t span() const {
    return static_cast<std::size_t>(static_cast<int>(std::bit_width(mask)) - low());
  }
  std::size_t place(int lane) const { return static_cast<std::size_t>(lane - low()); }
  std::string bits() const {
    return fmt::format("({} & {})", FormulaWriter::word(word), hexadecimal(mask));
  }
};

}  // namespace

std::string TableWriter::name_of(const std::vector<double>& values) {
  const auto [it, is_new] = numbers_.try_emplace(values, static_cast<int>(numbers_.size()));
  return fmt::format("table_{}", it->second);
}

std::string TableWriter::text() const {
  std::string all;
  for (const auto& [values, number] : numbers_) {
    all += fmt::format("static const double table_{}[] = {{", number);
    for (const double v : values) all += number_text(v) + ",";
    all += "};\n";
  }
  return all;
}

std::string number_text(double value) {
  if (std::isnan(value)) return "__builtin_nan(\"\")";
  if (std::isinf(value)) return value > 0 ? "__builtin_inf()" : "(-__builtin_inf())";
  return std::signbit(value) ? fmt::format("({:a})", value) : fmt::format("{:a}", value);
}

// Literals of a connective, by word.
struct FormulaWriter::Literals {
  std::map<int, std::pair<std::uint64_t, std::uint64_t>> words;  // mask, those that are positive
  std::vector<Ref> rest;
};

std::string FormulaWriter::word(int index) { return fmt::format("w[{}]", index); }

int FormulaWriter::word_of(Ref bit) const {
  const Node& node = pool_.node(bit);
  return node.index / 64 + (node.op == Op::next ? state_words_ : 0);
}

void FormulaWriter::begin(const std::vector<Ref>& roots) {
  uses_.clear();
  names_.clear();
  definitions_.clear();
  for (const Ref r : roots) count_uses(r);
}

void FormulaWriter::count_uses(Ref r) {
  if (++uses_[r] > 1) return;
  for (const Ref operand : pool_.operands(r)) count_uses(operand);
}

std::string FormulaWriter::take_definitions() { return std::exchange(definitions_, {}); }

bool FormulaWriter::is_shared(Ref r) const {
  const auto it = uses_.find(r);
  return it != uses_.end() && it->second > 1 && !pool_.is_constant(r) && !is_literal(pool_, r);
}

std::string FormulaWriter::shared(std::string_view type, Ref r, const std::string& expression) {
  if (!is_shared(r)) return expression;
  std::string name = fmt::format("f{}", r);
  definitions_ += fmt::format("  const {} {} = {};\n", type, name, expression);
  names_.emplace(r, name);
  return name;
}

std::string FormulaWriter::condition(Ref r) {
  if (const auto it = names_.find(r); it != names_.end()) return it->second;
  return shared("bool", r, make_condition(r));
}

std::string FormulaWriter::make_condition(Ref r) {
  const Node& node = pool_.node(r);
  const std::span<const Ref> o = pool_.operands(r);
  switch (node.op) {
    case Op::constant:
      return r == Pool::kTrue ? "true" : "false";
    case Op::state:
    case Op::next:
      return fmt::format("bool({} >> {} & 1)", word(word_of(r)), node.index % 64);
    case Op::negation:
      return "!" + condition(o[0]);
    case Op::all:
    case Op::any:
      return connective(r);
    case Op::same:
      return fmt::format("({} == {})", condition(o[0]), condition(o[1]));
    case Op::choice:
      return fmt::format("({} ? {} : {})", condition(o[0]), condition(o[1]), condition(o[2]));
    default:
      return comparison(r);
  }
}

// Bits are compared by word. Any of them holds unless all of them fail.
std::string FormulaWriter::connective(Ref r) {
  const bool is_all = pool_.node(r).op == Op::all;
  Literals literals;
  for (const Ref operand : pool_.operands(r)) {
    if (!is_literal(pool_, operand)) {
      literals.rest.push_back(operand);
      continue;
    }
    const bool positive = pool_.node(operand).op != Op::negation;
    const Ref bit = positive ? operand : pool_.operands(operand)[0];
    const std::uint64_t mask = std::uint64_t{1} << (pool_.node(bit).index % 64);
    auto& [all, set] = literals.words[word_of(bit)];
    all |= mask;
    if (positive == is_all) set |= mask;
  }
  std::string text = "(";
  const auto join = [&](const std::string& part) {
    if (text.size() > 1) text += is_all ? " & " : " | ";
    text += part;
  };
  for (const auto& [index, bits] : literals.words) {
    join(fmt::format("(({} & {}) {} {})", word(index), hexadecimal(bits.first),
                     is_all ? "==" : "!=", hexadecimal(bits.second)));
  }
  for (const Ref operand : literals.rest) join(condition(operand));
  return text + ")";
}

std::string FormulaWriter::comparison(Ref r) {
  const auto leaf = counted(pool_, r);
  if (leaf && most_of(pool_, *leaf) < 64) {
    std::uint64_t holds = 0;
    for (int i = 0; i <= most_of(pool_, *leaf); ++i) {
      if (value_at(pool_, r, *leaf, i) != 0) holds |= std::uint64_t{1} << i;
    }
    return fmt::format("bool({} >> {} & 1)", hexadecimal(holds), count(*leaf));
  }
  const Op op = pool_.node(r).op;
  const std::span<const Ref> o = pool_.operands(r);
  return fmt::format("({} {} {})", number(o[0]),
                     op == Op::equal  ? "=="
                     : op == Op::less ? "<"
                                      : "<=",
                     number(o[1]));
}

std::string FormulaWriter::number(Ref r) {
  if (pool_.is_constant(r)) return number_text(pool_.value(r));
  if (pool_.is_condition(r)) return fmt::format("double({})", condition(r));
  if (pool_.node(r).op == Op::count) return fmt::format("double({})", count(r));
  if (const auto it = names_.find(r); it != names_.end()) return it->second;
  return shared("double", r, make_number(r));
}

std::string FormulaWriter::make_number(Ref r) {
  const Node& node = pool_.node(r);
  const std::span<const Ref> o = pool_.operands(r);
  if (node.op == Op::choice && counted(pool_, r) == o[0]) {
    return fmt::format("({} ? {} : {})", condition(o[0]), number(o[1]), number(o[2]));
  }
  if (const auto leaf = counted(pool_, r)) {
    std::vector<double> values;
    for (int i = 0; i <= most_of(pool_, *leaf); ++i) {
      values.push_back(value_at(pool_, r, *leaf, i));
    }
    return fmt::format("{}[{}]", tables_.name_of(values), count(*leaf));
  }
  switch (node.op) {
    case Op::choice:
      return fmt::format("({} ? {} : {})", condition(o[0]), number(o[1]), number(o[2]));
    case Op::sum:
      return sum(r);
    case Op::product:
      return joined(o, " * ");
    case Op::quotient:
      return joined(o, " / ");
    case Op::power:
      return fmt::format("__builtin_pow({}, {})", number(o[0]), number(o[1]));
    case Op::exp:
      return fmt::format("__builtin_exp({})", number(o[0]));
    case Op::ln:
      return fmt::format("__builtin_log({})", number(o[0]));
    case Op::sqrt:
      return fmt::format("__builtin_sqrt({})", number(o[0]));
    default:
      return fmt::format("__builtin_fabs({})", number(o[0]));
  }
}

std::string FormulaWriter::joined(std::span<const Ref> operands, std::string_view op) {
  std::string text = "(";
  for (const Ref operand : operands) {
    if (text.size() > 1) text += op;
    text += number(operand);
  }
  return text + ")";
}

// Bits are counted by word; other conditions are added.
std::string FormulaWriter::count(Ref r) {
  if (pool_.is_condition(r)) return condition(r);
  if (const auto it = names_.find(r); it != names_.end()) return it->second;
  std::map<std::pair<int, bool>, std::uint64_t> masks;  // by word and sign
  std::vector<std::string> parts;
  for (const Ref operand : pool_.operands(r)) {
    const bool positive = pool_.node(operand).op != Op::negation;
    const Ref bit = positive ? operand : pool_.operands(operand)[0];
    const bool is_new_bit =
        is_literal(pool_, operand) &&
        (masks[{word_of(bit), positive}] >> (pool_.node(bit).index % 64) & 1) == 0;
    if (is_new_bit) {
      masks[{word_of(bit), positive}] |= std::uint64_t{1} << (pool_.node(bit).index % 64);
    } else {
      parts.push_back(fmt::format("int({})", condition(operand)));
    }
  }
  for (const auto& [where, mask] : masks) {
    if (mask == 0) continue;
    parts.push_back(fmt::format("__builtin_popcountll({}{} & {})", where.second ? "" : "~",
                                word(where.first), hexadecimal(mask)));
  }
  std::string text = "(";
  for (const std::string& part : parts) text += (text.size() > 1 ? " + " : "") + part;
  return shared("int", r, text + ")");
}

std::string FormulaWriter::sum(Ref r) {
  const std::string cells = sum_of_cells(r);
  return cells.empty() ? joined(pool_.operands(r), " + ") : cells;
}

// Where exactly one row and one column are set, the sum is the weight of their cell: all others add
// 0, which changes nothing.
std::string FormulaWriter::sum_of_cells(Ref r) {
  struct Term {
    double weight;
    Ref condition;
  };
  std::vector<Term> terms;
  double constant = 0;
  for (const Ref operand : pool_.operands(r)) {
    const std::span<const Ref> o = pool_.operands(operand);
    const bool weighted =
        pool_.node(operand).op == Op::product && o.size() == 2 && pool_.is_constant(o[0]);
    const double weight = weighted ? pool_.value(o[0]) : 1;
    const Ref counted = weighted ? o[1] : operand;
    if (pool_.is_constant(operand)) {
      constant = pool_.value(operand);
    } else if (pool_.is_condition(counted)) {
      terms.push_back({weight, counted});
    } else if (pool_.node(counted).op == Op::count) {
      for (const Ref c : pool_.operands(counted)) terms.push_back({weight, c});
    } else {
      return "";
    }
  }
  if (terms.size() < kFewCells) return "";
  OneHot rows, columns;
  std::set<Ref> cells;
  for (const Term& term : terms) {
    const std::span<const Ref> bits = pool_.operands(term.condition);
    const bool is_cell = pool_.node(term.condition).op == Op::all && bits.size() == 2 &&
                         is_bit(pool_.node(bits[0]).op) && is_bit(pool_.node(bits[1]).op);
    if (!is_cell || !cells.insert(term.condition).second ||
        !rows.add(word_of(bits[0]), pool_.node(bits[0]).index % 64) ||
        !columns.add(word_of(bits[1]), pool_.node(bits[1]).index % 64)) {
      return "";
    }
  }
  const bool overlap = rows.word == columns.word && (rows.mask & columns.mask) != 0;
  const std::size_t entries = rows.span() * columns.span();
  if (overlap || entries > kMostTableEntries) return "";
  std::vector<double> values(entries, constant);
  for (const Term& term : terms) {
    const std::span<const Ref> bits = pool_.operands(term.condition);
    const std::size_t row = rows.place(pool_.node(bits[0]).index % 64);
    const std::size_t column = columns.place(pool_.node(bits[1]).index % 64);
    values[row * columns.span() + column] = term.weight + constant;
  }
  return fmt::format(
      "(one_bit({0}) & one_bit({1}) ? {2}[(first_bit({0}) - {3}) * {5} + first_bit({1}) - {4}] : "
      "{6})",
      rows.bits(), columns.bits(), tables_.name_of(values), rows.low(), columns.low(),
      columns.span(), joined(pool_.operands(r), " + "));
}

std::string FormulaWriter::chance(Ref r) {
  if (!pool_.node(r).is_random) {
    if (pool_.is_constant(r)) return number_text(pool_.value(r));
    return fmt::format("({} ? 1.0 : 0.0)", condition(r));
  }
  if (const auto it = names_.find(r); it != names_.end()) return it->second;
  const std::span<const Ref> o = pool_.operands(r);
  if (pool_.node(r).op == Op::choice) {
    return shared("double", r,
                  fmt::format("({} ? {} : {})", condition(o[0]), chance(o[1]), chance(o[2])));
  }
  const Range range = range_of(pool_, o[0]);
  const bool is_chance = range.low >= 0 && range.high <= 1;
  return is_chance ? number(o[0]) : fmt::format("d.checked({})", number(o[0]));
}

}  // namespace holdfast::rddl
