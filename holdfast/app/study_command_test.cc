// The study command as people use it: killed at random moments, run on several ranks, given bad
// input. Each test runs the real program.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "holdfast/app/child_process.h"
#include "holdfast/base/files.h"
#include "holdfast/base/temporary_folder.h"
#include "holdfast/study/store.h"

namespace holdfast::app {
namespace {

namespace fs = std::filesystem;

class StudyCommand : public ::testing::Test {
 protected:
  fs::path file(const std::string& name) const { return folder_ / name; }

  fs::path write(const std::string& name, const std::string& text) const {
    return folder_.write(name, text);
  }

  static std::vector<std::string> command(const fs::path& study, const fs::path& output) {
    return {HOLDFAST_BINARY, "study", study, "-o", output, "--jobs", "2"};
  }

  // OpenMPI leaves memory behind in plugins that it has unloaded, so that no suppression can name
  // them: leaks are looked for in runs without it.
  static std::vector<std::string> mpirun(int ranks) {
    return {"mpirun", "--allow-run-as-root", "--oversubscribe", "-x", "ASAN_OPTIONS=detect_leaks=0",
            "-n",     std::to_string(ranks)};
  }
  static std::vector<std::string> on_ranks(int ranks, const fs::path& study,
                                           const fs::path& output) {
    std::vector<std::string> call = mpirun(ranks);
    for (const std::string& word :
         std::vector<std::string>{HOLDFAST_BINARY, "study", study, "-o", output, "--jobs", "1"}) {
      call.push_back(word);
    }
    return call;
  }

  // Some seconds of work in many short episodes.
  fs::path many_episodes(int seeds) const {
    return write("many.toml", "seeds = " + std::to_string(seeds) +
                                  "\nrecord = 2\n[[experiment]]\n"
                                  "domain = 'rocksample(size={size},rocks=4,layout=random)'\n"
                                  "options = {sims = 1024}\n"
                                  "grid = {size = [5, 7], guide = ['pure', 'preferred']}\n");
  }

  // Every stored episode with all that does not depend on the clock.
  static std::vector<std::string> rows(const fs::path& database) {
    Database db(database, Database::Access::read);
    Statement statement = db.prepare(
        "SELECT arm || ' ' || seed || ' ' || discounted || ' ' || undiscounted || ' ' || steps || "
        "' ' || terminal || ' ' || simulations || ' ' || model_steps || ' ' || trials || ' ' || "
        "gamma_calls || ' ' || repairs || ' ' || version || ' ' || "
        "EXISTS (SELECT * FROM recording r WHERE r.arm = e.arm AND r.seed = e.seed) "
        "FROM episode e ORDER BY 1");
    std::vector<std::string> result;
    while (statement.step()) result.push_back(statement.text(0));
    return result;
  }

  // Starts it again and again and kills it after a random while.
  static void kill_repeatedly(const std::vector<std::string>& command, int times, int longest_ms,
                              std::mt19937& random) {
    for (int i = 0; i < times; ++i) {
      ChildProcess child(command);
      std::uniform_int_distribution<int> delay(0, longest_ms);
      std::this_thread::sleep_for(std::chrono::milliseconds(delay(random)));
      child.kill();
    }
  }

  TemporaryFolder folder_;
};

TEST_F(StudyCommand, KilledTwentyTimesItEndsWithTheRowsOfAnUndisturbedRun) {
  const fs::path study = many_episodes(100);
  const ChildProcess::Result calm = run(command(study, file("calm.sqlite")));
  ASSERT_EQ(calm.exit_code, 0) << calm.errors;
  ASSERT_EQ(rows(file("calm.sqlite")).size(), 4U * 100U);

  std::mt19937 random(7);
  kill_repeatedly(command(study, file("killed.sqlite")), 20, 150, random);
  const ChildProcess::Result rest = run(command(study, file("killed.sqlite")));
  ASSERT_EQ(rest.exit_code, 0) << rest.errors;
  EXPECT_EQ(rows(file("killed.sqlite")), rows(file("calm.sqlite")));
}

TEST_F(StudyCommand, ThreeRanksGiveTheRowsOfOneProcessAlsoWhenKilled) {
  if (run({"mpirun", "--version"}).exit_code != 0) GTEST_SKIP() << "mpirun is not installed";
  const fs::path study = many_episodes(100);
  ASSERT_EQ(run(command(study, file("one.sqlite"))).exit_code, 0);
  const ChildProcess::Result three = run(on_ranks(3, study, file("three.sqlite")));
  ASSERT_EQ(three.exit_code, 0) << three.errors;
  EXPECT_EQ(rows(file("three.sqlite")), rows(file("one.sqlite")));

  std::mt19937 random(11);
  kill_repeatedly(on_ranks(3, study, file("killed.sqlite")), 20, 900, random);
  const ChildProcess::Result rest = run(on_ranks(3, study, file("killed.sqlite")));
  ASSERT_EQ(rest.exit_code, 0) << rest.errors;
  EXPECT_EQ(rows(file("killed.sqlite")), rows(file("one.sqlite")));
}

// Traces are made by ranks in the same way, and are the same file, also after a kill.
TEST_F(StudyCommand, ThreeRanksWriteTheTracesOfOneProcess) {
  if (run({"mpirun", "--version"}).exit_code != 0) GTEST_SKIP() << "mpirun is not installed";
  const auto traces = [&](const std::string& name) {
    return std::vector<std::string>{
        HOLDFAST_BINARY, "trace", "rocksample(7,4)", "--episodes", "60", "--sims",
        "256",           "-o",    file(name),        "--jobs",     "1"};
  };
  const auto on_three = [&](const std::string& name) {
    std::vector<std::string> call = mpirun(3);
    for (const std::string& word : traces(name)) call.push_back(word);
    return call;
  };
  ASSERT_EQ(run(traces("one.jsonl")).exit_code, 0);
  const ChildProcess::Result three = run(on_three("three.jsonl"));
  ASSERT_EQ(three.exit_code, 0) << three.errors;
  EXPECT_EQ(read_file(file("three.jsonl")), read_file(file("one.jsonl")));

  std::mt19937 random(13);
  kill_repeatedly(on_three("killed.jsonl"), 3, 900, random);
  const ChildProcess::Result rest = run(on_three("killed.jsonl"));
  ASSERT_EQ(rest.exit_code, 0) << rest.errors;
  EXPECT_EQ(read_file(file("killed.jsonl")), read_file(file("one.jsonl")));

  // A mistake is said once.
  std::vector<std::string> wrong = on_three("wrong.jsonl");
  std::ranges::replace(wrong, std::string("rocksample(7,4)"), std::string("rocksampel"));
  const ChildProcess::Result refused = run(wrong);
  EXPECT_EQ(refused.exit_code, 2);
  const std::size_t first = refused.errors.find("rocksampel");
  ASSERT_NE(first, std::string::npos) << refused.errors;
}

TEST_F(StudyCommand, CtrlCKeepsWhatIsFinishedAndSaysHowToGoOn) {
  const fs::path study = many_episodes(2000);
  ChildProcess child(command(study, file("x.sqlite")));
  while (!fs::exists(file("x.sqlite")) || fs::file_size(file("x.sqlite")) < 40000) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  child.signal(SIGINT);
  const ChildProcess::Result result = child.wait();
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.errors.find("the same command goes on"), std::string::npos) << result.errors;
  EXPECT_FALSE(rows(file("x.sqlite")).empty());
}

TEST_F(StudyCommand, BadInputEndsWithTwoAndLeavesOldDataAlone) {
  const fs::path study = many_episodes(1);
  ASSERT_EQ(run(command(study, file("x.sqlite"))).exit_code, 0);
  const std::string before = read_file(file("x.sqlite"));
  for (const char* text : {"seeds = ", "sedes = 3\n", "[[experiment]]\ndomain = 'rocksampel'\n",
                           "[[experiment]]\ndomain = 'tiger'\noptions = {guide = 'nobody'}\n",
                           "[[experiment]]\ndomain = 'tiger'\noptions = {sims = 'x'}\n"}) {
    const ChildProcess::Result result = run(command(write("bad.toml", text), file("x.sqlite")));
    EXPECT_EQ(result.exit_code, 2) << text;
    EXPECT_NE(result.errors.find("bad.toml:"), std::string::npos) << result.errors;
  }
  EXPECT_EQ(read_file(file("x.sqlite")), before);

  write("notes.sqlite", std::string(2000, 'x'));
  EXPECT_EQ(run(command(study, file("notes.sqlite"))).exit_code, 2);
  EXPECT_EQ(read_file(file("notes.sqlite")), std::string(2000, 'x'));
  EXPECT_EQ(run(command(study, file("nowhere/x.sqlite"))).exit_code, 2);
  EXPECT_EQ(run(command(file("missing.toml"), file("x.sqlite"))).exit_code, 2);
}

TEST_F(StudyCommand, ADryRunIsOneJsonObjectIfAsked) {
  const fs::path study = many_episodes(3);
  const ChildProcess::Result result = run({HOLDFAST_BINARY, "study", study, "--dry-run", "--json"});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  const nlohmann::json said = nlohmann::json::parse(result.output);
  EXPECT_EQ(said["arms"], 4);
  EXPECT_EQ(said["episodes"], 12);
  EXPECT_EQ(said["experiments"][0]["arms"], 4);
  EXPECT_EQ(said["experiments"][0]["seeds"], 3);
}

// A limit on the size of files stands for a full disk: SQLite's writes fail in the same place.
TEST_F(StudyCommand, AFullDiskIsSaidAndStoredEpisodesStay) {
  const fs::path study = many_episodes(200);
  const std::string limited = "trap '' XFSZ; ulimit -f 64; exec \"$@\"";
  std::vector<std::string> call{"bash", "-c", limited, "bash"};
  for (const std::string& word : command(study, file("full.sqlite"))) call.push_back(word);
  const ChildProcess::Result result = run(call);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.errors.find("is the disk full?"), std::string::npos) << result.errors;
  const std::size_t kept = rows(file("full.sqlite")).size();
  EXPECT_GT(kept, 0U);

  const ChildProcess::Result rest = run(command(study, file("full.sqlite")));
  EXPECT_EQ(rest.exit_code, 0) << rest.errors;
  EXPECT_EQ(rows(file("full.sqlite")).size(), 4U * 200U);
}

}  // namespace
}  // namespace holdfast::app
