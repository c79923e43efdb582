// How many particles a belief needs (KLD-sampling, Fox 2003): the more bins of a grid over the
// state space it occupies, the more.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>

#include "holdfast/plan/adaops_options.h"
#include "holdfast/pomdp/model.h"

namespace holdfast {

// A model with a grid over its states: the bin of each, as a key. States that call for the same
// decisions share one.
template <class M>
concept Gridded = Model<M> && requires(const M& m, const typename M::State& s) {
  { m.bin(s) } -> std::convertible_to<std::int64_t>;
};

class ParticleCount {
 public:
  explicit ParticleCount(const AdaOpsOptions& options)
      : m_min_(options.m_min), m_max_(options.m_max), zeta_(chi_square(2) / m_min_) {}

  // For a belief that occupies k bins: with probability 0.95 its Kullback-Leibler divergence from
  // what it stands for is at most zeta, the error that m_min particles have in two bins.
  int of(int k) const {
    if (k <= 2) return m_min_;
    return static_cast<int>(std::min<double>(m_max_, std::ceil(chi_square(k) / zeta_)));
  }
  // Without a grid, nobody knows better.
  int most() const { return m_max_; }

 private:
  // Half of the 0.95 quantile of the chi-square distribution with k - 1 degrees of freedom
  // (Wilson and Hilferty's approximation).
  static double chi_square(int k) {
    constexpr double kQuantile = 1.6448536269514722;  // of the normal distribution, at 0.95
    const double a = (k - 1) / 2.0;
    const double b = 1 / (9 * a);
    return a * std::pow(1 - b + std::sqrt(b) * kQuantile, 3);
  }

  int m_min_;
  int m_max_;
  double zeta_;
};

}  // namespace holdfast
