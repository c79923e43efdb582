// Plays what a study still lacks and stores each episode when it is over. It can be stopped or
// killed at any moment; the same call goes on where it was.
#pragma once

#include <cstdint>
#include <functional>

#include "holdfast/study/ranks.h"
#include "holdfast/study/schedule.h"
#include "holdfast/study/store.h"

namespace holdfast {

struct RunOptions {
  // Episodes played side by side in this process.
  int jobs = 1;
  // Whether to stop (Ctrl-C): episodes under way are given up then.
  std::function<bool()> stop = {};
  // Called by the thread that called run_study, for each stored episode.
  std::function<void(const FinishedEpisode&)> on_stored = {};
};

struct RunResult {
  // Stored, failed ones included.
  std::int64_t played = 0;
  // Those that ended with an error of the planner or the model; the others go on.
  std::vector<FinishedEpisode> failed = {};
  bool stopped = false;
};

// The tasks of the schedule that are not stored yet.
std::vector<EpisodeTask> pending(const Schedule& schedule, const std::set<EpisodeId>& finished);

// `tasks` as pending() gives them. `ranks` are the other processes under mpirun, if any.
RunResult run_study(const Schedule& schedule, const std::vector<EpisodeTask>& tasks, Store& store,
                    Ranks& ranks, const RunOptions& options);

// What a rank other than 0 does: plays what rank 0 hands out, until there is no more.
void play_for_rank_zero(const Schedule& schedule, Ranks& ranks, int jobs);

}  // namespace holdfast
