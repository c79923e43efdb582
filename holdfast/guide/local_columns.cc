#include "holdfast/guide/local_columns.h"

#include <algorithm>

namespace holdfast {

using logic::CompiledRule;
using logic::DerivedColumn;
using logic::ThresholdTest;

namespace {

// Words about entities have the first columns.
int entity_columns(const logic::Vocabulary& words) {
  int columns = 0;
  for (const logic::Feature& f : words.features()) {
    if (!f.of_entity || !f.action.empty()) break;
    columns += f.column_count();
  }
  return columns;
}

}  // namespace

bool asks_only_of_entities(const logic::CompiledTheory& theory) {
  const int columns = entity_columns(theory.vocabulary());
  const auto within = [&](const CompiledRule& rule) {
    return std::ranges::all_of(rule.tests(), [&](const ThresholdTest& test) {
      return test.last < columns || test.first >= theory.vocabulary().column_count();
    });
  };
  const auto derives_within = [&](const DerivedColumn& column) {
    if (!column.aggregate) return std::ranges::all_of(column.rules, within);
    return std::ranges::all_of(column.aggregate->elements(),
                               [&](const auto& element) { return within(element.condition); });
  };
  return std::ranges::all_of(theory.rules(), within) &&
         std::ranges::all_of(theory.derived().all(), derives_within);
}

LocalColumns::LocalColumns(const logic::CompiledTheory& theory)
    : theory_(theory),
      pages_(logic::page_count(theory.vocabulary())),
      local_(static_cast<std::size_t>(theory.vocabulary().column_count()), 1) {
  for (const DerivedColumn& column : theory.derived().all()) {
    local_.push_back(is_local(column) ? 1 : 0);
  }
  columns_.resize(local_.size() * static_cast<std::size_t>(pages_));
}

bool LocalColumns::is_local(const DerivedColumn& column) const {
  return !column.aggregate && column.of_entity &&
         std::ranges::all_of(column.rules, [&](const CompiledRule& rule) {
           return rule.per_entity() && is_local(rule);
         });
}

bool LocalColumns::is_local(const CompiledRule& rule) const {
  const auto all = logic::EntitySet::first(theory_.vocabulary().entity_count());
  return !rule.without_entity() && rule.entities() == all &&
         std::ranges::all_of(rule.tests(),
                             [&](const ThresholdTest& t) { return is_local(t.first); });
}

logic::EntitySet LocalColumns::passing(const CompiledRule& rule) const {
  const logic::Columns columns(columns_.data(), pages_);
  logic::EntitySet entities = logic::EntitySet::all();
  for (const ThresholdTest& test : rule.tests()) {
    if (is_local(test.first)) entities &= passing_entities(test, columns);
  }
  return entities;
}

void LocalColumns::state(const logic::Facts& facts) {
  auto next = std::copy(facts.pages().begin(), facts.pages().end(), columns_.begin());
  auto local = local_.begin() + facts.vocabulary().column_count();
  for (const DerivedColumn& column : theory_.derived().all()) {
    logic::EntitySet entities;
    if (*local++) {
      for (const CompiledRule& rule : column.rules) entities |= passing(rule);
    }
    for (int p = 0; p < pages_; ++p, ++next) {
      for (int i = 0; i < logic::Column::kLanes; ++i) {
        next->lanes[static_cast<std::size_t>(i)] =
            entities.page(p) >> i & 1 ? 1 : logic::Column::kAbsent;
      }
    }
  }
}

bool about_one_entity(const logic::CompiledTheory& theory) {
  const LocalColumns local(theory);
  return theory.complete() && asks_only_of_entities(theory) &&
         std::ranges::all_of(theory.rules(), [&](const CompiledRule& rule) {
           return local.is_local(rule) &&
                  rule.per_entity() == theory.vocabulary().word_of(rule.action(0)).of_entity;
         });
}

}  // namespace holdfast
