// Actions that only look, for planners that try all of them on the same scenarios.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>

#include "holdfast/pomdp/model.h"

namespace holdfast {

// Actions of two kinds, which either move or look. Those before `first_look()` see nothing, that is
// 0, and `move` does what `step` does with the same draws. Those from it on only look: where the
// episode has not ended they leave the state as it is, earn nothing, and what `step` observes is
// decided by the first bits of its stream. `look` says what the looks first, first + 1, ... observe
// if those are `bits`, as many as there is room for.
template <class M>
concept Looking = Unobserved<M> && requires(const M& m, const typename M::State& s, Action first,
                                            std::uint64_t bits, std::span<Observation> seen) {
  { m.first_look() } -> std::same_as<Action>;
  m.look(s, first, bits, seen);
};

}  // namespace holdfast
