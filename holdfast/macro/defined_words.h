// What a word means that a theory defines itself, told from its definition by what the domain says
// of its own words (sentences.h):
//
//   no_guess_above_30 :- #count{E : guess(E,V), V > 30} = 0.
//       no rock is good with more than 30 %
//   least_dist_guess_above_30(E) :- guess(E,V), V > 30, dist(E,M),
//       M = #min{N : dist(F,N), guess(F,W), W > 30}.
//       rock 2 is the nearest of those that are good with more than 30 %
//   close(R) :- dist(R,D), D < 3.
//       rock 2 is less than 3 steps away
#pragma once

#include <span>
#include <string>

#include "holdfast/logic/syntax.h"
#include "holdfast/logic/vocabulary.h"

namespace holdfast {

// Of a ground atom, such as least_dist_guess_above_30(2). Empty if none of the rules defines it, or
// if a definition has something that cannot be told so: then the atom itself says more.
std::string meaning_of(const logic::Atom& atom, std::span<const logic::Rule> rules,
                       const logic::Vocabulary& vocabulary);

}  // namespace holdfast
