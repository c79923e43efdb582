#include "holdfast/logic/conclusions.h"

#include <algorithm>

#include "holdfast/logic/lanes.h"

namespace holdfast::logic {
namespace {

// Those for which the word holds; all, where it is about none.
EntitySet firing(const DerivedColumn& word, Columns columns) {
  EntitySet entities;
  for (const CompiledRule& rule : word.rules) {
    if (rule.per_entity()) {
      entities |= rule.firing_entities(columns);
    } else if (rule.fires(columns)) {
      entities |= word.of_entity ? EntitySet::of(rule.named_entity()) : EntitySet::all();
    }
  }
  return entities;
}

}  // namespace

Conclusions::Conclusions(CompiledTheory theory) : theory_(std::move(theory)) {
  const DerivedColumns& derived = theory_.derived();
  if (derived.all().empty()) return;
  columns_.resize(
      static_cast<std::size_t>(page_count(derived.vocabulary())) *
      (static_cast<std::size_t>(derived.vocabulary().column_count()) + derived.all().size()));
}

Columns Conclusions::derived_from(const Facts& facts) {
  auto next = std::copy(facts.pages().begin(), facts.pages().end(), columns_.begin());
  const Columns columns(columns_.data(), facts.columns().pages());
  for (const DerivedColumn& column : theory_.derived().all()) {
    const EntitySet entities =
        column.aggregate ? column.aggregate->holds_for(columns) : firing(column, columns);
    for (int p = 0; p < columns.pages(); ++p) set_flags(*next++, entities.page(p));
  }
  return columns;
}

}  // namespace holdfast::logic
