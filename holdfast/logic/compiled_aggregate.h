// An aggregate compiled: over the entities that satisfy threshold tests, how many there are, or the
// least or greatest of their values; compared with numbers, or with a value of each entity.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "holdfast/logic/compiled_rule.h"

namespace holdfast::logic {

class CompiledAggregate {
 public:
  // Of nothing: the least is #sup, above all numbers; the greatest is #inf, below all.
  static constexpr std::int64_t kSup = std::numeric_limits<std::int64_t>::max();
  static constexpr std::int64_t kInf = std::numeric_limits<std::int64_t>::min();

  // What is counted or compared: the entity's number, or the value or index of a test.
  struct Element {
    // Owned, since it is no rule of the theory.
    std::shared_ptr<const Rule> rule;
    CompiledRule condition;
    CompiledRule::Source weight;
  };
  // aggregate comparator operand
  struct Bound {
    enum Kind { number, column, entity } kind;
    Comparator comparator;
    int operand;  // the number, or the column
  };

  // Refers to the aggregate, as a CompiledRule does to its rule.
  CompiledAggregate(const Aggregate& aggregate, const Vocabulary& vocabulary)
      : aggregate_(&aggregate), vocabulary_(vocabulary) {}
  void add(Element element) { elements_.push_back(std::move(element)); }
  void add(Bound bound) { bounds_.push_back(bound); }

  // A number, or kSup or kInf.
  std::int64_t value(Columns columns) const;
  // Those for which the comparison holds; all or none, unless it is with a value of each entity.
  EntitySet holds_for(Columns columns) const;
  // The same of one bound, which is a number or the entity's, for a value.
  EntitySet entities_within(const Bound& bound, std::int64_t value) const;
  // Those that satisfy the condition of an element.
  EntitySet members(Columns columns) const;
  // Of those, the ones that have the value: all that are counted, or the least or greatest.
  EntitySet witnesses(Columns columns) const;

  Aggregate::Function function() const { return aggregate_->function; }
  const Aggregate& aggregate() const { return *aggregate_; }
  const std::vector<Element>& elements() const { return elements_; }
  const std::vector<Bound>& bounds() const { return bounds_; }
  // Whether it holds for all entities or for none.
  bool uniform() const;
  // Aggregates with the same key are the same.
  std::string key() const;

 private:
  std::int64_t extremum(const Element& element, Columns columns, int entity) const;
  bool better(std::int64_t a, std::int64_t b) const {
    return function() == Aggregate::Function::min ? a < b : a > b;
  }

  const Aggregate* aggregate_;
  Vocabulary vocabulary_;
  std::vector<Element> elements_;
  std::vector<Bound> bounds_;
};

// As a term: a number, #sup or #inf.
Term to_term(std::int64_t value);

// Whether all entities are numbers that a column can hold, so that they can be compared as values.
bool has_numbered_entities(const Vocabulary& vocabulary);

// Bit e: value comparator operand, with the operand of entity e of a page.
std::uint32_t compare_each(std::int64_t value, Comparator comparator, const Column& operands);

}  // namespace holdfast::logic
