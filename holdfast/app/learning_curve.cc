#include "holdfast/app/learning_curve.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "holdfast/base/statistics.h"

namespace holdfast::app {
namespace {

struct Range {
  double low;
  double high;
  // Where x lies, as a whole number from 0 to steps - 1.
  int step(double x, int steps) const {
    const double share = high > low ? (x - low) / (high - low) : 0;
    return std::clamp(static_cast<int>(std::floor(share * steps)), 0, steps - 1);
  }
};

Range range_of(std::span<const ais::Evaluation> curve) {
  const auto [low, high] = std::minmax_element(
      curve.begin(), curve.end(), [](const auto& a, const auto& b) { return a.mean < b.mean; });
  return {low->mean, high->mean};
}

}  // namespace

std::string spark(std::span<const ais::Evaluation> curve, std::size_t width) {
  static constexpr std::array<const char*, 8> kBars{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  if (curve.empty()) return "";
  const Range range = range_of(curve);
  std::string bars;
  for (const ais::Evaluation& e : curve.last(std::min(width, curve.size()))) {
    bars += kBars[static_cast<std::size_t>(range.step(e.mean, 8))];
  }
  return bars;
}

std::string plot(std::span<const ais::Evaluation> curve, int width, int height) {
  if (curve.size() < 2) return "";
  const Range range = range_of(curve);
  const Range batches{static_cast<double>(curve.front().batch),
                      static_cast<double>(curve.back().batch)};
  std::vector<RunningStatistics> columns(static_cast<std::size_t>(width));
  for (const ais::Evaluation& e : curve) {
    columns[static_cast<std::size_t>(batches.step(static_cast<double>(e.batch), width))].add(
        e.mean);
  }
  std::string text;
  for (int row = height - 1; row >= 0; --row) {
    const double level = range.low + (range.high - range.low) * (row + 0.5) / height;
    text += fmt::format("{:8.2f} |", level);
    for (const auto& column : columns) {
      const bool here = column.count() > 0 && range.step(column.mean(), height) == row;
      text += here ? '*' : ' ';
    }
    text += '\n';
  }
  text += fmt::format("{:8} +{:-<{}}\n", "", "", width);
  text += fmt::format("{:10}{:<{}}{:>{}}\n", "", curve.front().batch, width / 2,
                      fmt::format("{} batches", curve.back().batch), width - width / 2);
  return text;
}

}  // namespace holdfast::app
