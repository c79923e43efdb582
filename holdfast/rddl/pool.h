// Ground formulas, each stored once: equal formulas have equal numbers, and what is constant in
// them is folded away when they are made.
//
// Conditions are numbers that are 0 or 1, as RDDL has it. Sums of conditions become counts, so that
// who evaluates them can count bits, and functions of one count can be tables.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace holdfast::rddl {

// The number of a formula.
using Ref = std::int32_t;

enum class Op : std::uint8_t {
  constant,   // value
  state,      // index: a bit of the state, ...
  next,       // ... of the next state, ...
  action,     // ... of the action
  negation,   // of a condition
  all,        // conditions, at least two, in increasing order
  any,        //
  same,       // two conditions
  choice,     // condition, then, else
  count,      // how many of the conditions hold
  sum,        // numbers, at least two
  product,    //
  quotient,   // two numbers
  power,      // a constant to a number
  equal,      // two numbers
  less,       //
  at_most,    //
  exp,        //
  ln,         //
  sqrt,       //
  abs,        //
  bernoulli,  // a chance; only as a whole formula or in branches of choices
};

inline bool is_comparison(Op op) { return op == Op::equal || op == Op::less || op == Op::at_most; }

struct Node {
  Op op = Op::constant;
  bool is_condition = false;  // 0 or 1, and not by chance
  bool is_random = false;     // has a chance in it
  bool reads_action = false;
  int index = 0;
  std::int32_t first = 0;  // of its operands
  std::int32_t operand_count = 0;
  double value = 0;
};

class Pool {
 public:
  static constexpr Ref kFalse = 0;
  static constexpr Ref kTrue = 1;
  // More formulas than this are refused (Error).
  static constexpr std::size_t kMost = 8'000'000;

  Pool();

  const Node& node(Ref r) const { return nodes_[static_cast<std::size_t>(r)]; }
  std::span<const Ref> operands(Ref r) const {
    const Node& n = node(r);
    return std::span(operands_).subspan(static_cast<std::size_t>(n.first),
                                        static_cast<std::size_t>(n.operand_count));
  }
  std::size_t size() const { return nodes_.size(); }

  bool is_constant(Ref r) const { return node(r).op == Op::constant; }
  double value(Ref r) const { return node(r).value; }
  bool is_condition(Ref r) const { return node(r).is_condition; }

  Ref constant(double value);
  Ref boolean(bool value) const { return value ? kTrue : kFalse; }
  Ref bit(Op op, int index);  // state, next or action
  Ref negation(Ref r);
  Ref all(std::vector<Ref> operands);
  Ref any(std::vector<Ref> operands);
  Ref same(Ref a, Ref b);
  Ref choice(Ref condition, Ref yes, Ref no);
  Ref sum(const std::vector<Ref>& operands);
  Ref product(const std::vector<Ref>& operands);
  Ref quotient(Ref a, Ref b);
  Ref compare(Op op, Ref a, Ref b);   // equal, less or at_most
  Ref function(Op op, Ref argument);  // exp, ln, sqrt or abs
  Ref bernoulli(Ref chance);

  // The same operator over other operands.
  Ref rebuild(Op op, std::span<const Ref> operands);

 private:
  Ref make(Node node, std::span<const Ref> operands);
  // all and any: `absorbing` is what decides it alone.
  Ref connective(Op op, Ref absorbing, std::vector<Ref> operands);
  void flatten(Op op, std::vector<Ref>& operands) const;
  Ref product_of(double factor, std::vector<Ref> others);
  Ref count(std::vector<Ref> conditions);
  Ref power(double base, Ref exponent);
  std::uint64_t hash(const Node& node, std::span<const Ref> operands) const;
  bool equal(Ref r, const Node& node, std::span<const Ref> operands) const;

  std::vector<Node> nodes_;
  std::vector<Ref> operands_;
  std::unordered_multimap<std::uint64_t, Ref> numbers_;
};

// The formula with other formulas in place of what is read: `replacement` is asked for each bit,
// and nodes for which `changes` is false are left as they are.
template <class Changes, class Replacement>
class Substitution {
 public:
  Substitution(Pool& pool, Changes changes, Replacement replacement)
      : pool_(pool), changes_(std::move(changes)), replacement_(std::move(replacement)) {}

  Ref operator()(Ref r) {
    const Node node = pool_.node(r);
    if (!changes_(node)) return r;
    if (node.operand_count == 0) return replacement_(r, node);
    if (const auto it = done_.find(r); it != done_.end()) return it->second;
    const std::span<const Ref> span = pool_.operands(r);
    std::vector<Ref> operands(span.begin(), span.end());
    for (Ref& operand : operands) operand = (*this)(operand);
    const Ref result = pool_.rebuild(node.op, operands);
    done_.emplace(r, result);
    return result;
  }

 private:
  Pool& pool_;
  Changes changes_;
  Replacement replacement_;
  std::unordered_map<Ref, Ref> done_;
};

}  // namespace holdfast::rddl
