#include "holdfast/guide/mask_program.h"

#include <algorithm>

#include "holdfast/logic/lanes.h"

namespace holdfast {

using logic::Aggregate;
using logic::CompiledAggregate;
using logic::CompiledRule;
using logic::DerivedColumn;
using logic::extreme;
using logic::ThresholdTest;

namespace {

std::int64_t extreme_number(std::uint32_t entities, bool least,
                            const logic::Vocabulary& vocabulary) {
  const auto number = [&](std::uint32_t rest) {
    return vocabulary.entities()[static_cast<std::size_t>(std::countr_zero(rest))].value;
  };
  int best = number(entities);
  for (; entities != 0; entities &= entities - 1) {
    best = least ? std::min(best, number(entities)) : std::max(best, number(entities));
  }
  return best;
}

}  // namespace

MaskProgram::MaskProgram(const logic::CompiledTheory& theory, const LocalColumns& local)
    : theory_(theory) {
  int column = theory.vocabulary().column_count();
  for (const DerivedColumn& derived : theory.derived().all()) {
    if (!local.is_local(column)) {
      add(derived, local);
      set_of_column_[column] = first_given() - 1;
    }
    ++column;
  }
  for (const CompiledRule& rule : theory.rules()) {
    if (local.is_local(rule)) continue;
    suggestions_.push_back({.rule = &rule,
                            .deed = rule.word(),
                            .init = rule.role() == logic::Role::init,
                            .contd = rule.role() == logic::Role::contd,
                            .now = rule.role() == logic::Role::now});
    suggesting_.push_back(conjunction(rule, local, !rule.without_entity()));
  }
  fits_ = fits_ && first_given() + static_cast<int>(conditions_.size()) <= kMostSets &&
          static_cast<int>(values_.size()) <= kMostValues;
}

// The set of its condition, if it has one, is the first; until conditions are numbered, by the
// number of the condition.
MaskProgram::Conjunction MaskProgram::conjunction(const CompiledRule& rule,
                                                  const LocalColumns& local, bool more) {
  Conjunction result;
  result.entities = rule.entities().page(0);
  std::size_t next = 1;
  bool asks = more;
  for (const ThresholdTest& test : rule.tests()) {
    if (local.is_local(test.first)) {
      asks = true;
    } else if (next == Conjunction::kSets || set_of_column_.at(test.first) >= kMostSets) {
      fits_ = false;
    } else {
      result.sets[next] = static_cast<std::uint8_t>(set_of_column_.at(test.first));
      result.flips[next++] = test.negated ? ~0u : 0;
    }
  }
  if (asks) {
    conditions_.push_back(&rule);
    if (conditions_.size() > kMostSets) fits_ = false;
    result.sets[0] = static_cast<std::uint8_t>(conditions_.size());
  }
  return result;
}

void MaskProgram::add(const DerivedColumn& column, const LocalColumns& local) {
  Step step;
  if (column.aggregate) {
    add_aggregate(*column.aggregate, step, local);
  } else {
    for (const CompiledRule& rule : column.rules) {
      const std::uint32_t named = column.of_entity ? 1u << rule.named_entity() : ~0u;
      step.causes.push_back({conjunction(rule, local), rule.per_entity() ? 0 : named, -1});
    }
  }
  steps_.push_back(std::move(step));
}

void MaskProgram::add_aggregate(const CompiledAggregate& aggregate, Step& step,
                                const LocalColumns& local) {
  step.aggregate = &aggregate;
  for (const CompiledAggregate::Element& element : aggregate.elements()) {
    Cause cause{conjunction(element.condition, local), 0, -1};
    if (element.weight.kind != CompiledRule::Source::entity) {
      const auto t = static_cast<std::size_t>(element.weight.test);
      const ThresholdTest& test = element.condition.tests()[t];
      fits_ =
          fits_ && element.weight.kind == CompiledRule::Source::value && test.first == test.last;
      cause.value = place_of(test.first);
    }
    step.causes.push_back(std::move(cause));
  }
  for (const CompiledAggregate::Bound& bound : aggregate.bounds()) {
    const bool by_column = bound.kind == CompiledAggregate::Bound::column;
    step.bounds.push_back(by_column ? place_of(bound.operand) : -1);
  }
}

int MaskProgram::place_of(int column) {
  const auto found = std::ranges::find(values_, column);
  const auto place = static_cast<int>(found - values_.begin());
  if (found == values_.end()) values_.push_back(column);
  return place;
}

void MaskProgram::number_conditions(const std::vector<int>& set_of_condition) {
  const auto number = [&](Conjunction& c) {
    if (c.sets[0] == 0) return;
    const auto condition = static_cast<std::size_t>(c.sets[0] - 1);
    c.sets[0] = static_cast<std::uint8_t>(first_given() + set_of_condition[condition]);
  };
  for (Step& step : steps_) {
    for (Cause& cause : step.causes) number(cause.conjunction);
  }
  for (Conjunction& each : suggesting_) number(each);
  unite_suggestions();
}

void MaskProgram::unite_suggestions() {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < suggesting_.size(); ++i) {
    std::size_t same = 0;
    while (same < kept && !(suggesting_[same] == suggesting_[i] &&
                            suggestions_[same].deed == suggestions_[i].deed)) {
      ++same;
    }
    if (same < kept) {
      suggestions_[same].init |= suggestions_[i].init;
      suggestions_[same].contd |= suggestions_[i].contd;
      suggestions_[same].now |= suggestions_[i].now;
      continue;
    }
    suggesting_[kept] = suggesting_[i];
    suggestions_[kept++] = suggestions_[i];
  }
  suggesting_.resize(kept);
  suggestions_.resize(kept);
}

std::int64_t MaskProgram::value_of(const Step& step, const Sets& sets, const Values& values) const {
  const Aggregate::Function function = step.aggregate->function();
  if (function == Aggregate::Function::count) {
    std::uint32_t all = 0;
    for (const Cause& cause : step.causes) all |= fired(cause.conjunction, sets);
    return std::popcount(all);
  }
  const bool least = function == Aggregate::Function::min;
  std::int64_t best = least ? CompiledAggregate::kSup : CompiledAggregate::kInf;
  for (const Cause& cause : step.causes) {
    const std::uint32_t members = fired(cause.conjunction, sets);
    if (members == 0) continue;
    const std::int64_t value =
        cause.value < 0 ? extreme_number(members, least, theory_.vocabulary())
                        : extreme(values[static_cast<std::size_t>(cause.value)], members, least);
    best = least ? std::min(best, value) : std::max(best, value);
  }
  return best;
}

std::uint32_t MaskProgram::derive(const Step& step, const Sets& sets, const Values& values) const {
  if (!step.aggregate) {
    std::uint32_t bits = 0;
    for (const Cause& cause : step.causes) {
      const std::uint32_t entities = fired(cause.conjunction, sets);
      bits |= entities != 0 && cause.holds_for != 0 ? cause.holds_for : entities;
    }
    return bits;
  }
  const std::int64_t value = value_of(step, sets, values);
  std::uint32_t bits = ~0u;
  for (std::size_t i = 0; i < step.bounds.size(); ++i) {
    const CompiledAggregate::Bound& bound = step.aggregate->bounds()[i];
    bits &= step.bounds[i] < 0 ? step.aggregate->entities_within(bound, value).page(0)
                               : compare_each(value, bound.comparator,
                                              values[static_cast<std::size_t>(step.bounds[i])]);
  }
  return bits;
}

}  // namespace holdfast
