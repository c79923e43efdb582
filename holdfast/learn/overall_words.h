// Words over all entities that a learner may use beside the features of one: "no rock is promising"
// and "the nearest of the promising rocks". Each is defined by a rule over the features, which goes
// into the theory with the rules that use it:
//
//   no_guess_above_50 :- #count{E : guess(E,V), V > 50} = 0.
//   least_dist_guess_above_50(E) :- guess(E,V), V > 50, dist(E,M),
//       M = #min{N : dist(F,N), guess(F,W), W > 50}.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "holdfast/learn/atom_table.h"
#include "holdfast/logic/syntax.h"
#include "holdfast/logic/vocabulary.h"

namespace holdfast::learn {

// Which entities a word is about: those whose feature is above or below a threshold.
struct OverallWord {
  enum class Kind { none, least, greatest };
  Kind kind = Kind::none;
  std::string feature;
  logic::Comparator comparator = logic::Comparator::greater;  // or less
  int threshold = 0;
  // What the entity has least or most of; empty for `none`.
  std::string measure = {};

  bool of_entity() const { return kind != Kind::none; }
  std::string name() const;
  logic::Rule definition() const;
  bool operator==(const OverallWord&) const = default;
};

// The values of a context by feature and entity.
using EntityValues = std::map<std::string, std::map<Value, Value>>;

// The entities for which the word holds; of a word about none, one entry (0) if it holds.
std::vector<Value> holders(const OverallWord& word, const EntityValues& values);

// Those of the rules that define words, as words; the others stay in `rules`. Throws InputError if
// a rule defines a word that is none of these.
std::vector<OverallWord> take_definitions(std::vector<logic::Rule>& rules,
                                          const logic::Vocabulary& vocabulary);

// Those of the words that occur in the rules.
std::vector<OverallWord> used_in(const std::vector<OverallWord>& words,
                                 const std::vector<logic::Rule>& rules);

}  // namespace holdfast::learn
