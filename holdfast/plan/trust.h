// How far a guide is to be trusted, by what its rollouts have earned. A theory may be wrong, or
// only be right elsewhere; then rollouts that follow it earn less than uniform ones from the same
// leaves, and a search that believed them would need very many simulations to find out. So a share
// of the rollouts is always uniform, and when guided ones are clearly worse, the shares are
// exchanged. No rollout is wasted: all of them estimate the leaves.
#pragma once

#include <cmath>
#include <cstdint>

#include "holdfast/base/rng.h"

namespace holdfast {

class Trust {
 public:
  // One rollout in so many is of the other kind.
  static constexpr std::uint32_t kEvery = 16;
  // Guided ones are clearly worse if their mean is so many standard errors below.
  static constexpr double kClearly = 2;
  // Fewer rollouts of a kind tell nothing.
  static constexpr double kEnough = 8;

  // A new search: the belief has changed, so what was found before counts half.
  void start();

  // Whether most rollouts follow the guide, for now.
  bool trusted() const { return trusted_; }
  // Whether the next one does.
  bool follow(Rng& rng) const { return (rng.below(kEvery) != 0) == trusted_; }
  // What a rollout has earned that followed the guide, or did not.
  void earned(bool followed, double value);

 private:
  // Returns of one kind: how many, their mean, and the sum of squared deviations.
  struct Returns {
    double count = 0;
    double mean = 0;
    double squares = 0;

    void add(double value);
    void forget_half() {
      count /= 2;
      squares /= 2;
    }
    // Of the mean, as far as these returns tell.
    double squared_error() const { return squares / (count * count); }
  };

  Returns uniform_;
  Returns guided_;
  bool trusted_ = true;
};

inline void Trust::Returns::add(double value) {
  count += 1;
  const double off = value - mean;
  mean += off / count;
  squares += off * (value - mean);
}

inline void Trust::start() {
  uniform_.forget_half();
  guided_.forget_half();
}

inline void Trust::earned(bool followed, double value) {
  (followed ? guided_ : uniform_).add(value);
  // Compares whenever the rarer kind has news.
  if (followed == trusted_ || guided_.count < kEnough || uniform_.count < kEnough) return;
  const double error = std::sqrt(guided_.squared_error() + uniform_.squared_error());
  trusted_ = guided_.mean >= uniform_.mean - kClearly * error;
}

}  // namespace holdfast
