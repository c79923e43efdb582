// The columns that a theory derives from facts, in the order in which they are worked out: one for
// each auxiliary word, and one for each aggregate that a rule asks for.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "holdfast/logic/compiled_aggregate.h"
#include "holdfast/logic/compiled_rule.h"

namespace holdfast::logic {

// How one column is derived: a flag for each entity, or the same flag for all.
struct DerivedColumn {
  // Of a word, that holds where one of its rules fires; "" for an aggregate.
  std::string word;
  bool of_entity = false;
  std::vector<CompiledRule> rules = {};
  std::shared_ptr<const CompiledAggregate> aggregate = {};
};

class DerivedColumns {
 public:
  static constexpr int kMost = 1000;

  explicit DerivedColumns(const Vocabulary& vocabulary) : vocabulary_(vocabulary) {}

  const Vocabulary& vocabulary() const { return vocabulary_; }
  // Column vocabulary().column_count() + i is all()[i], and stands on earlier ones only.
  const std::vector<DerivedColumn>& all() const { return all_; }
  bool full() const { return static_cast<int>(all_.size()) >= kMost; }

  // The column of a word, or -1.
  int column_of(const std::string& word) const;
  const DerivedColumn& derivation_of(int column) const {
    return all_[static_cast<std::size_t>(column - vocabulary_.column_count())];
  }

  // Each gives the number of the column; the same aggregate has one column.
  int add_word(const std::string& word, bool of_entity, std::vector<CompiledRule> rules);
  int add_aggregate(std::shared_ptr<const CompiledAggregate> aggregate);

 private:
  int add(DerivedColumn column);

  Vocabulary vocabulary_;
  std::vector<DerivedColumn> all_;
  std::map<std::string, int> words_;
  std::map<std::string, int> aggregates_;  // by their key
};

}  // namespace holdfast::logic
