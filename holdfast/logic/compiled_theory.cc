#include "holdfast/logic/compiled_theory.h"

#include <bit>

#include "holdfast/logic/constants.h"

namespace holdfast::logic {

CompiledTheory::CompiledTheory(const Theory& theory, const Vocabulary& vocabulary)
    : vocabulary_(&vocabulary),
      theory_(std::make_shared<const Theory>(with_constants_replaced(theory))) {
  check(*theory_, vocabulary);
  for (const Rule& rule : theory_->rules) {
    auto compiled = CompiledRule::compile(rule, vocabulary);
    if (auto* done = std::get_if<CompiledRule>(&compiled)) {
      rules_.push_back(std::move(*done));
    } else {
      outside_.push_back({&rule, std::get<std::string>(std::move(compiled))});
    }
  }
}

std::vector<Derivation> CompiledTheory::derive(const Facts& facts) const {
  std::vector<Derivation> result;
  for (const CompiledRule& rule : rules_) {
    for (std::uint32_t rest = rule.firing_entities(facts); rest != 0; rest &= rest - 1) {
      const int e = std::countr_zero(rest);
      result.push_back(
          {&rule, rule.action() + (rule.per_entity() ? e : 0), rule.binding(facts, e)});
      if (!rule.per_entity()) break;
    }
  }
  return result;
}

}  // namespace holdfast::logic
