#include "holdfast/base/statistics.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "holdfast/base/error.h"
#include "holdfast/base/json.h"

namespace holdfast {
namespace {

TEST(Statistics, MeanVarianceAndInterval) {
  const std::array<double, 4> xs{2, 4, 4, 6};
  const RunningStatistics s = statistics(xs);
  EXPECT_DOUBLE_EQ(s.mean(), 4);
  EXPECT_DOUBLE_EQ(s.variance().value(), 8.0 / 3);
  EXPECT_NEAR(s.ci95().value(), 3.182446 * std::sqrt(8.0 / 3 / 4), 1e-5);
}

TEST(Statistics, OneNumberHasNoInterval) {
  const std::array<double, 1> xs{5};
  const RunningStatistics s = statistics(xs);
  EXPECT_FALSE(s.variance() || s.standard_error() || s.ci95());
  EXPECT_EQ(with_interval(s), "5.00 (one value, no interval)");
  EXPECT_EQ(statistics_json(s).dump(), R"({"ci95":null,"mean":5.0,"standard_error":null})");
}

TEST(Statistics, StudentFactors) {
  EXPECT_NEAR(student_t95(1), 12.7062, 1e-3);
  EXPECT_NEAR(student_t95(30), 2.0423, 1e-3);
  EXPECT_NEAR(student_t95(100000), 1.95998, 1e-3);
}

TEST(Statistics, PairedDifferenceRemovesWhatIsCommon) {
  const std::array<double, 3> xs{1, 10, 100}, ys{0, 9, 99};
  const RunningStatistics d = paired_difference(xs, ys);
  EXPECT_DOUBLE_EQ(d.mean(), 1);
  EXPECT_DOUBLE_EQ(d.ci95().value(), 0);
  EXPECT_THROW(paired_difference(xs, std::span(ys).first(2)), Error);
}

}  // namespace
}  // namespace holdfast
