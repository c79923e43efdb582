// A rule compiled to threshold tests over the columns of facts: the conditions must all be about
// one entity (a rock, a direction) or about none, and compare features with numbers. Such a rule is
// tested for all entities at once, in a few vector instructions. Conditions on words that other
// rules derive, and on aggregates, are tests of columns too, which the theory derives first
// (conclusions.h).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "holdfast/logic/check.h"
#include "holdfast/logic/facts.h"

namespace holdfast::logic {

class CompiledAggregate;
class DerivedColumns;

// Variables and what they stand for, in the order of their first occurrence; then aggregates and
// their values.
using Binding = std::vector<std::pair<std::string, Term>>;

// Some column of first..last has a value in [low, high]; or none has, if negated.
struct ThresholdTest {
  int first = 0;
  int last = 0;
  int low = Column::kLeast;
  int high = Column::kMost;
  bool negated = false;
  // The literals of the body that it stands for, the atom first.
  std::vector<int> literals;
  // Where the column says whether an aggregate holds: the aggregate.
  std::shared_ptr<const CompiledAggregate> aggregate = {};
};

class CompiledRule {
 public:
  // Where a variable gets its value: the entity itself, the index or value of a test, or the
  // aggregate of a test.
  struct Source {
    enum Kind { entity, index, value, aggregate } kind;
    std::string variable;
    int test;
    int first_index;
  };

  // The rule compiled, or why it is outside the compiled fragment. Aggregates that it asks for are
  // added to the derived columns, which tell the words that it may use. The rule must have been
  // checked; the result refers to it (a CompiledTheory keeps both).
  static std::variant<CompiledRule, std::string> compile(const Rule& rule, DerivedColumns& derived);

  const Rule& rule() const { return *rule_; }
  Role role() const { return role_; }
  // Whether the head is about the entity of the body, as in check(R).
  bool per_entity() const { return per_entity_; }
  // What it suggests for an entity of the body; not of an auxiliary word.
  GroundAction action(int entity) const { return {word_, per_entity_ ? entity : named_}; }
  // The number of that action's word.
  int word() const { return word_; }
  // The entity that the head itself names, or 0.
  int named_entity() const { return named_; }

  // Whether it fires for any entity.
  bool fires(Columns columns) const;
  // Whether it fires for this entity.
  bool fires_for(Columns columns, int entity) const;
  // Those for which it fires.
  EntitySet firing_entities(Columns columns) const;

  // What its variables stand for where it fires for entity e.
  Binding binding(Columns columns, int entity) const;

  // The tests that fail for entity e.
  std::vector<const ThresholdTest*> failures(Columns columns, int entity) const;

  const std::vector<ThresholdTest>& tests() const { return tests_; }
  const std::vector<Source>& sources() const { return sources_; }
  // Those that the rule can be about.
  const EntitySet& entities() const { return entities_; }
  // Whether no condition is about an entity, so that lane 0 stands for the rule.
  bool without_entity() const { return without_entity_; }

 private:
  friend class RuleCompiler;
  friend struct Matcher;

  // The part of a test that the loop needs.
  struct FlatTest {
    std::int16_t low;
    std::int16_t high;
    std::uint16_t first;
    std::uint8_t count;
    bool negated;
  };

  CompiledRule(const Rule& rule, const Vocabulary& vocabulary)
      : rule_(&rule), vocabulary_(vocabulary) {}
  void flatten();

  // -1 for the entities that the rule can be about, by page.
  std::array<Column, EntitySet::kPages> allowed_{};
  int block_count_ = 1;  // of those that hold entities
  std::vector<FlatTest> flat_;
  const Rule* rule_;
  Vocabulary vocabulary_;
  Role role_ = Role::now;
  int word_ = 0;
  int named_ = 0;
  bool per_entity_ = false;
  bool without_entity_ = false;
  EntitySet entities_;
  std::vector<ThresholdTest> tests_;
  std::vector<Source> sources_;
};

// Those for which the test holds, of as many as the pages have lanes.
EntitySet passing_entities(const ThresholdTest& test, Columns columns);

}  // namespace holdfast::logic
