#include "holdfast/domains/tiger/tiger_exact.h"

#include <algorithm>
#include <cmath>

namespace holdfast {

TigerExact::TigerExact(const Tiger& model)
    : accuracy_(model.accuracy()), values_(2 * kMostRoars + 1, 0) {
  const auto open = [](double right) { return 10 * right - 100 * (1 - right); };
  for (double change = 1; change > 1e-12;) {
    change = 0;
    for (int k = -kMostRoars; k <= kMostRoars; ++k) {
      const double right = belief(k);
      const double roar_right = right * accuracy_ + (1 - right) * (1 - accuracy_);
      const double after = roar_right * value(std::min(k + 1, kMostRoars)) +
                           (1 - roar_right) * value(std::max(k - 1, -kMostRoars));
      const double best = std::max({-1 + model.discount() * after, open(right), open(1 - right)});
      double& old = values_[static_cast<std::size_t>(k + kMostRoars)];
      change = std::max(change, std::abs(best - old));
      old = best;
    }
  }
}

double TigerExact::belief(int k) const {
  return 1 / (1 + std::pow((1 - accuracy_) / accuracy_, k));
}

}  // namespace holdfast
