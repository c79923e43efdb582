// A theory compiled for a domain's vocabulary: the rules that suggest actions, ready to be tested
// against facts in nanoseconds. Rules outside the compiled fragment are listed with the reason; a
// theory that has any is for clingo.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "holdfast/logic/compiled_rule.h"
#include "holdfast/logic/conclusions.h"
#include "holdfast/logic/theory.h"
#include "holdfast/logic/theory_compiler.h"

namespace holdfast::logic {

// An action that a rule suggests at given facts, and why.
struct Derivation {
  const CompiledRule* rule = nullptr;
  int action = 0;  // ground action
  Binding binding;
};

class CompiledTheory {
 public:
  // Throws InputError if the theory makes no sense in the vocabulary (see check.h), which must
  // outlive the result.
  CompiledTheory(const Theory& theory, const Vocabulary& vocabulary);

  const Vocabulary& vocabulary() const { return *vocabulary_; }
  // Without constants.
  const Theory& theory() const { return *theory_; }

  // Whether every rule is compiled.
  bool complete() const { return outside_.empty(); }
  const std::vector<OutsideRule>& outside() const { return outside_; }
  // Those that suggest actions.
  const std::vector<CompiledRule>& rules() const { return rules_; }
  // What they stand on besides facts; none for most theories.
  const DerivedColumns& derived() const { return *derived_; }

  // Every suggestion of every compiled rule at these facts (for an action of no entity, that of the
  // first entity for which the rule fires).
  std::vector<Derivation> derive(const Facts& facts) const;

 private:
  const Vocabulary* vocabulary_;
  std::shared_ptr<const Theory> theory_;
  std::shared_ptr<const DerivedColumns> derived_;
  std::vector<CompiledRule> rules_;
  std::vector<OutsideRule> outside_;
};

}  // namespace holdfast::logic
