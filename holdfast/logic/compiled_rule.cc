#include "holdfast/logic/compiled_rule.h"

#include <algorithm>
#include <optional>

#include "holdfast/logic/rule_compiler.h"

namespace holdfast::logic {
namespace {

bool holds(const ThresholdTest& test, const Facts& facts, int entity) {
  bool hit = false;
  for (int c = test.first; c <= test.last; ++c) {
    const int value = facts.value(c, entity);
    hit |= value >= test.low && value <= test.high;
  }
  return hit != test.negated;
}

// The first column that makes the test true.
int witness(const ThresholdTest& test, const Facts& facts, int entity) {
  for (int c = test.first; c <= test.last; ++c) {
    const int value = facts.value(c, entity);
    if (value >= test.low && value <= test.high) return c;
  }
  return test.first;
}

}  // namespace

std::variant<CompiledRule, std::string> CompiledRule::compile(const Rule& rule,
                                                              const Vocabulary& vocabulary) {
  return RuleCompiler(rule, vocabulary).run();
}

void CompiledRule::flatten() {
  for (const ThresholdTest& test : tests_) {
    // A test that no value can pass keeps low > high; one over no column keeps count 0.
    const bool possible = test.low <= Column::kMost && test.high >= Column::kLeast;
    const int low = possible ? std::max(test.low, Column::kLeast) : 1;
    const int high = possible ? std::min(test.high, Column::kMost) : 0;
    flat_.push_back({static_cast<std::int16_t>(low), static_cast<std::int16_t>(high),
                     static_cast<std::uint8_t>(test.first),
                     static_cast<std::uint8_t>(std::max(0, test.last - test.first + 1)),
                     test.negated});
  }
  for (int e = 0; e < Vocabulary::kMaxEntities; ++e) {
    allowed_[e] = static_cast<std::int16_t>(entities_ >> e & 1 ? -1 : 0);
  }
}

std::uint32_t CompiledRule::firing_entities(const Facts& facts) const {
  Lanes alive;
  match(facts, alive);
  std::uint32_t bits = 0;
  for (int e = 0; e < Vocabulary::kMaxEntities; ++e) {
    bits |= static_cast<std::uint32_t>(alive[e] != 0) << e;
  }
  return bits;
}

Binding CompiledRule::binding(const Facts& facts, int entity) const {
  Binding result;
  for (const Source& source : sources_) {
    if (source.kind == Source::entity) {
      result.emplace_back(source.variable,
                          vocabulary_->entities()[static_cast<std::size_t>(entity)]);
      continue;
    }
    const ThresholdTest& test = tests_[static_cast<std::size_t>(source.test)];
    const int column = witness(test, facts, entity);
    const int value = source.kind == Source::value ? facts.value(column, entity)
                                                   : source.first_index + column - test.first;
    result.emplace_back(source.variable, Term::integer(value));
  }
  return result;
}

std::vector<const ThresholdTest*> CompiledRule::failures(const Facts& facts, int entity) const {
  std::vector<const ThresholdTest*> result;
  for (const ThresholdTest& test : tests_) {
    if (!holds(test, facts, entity)) result.push_back(&test);
  }
  return result;
}

}  // namespace holdfast::logic
