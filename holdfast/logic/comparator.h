// What comparators mean.
#pragma once

#include "holdfast/logic/syntax.h"

namespace holdfast::logic {

// Of numbers: left c right.
template <class T>
constexpr bool satisfies(T left, Comparator c, T right) {
  switch (c) {
    case Comparator::less:
      return left < right;
    case Comparator::less_equal:
      return left <= right;
    case Comparator::greater:
      return left > right;
    case Comparator::greater_equal:
      return left >= right;
    case Comparator::equal:
      return left == right;
    case Comparator::not_equal:
      return left != right;
  }
  return false;
}

// The one that says the same with the sides exchanged.
constexpr Comparator mirrored(Comparator c) {
  switch (c) {
    case Comparator::less:
      return Comparator::greater;
    case Comparator::less_equal:
      return Comparator::greater_equal;
    case Comparator::greater:
      return Comparator::less;
    case Comparator::greater_equal:
      return Comparator::less_equal;
    default:
      return c;
  }
}

// The one that holds where the other does not.
constexpr Comparator opposite(Comparator c) {
  switch (c) {
    case Comparator::less:
      return Comparator::greater_equal;
    case Comparator::less_equal:
      return Comparator::greater;
    case Comparator::greater:
      return Comparator::less_equal;
    case Comparator::greater_equal:
      return Comparator::less;
    case Comparator::equal:
      return Comparator::not_equal;
    case Comparator::not_equal:
      return Comparator::equal;
  }
  return c;
}

}  // namespace holdfast::logic
