#include "holdfast/macro/gamma.h"

#include <fmt/format.h>

#include "holdfast/base/error.h"

namespace holdfast {

Gamma::Gamma(const logic::Theory& theory, const logic::Vocabulary& vocabulary,
             const GammaOptions& options)
    : theory_(theory, vocabulary), horizon_(options.horizon) {
  if (horizon_ < 1 || horizon_ > 1000) {
    throw InputError(fmt::format("the horizon must be from 1 to 1000, found {}", horizon_));
  }
  reference_ = std::make_unique<const ClingoGamma>(theory_, horizon_);
  if (theory_.complete() && options.engine != GammaOptions::Engine::clingo) {
    compiled_.emplace(theory_, horizon_);
  } else if (options.engine == GammaOptions::Engine::compiled) {
    const logic::OutsideRule& outside = theory_.outside().front();
    throw InputError(Place{theory.file, outside.rule->position.line, outside.rule->position.column},
                     "this rule is outside the compiled fragment: " + outside.reason +
                         "; use the engine clingo");
  }
}

std::span<const MacroAction> Gamma::macro_actions(const logic::Facts& facts, Ahead& ahead) {
  if (compiled_) return compiled_->macro_actions(facts, ahead);
  result_ = reference_->macro_actions({&facts, &ahead});
  return result_;
}

}  // namespace holdfast
