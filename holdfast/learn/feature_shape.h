// How the facts of a feature look to the learner: a predicate, and what stands in its first place.
#pragma once

#include <optional>

#include "holdfast/learn/fact_reader.h"
#include "holdfast/logic/vocabulary.h"

namespace holdfast::learn {

struct FeatureShape {
  int predicate = 0;
  // The action of a word of the past, if it is of no entity: east of done(east,3).
  std::optional<Value> action = {};
};

inline FeatureShape shape_of(const logic::Feature& f, FactReader& reader) {
  const auto arity = static_cast<std::size_t>(f.arity());
  if (f.action.empty()) return {reader.predicate(f.name, arity)};
  if (f.of_entity) return {reader.predicate(f.name, arity, f.action)};
  return {reader.predicate(f.name, arity), reader.value(f.action)};
}

}  // namespace holdfast::learn
