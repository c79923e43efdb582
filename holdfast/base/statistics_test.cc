#include "holdfast/base/statistics.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "holdfast/base/error.h"

namespace holdfast {
namespace {

TEST(Statistics, MeanVarianceAndInterval) {
  const std::array<double, 4> xs{2, 4, 4, 6};
  const RunningStatistics s = statistics(xs);
  EXPECT_DOUBLE_EQ(s.mean(), 4);
  EXPECT_DOUBLE_EQ(s.variance(), 8.0 / 3);
  EXPECT_NEAR(s.ci95(), 3.182446 * std::sqrt(8.0 / 3 / 4), 1e-5);
}

TEST(Statistics, OneNumberHasNoInterval) {
  const std::array<double, 1> xs{5};
  EXPECT_EQ(statistics(xs).ci95(), 0);
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
  EXPECT_DOUBLE_EQ(d.ci95(), 0);
  EXPECT_THROW(paired_difference(xs, std::span(ys).first(2)), Error);
}

}  // namespace
}  // namespace holdfast
