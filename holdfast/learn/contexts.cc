#include "holdfast/learn/contexts.h"

#include <algorithm>

namespace holdfast::learn {
namespace {

std::size_t hash_of(const FlatAtom& fact) {
  std::size_t h = static_cast<std::size_t>(fact.predicate);
  for (const Value v : fact.arguments) h = h * 1000003 + static_cast<std::size_t>(v);
  return h;
}

}  // namespace

void Contexts::add_fact(const FlatAtom& fact) { facts_.push_back(number_of(fact)); }

int Contexts::number_of(const FlatAtom& fact) {
  const std::size_t hash = hash_of(fact);
  const auto [first, last] = by_hash_.equal_range(hash);
  const auto known = std::find_if(first, last, [&](const auto& entry) {
    return predicate(entry.second) == fact.predicate &&
           std::ranges::equal(arguments(entry.second), fact.arguments);
  });
  if (known != last) return known->second;
  const int number = distinct();
  distinct_begin_.push_back(data_.size());
  data_.push_back(fact.predicate);
  data_.insert(data_.end(), fact.arguments.begin(), fact.arguments.end());
  by_hash_.emplace(hash, number);
  return number;
}

std::span<const Value> Contexts::arguments(int fact) const {
  const auto i = static_cast<std::size_t>(fact);
  const std::size_t end = i + 1 < distinct_begin_.size() ? distinct_begin_[i + 1] : data_.size();
  return std::span(data_).subspan(distinct_begin_[i] + 1, end - distinct_begin_[i] - 1);
}

std::span<const int> Contexts::facts(int context) const {
  const auto i = static_cast<std::size_t>(context);
  const std::size_t end = i + 1 < begin_.size() ? begin_[i + 1] : facts_.size();
  return std::span(facts_).subspan(begin_[i], end - begin_[i]);
}

}  // namespace holdfast::learn
