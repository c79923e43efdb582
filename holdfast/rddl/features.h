// Words that a user defines for a model, beside those that are derived from it: ASP rules over the
// atoms of its fluents (the paper's feature map F_F as a file).
//
//   guess(R,V)    :- prob(good(R),V).
//   delta_x(R,D)  :- rock_at(R,X,_), at_x(X0), D = X - X0.
//   home(D)       :- base(X,_), at_x(X0), D = |X - X0|.
//
// Heads are name(ENTITY,VALUE) or name(VALUE). Bodies have
//   f(..)          known state fluents and non-fluents of bool, perhaps after `not`
//   f(..,V)        other non-fluents, floored
//   prob(f(..),V)  the chance of any state fluent: percent, floored to tens; V stands in the head
//   comparisons    of numbers, and V = ...
// with names as rules have them (HAS-LIFE is has_life) and objects of ordered types as their
// coordinates. If several rules give a value, the first counts.
#pragma once

#include "holdfast/logic/theory.h"
#include "holdfast/rddl/bit_filter.h"
#include "holdfast/rddl/word_table.h"

namespace holdfast::rddl {

// Throws InputError at the place of what is not such a rule. A word of the same name is replaced.
void add_features(const logic::Theory& features, const BitFilter& filter, WordTable& table);

}  // namespace holdfast::rddl
