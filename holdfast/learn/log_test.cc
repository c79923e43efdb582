#include "holdfast/learn/log.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "holdfast/base/error.h"
#include "holdfast/base/temporary_folder.h"
#include "holdfast/learn/learnt_theory.h"
#include "holdfast/learn/trace_task.h"
#include "holdfast/logic/print.h"

namespace holdfast::learn {
namespace {

std::string error_of(const std::string& text) {
  try {
    parse_log(text, "robot.jsonl");
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

std::vector<std::string> shapes(const Traces& traces) {
  std::vector<std::string> result;
  for (const logic::Feature& f : traces.header.features) result.push_back(logic::shape_of(f));
  return result;
}

TEST(Log, WordsFollowFromTheirUse) {
  const Traces traces = parse_log(
      R"json({"facts": "charge(20). dist(2,5). near(dock). dark. open(1). open(3).", "action": "dock"}
{"facts": ["charge(90)", "dist(3,1)."], "action": "check(3)"}
)json",
      "robot.jsonl");
  EXPECT_EQ(shapes(traces),
            (std::vector<std::string>{"charge(V)", "dist(E,V)", "near(E)", "dark", "open(E)"}));
  ASSERT_EQ(traces.header.actions.size(), 2U);
  EXPECT_FALSE(traces.header.actions[0].of_entity);
  EXPECT_TRUE(traces.header.actions[1].of_entity);
  EXPECT_EQ(traces.episodes.at(0).steps.at(1).facts, "charge(90). dist(3,1).");
}

TEST(Log, TheFirstLineSaysWhatFactsDoNotTell) {
  const Traces traces = parse_log(
      R"({"format": "holdfast-log", "version": 1, "domain": "robot", "flags": ["near"], "foreseeable": ["go"]}
{"facts": "near(2).", "action": "go"}
{"facts": "", "action": "stop"})",
      "robot.jsonl");
  EXPECT_EQ(traces.header.domain, "robot");
  EXPECT_EQ(shapes(traces), std::vector<std::string>{"near(E)"});
  EXPECT_TRUE(traces.header.actions[0].foreseeable);
  EXPECT_FALSE(traces.header.actions[1].foreseeable);
}

TEST(Log, EpisodesBeginWhereTheirNameChanges) {
  const Traces traces = parse_log(
      R"({"episode": "mon", "facts": "a.", "action": "go", "reward": 1}
{"episode": "mon", "facts": "", "action": "go", "reward": 2}
{"episode": "tue", "facts": "a.", "action": "stop"}
)",
      "robot.jsonl");
  ASSERT_EQ(traces.episodes.size(), 2U);
  EXPECT_EQ(traces.episodes[0].seed, 1U);
  EXPECT_EQ(traces.episodes[0].discounted, 3);
  EXPECT_EQ(traces.episodes[1].steps.size(), 1U);
  EXPECT_TRUE(traces.judged);
  EXPECT_EQ(split_episodes(traces, 0, true).training.size(), 1U);
}

TEST(Log, WithoutRewardsNoEpisodeIsBetterThanAnother) {
  const Traces traces = parse_log(R"({"episode": 1, "facts": "a.", "action": "go"}
{"episode": 2, "facts": "", "action": "stop"})",
                                  "robot.jsonl");
  EXPECT_FALSE(traces.judged);
  EXPECT_EQ(split_episodes(traces, 0, true).training.size(), 2U);
}

TEST(Log, RulesAreLearntFromIt) {
  const TemporaryFolder folder;
  const std::string path = (folder / "robot.jsonl").string();
  std::ofstream file(path);
  for (int day = 0; day < 5; ++day) {
    for (const int charge : {20, 90, 60, 10}) {
      file << nlohmann::json{{"episode", day},
                             {"facts", "charge(" + std::to_string(charge) + ")."},
                             {"action", charge < 30 ? "dock" : "work"}}
           << '\n';
    }
  }
  file.close();
  const TraceTask made = make_task(read_traces(path));
  const LearnResult result = learn(made.task, {.limits = kTraceLimits});
  ASSERT_TRUE(result.optimal);
  ASSERT_EQ(result.rules.size(), 2U);
  EXPECT_EQ(logic::to_string(result.rules[0].rule), "dock :- charge(C), C < 60.");
}

TEST(Log, MistakesAreToldWithTheirLine) {
  const std::string step = R"({"facts": "charge(20).", "action": "dock"})";
  EXPECT_NE(error_of(step + "\n{\"facts\": \"charge(2").find("robot.jsonl:2:20: expected one JSON"),
            std::string::npos)
      << error_of(step + "\n{\"facts\": \"charge(2");
  EXPECT_NE(
      error_of(step + "\n{\"facts\": \"charge(20).\"}").find("robot.jsonl:2: expected \"action\""),
      std::string::npos);
  EXPECT_NE(error_of(step + R"(
{"facts": "charge 20", "action": "dock"})")
                .find("robot.jsonl:2: episode 1, step 2: expected facts such as"),
            std::string::npos);
  EXPECT_NE(error_of(step + R"(
{"facts": "at(1,2,3).", "action": "dock"})")
                .find("two at most"),
            std::string::npos);
  // A word is used in two ways.
  EXPECT_NE(error_of(step + R"(
{"facts": "charge(2,20).", "action": "dock"})")
                .find("the fact charge(20) has 1 arguments"),
            std::string::npos);
  EXPECT_NE(error_of(R"({"format": "holdfast-log", "version": 1, "flags": ["near"]}
)" + step)
                .find("\"flags\" names near, which the log never has"),
            std::string::npos);
  EXPECT_NE(error_of(R"({"format": "holdfast-log"})").find("\"version\", the number 1"),
            std::string::npos);
}

}  // namespace
}  // namespace holdfast::learn
