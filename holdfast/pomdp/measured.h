// Observations that are measurements. Two numbers are a key for equality (see Observation), in
// steps of 2^-20; a model's likelihood takes them out again. And the noise of such measurements.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "holdfast/base/error.h"
#include "holdfast/base/rng.h"
#include "holdfast/pomdp/model.h"

namespace holdfast {

// A model whose observations are measurements, so that hardly two are equal: searches that look for
// equal ones weigh them instead.
template <class M>
concept Measuring = Likelihood<M> && requires {
  requires M::kMeasures;
};

struct Point {
  double x = 0;
  double y = 0;
  friend bool operator==(const Point&, const Point&) = default;
};

// How many keys there are.
inline constexpr std::int64_t kMeasurements = std::int64_t{1} << 62;
// Numbers beyond are told as this.
inline constexpr double kFarthest = 1023;

// Throws InputError for what is no number.
inline Observation measured(Point p) {
  constexpr double kUnit = 1 << 20;
  const auto word = [](double v) {
    if (std::isnan(v)) {
      throw InputError("an observation is not a number (NaN): mend the model that makes it");
    }
    const double near = std::clamp(v, -kFarthest, kFarthest) + kFarthest + 1;
    return static_cast<std::int64_t>(near * kUnit);
  };
  return word(p.x) << 31 | word(p.y);
}

inline Point measurement(Observation o) {
  constexpr double kUnit = 1 << 20;
  constexpr std::int64_t kMask = (std::int64_t{1} << 31) - 1;
  const auto number = [](std::int64_t w) { return static_cast<double>(w) / kUnit - kFarthest - 1; };
  return {number(o >> 31), number(o & kMask)};
}

// Two independent standard normal numbers (Box & Muller 1958).
inline Point two_normals(Rng& rng) {
  const double radius = std::sqrt(-2 * std::log(1 - rng.uniform()));
  const double angle = 2 * std::numbers::pi * rng.uniform();
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

// The density of a normal error in the plane, the same in both directions.
inline double normal_density(Point error, double deviation) {
  const double squared = (error.x * error.x + error.y * error.y) / (deviation * deviation);
  return std::exp(-squared / 2) / (2 * std::numbers::pi * deviation * deviation);
}

}  // namespace holdfast
