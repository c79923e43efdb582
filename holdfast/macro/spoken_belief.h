// Words for rules that a model has at run time, because its author declares them in a script or a
// file. Symbols (symbols.h) are compiled into searches; these are asked at the belief only, so that
// rules give macro-actions there, which guide a search by the reading `temporal` or `printed`.
#pragma once

#include <concepts>
#include <memory>

#include "holdfast/logic/memory_words.h"
#include "holdfast/macro/symbolic_belief.h"
#include "holdfast/pomdp/belief.h"

namespace holdfast {

template <Model M>
class SpokenBelief : public SymbolicBelief {
 public:
  // Its facts become those of this belief. Throws InputError if a word leaves its range.
  virtual void update(const ParticleBelief<M>& belief) = 0;
};

// A model specialises this beside it with
//   static std::unique_ptr<SpokenBelief<M>> belief(model, recall);
// which makes one of no particles yet, whose facts tell of the past what `recall` asks for; null if
// this model has no words.
template <class M>
struct Speech {};

template <class M>
concept Spoken = Model<M> &&
    requires(const std::shared_ptr<const M>& model, const logic::Recall& recall) {
  { Speech<M>::belief(model, recall) } -> std::same_as<std::unique_ptr<SpokenBelief<M>>>;
};

}  // namespace holdfast
