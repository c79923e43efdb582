#include "holdfast/logic/conclusions.h"

#include <algorithm>

#include "holdfast/logic/lanes.h"

namespace holdfast::logic {
namespace {

// Bit e: the word holds for entity e; all bits, where it is about none.
std::uint32_t firing(const DerivedColumn& word, Columns columns) {
  std::uint32_t bits = 0;
  for (const CompiledRule& rule : word.rules) {
    if (rule.per_entity()) {
      bits |= rule.firing_entities(columns);
    } else if (rule.fires(columns)) {
      bits |= word.of_entity ? 1u << rule.action() : ~0u;
    }
  }
  return bits;
}

}  // namespace

Conclusions::Conclusions(CompiledTheory theory) : theory_(std::move(theory)) {
  const DerivedColumns& derived = theory_.derived();
  if (derived.all().empty()) return;
  columns_.resize(static_cast<std::size_t>(derived.vocabulary().column_count()) +
                  derived.all().size());
}

Columns Conclusions::derived_from(const Facts& facts) {
  const int given = facts.vocabulary().column_count();
  for (int c = 0; c < given; ++c) columns_[static_cast<std::size_t>(c)] = facts.column(c);
  const Columns columns(columns_.data());
  auto next = columns_.begin() + given;
  for (const DerivedColumn& column : theory_.derived().all()) {
    set_flags(*next++,
              column.aggregate ? column.aggregate->holds_for(columns) : firing(column, columns));
  }
  return columns;
}

}  // namespace holdfast::logic
