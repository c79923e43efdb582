#include "holdfast/learn/targets.h"

#include <algorithm>
#include <numeric>

#include "holdfast/logic/term_order.h"

namespace holdfast::learn {

Relation::Relation(int contexts, int arity)
    : arity_(static_cast<std::size_t>(arity)), begin_(static_cast<std::size_t>(contexts) + 1) {}

int Relation::new_row(std::span<const Value> arguments) {
  data_.insert(data_.end(), arguments.begin(), arguments.end());
  return distinct_++;
}

void Relation::add(int context, int row) {
  ++begin_[static_cast<std::size_t>(context) + 1];
  rows_.push_back(row);
}

void Relation::finish() {
  for (std::size_t i = 1; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
}

FactIndex::FactIndex(const Task& task, AtomTable& vocabulary) : vocabulary_(vocabulary) {
  add_facts(task.contexts, vocabulary);
  for (const Mode& mode : task.bias.bodies) {
    for (std::size_t i = 0; i < mode.places.size(); ++i) {
      const std::string& type = mode.places[i].type;
      if (!type.empty()) places_[type].push_back({mode.predicate, i});
    }
  }
  order_symbols();
}

void FactIndex::add_facts(const Contexts& contexts, AtomTable& vocabulary) {
  const int n = vocabulary.predicates();
  std::vector<std::vector<int>> more_general(static_cast<std::size_t>(n));
  for (int p = 0; p < n; ++p) {
    relations_.emplace_back(contexts.size(), vocabulary.arity(p));
    for (int q = 0; q < n; ++q) {
      if (p != q && vocabulary.is_instance(p, q)) {
        more_general[static_cast<std::size_t>(p)].push_back(q);
      }
    }
  }
  // As which rows of which relations a fact stands: its own, and those of more general predicates.
  struct Row {
    int predicate;
    int row;
  };
  std::vector<Row> rows;
  std::vector<std::size_t> rows_begin{0};  // by fact
  const auto add_row = [&](int predicate, std::span<const Value> arguments) {
    Relation& r = relations_[static_cast<std::size_t>(predicate)];
    rows.push_back({predicate, r.new_row(arguments)});
  };
  for (int f = 0; f < contexts.distinct(); ++f) {
    const int predicate = contexts.predicate(f);
    const std::span<const Value> arguments = contexts.arguments(f);
    add_row(predicate, arguments);
    for (const int q : more_general[static_cast<std::size_t>(predicate)]) {
      const FlatAtom fact{predicate, {arguments.begin(), arguments.end()}};
      add_row(q, *vocabulary.arguments_as(fact, q));
    }
    rows_begin.push_back(rows.size());
  }
  for (int c = 0; c < contexts.size(); ++c) {
    for (const int fact : contexts.facts(c)) {
      const auto f = static_cast<std::size_t>(fact);
      for (std::size_t i = rows_begin[f]; i < rows_begin[f + 1]; ++i) {
        relations_[static_cast<std::size_t>(rows[i].predicate)].add(c, rows[i].row);
      }
    }
  }
  for (Relation& r : relations_) r.finish();
}

void FactIndex::order_symbols() {
  const std::vector<logic::Term>& symbols = vocabulary_.symbols();
  std::vector<std::size_t> sorted(symbols.size());
  std::iota(sorted.begin(), sorted.end(), std::size_t{0});
  std::ranges::sort(sorted, [&](std::size_t a, std::size_t b) {
    return logic::compare(symbols[a], symbols[b]) < 0;
  });
  order_.resize(symbols.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    order_[sorted[i]] = kFirstSymbol + static_cast<Value>(i);
  }
}

std::vector<Value> FactIndex::domain(const std::string& type, int context) const {
  std::vector<Value> values;
  const auto it = places_.find(type);
  if (it == places_.end()) return values;
  for (const ArgumentPlace& place : it->second) {
    const Relation& r = relation(place.predicate);
    for (std::size_t i = r.begin(context); i < r.end(context); ++i) {
      values.push_back(r.row(i)[place.argument]);
    }
  }
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

bool FactIndex::holds(int context, const FlatAtom& atom) const {
  if (static_cast<std::size_t>(atom.predicate) >= relations_.size()) return false;
  const Relation& r = relation(atom.predicate);
  for (std::size_t i = r.begin(context); i < r.end(context); ++i) {
    if (std::ranges::equal(r.row(i), atom.arguments)) return true;
  }
  return false;
}

}  // namespace holdfast::learn
