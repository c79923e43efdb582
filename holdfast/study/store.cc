#include "holdfast/study/store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "holdfast/base/error.h"
#include "holdfast/base/json.h"
#include "holdfast/base/version.h"
#include "holdfast/study/episode_rows.h"

namespace holdfast {
namespace {

// "HFst", in the file's header: this file is ours.
constexpr std::int64_t kApplicationId = 0x48467374;
constexpr std::int64_t kFormat = 2;

constexpr const char* kSchema = R"(
CREATE TABLE study (path TEXT NOT NULL, text TEXT NOT NULL);
CREATE TABLE plan (
  experiment INTEGER NOT NULL, position INTEGER NOT NULL, arm TEXT NOT NULL,
  PRIMARY KEY (experiment, position)) WITHOUT ROWID;
CREATE TABLE arm (
  key TEXT PRIMARY KEY, domain TEXT NOT NULL, planner TEXT NOT NULL, guide TEXT NOT NULL,
  options TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE recording (
  arm TEXT NOT NULL, seed INTEGER NOT NULL, json TEXT NOT NULL, PRIMARY KEY (arm, seed));
CREATE TABLE failure (
  arm TEXT NOT NULL, seed INTEGER NOT NULL, message TEXT NOT NULL, version TEXT NOT NULL,
  PRIMARY KEY (arm, seed)) WITHOUT ROWID;
)";

bool is_json(const std::string& text) {
  try {
    parse_json(text);
    return true;
  } catch (const nlohmann::json::exception&) {
    return false;
  } catch (const InputError&) {
    return false;
  }
}

}  // namespace

WriteLock::WriteLock(const std::filesystem::path& path)
    : file_(::open(path.c_str(), O_RDWR | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0666)) {
  if (file_ < 0) {
    throw InputError(fmt::format(
        "{}: cannot be written; does the directory exist and may you write there?", path.string()));
  }
  struct stat status {};
  if (::fstat(file_, &status) != 0 || !S_ISREG(status.st_mode)) {
    ::close(file_);
    throw InputError(fmt::format("{}: is not a regular file; name another file", path.string()));
  }
  // A run that was just killed may need a moment to be gone.
  for (int tries = 0; ::flock(file_, LOCK_EX | LOCK_NB) != 0; ++tries) {
    if (tries == 50) {
      ::close(file_);
      throw Error(fmt::format("{}: another run is writing to it; wait for it, or name another file",
                              path.string()));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

WriteLock::~WriteLock() { ::close(file_); }

Store::Store(const std::filesystem::path& path, Database::Access access) : database_(path, access) {
  create_or_check(access);
}

bool Store::is_fresh() {
  return database_.integer("PRAGMA application_id") == 0 &&
         database_.integer("SELECT count(*) FROM sqlite_master") == 0;
}

void Store::create_or_check(Database::Access access) {
  const std::int64_t id = database_.integer("PRAGMA application_id");
  const std::int64_t format = database_.integer("PRAGMA user_version");
  const std::string name = database_.path().string();
  if (is_fresh()) {
    if (access == Database::Access::read) no_study();
    Transaction transaction(database_);
    database_.execute(kSchema);
    database_.execute(episode_schema());
    database_.execute(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}",
                                  kApplicationId, kFormat));
    transaction.commit();
    return;
  }
  if (id != kApplicationId) {
    throw InputError(fmt::format(
        "{}: is a database of another program; it was left as it is. Name another file", name));
  }
  if (format != kFormat) {
    throw InputError(fmt::format(
        "{}: is a study of format {}, and this Holdfast reads format {}; it was left as "
        "it is. Use the Holdfast that wrote it, or name another file",
        name, format, kFormat));
  }
}

// Also after a run that was killed before it had stored anything.
void Store::no_study() const {
  throw InputError(
      fmt::format("{}: holds no study yet; run `holdfast study` first", database_.path().string()));
}

void Store::damaged(const std::string& what) const {
  throw InputError(fmt::format(
      "{}: is damaged: {}; `holdfast study` with the study's file and this output mends it",
      database_.path().string(), what));
}

StudyChange Store::adopt(const Study& study, const std::filesystem::path& study_path,
                         const ArmsByExperiment& arms) {
  StudyChange change;
  Transaction transaction(database_);
  const bool fresh = database_.integer("SELECT count(*) FROM study") == 0;
  {
    Statement same = database_.prepare("SELECT text = ? FROM study");
    same.bind(1, study.text);
    change.changed = same.step() && same.integer(0) == 0;
  }
  const std::int64_t known = database_.integer("SELECT count(*) FROM arm");
  database_.execute("DELETE FROM study; DELETE FROM plan");
  database_.prepare("INSERT INTO study VALUES (?, ?)")
      .bind(1, study_path.string())
      .bind(2, study.text)
      .run();
  Statement add_arm = database_.prepare("INSERT OR REPLACE INTO arm VALUES (?, ?, ?, ?, ?)");
  Statement add_plan = database_.prepare("INSERT INTO plan VALUES (?, ?, ?)");
  for (std::size_t e = 0; e < arms.size(); ++e) {
    for (std::size_t i = 0; i < arms[e].size(); ++i) {
      const PlannedArm& arm = arms[e][i];
      add_arm.bind(1, arm.key).bind(2, arm.domain).bind(3, arm.planner).bind(4, arm.guide);
      add_arm.bind(5, arm.options).run();
      add_plan.bind(1, static_cast<std::int64_t>(e)).bind(2, static_cast<std::int64_t>(i));
      add_plan.bind(3, arm.key).run();
    }
  }
  const std::string gone = "FROM episode WHERE arm NOT IN (SELECT arm FROM plan)";
  change.gone_arms = static_cast<int>(database_.integer("SELECT count(DISTINCT arm) " + gone));
  change.gone_episodes = database_.integer("SELECT count(*) " + gone);
  change.new_arms =
      fresh ? 0 : static_cast<int>(database_.integer("SELECT count(*) FROM arm") - known);
  transaction.commit();
  return change;
}

std::set<EpisodeId> Store::finished() {
  std::set<EpisodeId> result;
  Statement rows = database_.prepare("SELECT arm, seed FROM episode");
  while (rows.step()) result.emplace(rows.text(0), static_cast<std::uint64_t>(rows.integer(1)));
  return result;
}

void Store::add(std::span<const FinishedEpisode> episodes) {
  Transaction transaction(database_);
  Statement row = database_.prepare(insert_episode());
  Statement recording = database_.prepare("INSERT OR REPLACE INTO recording VALUES (?, ?, ?)");
  Statement failed = database_.prepare("INSERT OR REPLACE INTO failure VALUES (?, ?, ?, ?)");
  Statement mended = database_.prepare("DELETE FROM failure WHERE arm = ? AND seed = ?");
  for (const FinishedEpisode& episode : episodes) {
    const auto seed = static_cast<std::int64_t>(episode.result.seed);
    if (!episode.failure.empty()) {
      failed.bind(1, episode.key).bind(2, seed).bind(3, episode.failure);
      failed.bind(4, version_with_revision()).run();
      continue;
    }
    mended.bind(1, episode.key).bind(2, seed).run();
    bind_episode(row, episode.key, episode.result, version_with_revision());
    row.run();
    if (!episode.recording.empty()) {
      recording.bind(1, episode.key).bind(2, seed).bind(3, episode.recording).run();
    }
  }
  transaction.commit();
}

void Store::add_what_fits(std::span<const FinishedEpisode> episodes) {
  try {
    add(episodes);
  } catch (const Error&) {
    if (episodes.size() == 1) throw;
    for (std::size_t i = 0; i < episodes.size(); ++i) add(episodes.subspan(i, 1));
  }
}

Study Store::study() {
  Statement row = database_.prepare("SELECT text, path FROM study");
  if (!row.step()) no_study();
  try {
    return parse_study(row.text(0), row.text(1));
  } catch (const InputError& e) {
    damaged(fmt::format("the study in it cannot be read ({})", e.what()));
  }
}

ArmsByExperiment Store::arms(const Study& study) {
  ArmsByExperiment result(study.experiments.size());
  Statement rows = database_.prepare(
      "SELECT experiment, position, key, domain, planner, guide, options FROM plan JOIN arm ON "
      "key = arm ORDER BY experiment, position");
  while (rows.step()) {
    const std::int64_t experiment = rows.integer(0);
    if (experiment < 0 || experiment >= static_cast<std::int64_t>(result.size())) {
      damaged(fmt::format("its plan has an experiment {}", experiment));
    }
    std::vector<PlannedArm>& arms = result[static_cast<std::size_t>(experiment)];
    if (rows.integer(1) != static_cast<std::int64_t>(arms.size())) {
      damaged(fmt::format("arm {} of experiment {} is missing", arms.size(), experiment));
    }
    arms.push_back({rows.text(2), rows.text(3), rows.text(4), rows.text(5), rows.text(6)});
    if (!is_json(arms.back().options)) {
      damaged(fmt::format("the options of arm {} are no JSON", arms.back().key));
    }
  }
  for (std::size_t e = 0; e < result.size(); ++e) {
    if (result[e].size() != study.experiments[e].arms.size()) {
      damaged(fmt::format("experiment {} has {} arms in the study, and {} in the plan", e,
                          study.experiments[e].arms.size(), result[e].size()));
    }
  }
  return result;
}

std::vector<FailedEpisode> Store::failures() {
  std::vector<FailedEpisode> result;
  Statement rows = database_.prepare(
      "SELECT arm, seed, message FROM failure WHERE arm IN (SELECT arm FROM plan) "
      "ORDER BY arm, seed");
  while (rows.step()) {
    result.push_back({rows.text(0), static_cast<std::uint64_t>(rows.integer(1)), rows.text(2)});
  }
  return result;
}

std::vector<EpisodeResult> Store::episodes(const std::string& key) {
  return read_episodes(database_, key);
}

std::vector<std::string> Store::versions() {
  std::vector<std::string> result;
  Statement rows = database_.prepare("SELECT DISTINCT version FROM episode ORDER BY version");
  while (rows.step()) result.push_back(rows.text(0));
  return result;
}

std::vector<std::pair<std::uint64_t, std::string>> Store::recordings(const std::string& key) {
  std::vector<std::pair<std::uint64_t, std::string>> result;
  Statement rows =
      database_.prepare("SELECT seed, json FROM recording WHERE arm = ? ORDER BY seed");
  rows.bind(1, key);
  while (rows.step()) {
    result.emplace_back(static_cast<std::uint64_t>(rows.integer(0)), rows.text(1));
  }
  return result;
}

}  // namespace holdfast
