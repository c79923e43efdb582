#include "holdfast/study/summary.h"

#include <fmt/format.h>

#include <algorithm>

#include "holdfast/study/metrics.h"

namespace holdfast {
namespace {

ArmSummary summarize_arm(const Experiment& experiment, const Arm& arm, const PlannedArm& planned,
                         Store& store) {
  ArmSummary result{arm, planned, store.episodes(planned.key), {}, {}};
  std::erase_if(result.episodes, [&](const EpisodeResult& r) {
    return r.seed < experiment.first_seed ||
           r.seed - experiment.first_seed >= static_cast<std::uint64_t>(experiment.seeds);
  });
  for (const Metric& metric : metric_table()) {
    RunningStatistics& statistics = result.metrics[metric.name];
    for (const EpisodeResult& r : result.episodes) statistics.add(metric.of(r));
  }
  return result;
}

std::map<std::string, RunningStatistics> paired(const ArmSummary& arm, const ArmSummary& baseline) {
  std::map<std::uint64_t, const EpisodeResult*> by_seed;
  for (const EpisodeResult& r : baseline.episodes) by_seed[r.seed] = &r;
  std::map<std::string, RunningStatistics> result;
  for (const EpisodeResult& r : arm.episodes) {
    const auto found = by_seed.find(r.seed);
    if (found == by_seed.end()) continue;
    for (const Metric& metric : metric_table()) {
      result[metric.name].add(metric.of(r) - metric.of(*found->second));
    }
  }
  return result;
}

// Whether one arm earns more than another beyond the noise.
bool beats(const ArmSummary& arm, const ArmSummary& other, const std::string& metric) {
  const std::map<std::string, RunningStatistics> difference = paired(arm, other);
  if (difference.empty()) return false;
  const RunningStatistics& s = difference.at(metric);
  return s.ci95() && s.mean() - *s.ci95() > 0;
}

// Of each point of the axis x the arm that earns most, if it beats all the others.
void find_best(ExperimentSummary& summary) {
  std::map<std::string, std::vector<ArmSummary*>> rivals;
  for (ArmSummary& arm : summary.arms) {
    const auto x = arm.arm.point.find(summary.experiment.x);
    if (!arm.episodes.empty()) rivals[x == arm.arm.point.end() ? "" : x->second].push_back(&arm);
  }
  for (const std::string metric : {"discounted", "undiscounted"}) {
    for (const auto& [x, arms] : rivals) {
      ArmSummary* first = *std::ranges::max_element(
          arms, {}, [&](const ArmSummary* arm) { return arm->metrics.at(metric).mean(); });
      const auto is_beaten = [&](const ArmSummary* other) {
        return other == first || beats(*first, *other, metric);
      };
      if (arms.size() > 1 && std::ranges::all_of(arms, is_beaten)) first->best.insert(metric);
    }
  }
}

}  // namespace

StudySummary summarize(Store& store) {
  StudySummary result{store.study(), {}, store.versions(), store.failures()};
  const ArmsByExperiment arms = store.arms(result.study);
  for (std::size_t e = 0; e < result.study.experiments.size(); ++e) {
    const Experiment& experiment = result.study.experiments[e];
    ExperimentSummary summary{experiment, {}};
    for (std::size_t i = 0; i < experiment.arms.size(); ++i) {
      summary.arms.push_back(summarize_arm(experiment, experiment.arms[i], arms[e][i], store));
    }
    compare_arms(summary);
    result.experiments.push_back(std::move(summary));
  }
  return result;
}

void compare_arms(ExperimentSummary& summary) {
  const std::map<std::string, std::string> baseline = baseline_of(summary.experiment);
  if (baseline.empty()) return;
  for (ArmSummary& arm : summary.arms) {
    std::map<std::string, std::string> point = arm.arm.point;
    for (const auto& [axis, label] : baseline) point[axis] = label;
    if (point == arm.arm.point) continue;
    const auto base = std::ranges::find_if(
        summary.arms, [&](const ArmSummary& a) { return a.arm.point == point; });
    if (base != summary.arms.end()) arm.differences = paired(arm, *base);
  }
  find_best(summary);
}

std::map<std::string, std::string> baseline_of(const Experiment& experiment) {
  if (!experiment.baseline.empty()) return experiment.baseline;
  std::map<std::string, std::string> first;
  bool several = false;
  for (const Axis& axis : experiment.axes) {
    if (axis.name == experiment.x || axis.points.empty()) continue;
    first[axis.name] = axis.points.front().label;
    several = several || axis.points.size() > 1;
  }
  return several ? first : std::map<std::string, std::string>();
}

std::string failure_note(const StudySummary& summary) {
  if (summary.failures.empty()) return "";
  const FailedEpisode& first = summary.failures.front();
  return fmt::format("{} episodes failed and are left out; the first: arm {}, seed {}: {}.",
                     summary.failures.size(), first.key, first.seed, first.message);
}

void leave_out_timing(StudySummary& summary) {
  for (const Metric& metric : metric_table()) {
    if (!metric.field->is_timing()) continue;
    for (ExperimentSummary& e : summary.experiments) {
      std::erase(e.experiment.metrics, metric.name);
      for (ArmSummary& arm : e.arms) {
        arm.metrics.erase(metric.name);
        arm.differences.erase(metric.name);
      }
    }
  }
}

std::string series_label(const Experiment& experiment, const Arm& arm) {
  std::string label;
  for (const Axis& axis : experiment.axes) {
    if (axis.name == experiment.x) continue;
    label += (label.empty() ? "" : ", ") + arm.point.at(axis.name);
  }
  return label.empty() ? experiment.title : label;
}

}  // namespace holdfast
