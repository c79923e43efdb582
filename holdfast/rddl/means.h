// Expected values of ground formulas, if their bits were independent and each true with its chance.
// Exact where no bit with a chance between 0 and 1 stands twice; with chances 0 and 1 alone it is
// the value of the formula, or the probability that a random one is true.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "holdfast/rddl/pool.h"

namespace holdfast::rddl {

// `chance(op, index)` is that of a bit.
template <class Chance>
class Means {
 public:
  Means(const Pool& pool, const Chance& chance) : pool_(pool), chance_(chance) {}

  double operator()(Ref r) const {
    const Node& n = pool_.node(r);
    const std::span<const Ref> args = pool_.operands(r);
    switch (n.op) {
      case Op::constant:
        return n.value;
      case Op::state:
      case Op::next:
      case Op::action:
        return chance_(n.op, n.index);
      case Op::negation:
        return 1 - (*this)(args[0]);
      case Op::all:
      case Op::product:
        return product(args);
      case Op::any:
        return 1 - none(args);
      case Op::same: {
        const double a = (*this)(args[0]), b = (*this)(args[1]);
        return a * b + (1 - a) * (1 - b);
      }
      case Op::choice: {
        const double yes = (*this)(args[0]);
        if (yes == 0) return (*this)(args[2]);
        if (yes == 1) return (*this)(args[1]);
        return yes * (*this)(args[1]) + (1 - yes) * (*this)(args[2]);
      }
      case Op::count:
      case Op::sum:
        return sum(args);
      case Op::quotient:
        return (*this)(args[0]) / (*this)(args[1]);
      case Op::power:
        return std::pow((*this)(args[0]), (*this)(args[1]));
      case Op::equal:
        return (*this)(args[0]) == (*this)(args[1]) ? 1 : 0;
      case Op::less:
        return (*this)(args[0]) < (*this)(args[1]) ? 1 : 0;
      case Op::at_most:
        return (*this)(args[0]) <= (*this)(args[1]) ? 1 : 0;
      case Op::exp:
        return std::exp((*this)(args[0]));
      case Op::ln:
        return std::log((*this)(args[0]));
      case Op::sqrt:
        return std::sqrt((*this)(args[0]));
      case Op::abs:
        return std::abs((*this)(args[0]));
      case Op::bernoulli:
        return (*this)(args[0]);
    }
    return 0;
  }

 private:
  double product(std::span<const Ref> args) const {
    double result = 1;
    for (const Ref r : args) {
      result *= (*this)(r);
      if (result == 0) break;
    }
    return result;
  }
  double none(std::span<const Ref> args) const {
    double result = 1;
    for (const Ref r : args) {
      result *= 1 - (*this)(r);
      if (result == 0) break;
    }
    return result;
  }
  double sum(std::span<const Ref> args) const {
    double result = 0;
    for (const Ref r : args) result += (*this)(r);
    return result;
  }

  const Pool& pool_;
  const Chance& chance_;
};

// The bits of one kind that a formula reads, in increasing order.
std::vector<int> bits_read(const Pool& pool, Ref r, Op kind);

}  // namespace holdfast::rddl
