// Observations that are more than their key, for searches that weigh many states by many of them.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "holdfast/pomdp/model.h"

namespace holdfast {

// `step_seeing` is `step`, and tells what was seen in full: so nothing need be known of keys that
// are hashes. A weigher works out once for each state what it takes: clear(), add(next, a) for each
// state, and likelihood(i, seen), of the i-th that was added. By digest(next, a) it knows actions
// that lead to the same state and make the same observations as likely there.
template <class M>
concept Seeing = Likelihood<M> && std::is_trivially_copyable_v<typename M::Seen> &&
    requires(const M& m, typename M::State& s, Action a, typename M::Seen& seen, Rng& rng) {
  { m.step_seeing(s, a, seen, rng) } -> std::same_as<Outcome>;
  { m.weigher().likelihood(std::size_t{}, seen) } -> std::convertible_to<double>;
  { m.weigher().digest(s, a) } -> std::same_as<std::uint64_t>;
};

}  // namespace holdfast
