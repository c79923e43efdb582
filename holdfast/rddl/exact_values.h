// Exact values of small models, for tests of what estimates them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <utility>

#include "holdfast/rddl/interpreter.h"
#include "holdfast/rddl/test_models.h"

namespace holdfast::rddl {

inline std::shared_ptr<const GroundModel> ground_of(const TestModel& model) {
  return std::make_shared<const GroundModel>(ground(model.program()));
}

// Of states, to somebody who sees them, by enumeration.
class ExactValues {
 public:
  explicit ExactValues(std::shared_ptr<const GroundModel> model)
      : bits_(static_cast<int>(model->state.size())),
        discount_(model->program.discount),
        interpreter_(std::move(model)) {}

  double value(std::uint64_t state, int steps) {
    if (steps == 0) return 0;
    const auto [it, is_new] = known_.emplace(std::pair{state, steps}, 0);
    if (!is_new) return it->second;
    double best = -std::numeric_limits<double>::infinity();
    for (int a = 0; a < interpreter_.action_count(); ++a) best = std::max(best, q(state, a, steps));
    return known_[{state, steps}] = best;
  }

 private:
  double q(std::uint64_t state, int a, int steps) {
    std::uint64_t words[2] = {state, 0};
    Rng rng(1);
    double value = interpreter_.move(words, a, rng);
    for (std::uint64_t next = 0; next < std::uint64_t{1} << bits_; ++next) {
      double p = 1;
      for (int bit = 0; bit < bits_ && p > 0; ++bit) {
        const double chance = interpreter_.chance(words, a, bit);
        p *= (next >> bit & 1) != 0 ? chance : 1 - chance;
      }
      if (p > 0) value += discount_ * p * this->value(next, steps - 1);
    }
    return value;
  }

  int bits_;
  double discount_;
  Interpreter interpreter_;
  std::map<std::pair<std::uint64_t, int>, double> known_;
};

// Noisy in every way that formulas can be.
inline const TestModel kNoisyEverywhere = {
    .fluents =
        "on(cell) : { state-fluent, bool, default = false };"
        "hot : { state-fluent, bool, default = false };"
        "go(cell) : { action-fluent, bool, default = false };"
        "see : { observ-fluent, bool };",
    .cpfs =
        "on'(?c) = if (go(?c)) then Bernoulli(0.9 - 0.4 * hot) else "
        "Bernoulli(0.2 * sum_{?b : cell} on(?b));"
        "hot' = if ([sum_{?c : cell} on(?c)] >= 2) then Bernoulli(1 / (1 + exp[0.5 - "
        "sum_{?c : cell} on(?c)])) else (hot <=> on(c1)); see = hot';",
    .reward =
        "[sum_{?c : cell} on(?c)] - 4 * (hot ^ on(c2)) - 0.5 * [exists_{?c : cell} go(?c)] "
        "+ (if (hot) then abs[on(c3) - 2] else 1)",
    .instance = "max-nondef-actions = 1; horizon = 12; discount = 0.9;"};

}  // namespace holdfast::rddl
