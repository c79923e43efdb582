#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "holdfast/base/source_folder.h"
#include "holdfast/base/temporary_folder.h"
#include "holdfast/study/schedule.h"
#include "holdfast/study/study.h"

namespace holdfast {
namespace {

constexpr const char* kStudy = R"toml(
title = "A small one"
seeds = 3
record = 1

[[experiment]]
name = "curves"
domain = "rocksample(size={size},rocks=2)"
x = "size"
baseline = {guide = "pure"}
[experiment.options]
sims = 16
[experiment.grid]
size = [4, 5]
guide = ["pure", "preferred"]
budget = [{label = "small", sims = 8, depth = 20}, {label = "large", sims = 32}]

[[experiment]]
name = "table"
layout = "table"
seeds = 2
first_seed = 2
domain = "rocksample(size=4,rocks=2)"
options = {sims = 8, depth = 20}
grid = {guide = ["pure", "preferred"]}
paper = [{guide = "pure", discounted = [7.5, 0.5], seconds_per_step = 1.1}]
)toml";

std::string message(const std::string& text) {
  try {
    parse_study(text, "dir/x.toml");
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

TEST(StudyFile, TheGridIsTheProductOfItsAxesInTheFilesOrder) {
  const Study study = parse_study(kStudy, "dir/small.toml");
  EXPECT_EQ(study.name, "small");
  EXPECT_EQ(study.title, "A small one");
  ASSERT_EQ(study.experiments.size(), 2U);
  const Experiment& e = study.experiments[0];
  ASSERT_EQ(e.axes.size(), 3U);
  EXPECT_EQ(e.axes[0].name, "size");
  EXPECT_EQ(e.axes[1].name, "guide");
  ASSERT_EQ(e.arms.size(), 8U);
  EXPECT_EQ(e.arms[0].domain, "rocksample(size=4,rocks=2)");
  EXPECT_EQ(e.arms[0].settings, (AgentSettings{{"depth", "20"}, {"guide", "pure"}, {"sims", "8"}}));
  EXPECT_EQ(e.arms[1].settings, (AgentSettings{{"guide", "pure"}, {"sims", "32"}}));
  EXPECT_EQ(e.arms[7].domain, "rocksample(size=5,rocks=2)");
  EXPECT_EQ(e.arms[7].point.at("budget"), "large");
  EXPECT_EQ(e.seeds, 3);
  EXPECT_EQ(e.record, 1);
}

TEST(StudyFile, PaperValuesReachTheArmsTheyName) {
  const Experiment e = parse_study(kStudy, "small.toml").experiments[1];
  EXPECT_EQ(e.layout, Layout::table);
  EXPECT_EQ(e.arms[0].paper.at("discounted").mean, 7.5);
  EXPECT_EQ(e.arms[0].paper.at("discounted").error, 0.5);
  EXPECT_FALSE(e.arms[0].paper.at("seconds_per_step").error.has_value());
  EXPECT_TRUE(e.arms[1].paper.empty());
}

TEST(StudyFile, SharedArmsArePlayedOnce) {
  const Schedule schedule = schedule_study(parse_study(kStudy, "small.toml"));
  // The two arms of the table are the small 4x4 arms of the curves; seeds 2 and 3 are shared too.
  EXPECT_EQ(schedule.arms.size(), 8U);
  EXPECT_EQ(schedule.tasks.size(), 8U * 3U);
  EXPECT_EQ(schedule.by_experiment[1][0].key, schedule.by_experiment[0][0].key);
  int recorded = 0;
  for (const EpisodeTask& task : schedule.tasks) recorded += task.record;
  EXPECT_EQ(recorded, 8 + 2);
}

// An episode that two experiments share is recorded if either of them wants it, in any order.
TEST(StudyFile, SharedEpisodesAreRecordedIfAnyoneWantsThem) {
  const std::string silent = "[[experiment]]\nname = 'a'\ndomain = 'tiger'\n";
  const std::string recorded = "[[experiment]]\nname = 'b'\ndomain = 'tiger'\nrecord = 2\n";
  for (const std::string& text : {silent + recorded, recorded + silent}) {
    const Schedule schedule = schedule_study(parse_study("seeds = 3\n" + text, "x.toml"));
    ASSERT_EQ(schedule.tasks.size(), 3U);
    for (const EpisodeTask& task : schedule.tasks)
      EXPECT_EQ(task.record, task.seed <= 2) << task.seed;
  }
}

TEST(StudyFile, MistakesHaveAPlaceAndAdvice) {
  EXPECT_NE(message("title = \n").find("dir/x.toml:1:"), std::string::npos)
      << message("title = \n");
  EXPECT_NE(message("sedes = 3\n")
                .find("x.toml:1:1: 'sedes' is not a key of a study (did you mean "
                      "'seeds'?)"),
            std::string::npos)
      << message("sedes = 3\n");
  EXPECT_NE(message("seeds = 0\n[[experiment]]\ndomain = 'tiger'\n").find("x.toml:1:9"),
            std::string::npos);
  EXPECT_NE(message("[[experiment]]\ndomain = 'tiger'\noptions = {simms = 3}\n")
                .find("x.toml:3:20: there is no option 'simms' (did you mean 'sims'?)"),
            std::string::npos)
      << message("[[experiment]]\ndomain = 'tiger'\noptions = {simms = 3}\n");
  EXPECT_NE(message("[[experiment]]\ndomain = 'tiger'\nmetrics = ['step']\n").find("'steps'"),
            std::string::npos);
  EXPECT_NE(message("[[experiment]]\ndomain = 'tiger'\nx = 'guide'\n").find("no axis 'guide'"),
            std::string::npos);
  EXPECT_NE(message("[[experiment]]\ndomain = 'a({n})'\n").find("no axis for {n}"),
            std::string::npos);
  EXPECT_NE(message("title = 'none'\n").find("at least one [[experiment]]"), std::string::npos);
  EXPECT_NE(message("[[experiment]]\nname = 'x'\n").find("expected a domain"), std::string::npos);
}

// Both are undefined behaviour in toml++ 3.3, which the sanitizers find (see toml.h).
TEST(StudyFile, WhatTomlDoesNotExpectIsRefusedWithAPlace) {
  for (const std::string text :
       {"é = 1", "seeds = é1", "seeds =é 1", "seeds = 1é", "title = 'a'é", "[é]", "seeds = 1 か",
        R"(title = """\é""")", "[=", "[[=]]", "[[[", "[#", "[\n", "[+]"}) {
    EXPECT_EQ(message(text).find("dir/x.toml:1:"), 0U) << text << ": " << message(text);
  }
}

TEST(StudyFile, StringsAndCommentsHaveAnyLetter) {
  for (const std::string title :
       {"'é'", "'''\né'''", "'a' # é", "\"\"\"é\\\n  é\"\"\"", "\"\"\"\\\n\n か\"\"\""}) {
    EXPECT_EQ(message("title = " + title + "\n[[experiment]]\ndomain = 'tiger'\n"), "") << title;
  }
}

TEST(StudyFile, UnknownDomainsAndGuidesAreFoundWhenPlanned) {
  const Study unknown = parse_study("[[experiment]]\ndomain = 'rocksampel'\n", "x.toml");
  EXPECT_THROW(schedule_study(unknown), InputError);
  const Study guide =
      parse_study("[[experiment]]\ndomain = 'tiger'\noptions = {guide = 'nobody'}\n", "x.toml");
  try {
    schedule_study(guide);
    FAIL();
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("x.toml:1:1"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("nobody"), std::string::npos) << e.what();
  }
}

// Options that a grid shares are those of the arms that have them.
TEST(StudyFile, AnArmTakesTheOptionsThatItsPlannerHas) {
  const std::string grid =
      "[[experiment]]\ndomain = 'rocksample(4,2)'\n"
      "options = {sims = 20, xi = 0.5, exploration = 3}\n";
  const Schedule schedule =
      schedule_study(parse_study(grid + "grid = {planner = ['pomcp', 'despot']}\n", "x.toml"));
  ASSERT_EQ(schedule.arms.size(), 2U);
  EXPECT_EQ(schedule.arms[0].config.pomcp_options().exploration, 3);
  EXPECT_EQ(schedule.arms[1].config.despot.trials, 20);
  EXPECT_EQ(schedule.arms[1].config.despot.xi, 0.5);
  try {
    schedule_study(parse_study(grid, "x.toml"));
    FAIL();
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("option 'xi'"), std::string::npos) << e.what();
  }
}

// A shipped theory that changes makes another arm; so does the domain, but not the name of a file.
TEST(StudyFile, AnArmIsKnownByWhatItsResultsDependOn) {
  const auto key = [](const std::string& guide) {
    return schedule_study(
               parse_study("[[experiment]]\ndomain = 'rocksample(4,2)'\noptions = {guide = '" +
                               guide + "'}\n",
                           "x.toml"))
        .arms[0]
        .planned;
  };
  const PlannedArm timed = key("timed");
  EXPECT_NE(timed.options.find("\"theory\":"), std::string::npos);
  EXPECT_EQ(key(source_folder() / "theories/rocksample/timed.lp").key, timed.key);
  EXPECT_NE(key("learnt").key, timed.key);
  EXPECT_NE(key("pure").key, timed.key);
}

// The paper's experiments: each in a quick and a full size, with the same experiments in both.
TEST(StudyFile, ShippedStudiesComeInTwoSizes) {
  const std::filesystem::path folder = source_folder() / "studies";
  for (const char* name : {"figure1", "table1", "figure2", "figure3", "robustness"}) {
    const Study quick = read_study(folder / (std::string(name) + "-quick.toml"));
    const Study full = read_study(folder / (std::string(name) + "-full.toml"));
    ASSERT_EQ(quick.experiments.size(), full.experiments.size()) << name;
    for (std::size_t i = 0; i < quick.experiments.size(); ++i) {
      EXPECT_EQ(quick.experiments[i].name, full.experiments[i].name);
      EXPECT_LT(quick.experiments[i].seeds, full.experiments[i].seeds);
      EXPECT_LE(quick.experiments[i].arms.size(), full.experiments[i].arms.size());
    }
  }
}

TEST(StudyFile, TableOneHasThePapersNumbersInEveryCell) {
  const Study study = read_study(source_folder() / "studies" / "table1-full.toml");
  ASSERT_EQ(study.experiments.size(), 1U);
  int of_the_paper = 0;
  for (const Arm& arm : study.experiments[0].arms) {
    // Rules that we learnt are not in the paper's table.
    if (arm.point.at("lower") == "Learnt") continue;
    ++of_the_paper;
    ASSERT_TRUE(arm.paper.contains("discounted") && arm.paper.contains("seconds_per_step"));
    if (arm.point.at("lower") == "Timed h." && arm.point.at("upper") == "MDP" &&
        arm.point.at("setting") == "10×10, challenging") {
      EXPECT_EQ(arm.paper.at("discounted").mean, 21.21);
      EXPECT_EQ(arm.paper.at("discounted").error, 4.7);
    }
  }
  EXPECT_EQ(of_the_paper, 32);
}

// A file that happens to be called like a value does not replace it, and does not change the key.
TEST(StudyFile, OnlyTheoriesAndAgentsAreFiles) {
  const TemporaryFolder folder;
  const std::string text =
      "[[experiment]]\ndomain = 'rocksample(4,2)'\n"
      "grid = {sims = [4], guide = ['pure', 'timed', 'mine.lp']}\n";
  folder.write("mine.lp", "% coverage: east 0.9\n\neast :- dist(R,D).\n");
  const std::string before =
      schedule_study(parse_study(text, folder / "x.toml")).by_experiment[0][0].key;
  for (const char* name : {"4", "pure", "timed"}) folder.write(name, "x");
  const Study study = parse_study(text, folder / "x.toml");
  const std::vector<Arm>& arms = study.experiments[0].arms;
  EXPECT_EQ(arms[0].settings, (AgentSettings{{"guide", "pure"}, {"sims", "4"}}));
  EXPECT_EQ(arms[1].settings.at("guide"), "timed");
  EXPECT_EQ(arms[2].settings.at("guide"), (folder / "mine.lp").string());
  const std::filesystem::path was = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  EXPECT_EQ(schedule_study(study).by_experiment[0][0].key, before);
  std::filesystem::current_path(was);
}

TEST(StudyFile, SizesHaveLimitsThatAreSaid) {
  EXPECT_NE(message("seeds = 1000001\n[[experiment]]\ndomain = 'tiger'\n").find("to 1000000"),
            std::string::npos);
  std::string grid;
  for (const char* axis : {"sims", "depth", "particles", "exploration", "prior-count", "horizon"}) {
    grid += std::string(grid.empty() ? "" : ", ") + axis + " = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]";
  }
  EXPECT_NE(
      message("[[experiment]]\ndomain = 'tiger'\ngrid = {" + grid + "}\n").find("100000 arms"),
      std::string::npos);
  const Study large = parse_study(
      "seeds = 1000000\n[[experiment]]\ndomain = 'tiger'\ngrid = {sims = [1, 2, 3, 4, 5, 6, 7, 8, "
      "9, 10, 11]}\n",
      "x.toml");
  EXPECT_THROW(schedule_study(large), InputError);
}

}  // namespace
}  // namespace holdfast
