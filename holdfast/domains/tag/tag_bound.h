// What a state of Tag is worth to somebody who sees the opponent: the fully observable problem,
// solved by value iteration. DESPOT's `mdp` upper bound.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "holdfast/domains/tag/tag.h"

namespace holdfast {

class TagBound {
 public:
  // An expectation: an opponent that stays by chance is caught sooner.
  static constexpr bool kPathwise = false;

  explicit TagBound(const Tag& model);

  double value(const Tag::State& s) const { return values_[s.robot * cells_ + s.opponent]; }
  std::string name() const { return "mdp"; }

 private:
  std::size_t cells_;
  std::shared_ptr<const std::vector<double>> table_;  // copies share it
  const double* values_;
};

}  // namespace holdfast
