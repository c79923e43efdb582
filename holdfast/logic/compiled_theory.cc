#include "holdfast/logic/compiled_theory.h"

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
    const EntitySet firing = rule.firing_entities(columns);
    if (firing.empty()) continue;
    (rule.per_entity() ? firing : EntitySet::of(firing.front())).for_each([&](int e) {
      result.push_back({&rule, rule.action(e), rule.binding(columns, e)});
    });
  }
  return result;
}

}  // namespace holdfast::logic
