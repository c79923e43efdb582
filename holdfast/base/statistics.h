// Means with their uncertainty. Every figure that Holdfast shows carries a 95 % interval.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace holdfast {

// Mean and variance of a stream of numbers (Welford), so that nothing is stored.
class RunningStatistics {
 public:
  void add(double x);

  std::size_t count() const { return count_; }
  double mean() const { return mean_; }
  // Sample variance and the standard error of the mean; not known for fewer than two numbers.
  std::optional<double> variance() const;
  std::optional<double> standard_error() const;
  // Half the width of the 95 % interval of the mean (Student's t); not known for fewer than two.
  std::optional<double> ci95() const;

 private:
  std::size_t count_ = 0;
  double mean_ = 0;
  double squares_ = 0;
};

// For people: "20.60 ± 2.82", or "20.60 (one value, no interval)".
std::string with_interval(const RunningStatistics& s, int digits = 2);

RunningStatistics statistics(std::span<const double> xs);

// Statistics of xs[i] - ys[i]: the paired comparison of two runs on common seeds.
// Throws Error if the lengths differ.
RunningStatistics paired_difference(std::span<const double> xs, std::span<const double> ys);

// The factor t with P(|T| <= t) = 0.95 for Student's T with `degrees` >= 1 degrees of freedom.
double student_t95(std::size_t degrees);

}  // namespace holdfast
