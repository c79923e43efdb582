#include "holdfast/logic/compiled_theory.h"

#include <bit>

#include "holdfast/logic/constants.h"

namespace holdfast::logic {

CompiledTheory::CompiledTheory(const Theory& theory, const Vocabulary& vocabulary)
    : vocabulary_(&vocabulary),
      theory_(std::make_shared<const Theory>(with_constants_replaced(theory))) {
  check(*theory_, vocabulary);
  TheoryCompiler compiler(*theory_, vocabulary);
  compiler.run();
  derived_ = std::make_shared<const DerivedColumns>(std::move(compiler.derived));
  rules_ = std::move(compiler.rules);
  outside_ = std::move(compiler.outside);
}

std::vector<Derivation> CompiledTheory::derive(const Facts& facts) const {
  std::vector<Derivation> result;
  Conclusions conclusions(*derived_);
  const Columns columns = conclusions.of(facts);
  for (const CompiledRule& rule : rules_) {
    for (std::uint32_t rest = rule.firing_entities(columns); rest != 0; rest &= rest - 1) {
      const int e = std::countr_zero(rest);
      result.push_back(
          {&rule, rule.action() + (rule.per_entity() ? e : 0), rule.binding(columns, e)});
      if (!rule.per_entity()) break;
    }
  }
  return result;
}

}  // namespace holdfast::logic
