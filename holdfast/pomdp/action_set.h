// A set of actions as one machine word: domains here have at most 64 actions, and a word is what
// legal moves, suggestions and rollouts need in the inner loop.
#pragma once

#include <bit>
#include <cstdint>

#include "holdfast/base/rng.h"

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace holdfast {

using Action = int;

class ActionSet {
 public:
  static constexpr int kCapacity = 64;

  constexpr ActionSet() = default;
  constexpr explicit ActionSet(std::uint64_t bits) : bits_(bits) {}
  // {0, ..., n - 1}
  static constexpr ActionSet first(int n) {
    return ActionSet(n >= kCapacity ? ~0ULL : (1ULL << n) - 1);
  }
  static constexpr ActionSet of(Action a) { return ActionSet(1ULL << a); }

  constexpr bool contains(Action a) const { return bits_ >> a & 1; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr int size() const { return std::popcount(bits_); }
  constexpr std::uint64_t bits() const { return bits_; }
  constexpr void insert(Action a) { bits_ |= 1ULL << a; }
  constexpr void erase(Action a) { bits_ &= ~(1ULL << a); }

  // The smallest action; the set must not be empty.
  constexpr Action front() const { return std::countr_zero(bits_); }

  // The k-th smallest action, 0 <= k < size().
  Action nth(int k) const {
#ifdef __BMI2__
    return static_cast<Action>(_tzcnt_u64(_pdep_u64(1ULL << k, bits_)));
#else
    std::uint64_t rest = bits_;
    for (; k > 0; --k) rest &= rest - 1;
    return std::countr_zero(rest);
#endif
  }

  // A uniformly random member; the set must not be empty.
  Action sample(Rng& rng) const {
    return nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(size()))));
  }

  template <class F>
  constexpr void for_each(F&& f) const {
    for (std::uint64_t rest = bits_; rest != 0; rest &= rest - 1) f(std::countr_zero(rest));
  }

  friend constexpr ActionSet operator&(ActionSet a, ActionSet b) {
    return ActionSet(a.bits_ & b.bits_);
  }
  friend constexpr ActionSet operator|(ActionSet a, ActionSet b) {
    return ActionSet(a.bits_ | b.bits_);
  }
  friend constexpr ActionSet operator-(ActionSet a, ActionSet b) {
    return ActionSet(a.bits_ & ~b.bits_);
  }
  friend constexpr bool operator==(ActionSet, ActionSet) = default;

 private:
  std::uint64_t bits_ = 0;
};

}  // namespace holdfast
