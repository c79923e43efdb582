#include "holdfast/base/statistics.h"

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

double RunningStatistics::variance() const {
  return count_ < 2 ? 0 : squares_ / static_cast<double>(count_ - 1);
}

double RunningStatistics::standard_error() const {
  return count_ == 0 ? 0 : std::sqrt(variance() / static_cast<double>(count_));
}

double RunningStatistics::ci95() const {
  return count_ < 2 ? 0 : student_t95(count_ - 1) * standard_error();
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
