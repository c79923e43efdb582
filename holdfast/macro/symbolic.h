// A domain in symbols (paper, section 3.1): the feature map F_F from beliefs to facts, the action
// map F_A both ways, and the effects of actions on features.
#pragma once

#include <concepts>
#include <optional>
#include <string_view>

#include "holdfast/logic/facts.h"
#include "holdfast/macro/effects.h"
#include "holdfast/pomdp/belief.h"

namespace holdfast {

// A belief as rules see it.
class SymbolicBelief {
 public:
  virtual ~SymbolicBelief() = default;

  // The domain's name: the folder of its theories.
  virtual std::string_view domain() const = 0;
  virtual const logic::Vocabulary& vocabulary() const = 0;
  virtual const logic::Facts& facts() const = 0;
  virtual const Effects& effects() const = 0;
  // Whether the effects are those of this belief, and not of any facts.
  virtual bool effects_need_belief() const { return false; }

  // F_A and its inverse. A ground action may be impossible at some facts: sample(2) is the action
  // sample where rock 2 is, and none elsewhere.
  virtual Action action_of(int ground_action) const = 0;
  virtual bool possible(int, const logic::Facts&) const { return true; }
  std::optional<Action> action(int ground_action, const logic::Facts& facts) const {
    if (!possible(ground_action, facts)) return std::nullopt;
    return action_of(ground_action);
  }
  virtual std::optional<int> ground_action(Action action, const logic::Facts& facts) const = 0;
};

// The symbols of a model, one specialisation per domain, in its folder (symbols.h); include that
// wherever the model becomes a Domain. A Symbols<M> is a SymbolicBelief, made from the model and
// kept up to date by update(belief), which visits each particle once.
template <class M>
class Symbols {};

template <class M>
concept Symbolic = Model<M> && std::derived_from<Symbols<M>, SymbolicBelief> &&
    requires(Symbols<M>& symbols, const M& model, const ParticleBelief<M>& belief) {
  Symbols<M>(model);
  symbols.update(belief);
};

}  // namespace holdfast
