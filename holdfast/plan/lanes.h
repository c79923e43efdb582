// Sums of many numbers, four at a time: each addition would wait for the one before.
#pragma once

#include <cstddef>
#include <cstring>
#include <span>

namespace holdfast {

namespace lanes_detail {

inline constexpr std::size_t kLanes = 4;
using Lanes = double __attribute__((vector_size(kLanes * sizeof(double))));

inline Lanes load(const double* p) {
  Lanes lanes;
  std::memcpy(&lanes, p, sizeof(lanes));
  return lanes;
}

}  // namespace lanes_detail

inline double sum(std::span<const double> a) {
  using namespace lanes_detail;
  Lanes lanes{};
  std::size_t i = 0;
  for (; i + kLanes <= a.size(); i += kLanes) lanes += load(&a[i]);
  double rest = 0;
  for (; i < a.size(); ++i) rest += a[i];
  return lanes[0] + lanes[1] + lanes[2] + lanes[3] + rest;
}

// Of the first a.size() numbers of both.
inline double dot(std::span<const double> a, std::span<const double> b) {
  using namespace lanes_detail;
  Lanes lanes{};
  std::size_t i = 0;
  for (; i + kLanes <= a.size(); i += kLanes) lanes += load(&a[i]) * load(&b[i]);
  double rest = 0;
  for (; i < a.size(); ++i) rest += a[i] * b[i];
  return lanes[0] + lanes[1] + lanes[2] + lanes[3] + rest;
}

}  // namespace holdfast
