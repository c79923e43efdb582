// Adam (Kingma & Ba 2015) on a flat vector of weights.
#pragma once

#include <cstdint>

#include "holdfast/ais/weights.h"

namespace holdfast::ais {

class Adam {
 public:
  Adam(Eigen::Index size, double rate);

  // Moves the weights one step down the gradient.
  void step(const Vector<float>& gradient, Vector<float>& weights);

  // What a checkpoint keeps.
  struct Moments {
    std::int64_t steps = 0;
    Vector<float> mean;    // of the gradient
    Vector<float> square;  // of its squares
  };
  const Moments& moments() const { return moments_; }
  void restore(Moments moments) { moments_ = std::move(moments); }

 private:
  double rate_;
  Moments moments_;
};

}  // namespace holdfast::ais
