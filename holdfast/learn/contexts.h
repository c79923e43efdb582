// The facts of all contexts. Beliefs say the same again and again, so each fact is kept once, and a
// context is a list of their numbers.
#pragma once

#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

#include "holdfast/learn/atom_table.h"

namespace holdfast::learn {

class Contexts {
 public:
  int size() const { return static_cast<int>(begin_.size()); }
  // Starts a new context; facts are added to the last one.
  int add() {
    begin_.push_back(facts_.size());
    return size() - 1;
  }
  void add_fact(const FlatAtom& fact);

  // Every fact of any context, in the order in which they came, has a number from 0 on.
  int distinct() const { return static_cast<int>(distinct_begin_.size()); }
  int predicate(int fact) const { return data_[distinct_begin_[static_cast<std::size_t>(fact)]]; }
  std::span<const Value> arguments(int fact) const;

  // The numbers of a context's facts, as they were added.
  std::span<const int> facts(int context) const;
  // Calls visit(predicate, arguments) for each fact of a context.
  template <class Visit>
  void for_each_fact(int context, Visit&& visit) const {
    for (const int fact : facts(context)) visit(predicate(fact), arguments(fact));
  }

 private:
  int number_of(const FlatAtom& fact);

  // The distinct facts one after the other: predicate, arguments, predicate, ...
  std::vector<Value> data_;
  std::vector<std::size_t> distinct_begin_;
  std::unordered_multimap<std::size_t, int> by_hash_;
  std::vector<int> facts_;
  std::vector<std::size_t> begin_;  // by context, in facts_
};

}  // namespace holdfast::learn
