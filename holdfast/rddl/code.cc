#include "holdfast/rddl/code.h"

#include <cmath>

namespace holdfast::rddl {

bool Code::decide_by_number(const Test& test, const std::uint64_t* words) const {
  const double left = number(test.left, words);
  if (test.word == Test::kTable) return test.value >> static_cast<int>(left) & 1;
  const double right = number(static_cast<std::int32_t>(test.value), words);
  if (test.word == Test::kEqual) return left == right;
  return test.word == Test::kLess ? left < right : left <= right;
}

double Code::number(std::int32_t n, const std::uint64_t* words) const {
  using Kind = Number::Kind;
  const Number& number = numbers[static_cast<std::size_t>(n)];
  const std::int32_t* part = parts.data() + number.first;
  switch (number.kind) {
    case Kind::constant:
      return number.value;
    case Kind::bits: {
      int set = 0;
      const Mask* mask = masks.data() + number.first;
      for (int i = 0; i < number.count; ++i, ++mask) {
        set += std::popcount((words[mask->word] ^ mask->inverted) & mask->mask);
      }
      return set;
    }
    case Kind::condition:
      return decide(number.first, words);
    case Kind::sum: {
      double sum = 0;
      for (int i = 0; i < number.count; ++i) sum += this->number(part[i], words);
      return sum;
    }
    case Kind::product: {
      double product = number.value;
      for (int i = 0; i < number.count && product != 0; ++i) {
        product *= this->number(part[i], words);
      }
      return product;
    }
    case Kind::quotient:
      return this->number(part[0], words) / this->number(part[1], words);
    case Kind::power:
      return std::pow(number.value, this->number(part[0], words));
    case Kind::choice:
      return this->number(decide(part[0], words) == kTrue ? part[1] : part[2], words);
    case Kind::table:
      return tables[static_cast<std::size_t>(number.count) +
                    static_cast<std::size_t>(this->number(part[0], words))];
    case Kind::exp:
      return std::exp(this->number(part[0], words));
    case Kind::ln:
      return std::log(this->number(part[0], words));
    case Kind::sqrt:
      return std::sqrt(this->number(part[0], words));
    case Kind::abs:
      return std::abs(this->number(part[0], words));
  }
  return 0;
}

}  // namespace holdfast::rddl
