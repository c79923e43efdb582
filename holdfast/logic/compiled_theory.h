// A theory compiled for a domain's vocabulary: the rules that suggest actions, ready to be tested
// against facts in nanoseconds. Rules outside the compiled fragment are listed with the reason; a
// theory that has any is for clingo.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "holdfast/logic/compiled_rule.h"
#include "holdfast/logic/theory.h"

namespace holdfast::logic {

struct OutsideRule {
  const Rule* rule = nullptr;
  std::string reason;
};

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
  const std::vector<CompiledRule>& rules() const { return rules_; }

  // Every suggestion of every compiled rule at these facts (for an action of no entity, that of the
  // first entity for which the rule fires).
  std::vector<Derivation> derive(const Facts& facts) const;

 private:
  const Vocabulary* vocabulary_;
  std::shared_ptr<const Theory> theory_;
  std::vector<CompiledRule> rules_;
  std::vector<OutsideRule> outside_;
};

}  // namespace holdfast::logic
