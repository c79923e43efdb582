#include "holdfast/logic/compiled_rule.h"

#include <algorithm>
#include <optional>

#include "holdfast/logic/compiled_aggregate.h"
#include "holdfast/logic/lanes.h"
#include "holdfast/logic/rule_compiler.h"

namespace holdfast::logic {
namespace {

bool holds(const ThresholdTest& test, Columns columns, int entity) {
  bool hit = false;
  for (int c = test.first; c <= test.last; ++c) {
    const int value = columns.value(c, entity);
    hit |= value != Column::kAbsent && value >= test.low && value <= test.high;
  }
  return hit != test.negated;
}

// The first column that makes the test true.
int witness(const ThresholdTest& test, Columns columns, int entity) {
  for (int c = test.first; c <= test.last; ++c) {
    const int value = columns.value(c, entity);
    if (value >= test.low && value <= test.high) return c;
  }
  return test.first;
}

}  // namespace

// The loop that all planning with rules comes down to.
struct Matcher {
  static inline Lanes match(const CompiledRule& rule, Columns columns, int block) {
    Lanes alive =
        block_of(rule.allowed_[static_cast<std::size_t>(block / kPageBlocks)], block % kPageBlocks);
    for (const CompiledRule::FlatTest& test : rule.flat_) {
      Lanes hit{};
      for (int c = 0; c < test.count; ++c) {
        const Lanes values = block_of(columns, test.first + c, block);
        hit |= within(values, test.low, test.high);
      }
      alive &= test.negated ? ~hit : hit;
    }
    return alive;
  }
};

bool CompiledRule::fires(Columns columns) const {
  for (int block = 0; block < block_count_; ++block) {
    if (any(Matcher::match(*this, columns, block))) return true;
  }
  return false;
}

bool CompiledRule::fires_for(Columns columns, int entity) const {
  return Matcher::match(*this, columns, entity / kBlock)[entity % kBlock] != 0;
}

std::variant<CompiledRule, std::string> CompiledRule::compile(const Rule& rule,
                                                              DerivedColumns& derived) {
  return RuleCompiler(rule, derived).run();
}

void CompiledRule::flatten() {
  for (const ThresholdTest& test : tests_) {
    // A test that no value can pass keeps low > high; one over no column keeps count 0.
    const bool possible = test.low <= Column::kMost && test.high >= Column::kLeast;
    const int low = possible ? std::max(test.low, Column::kLeast) : 1;
    const int high = possible ? std::min(test.high, Column::kMost) : 0;
    flat_.push_back({static_cast<std::int16_t>(low), static_cast<std::int16_t>(high),
                     static_cast<std::uint16_t>(test.first),
                     static_cast<std::uint8_t>(std::max(0, test.last - test.first + 1)),
                     test.negated});
  }
  entities_.for_each([&](int e) {
    allowed_[static_cast<std::size_t>(e / Column::kLanes)]
        .lanes[static_cast<std::size_t>(e % Column::kLanes)] = -1;
  });
  block_count_ = std::max(1, (vocabulary_.entity_count() + kBlock - 1) / kBlock);
}

EntitySet CompiledRule::firing_entities(Columns columns) const {
  EntitySet entities;
  for (int block = 0; block < block_count_; ++block) {
    entities.add_to_page(block / kPageBlocks, bits_of(Matcher::match(*this, columns, block))
                                                  << (kBlock * (block % kPageBlocks)));
  }
  return entities;
}

Binding CompiledRule::binding(Columns columns, int entity) const {
  Binding result;
  for (const Source& source : sources_) {
    if (source.kind == Source::entity) {
      result.emplace_back(source.variable,
                          vocabulary_.entities()[static_cast<std::size_t>(entity)]);
      continue;
    }
    const ThresholdTest& test = tests_[static_cast<std::size_t>(source.test)];
    if (source.kind == Source::aggregate) {
      result.emplace_back(source.variable, to_term(test.aggregate->value(columns)));
      continue;
    }
    const int column = witness(test, columns, entity);
    const int value = source.kind == Source::value ? columns.value(column, entity)
                                                   : source.first_index + column - test.first;
    result.emplace_back(source.variable, Term::integer(value));
  }
  return result;
}

std::vector<const ThresholdTest*> CompiledRule::failures(Columns columns, int entity) const {
  std::vector<const ThresholdTest*> result;
  for (const ThresholdTest& test : tests_) {
    if (!holds(test, columns, entity)) result.push_back(&test);
  }
  return result;
}

EntitySet passing_entities(const ThresholdTest& test, Columns columns) {
  EntitySet entities;
  for (int e = 0; e < columns.pages() * Column::kLanes; ++e) {
    if (holds(test, columns, e)) entities.insert(e);
  }
  return entities;
}

}  // namespace holdfast::logic
