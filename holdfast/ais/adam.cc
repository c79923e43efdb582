#include "holdfast/ais/adam.h"

#include <cmath>

namespace holdfast::ais {
namespace {

constexpr double kMeanDecay = 0.9;
constexpr double kSquareDecay = 0.999;
constexpr float kEpsilon = 1e-8f;

}  // namespace

Adam::Adam(Eigen::Index size, double rate)
    : rate_(rate), moments_{0, Vector<float>::Zero(size), Vector<float>::Zero(size)} {}

void Adam::step(const Vector<float>& gradient, Vector<float>& weights) {
  const double n = static_cast<double>(++moments_.steps);
  // Both moments start at zero; these undo that bias.
  const auto rate = static_cast<float>(rate_ / (1 - std::pow(kMeanDecay, n)));
  const auto scale = static_cast<float>(1 / std::sqrt(1 - std::pow(kSquareDecay, n)));
  constexpr auto mean_decay = static_cast<float>(kMeanDecay);
  constexpr auto square_decay = static_cast<float>(kSquareDecay);
  auto mean = moments_.mean.array();
  auto square = moments_.square.array();
  mean = mean_decay * mean + (1 - mean_decay) * gradient.array();
  square = square_decay * square + (1 - square_decay) * gradient.array().square();
  weights.array() -= rate * mean / (scale * square.sqrt() + kEpsilon);
}

}  // namespace holdfast::ais
