// Words, entities and deeds from a model, by its structure and never by its names:
//
//   good(E,V)                 a state fluent of one object: 0 or 1 if it is known, else percent
//   begun(V)                  one of none
//   delta_x(E,V), dist(E,V)   where an object is, seen from where the agent is: a non-fluent gives
//                             each object at most one place in types that are ordered (orders.h),
//                             and state fluents that are one-hot (one_hot.h) the agent's; or the
//                             object itself is such a place
//   goal_delta_x(V), goal_dist(V)
//                             the nearest place of which a non-fluent is true
//   risk_here(V), risk_north(V), risk_north_east(V)
//                             a fluent over two ordered types where the agent is, and around it
//   waiting_here(V), waiting_higher(V), waiting_lower(V)
//                             a fluent over one: there, and the greatest beyond and before it
//   occupied_feeds(E,V)       the greatest value among the objects that a relation ties to it
//
// Parameters of a type with a single object are not counted: robot-at(r1,x,y) is the agent's. If
// there are several, what is said of the agent is said of each, and the robot is an entity.
// Entities are the objects of all types that a deed or a state fluent is about, but for those that
// a relation ties to what deeds are about.
#pragma once

#include <memory>
#include <utility>

#include "holdfast/rddl/bit_filter.h"
#include "holdfast/rddl/word_table.h"

namespace holdfast::rddl {

WordTable derive_words(const BitFilter& filter);

// All that rules need of a model, made once.
struct ModelWords {
  explicit ModelWords(std::shared_ptr<const GroundModel> model)
      : filter(std::move(model)), table(derive_words(filter)) {}

  BitFilter filter;
  WordTable table;
};

}  // namespace holdfast::rddl
