#include "holdfast/base/statistics.h"

#include <fmt/format.h>

#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "holdfast/base/error.h"

namespace holdfast {

void RunningStatistics::add(double x) {
  ++count_;
  const double delta = x - mean_;
  mean_ += delta / static_cast<double>(count_);
  squares_ += delta * (x - mean_);
}

std::optional<double> RunningStatistics::variance() const {
  if (count_ < 2) return std::nullopt;
  return squares_ / static_cast<double>(count_ - 1);
}

std::optional<double> RunningStatistics::standard_error() const {
  if (count_ < 2) return std::nullopt;
  return std::sqrt(*variance() / static_cast<double>(count_));
}

std::optional<double> RunningStatistics::ci95() const {
  if (count_ < 2) return std::nullopt;
  return student_t95(count_ - 1) * *standard_error();
}

std::string with_interval(const RunningStatistics& s, int digits) {
  if (!s.ci95()) return fmt::format("{:.{}f} (one value, no interval)", s.mean(), digits);
  return fmt::format("{:.{}f} ± {:.{}f}", s.mean(), digits, *s.ci95(), digits);
}

RunningStatistics statistics(std::span<const double> xs) {
  RunningStatistics result;
  for (double x : xs) result.add(x);
  return result;
}

RunningStatistics paired_difference(std::span<const double> xs, std::span<const double> ys) {
  if (xs.size() != ys.size()) throw Error("paired_difference: the two runs differ in length");
  RunningStatistics result;
  for (std::size_t i = 0; i < xs.size(); ++i) result.add(xs[i] - ys[i]);
  return result;
}

double student_t95(std::size_t degrees) {
  const boost::math::students_t distribution(static_cast<double>(degrees));
  return boost::math::quantile(distribution, 0.975);
}

}  // namespace holdfast
