// The exact value of Tiger, and a check of bounds against it: a bound that is wrong here is wrong.
#pragma once

#include <fmt/format.h>

#include <vector>

#include "holdfast/base/error.h"
#include "holdfast/domains/tiger/tiger.h"
#include "holdfast/plan/bounds.h"

namespace holdfast {

// From the uniform belief every reachable belief is a number: how many more roars were heard from
// the right than from the left. Value iteration over it is exact (beyond the ends the tiger's place
// is certain to 1e-15).
class TigerExact {
 public:
  static constexpr int kMostRoars = 20;

  explicit TigerExact(const Tiger& model);

  // The probability that the tiger is right after k more roars from the right.
  double belief(int k) const;
  double value(int k) const { return values_[static_cast<std::size_t>(k + kMostRoars)]; }

 private:
  double accuracy_;
  std::vector<double> values_;
};

// Throws InputError that says which bound is not valid, where, and by how much.
template <LowerBound<Tiger> L, UpperBound<Tiger> U>
void check_on_tiger(const Tiger& model, L& lower, const U& upper) {
  constexpr double kTolerance = 1e-6;
  const TigerExact exact(model);
  for (int k = -TigerExact::kMostRoars; k <= TigerExact::kMostRoars; ++k) {
    const double right = exact.belief(k);
    // The value of a policy that does not see the tiger is linear in the belief.
    double l = 0, u = 0;
    for (int side = 0; side < 2; ++side) {
      constexpr std::size_t kScenarios = 1000;
      const Tiger::State state{static_cast<std::uint8_t>(side), 0};
      std::vector<Tiger::State> states(kScenarios, state);
      std::vector<std::uint64_t> seeds;
      for (std::size_t i = 0; i < kScenarios; ++i) seeds.push_back(Rng(i, 1).bits());
      std::int64_t steps = 0;
      const double share = side == 1 ? right : 1 - right;
      l += share * lower.sum({states, seeds, {}, {}}, steps) / double{kScenarios};
      u += share * upper.value(state);
    }
    const auto complain = [&](const char* which, const std::string& name, double bound) {
      throw InputError(
          fmt::format("the {} bound '{}' is not valid on Tiger: where the tiger is right with "
                      "probability {:.4f} it is {:.4f}, but the exact value is {:.4f}",
                      which, name, right, bound, exact.value(k)));
    };
    if (u < exact.value(k) - kTolerance) complain("upper", upper.name(), u);
    if (l > exact.value(k) + kTolerance) complain("lower", lower.name(), l);
  }
}

}  // namespace holdfast
