// What simulations carry along for those who ask: the model's memory of what was done and seen and,
// for rules with words of the past, the history of actions. Who asks for neither pays for neither.
#pragma once

#include <type_traits>

#include "holdfast/pomdp/belief.h"
#include "holdfast/pomdp/history.h"
#include "holdfast/pomdp/model.h"

namespace holdfast {

// The model's memory, with the history beside it: whoever takes the memory takes this.
template <Model M>
struct Past : Memory<M> {
  History history;
};

// Guides, policies and bounds that ask for the history say `static constexpr bool kUsesHistory =
// true`; they also say that they use the memory.
template <class G>
inline constexpr bool kUsesHistory = requires {
  requires G::kUsesHistory;
};

template <Model M, class G>
using Carried = std::conditional_t<kUsesHistory<G>, Past<M>, Memory<M>>;

template <Model M>
void remember(const M& m, Past<M>& past, const typename M::State& s, Action a, Observation o) {
  remember(m, static_cast<Memory<M>&>(past), s, a, o);
  past.history.add(a);
}

// At the belief itself: what a simulation starts with.
template <Model M, class G>
Carried<M, G> carried_from(const ParticleBelief<M>& belief) {
  if constexpr (kUsesHistory<G>) {
    return Past<M>{belief.memory(), belief.history()};
  } else {
    return belief.memory();
  }
}

}  // namespace holdfast
