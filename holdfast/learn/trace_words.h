// Whether traces speak the words that their header announces: every action known, every fact of a
// feature, with its number of arguments and its kind of values.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "holdfast/learn/fact_reader.h"
#include "holdfast/learn/traces.h"
#include "holdfast/logic/vocabulary.h"

namespace holdfast::learn {

// For checking theories. Traces do not announce entities: the vocabulary has none.
logic::Vocabulary vocabulary_of(const TraceHeader& header);

class TraceWords {
 public:
  // Throws InputError if a name cannot be one of the rule language, or stands twice.
  // Keeps a reference to the header.
  explicit TraceWords(const TraceHeader& header);
  TraceWords(const TraceWords&) = delete;

  // Throws InputError that names the step (from 1), the word, and what the header announces.
  void check(const TraceEpisode& episode);

 private:
  void check_action(const std::string& action);
  void check_facts(const std::string& facts);
  void check_fact(const FlatAtom& fact);
  [[noreturn]] void fail_unknown(const FlatAtom& fact) const;

  const TraceHeader& header_;
  AtomTable table_;
  FactReader reader_;
  // The feature that a fact is of, or null.
  const logic::Feature* feature_of(const FlatAtom& fact) const;

  // By predicate, and by action for words of the past about an action of no entity.
  std::map<std::pair<int, std::optional<Value>>, const logic::Feature*> features_;
  // What the facts of a step are about: predicate, entity or action, and the index of a series.
  std::vector<std::array<Value, 3>> seen_;
};

}  // namespace holdfast::learn
