#include "holdfast/learn/targets.h"

#include <algorithm>

namespace holdfast::learn {

Relation::Relation(int contexts, int arity)
    : arity_(static_cast<std::size_t>(arity)), begin_(static_cast<std::size_t>(contexts) + 1) {}

void Relation::add(int context, std::span<const Value> arguments) {
  ++begin_[static_cast<std::size_t>(context) + 1];
  ++rows_;
  data_.insert(data_.end(), arguments.begin(), arguments.end());
}

void Relation::finish() {
  for (std::size_t i = 1; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
}

FactIndex::FactIndex(const Task& task) {
  const AtomTable& vocabulary = task.vocabulary;
  for (int p = 0; p < vocabulary.predicates(); ++p) {
    relations_.emplace_back(task.contexts.size(), vocabulary.arity(p));
  }
  // Which types stand in which places of a predicate.
  std::map<std::string, std::vector<std::pair<int, std::size_t>>> places;
  for (const Mode& mode : task.bias.bodies) {
    for (std::size_t i = 0; i < mode.places.size(); ++i) {
      if (!mode.places[i].type.empty()) places[mode.places[i].type].emplace_back(mode.predicate, i);
    }
  }
  for (int c = 0; c < task.contexts.size(); ++c) {
    task.contexts.for_each_fact(vocabulary, c,
                                [&](int predicate, std::span<const Value> arguments) {
                                  relations_[static_cast<std::size_t>(predicate)].add(c, arguments);
                                });
  }
  for (Relation& r : relations_) r.finish();
  for (const auto& [type, where] : places) {
    Domain& domain = domains_[type];
    for (int c = 0; c < task.contexts.size(); ++c) {
      domain.begin.push_back(domain.values.size());
      const auto first = static_cast<std::ptrdiff_t>(domain.values.size());
      for (const auto& [predicate, hole] : where) {
        const Relation& r = relation(predicate);
        for (std::size_t i = r.begin(c); i < r.end(c); ++i) domain.values.push_back(r.row(i)[hole]);
      }
      std::sort(domain.values.begin() + first, domain.values.end());
      domain.values.erase(std::unique(domain.values.begin() + first, domain.values.end()),
                          domain.values.end());
    }
    domain.begin.push_back(domain.values.size());
  }
}

std::span<const Value> FactIndex::domain(const std::string& type, int context) const {
  const auto it = domains_.find(type);
  if (it == domains_.end()) return {};
  const std::size_t c = static_cast<std::size_t>(context);
  const Domain& d = it->second;
  return {d.values.data() + d.begin[c], d.begin[c + 1] - d.begin[c]};
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
