// Rules asked wherever a search goes, not at the root alone. Γ at the root says what to do from the
// real belief; deeper in the search other beliefs are met, where other macro-actions start, and
// those under way end.
#pragma once

#include <concepts>

#include "holdfast/macro/gamma.h"
#include "holdfast/macro/symbolic.h"
#include "holdfast/pomdp/action_set.h"
#include "holdfast/pomdp/moment.h"

namespace holdfast {

// What rules say at a simulated history.
struct SituationAdvice {
  ActionSet start;  // macro-actions that start here, and actions of rules without time
  ActionSet go_on;  // macro-actions that go on here, if they are in force

  bool goes_on(const Moment& now) const {
    return now.previous != Moment::kNone && go_on.contains(now.previous);
  }
  // A_H by the event calculus, one step at a time: a macro-action that is in force goes on while
  // its rules say so, whatever is done in between.
  ActionSet suggested(const Moment& now) const { return start | (go_on & now.in_force); }
};

// One specialisation per domain that can tell fast, in its folder (situations.h); include that
// wherever the model becomes a Domain. The belief of a simulated history is known as far as the
// domain can tell from the root's belief, the memory and the moment. One object serves one thread.
template <class M>
class Situations {};

template <class M>
concept Situated = Symbolic<M> &&
    requires(Situations<M>& situations, const M& model, const Symbols<M>& symbols,
             const Gamma& gamma, const typename M::State& s, Memory<M>& memory, const Moment& now,
             Action a) {
  // Whether it can serve the theory.
  { Situations<M>::serves(gamma) } -> std::same_as<bool>;
  Situations<M>(model, symbols, gamma);
  // Called before each search: the belief has changed.
  situations.start();
  { situations.at(s, memory, now) } -> std::same_as<SituationAdvice>;
  // The same without actions that only look: for rollouts, which draw no observations.
  { situations.acts(s, memory, now) } -> std::same_as<SituationAdvice>;
  // Of the macro-actions that start there, the one that would last longest; kNone if none starts.
  // For default policies, so actions that only look do not count.
  { situations.longest(s, memory, now) } -> std::same_as<Action>;
  // What the agent knows after an action (and its next state) without looking: for rollouts.
  situations.foresee(memory, s, a);
  // Whether it asks anything that observations on the way would tell.
  { Situations<M>::kSees } -> std::convertible_to<bool>;
  // Whether it asks the memory, and whether the symbols of the root's belief.
  { Situations<M>::kUsesMemory } -> std::convertible_to<bool>;
  { Situations<M>::kUsesSymbols } -> std::convertible_to<bool>;
};

}  // namespace holdfast
