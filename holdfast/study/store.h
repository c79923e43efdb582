// Where a study keeps its results: one SQLite file, one row per episode, written as soon as the
// episode is over. A row is whole or not there, whenever the program is killed.
// docs/studies.md describes the tables; any SQLite tool reads them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "holdfast/play/episode.h"
#include "holdfast/study/sqlite.h"
#include "holdfast/study/study.h"

namespace holdfast {

// An arm as it will be played: its key names everything that its results depend on.
struct PlannedArm {
  std::string key;
  std::string domain;
  std::string planner;
  std::string guide;
  // Every option in force, as JSON.
  std::string options;
};

// The arms of a study, experiment by experiment, in the study's order. The same arm may be part of
// several experiments; it is played once.
using ArmsByExperiment = std::vector<std::vector<PlannedArm>>;

struct FinishedEpisode {
  std::string key;
  EpisodeResult result;
  // Empty unless it was recorded (see recording.h).
  std::string recording;
  // Why it ended before its end; empty for the rest. Then only the seed of the result counts.
  std::string failure = {};
};

// An episode that failed, of the arms of the plan.
struct FailedEpisode {
  std::string key;
  std::uint64_t seed = 0;
  std::string message;
};

// An episode by the key of its arm and its seed.
using EpisodeId = std::pair<std::string, std::uint64_t>;

// What has changed since the study last ran with this file.
struct StudyChange {
  bool changed = false;
  int new_arms = 0;
  int gone_arms = 0;
  std::int64_t gone_episodes = 0;
};

// Only one program writes to a study's file at a time.
class WriteLock {
 public:
  explicit WriteLock(const std::filesystem::path& path);
  ~WriteLock();
  WriteLock(const WriteLock&) = delete;
  WriteLock& operator=(const WriteLock&) = delete;

 private:
  int file_;
};

class Store {
 public:
  // Throws InputError, and touches nothing, if the file is not a study's or of another version.
  Store(const std::filesystem::path& path, Database::Access access);

  // Makes the study the one that this file is about. Rows of arms that it no longer has stay.
  StudyChange adopt(const Study& study, const std::filesystem::path& study_path,
                    const ArmsByExperiment& arms);

  // Without those that failed: they are tried again.
  std::set<EpisodeId> finished();
  // All or none of them.
  void add(std::span<const FinishedEpisode> episodes);
  // The same at once where that works, and else one by one up to the one that fails: where a disk
  // is full, all that has room is kept.
  void add_what_fits(std::span<const FinishedEpisode> episodes);

  // For reports. Both throw InputError if the rows are damaged.
  Study study();
  // Has the shape of the study.
  ArmsByExperiment arms(const Study& study);
  std::vector<FailedEpisode> failures();
  // By seed.
  std::vector<EpisodeResult> episodes(const std::string& key);
  // The versions of Holdfast that played them.
  std::vector<std::string> versions();
  // By seed: the recordings of an arm.
  std::vector<std::pair<std::uint64_t, std::string>> recordings(const std::string& key);

 private:
  void create_or_check(Database::Access access);
  bool is_fresh();
  [[noreturn]] void no_study() const;
  [[noreturn]] void damaged(const std::string& what) const;

  Database database_;
};

}  // namespace holdfast
