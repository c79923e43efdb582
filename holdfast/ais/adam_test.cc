#include "holdfast/ais/adam.h"

#include <gtest/gtest.h>

#include <cmath>

namespace holdfast::ais {
namespace {

// With the bias corrected, the first step has length `rate` whatever the gradient's size.
TEST(Adam, TheFirstStepIsTheRate) {
  Adam adam(2, 0.01);
  Vector<float> weights = Vector<float>::Zero(2);
  Vector<float> gradient(2);
  gradient << 1000.0f, -0.001f;
  adam.step(gradient, weights);
  EXPECT_NEAR(weights[0], -0.01, 1e-6);
  EXPECT_NEAR(weights[1], 0.01, 1e-6);
}

// The recurrence of the paper (algorithm 1), in double precision.
TEST(Adam, FollowsThePaper) {
  Adam adam(1, 0.1);
  Vector<float> weights = Vector<float>::Constant(1, 3.0f);
  double x = 3, m = 0, v = 0;
  for (int t = 1; t <= 50; ++t) {
    const double g = 2 * x + std::sin(t);
    m = 0.9 * m + 0.1 * g;
    v = 0.999 * v + 0.001 * g * g;
    const double m_hat = m / (1 - std::pow(0.9, t)), v_hat = v / (1 - std::pow(0.999, t));
    x -= 0.1 * m_hat / (std::sqrt(v_hat) + 1e-8);
    const Vector<float> gradient =
        Vector<float>::Constant(1, 2 * weights[0] + static_cast<float>(std::sin(t)));
    adam.step(gradient, weights);
    EXPECT_NEAR(weights[0], x, 1e-4) << "step " << t;
  }
}

}  // namespace
}  // namespace holdfast::ais
