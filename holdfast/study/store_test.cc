#include "holdfast/study/store.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "holdfast/base/files.h"
#include "holdfast/base/temporary_folder.h"
#include "holdfast/play/episode_fields.h"
#include "holdfast/study/report.h"
#include "holdfast/study/runner.h"
#include "holdfast/study/tables.h"

namespace holdfast {
namespace {

namespace fs = std::filesystem;

nlohmann::json without_clock(const EpisodeResult& result) {
  nlohmann::json json = episode_json(result);
  leave_out_timing(json);
  return json;
}

// A file of this name, in a folder of its own.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& name) : path_(folder_ / name) {}
  const fs::path& path() const { return path_; }

 private:
  TemporaryFolder folder_;
  fs::path path_;
};

Study tiger_study(const std::string& more = "") {
  return parse_study(
      "seeds = 4\nrecord = 1\n[[experiment]]\ndomain = 'tiger'\noptions = {sims = 16}\n"
      "grid = {exploration = [1, 10" +
          more + "]}\n",
      "tiger.toml");
}

// Pocman with one particle: sooner or later nothing explains what it sees.
Study failing_study() {
  return parse_study(
      "seeds = 12\n[[experiment]]\ndomain = 'pocman(micro)'\noptions = {sims = 1, particles = 1}\n",
      "failing.toml");
}

RunResult run(const Study& study, Store& store, int jobs = 1) {
  Ranks alone;
  const Schedule schedule = schedule_study(study);
  store.adopt(study, "tiger.toml", schedule.by_experiment);
  return run_study(schedule, pending(schedule, store.finished()), store, alone, {.jobs = jobs});
}

TEST(Store, KeepsEveryEpisodeAndItsRecording) {
  const TemporaryFile file("keep.sqlite");
  const Study study = tiger_study();
  const Schedule schedule = schedule_study(study);
  {
    Store store(file.path(), Database::Access::write);
    EXPECT_EQ(run(study, store).played, 8);
  }
  Store store(file.path(), Database::Access::read);
  EXPECT_EQ(store.study().text, study.text);
  ASSERT_EQ(store.arms(study).size(), 1U);
  EXPECT_EQ(store.arms(study)[0][1].key, schedule.by_experiment[0][1].key);
  for (const PlayableArm& arm : schedule.arms) {
    const std::vector<EpisodeResult> stored = store.episodes(arm.planned.key);
    ASSERT_EQ(stored.size(), 4U);
    for (const EpisodeResult& got : stored) {
      const EpisodeResult want = play_episode(*arm.domain, got.seed, arm.config);
      EXPECT_EQ(without_clock(got), without_clock(want));
    }
    EXPECT_EQ(store.recordings(arm.planned.key).size(), 1U);
  }
}

TEST(Store, GoesOnWithWhatIsMissing) {
  const TemporaryFile file("resume.sqlite");
  Store store(file.path(), Database::Access::write);
  run(tiger_study(), store);
  EXPECT_EQ(run(tiger_study(), store, 2).played, 0);
  EXPECT_EQ(run(tiger_study(", 100"), store, 2).played, 4);
}

TEST(Store, NoticesAChangedStudyAndKeepsItsRows) {
  const TemporaryFile file("change.sqlite");
  Store store(file.path(), Database::Access::write);
  run(tiger_study(", 100"), store);
  const Study smaller = tiger_study();
  const StudyChange change =
      store.adopt(smaller, "tiger.toml", schedule_study(smaller).by_experiment);
  EXPECT_TRUE(change.changed);
  EXPECT_EQ(change.gone_arms, 1);
  EXPECT_EQ(change.gone_episodes, 4);
  EXPECT_EQ(store.finished().size(), 12U);
  EXPECT_EQ(run(tiger_study(", 100"), store).played, 0);
}

TEST(Store, RefusesFilesThatAreNotItsOwnAndLeavesThem) {
  const TemporaryFile text("notes.txt");
  const std::string notes(5000, 'n');
  std::ofstream(text.path()) << notes;
  EXPECT_THROW(Store(text.path(), Database::Access::write), InputError);
  EXPECT_EQ(read_file(text.path()), notes);

  const TemporaryFile foreign("foreign.sqlite");
  Database(foreign.path(), Database::Access::write).execute("CREATE TABLE a (b)");
  const std::string before = read_file(foreign.path());
  EXPECT_THROW(Store(foreign.path(), Database::Access::write), InputError);
  EXPECT_EQ(read_file(foreign.path()), before);

  const TemporaryFile newer("newer.sqlite");
  { const Store store(newer.path(), Database::Access::write); }
  Database(newer.path(), Database::Access::write).execute("PRAGMA user_version = 99");
  try {
    Store(newer.path(), Database::Access::write);
    FAIL();
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("format 99"), std::string::npos);
  }
}

TEST(Store, AFailedWriteLeavesNothingHalf) {
  const TemporaryFile file("double.sqlite");
  Store store(file.path(), Database::Access::write);
  run(tiger_study(), store);
  const std::string key = store.arms(tiger_study())[0][0].key;
  // The second one is there already: neither is stored.
  const std::vector<FinishedEpisode> two{{key, {.seed = 99}, ""}, {key, {.seed = 1}, ""}};
  EXPECT_THROW(store.add(two), Error);
  EXPECT_EQ(store.episodes(key).size(), 4U);
}

TEST(Store, OfManyThatCannotAllBeStoredThoseThatCanAre) {
  const TemporaryFile file("some.sqlite");
  Store store(file.path(), Database::Access::write);
  run(tiger_study(), store);
  const std::string key = store.arms(tiger_study())[0][0].key;
  const std::vector<FinishedEpisode> three{
      {key, {.seed = 98}, ""}, {key, {.seed = 99}, ""}, {key, {.seed = 1}, ""}};
  EXPECT_THROW(store.add_what_fits(three), Error);
  EXPECT_EQ(store.episodes(key).size(), 6U);
}

TEST(Runner, StopsWhenToldAndSaysSo) {
  const TemporaryFile file("stop.sqlite");
  Store store(file.path(), Database::Access::write);
  const Study study = tiger_study();
  const Schedule schedule = schedule_study(study);
  store.adopt(study, "tiger.toml", schedule.by_experiment);
  std::atomic<bool> stop{false};
  Ranks alone;
  const RunResult result = run_study(schedule, schedule.tasks, store, alone,
                                     {.jobs = 1,
                                      .stop = [&] { return stop.load(); },
                                      .on_stored = [&](const FinishedEpisode&) { stop = true; }});
  EXPECT_TRUE(result.stopped);
  EXPECT_EQ(static_cast<std::int64_t>(store.finished().size()), result.played);
}

// What `kill -9` leaves in the middle of a transaction: a database half written, and its journal.
TEST(Store, ReadersUndoWhatAKilledRunLeft) {
  const TemporaryFile live("live.sqlite");
  const TemporaryFile killed("killed.sqlite");
  const fs::path journal = killed.path().string() + "-journal";
  {
    Store store(live.path(), Database::Access::write);
    run(tiger_study(), store);
  }
  {
    Database database(live.path(), Database::Access::write);
    database.execute("PRAGMA cache_size = 1; BEGIN; UPDATE episode SET discounted = 99");
    database.execute("UPDATE recording SET json = json || json");
    fs::copy_file(live.path(), killed.path());
    fs::copy_file(live.path().string() + "-journal", journal);
    database.execute("ROLLBACK");
  }
  ASSERT_GT(fs::file_size(journal), 0U);
  Store calm(live.path(), Database::Access::read);
  Store store(killed.path(), Database::Access::read);
  const std::string key = store.arms(tiger_study())[0][0].key;
  const auto want = calm.episodes(key);
  const auto got = store.episodes(key);
  ASSERT_EQ(got.size(), want.size());
  for (std::size_t i = 0; i < got.size(); ++i) EXPECT_EQ(got[i].discounted, want[i].discounted);
  fs::remove(journal);
}

TEST(Store, DamagedRowsAreSaid) {
  for (const char* damage :
       {"UPDATE plan SET experiment = -1", "UPDATE plan SET experiment = 1000000000000",
        "UPDATE plan SET experiment = 1 WHERE position = 1", "DELETE FROM plan WHERE position = 0",
        "DELETE FROM plan", "DELETE FROM arm", "UPDATE plan SET position = position + 7",
        "UPDATE study SET text = 'seeds = '", "UPDATE study SET text = x'ff00fe'",
        "DROP TABLE episode", "DROP TABLE plan", "DELETE FROM study",
        "UPDATE study SET text = replace(text, 'seeds = 4', 'seeds = 999999999999')",
        "UPDATE arm SET options = '{'",
        "UPDATE arm SET options = replace(hex(zeroblob(50000)), '0', '[')"}) {
    const TemporaryFile file("damaged.sqlite");
    {
      Store store(file.path(), Database::Access::write);
      run(tiger_study(), store);
    }
    Database(file.path(), Database::Access::write).execute(damage);
    try {
      report_page(std::vector{read_for_report(file.path())});
      FAIL() << damage;
    } catch (const InputError& e) {
      EXPECT_TRUE(std::string(e.what()).starts_with(file.path().string())) << damage << e.what();
    }
  }
}

TEST(Store, EpisodesThatAreGoneArePlayedAgain) {
  const TemporaryFile file("gone.sqlite");
  Store store(file.path(), Database::Access::write);
  run(tiger_study(), store);
  const std::string key = store.arms(tiger_study())[0][0].key;
  const std::size_t before = store.episodes(key).size();
  // Their recordings stay.
  Database(file.path(), Database::Access::write).execute("DELETE FROM episode");
  run(tiger_study(), store);
  EXPECT_EQ(store.episodes(key).size(), before);
}

TEST(Store, ReadersMakeNothing) {
  const TemporaryFile file("empty.sqlite");
  std::ofstream(file.path()).close();
  try {
    Store(file.path(), Database::Access::read);
    FAIL();
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("holds no study yet"), std::string::npos) << e.what();
  }
  EXPECT_EQ(fs::file_size(file.path()), 0U);
}

TEST(Runner, AnEpisodeThatFailsIsStoredAsFailedAndTheOthersGoOn) {
  const TemporaryFile file("failed.sqlite");
  const Study study = failing_study();
  const Schedule schedule = schedule_study(study);
  Store store(file.path(), Database::Access::write);
  const RunResult result = run(study, store, 2);
  EXPECT_EQ(result.played, static_cast<std::int64_t>(schedule.tasks.size()));
  ASSERT_FALSE(result.failed.empty());
  ASSERT_LT(result.failed.size(), schedule.tasks.size());
  EXPECT_EQ(store.finished().size(), schedule.tasks.size() - result.failed.size());
  ASSERT_EQ(store.failures().size(), result.failed.size());
  EXPECT_NE(store.failures()[0].message.find("the belief is empty"), std::string::npos);
  EXPECT_EQ(planned_arm(schedule, result.failed[0].key).planner, "pomcp");
  const StudySummary summary = summarize(store);
  EXPECT_NE(markdown_tables(std::vector{summary}).find("episodes failed"), std::string::npos);
  // They are tried again, and only they.
  EXPECT_EQ(run(study, store).played, static_cast<std::int64_t>(result.failed.size()));
}

}  // namespace
}  // namespace holdfast
