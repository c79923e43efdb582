// What rules are to derive: the columns of a set of examples, weighted, and the facts of their
// contexts by predicate.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "holdfast/learn/columns.h"
#include "holdfast/learn/task.h"

namespace holdfast::learn {

// The facts of one predicate, by context.
class Relation {
 public:
  Relation(int contexts, int arity);
  // A row for add(): rows are kept once for all contexts.
  int new_row(std::span<const Value> arguments);
  // Contexts in ascending order.
  void add(int context, int row);
  void finish();

  std::size_t begin(int context) const { return begin_[static_cast<std::size_t>(context)]; }
  std::size_t end(int context) const { return begin_[static_cast<std::size_t>(context) + 1]; }
  std::span<const Value> row(std::size_t i) const {
    return {data_.data() + static_cast<std::size_t>(rows_[i]) * arity_, arity_};
  }

 private:
  std::size_t arity_;
  int distinct_ = 0;
  std::vector<Value> data_;           // of the distinct rows
  std::vector<std::uint32_t> begin_;  // by context, in rows_
  std::vector<int> rows_;
};

// All contexts of a task, ready to be asked. Shared by the threads of one run.
class FactIndex {
 public:
  // Gives numbers to the terms that stand in holes of more general predicates. The vocabulary is
  // the task's, with what rules need beside it: it must have its last predicate by now, and stay.
  FactIndex(const Task& task, AtomTable& vocabulary);

  const AtomTable& vocabulary() const { return vocabulary_; }

  // Every fact that is an instance of the predicate: at(c(1,2)) is one of at(_) and at(c(_,_)).
  const Relation& relation(int predicate) const {
    return relations_[static_cast<std::size_t>(predicate)];
  }
  // The values that variables of a type can take in a context: those that stand in places of the
  // type in its facts. Ascending.
  std::vector<Value> domain(const std::string& type, int context) const;
  bool has_type(const std::string& type) const { return places_.contains(type); }
  // Of a flattened atom.
  bool holds(int context, const FlatAtom& atom) const;
  // A flattened atom as an instance of a predicate, with terms that stand in facts.
  std::optional<std::vector<Value>> arguments_as(const FlatAtom& atom, int predicate) const {
    return vocabulary_.arguments_as(atom, predicate);
  }
  // A number that compares with others as clingo compares the terms.
  Value order(Value v) const {
    return is_number(v) ? v : order_[static_cast<std::size_t>(v - kFirstSymbol)];
  }

 private:
  // An argument of a predicate.
  struct ArgumentPlace {
    int predicate = 0;
    std::size_t argument = 0;
  };
  void add_facts(const Contexts& contexts, AtomTable& vocabulary);
  void order_symbols();

  const AtomTable& vocabulary_;
  std::vector<Relation> relations_;
  std::map<std::string, std::vector<ArgumentPlace>> places_;  // by type
  std::vector<Value> order_;
};

// An atom that a rule may derive in the context of an example.
struct Target {
  int context = 0;
  const FlatAtom* atom = nullptr;  // of the example
};

struct Targets {
  std::vector<Target> targets = {};
  // Where the bit of each target is in a coverage.
  ColumnLayout layout = {};
};

}  // namespace holdfast::learn
