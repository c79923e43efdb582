// A theory compiled for a domain's vocabulary: the rules that suggest actions, ready to be tested
// against facts in nanoseconds. Rules outside the compiled fragment are listed with the reason; a
// theory that has any is for clingo.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "holdfast/logic/compiled_rule.h"
#include "holdfast/logic/derived_columns.h"
#include "holdfast/logic/theory.h"
#include "holdfast/logic/theory_compiler.h"

namespace holdfast::logic {

// An action that a rule suggests at given facts, and why; refers to the theory.
struct Derivation {
  const CompiledRule* rule = nullptr;
  int action = 0;  // ground action
  Binding binding;
};

// A value whose copies share the rules: who keeps a compiled theory keeps them.
class CompiledTheory {
 public:
  // Throws InputError if the theory makes no sense in the vocabulary (see check.h).
  CompiledTheory(const Theory& theory, const Vocabulary& vocabulary);

  const Vocabulary& vocabulary() const { return parts_->vocabulary; }
  // Without constants.
  const Theory& theory() const { return parts_->theory; }

  // Whether every rule is compiled.
  bool complete() const { return outside().empty(); }
  const std::vector<OutsideRule>& outside() const { return parts_->outside; }
  // Those that suggest actions.
  const std::vector<CompiledRule>& rules() const { return parts_->rules; }
  // What they stand on besides facts; none for most theories.
  const DerivedColumns& derived() const { return parts_->derived; }

  // One of its rules, to keep beyond it.
  std::shared_ptr<const Rule> keep(const Rule& rule) const { return {parts_, &rule}; }

  // Every suggestion of every compiled rule at these facts (for an action of no entity, that of the
  // first entity for which the rule fires).
  std::vector<Derivation> derive(const Facts& facts) const;

 private:
  // Compiled rules refer to those of the theory.
  struct Parts {
    Parts(const Theory& theory, const Vocabulary& vocabulary);

    Vocabulary vocabulary;
    Theory theory;
    DerivedColumns derived;
    std::vector<CompiledRule> rules;
    std::vector<OutsideRule> outside;
  };

  std::shared_ptr<const Parts> parts_;
};

}  // namespace holdfast::logic
