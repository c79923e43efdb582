#include "holdfast/learn/stakes.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "holdfast/base/error.h"

namespace holdfast::learn {

bool are_by_stake(Weights weights, const std::string& file,
                  const std::vector<const TraceEpisode*>& episodes) {
  if (weights == Weights::by_class) return false;
  for (const TraceEpisode* e : episodes) {
    for (std::size_t i = 0; i < e->steps.size(); ++i) {
      const TraceStep& step = e->steps[i];
      if (step.action.empty() || step.values.contains(step.action)) continue;
      if (weights == Weights::automatic) return false;
      throw InputError(
          Place{file, e->line, 0},
          fmt::format("step {}: weights by stake need what the planner thought {} to be worth, in "
                      "\"values\"; make the traces anew by `holdfast trace`, or weigh by class "
                      "(--weights class)",
                      i + 1, step.action));
    }
  }
  return true;
}

double stake_of(const TraceStep& step, const std::string& action) {
  const auto taken = step.values.find(step.action);
  if (taken == step.values.end() || step.values.size() < 2) return 0;
  constexpr double kNone = std::numeric_limits<double>::infinity();
  double best = -kNone, worst = kNone;
  for (const auto& [other, value] : step.values) {
    if (other == step.action) continue;
    best = std::max(best, value);
    worst = std::min(worst, value);
  }
  const auto valued = step.values.find(action);
  const double instead = action == step.action         ? best
                         : valued == step.values.end() ? worst
                                                       : valued->second;
  return std::max(0.0, taken->second - instead);
}

std::vector<double> stake_factors(std::span<const double> stakes,
                                  std::span<const std::size_t> members) {
  constexpr double kMost = 4;
  double mean = 0;
  for (const std::size_t i : members) mean += stakes[i] / static_cast<double>(members.size());
  std::vector<double> factors;
  for (const std::size_t i : members) {
    factors.push_back(mean > 0 ? std::min(kMost, stakes[i] / mean) : 1);
  }
  return factors;
}

}  // namespace holdfast::learn
