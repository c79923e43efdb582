// Γ = macro_actions(facts): the theory of a domain, run by the compiled engine where it can, and by
// clingo elsewhere. Which one serves is for all to see.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "holdfast/macro/clingo_gamma.h"
#include "holdfast/macro/event_calculus.h"

namespace holdfast {

struct GammaOptions {
  enum class Engine { automatic, compiled, clingo };
  // How far ahead the event calculus looks, in steps; 1 to 1000.
  int horizon = 12;
  Engine engine = Engine::automatic;
};

class Gamma {
 public:
  // Throws InputError if the theory makes no sense in the vocabulary, if the horizon is out of
  // range, or if the compiled engine is asked for and the theory is outside its fragment.
  Gamma(const logic::Theory& theory, const logic::Vocabulary& vocabulary,
        const GammaOptions& options = {});
  Gamma(Gamma&&) = default;

  // The macro-actions that hold from now, ordered by action. Valid until the next call; one object
  // serves one thread.
  std::span<const MacroAction> macro_actions(const logic::Facts& facts, Ahead& ahead);

  // "compiled" or "clingo".
  std::string_view engine() const { return compiled_ ? "compiled" : "clingo"; }

  const logic::CompiledTheory& theory() const { return theory_; }
  // Null where clingo serves.
  const EventCalculus* compiled() const { return compiled_ ? &*compiled_ : nullptr; }
  const ClingoGamma& reference() const { return *reference_; }
  int horizon() const { return horizon_; }

 private:
  logic::CompiledTheory theory_;
  int horizon_;
  std::unique_ptr<const ClingoGamma> reference_;
  std::optional<EventCalculus> compiled_;
  std::vector<MacroAction> result_;
};

}  // namespace holdfast
