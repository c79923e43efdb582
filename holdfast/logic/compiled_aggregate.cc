#include "holdfast/logic/compiled_aggregate.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "holdfast/logic/comparator.h"
#include "holdfast/logic/lanes.h"
#include "holdfast/logic/print.h"

namespace holdfast::logic {
namespace {

int number_of(const Vocabulary& vocabulary, int entity) {
  return vocabulary.entities()[static_cast<std::size_t>(entity)].value;
}

// The operands x for which `value comparator x`, as a range.
struct Range {
  std::int64_t low = Column::kLeast;
  std::int64_t high = Column::kMost;
};
Range operands(std::int64_t value, Comparator comparator) {
  // #sup and #inf are beyond all operands, also one further.
  const std::int64_t v = std::clamp<std::int64_t>(value, Column::kLeast - 2, Column::kMost + 2);
  switch (comparator) {
    case Comparator::less:
      return {.low = v + 1};
    case Comparator::less_equal:
      return {.low = v};
    case Comparator::greater:
      return {.high = v - 1};
    case Comparator::greater_equal:
      return {.high = v};
    default:
      return {v, v};
  }
}

}  // namespace

std::uint32_t compare_each(std::int64_t value, Comparator comparator, const Column& column) {
  Range range = operands(value, comparator);
  range.low = std::max<std::int64_t>(range.low, Column::kLeast);
  range.high = std::min<std::int64_t>(range.high, Column::kMost);
  std::uint32_t bits = 0;
  if (range.low <= range.high) {
    for (int block = 0; block < kPageBlocks; ++block) {
      const Lanes hit = within(block_of(column, block), static_cast<std::int16_t>(range.low),
                               static_cast<std::int16_t>(range.high));
      bits |= bits_of(hit) << (kBlock * block);
    }
  }
  return comparator == Comparator::not_equal ? ~bits : bits;
}

bool has_numbered_entities(const Vocabulary& vocabulary) {
  return std::all_of(vocabulary.entities().begin(), vocabulary.entities().end(),
                     [](const Term& entity) { return entity.is_integer(); });
}

Term to_term(std::int64_t value) {
  if (value == CompiledAggregate::kSup) return Term::symbol("#sup");
  if (value == CompiledAggregate::kInf) return Term::symbol("#inf");
  return Term::integer(static_cast<int>(value));
}

EntitySet CompiledAggregate::members(Columns columns) const {
  EntitySet entities;
  for (const Element& element : elements_) entities |= element.condition.firing_entities(columns);
  return entities;
}

std::int64_t CompiledAggregate::value(Columns columns) const {
  if (function() == Aggregate::Function::count) return members(columns).size();
  std::int64_t best = function() == Aggregate::Function::min ? kSup : kInf;
  for (const Element& element : elements_) {
    element.condition.firing_entities(columns).for_each([&](int entity) {
      const std::int64_t each = extremum(element, columns, entity);
      if (better(each, best)) best = each;
    });
  }
  return best;
}

// Of one entity that satisfies the condition, of a series the best of those that do.
std::int64_t CompiledAggregate::extremum(const Element& element, Columns columns,
                                         int entity) const {
  const CompiledRule::Source& weight = element.weight;
  if (weight.kind == CompiledRule::Source::entity) return number_of(vocabulary_, entity);
  const ThresholdTest& test = element.condition.tests()[static_cast<std::size_t>(weight.test)];
  std::int64_t best = function() == Aggregate::Function::min ? kSup : kInf;
  for (int c = test.first; c <= test.last; ++c) {
    const int value = columns.value(c, entity);
    if (value == Column::kAbsent || value < test.low || value > test.high) continue;
    const std::int64_t each =
        weight.kind == CompiledRule::Source::value ? value : weight.first_index + c - test.first;
    if (better(each, best)) best = each;
  }
  return best;
}

EntitySet CompiledAggregate::witnesses(Columns columns) const {
  if (function() == Aggregate::Function::count) return members(columns);
  const std::int64_t best = value(columns);
  EntitySet entities;
  for (const Element& element : elements_) {
    element.condition.firing_entities(columns).for_each([&](int entity) {
      if (extremum(element, columns, entity) == best) entities.insert(entity);
    });
  }
  return entities;
}

EntitySet CompiledAggregate::holds_for(Columns columns) const {
  const std::int64_t found = value(columns);
  EntitySet entities = EntitySet::all();
  for (const Bound& bound : bounds_) {
    if (bound.kind != Bound::column) {
      entities &= entities_within(bound, found);
      continue;
    }
    EntitySet within;
    for (int p = 0; p < columns.pages(); ++p) {
      within.add_to_page(p, compare_each(found, bound.comparator, columns.page(bound.operand, p)));
    }
    entities &= within;
  }
  return entities;
}

EntitySet CompiledAggregate::entities_within(const Bound& bound, std::int64_t value) const {
  if (bound.kind == Bound::number) {
    return satisfies<std::int64_t>(value, bound.comparator, bound.operand) ? EntitySet::all()
                                                                           : EntitySet();
  }
  EntitySet entities;
  for (int e = 0; e < vocabulary_.entity_count(); ++e) {
    const std::int64_t number = number_of(vocabulary_, e);
    if (satisfies(value, bound.comparator, number)) entities.insert(e);
  }
  return entities;
}

bool CompiledAggregate::uniform() const {
  return std::all_of(bounds_.begin(), bounds_.end(),
                     [](const Bound& bound) { return bound.kind == Bound::number; });
}

std::string CompiledAggregate::key() const {
  std::string key = value_text(*aggregate_);
  for (const Bound& bound : bounds_) {
    key += fmt::format("|{} {} {}", static_cast<int>(bound.kind),
                       static_cast<int>(bound.comparator), bound.operand);
  }
  return key;
}

}  // namespace holdfast::logic
