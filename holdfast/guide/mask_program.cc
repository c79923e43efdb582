#include "holdfast/guide/mask_program.h"

#include <algorithm>

#include "holdfast/logic/comparator.h"

namespace holdfast {

using logic::Aggregate;
using logic::CompiledAggregate;
using logic::CompiledRule;
using logic::DerivedColumn;
using logic::ThresholdTest;

MaskProgram::MaskProgram(const logic::CompiledTheory& theory, const LocalColumns& local)
    : vocabulary_(&theory.vocabulary()) {
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
    suggestions_.push_back({&rule, theory.vocabulary().action_of(rule.action())});
    suggesting_.push_back(conjunction(rule, local, !rule.without_entity()));
  }
  fits_ = fits_ && first_given() + static_cast<int>(conditions_.size()) <= kMostSets &&
          static_cast<int>(values_.size()) <= kMostValues;
}

MaskProgram::Conjunction MaskProgram::conjunction(const CompiledRule& rule,
                                                  const LocalColumns& local, bool more) {
  Conjunction result;
  result.entities = rule.entities();
  bool asks = more;
  for (const ThresholdTest& test : rule.tests()) {
    if (local.is_local(test.first)) {
      asks = true;
      continue;
    }
    const auto set = static_cast<std::uint8_t>(set_of_column_.at(test.first));
    (test.negated ? result.without : result.sets).push_back(set);
  }
  if (asks) {
    result.condition = static_cast<int>(conditions_.size());
    conditions_.push_back(&rule);
  }
  return result;
}

void MaskProgram::add(const DerivedColumn& column, const LocalColumns& local) {
  Step step;
  if (column.aggregate) {
    add_aggregate(*column.aggregate, step, local);
  } else {
    for (const CompiledRule& rule : column.rules) {
      const std::uint32_t named = column.of_entity ? 1u << rule.action() : ~0u;
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
      fits_ = fits_ && element.weight.kind == CompiledRule::Source::value &&
              test.first == test.last;
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
    if (c.condition < 0) return;
    const int set = first_given() + set_of_condition[static_cast<std::size_t>(c.condition)];
    c.sets.push_back(static_cast<std::uint8_t>(set));
  };
  for (Step& step : steps_) {
    for (Cause& cause : step.causes) number(cause.conjunction);
  }
  for (Conjunction& each : suggesting_) number(each);
}

std::int64_t MaskProgram::value_of(const Step& step, const Sets& sets,
                                   const Values& values) const {
  const Aggregate::Function function = step.aggregate->function();
  if (function == Aggregate::Function::count) {
    std::uint32_t all = 0;
    for (const Cause& cause : step.causes) all |= fired(cause.conjunction, sets);
    return std::popcount(all);
  }
  const bool least = function == Aggregate::Function::min;
  std::int64_t best = least ? CompiledAggregate::kSup : CompiledAggregate::kInf;
  for (const Cause& cause : step.causes) {
    for (std::uint32_t rest = fired(cause.conjunction, sets); rest != 0; rest &= rest - 1) {
      const auto e = static_cast<std::size_t>(std::countr_zero(rest));
      const std::int64_t value = cause.value < 0
                                     ? vocabulary_->entities()[e].value
                                     : values[static_cast<std::size_t>(cause.value)].lanes[e];
      best = least ? std::min(best, value) : std::max(best, value);
    }
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
    bits &= step.bounds[i] < 0
                ? step.aggregate->entities_within(bound, value)
                : compare_each(value, bound.comparator,
                               values[static_cast<std::size_t>(step.bounds[i])]);
  }
  return bits;
}

}  // namespace holdfast
