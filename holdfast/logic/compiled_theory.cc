#include "holdfast/logic/compiled_theory.h"

#include <bit>

#include "holdfast/logic/conclusions.h"
#include "holdfast/logic/constants.h"

namespace holdfast::logic {

CompiledTheory::CompiledTheory(const Theory& theory, const Vocabulary& vocabulary)
    : parts_(std::make_shared<const Parts>(theory, vocabulary)) {}

CompiledTheory::Parts::Parts(const Theory& of, const Vocabulary& words)
    : vocabulary(words), theory(with_constants_replaced(of)), derived(words) {
  check(theory, vocabulary);
  TheoryCompiler compiler(theory, vocabulary);
  compiler.run();
  derived = std::move(compiler.derived);
  rules = std::move(compiler.rules);
  outside = std::move(compiler.outside);
}

std::vector<Derivation> CompiledTheory::derive(const Facts& facts) const {
  std::vector<Derivation> result;
  Conclusions conclusions(*this);
  const Columns columns = conclusions.of(facts);
  for (const CompiledRule& rule : rules()) {
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
