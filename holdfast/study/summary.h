// What a study says: means with 95 % intervals for each arm, and differences to a baseline paired
// by seed. Tables and the report's page are made from this and nothing else.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "holdfast/base/statistics.h"
#include "holdfast/study/store.h"
#include "holdfast/study/study.h"

namespace holdfast {

struct ArmSummary {
  Arm arm;
  PlannedArm planned;
  // The episodes of the experiment's seeds that are there, by seed.
  std::vector<EpisodeResult> episodes;
  std::map<std::string, RunningStatistics> metrics;
  // This arm minus its baseline (baseline_of), over the seeds that both have.
  std::map<std::string, RunningStatistics> differences;
  // The returns in which this arm beats every other at its x beyond the noise: each paired
  // difference is above zero with its whole 95 % interval.
  std::set<std::string> best = {};
};

struct ExperimentSummary {
  Experiment experiment;
  std::vector<ArmSummary> arms;
};

struct StudySummary {
  Study study;
  std::vector<ExperimentSummary> experiments;
  std::vector<std::string> versions;
  // Left out of everything else.
  std::vector<FailedEpisode> failures = {};
};

// Says how many episodes failed and which is the first; empty if none.
std::string failure_note(const StudySummary& summary);

// Takes out the metrics that depend on the clock.
void leave_out_timing(StudySummary& summary);

StudySummary summarize(Store& store);

// Fills in the differences to the experiment's baseline, and which arms are best.
void compare_arms(ExperimentSummary& summary);

// The labels, but for the axis x, of the series that differences are to: the baseline, and where
// none is declared the first series; empty where there is but one.
std::map<std::string, std::string> baseline_of(const Experiment& experiment);

// The arm's labels on the axes other than x, in the axes' order: "timed, mdp".
std::string series_label(const Experiment& experiment, const Arm& arm);

}  // namespace holdfast
