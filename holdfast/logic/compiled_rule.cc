#include "holdfast/logic/compiled_rule.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "holdfast/logic/rule_compiler.h"

// Vectors are passed between functions of this file only, so that their ABI does not matter.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace holdfast::logic {
namespace {

// A block of a column: one vector register (AVX2), with a lane for each of 16 entities. All bits of
// a lane are set where something holds.
constexpr int kBlock = 16;
using Lanes = std::int16_t __attribute__((vector_size(2 * kBlock), may_alias));
using Words = std::uint64_t __attribute__((vector_size(2 * kBlock)));

inline bool any(Lanes lanes) {
  const Words words = reinterpret_cast<Words>(lanes);
  return (words[0] | words[1] | words[2] | words[3]) != 0;
}

inline const Lanes& block_of(const Column& column, int block) {
  return reinterpret_cast<const Lanes*>(column.lanes.data())[block];
}

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

// The loop that all planning with rules comes down to.
struct Matcher {
  static inline Lanes match(const CompiledRule& rule, const Facts& facts, int block) {
    Lanes alive = block_of(rule.allowed_, block);
    for (const CompiledRule::FlatTest& test : rule.flat_) {
      Lanes hit{};
      for (int c = 0; c < test.count; ++c) {
        const Lanes values = block_of(facts.column(test.first + c), block);
        hit |= (values >= test.low) & (values <= test.high);
      }
      alive &= test.negated ? ~hit : hit;
    }
    return alive;
  }
};

bool CompiledRule::fires(const Facts& facts) const {
  for (int block = 0; block < block_count_; ++block) {
    if (any(Matcher::match(*this, facts, block))) return true;
  }
  return false;
}

bool CompiledRule::fires_for(const Facts& facts, int entity) const {
  return Matcher::match(*this, facts, entity / kBlock)[entity % kBlock] != 0;
}

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
                     static_cast<std::uint16_t>(test.first),
                     static_cast<std::uint8_t>(std::max(0, test.last - test.first + 1)),
                     test.negated});
  }
  for (int e = 0; e < Vocabulary::kMaxEntities; ++e) {
    allowed_.lanes[static_cast<std::size_t>(e)] =
        static_cast<std::int16_t>(entities_ >> e & 1 ? -1 : 0);
  }
  block_count_ = vocabulary_->entity_count() > kBlock ? 2 : 1;
}

std::uint32_t CompiledRule::firing_entities(const Facts& facts) const {
  std::uint32_t bits = 0;
  for (int block = 0; block < block_count_; ++block) {
    const Lanes firing = Matcher::match(*this, facts, block);
    if (!any(firing)) continue;
    std::array<std::int16_t, kBlock> lanes;
    std::memcpy(lanes.data(), &firing, sizeof(firing));
    for (std::size_t e = 0; e < lanes.size(); ++e) {
      if (lanes[e]) bits |= 1u << (static_cast<std::size_t>(kBlock * block) + e);
    }
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
