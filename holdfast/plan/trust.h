// How far a guide is to be trusted, by what its rollouts earn. A theory may be wrong, or only be
// right elsewhere; a search that believed its rollouts would need very many simulations to find
// out. So some leaves are estimated in both ways, by the guide and uniformly, and the guide is
// believed while it is clearly the better one: a guide that earns no more than chance has nothing
// to say, and its rollouts, which all go the same way, tell leaves apart worse than uniform ones.
#pragma once

#include <cmath>
#include <cstdint>

#include "holdfast/base/rng.h"

namespace holdfast {

class Trust {
 public:
  // One leaf in so many is estimated in both ways.
  static constexpr std::uint32_t kEvery = 16;
  // The guide is clearly better if its mean gain is more than so many standard errors.
  static constexpr double kClearly = 2;
  // Fewer comparisons tell nothing, and the guide is trusted.
  static constexpr double kEnough = 8;

  // A new search: the belief has changed, so what was found before counts half.
  void start() {
    count_ /= 2;
    squares_ /= 2;
  }

  // Whether leaves are estimated by the guide, for now.
  bool trusted() const { return trusted_; }
  // Whether the next one is to be estimated in both ways.
  bool compares(Rng& rng) const { return rng.below(kEvery) == 0; }
  // What two rollouts from one leaf have earned.
  void compared(double guided, double uniform);

 private:
  // Of the gains: how many, their mean, and the sum of squared deviations.
  double count_ = 0;
  double mean_ = 0;
  double squares_ = 0;
  bool trusted_ = true;
};

inline void Trust::compared(double guided, double uniform) {
  const double gain = guided - uniform;
  count_ += 1;
  const double off = gain - mean_;
  mean_ += off / count_;
  squares_ += off * (gain - mean_);
  if (count_ < kEnough) return;
  const double error = std::sqrt(squares_) / count_;
  trusted_ = mean_ > kClearly * error;
}

}  // namespace holdfast
