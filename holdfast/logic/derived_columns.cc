#include "holdfast/logic/derived_columns.h"

namespace holdfast::logic {

int DerivedColumns::column_of(const std::string& word) const {
  const auto found = words_.find(word);
  return found == words_.end() ? -1 : found->second;
}

int DerivedColumns::add(DerivedColumn column) {
  all_.push_back(std::move(column));
  return vocabulary_.column_count() + static_cast<int>(all_.size()) - 1;
}

int DerivedColumns::add_word(const std::string& word, bool of_entity,
                             std::vector<CompiledRule> rules) {
  return words_[word] = add({word, of_entity, std::move(rules), nullptr});
}

int DerivedColumns::add_aggregate(std::shared_ptr<const CompiledAggregate> aggregate) {
  const auto [at, fresh] = aggregates_.try_emplace(aggregate->key(), 0);
  if (fresh) at->second = add({"", !aggregate->uniform(), {}, std::move(aggregate)});
  return at->second;
}

}  // namespace holdfast::logic
