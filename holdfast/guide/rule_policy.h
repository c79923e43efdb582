// DESPOT's default policy by rules: one suggestion after the other, and another policy where no
// rule fires. Rules may send it round in circles, or have it look for ever; so it notes what was
// known on its way. Where it knows the same again, it looks no more; if it comes round once again,
// it leaves the rules for good.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "holdfast/guide/rule_guide.h"

namespace holdfast {

// What was known lately on the way, by numbers. A circle that is wider than there is room for is
// not noticed, nor need it be.
class Trail {
 public:
  void note(std::uint64_t situation) {
    const auto number = static_cast<std::uint32_t>(situation ^ situation >> 32);
    std::uint32_t met = 0;
    for (const std::uint32_t m : met_) met |= m == number;
    repeats_ += met;
    met_[next_] = number;
    next_ = (next_ + 1) % kRoom;
  }

  bool may_look() const { return repeats_ == 0; }
  bool lost() const { return repeats_ > 1; }

 private:
  static constexpr std::uint32_t kRoom = 16;
  std::array<std::uint32_t, kRoom> met_{};
  std::uint32_t next_ = 0;
  std::uint32_t repeats_ = 0;
};

template <Symbolic M, class Then, bool kOfPast = false>
class RulePolicy {
 public:
  using Carried = typename RulesInSearch<M, kOfPast>::Carried;
  using Trail = holdfast::Trail;
  static constexpr bool kUsesHistory = kOfPast;
  template <class>
  static constexpr bool kUsesMemory =
      RulesInSearch<M, kOfPast>::kUsesMemory || Then::template kUsesMemory<M>;
  template <class>
  static constexpr bool kThenDefault = std::is_same_v<Then, OnwardPolicy> && !Onward<M>;

  RulePolicy(AdviceInSearch<M, kOfPast> advice, Then then)
      : advice_(std::move(advice)), then_(std::move(then)) {}

  void start() { advice_.start(); }

  Action next_action(const M& m, const typename M::State& s, const Carried& memory,
                     const Moment& now, Trail& trail, Rng& rng) {
    trail.note(advice_.situation(s, memory, now));
    const Action a =
        trail.lost() ? Moment::kNone : advice_.followed(m, s, memory, now, trail.may_look());
    return a != Moment::kNone ? a : then_.rollout_action(m, s, memory, now, rng);
  }
  // The first one of a way.
  Action rollout_action(const M& m, const typename M::State& s, const Carried& memory,
                        const Moment& now, Rng& rng) {
    Trail trail;
    return next_action(m, s, memory, now, trail, rng);
  }

 private:
  AdviceInSearch<M, kOfPast> advice_;
  Then then_;
};

}  // namespace holdfast
