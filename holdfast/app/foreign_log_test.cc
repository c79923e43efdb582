// A theory learnt from a robot's own log, and asked without any domain: as people do it.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "holdfast/app/child_process.h"
#include "holdfast/base/temporary_folder.h"

namespace holdfast::app {
namespace {

class ForeignLog : public ::testing::Test {
 protected:
  ForeignLog() {
    std::ofstream log(path("robot.jsonl"));
    for (int day = 1; day <= 6; ++day) {
      for (const int charge : {20, 90, 60, 10}) {
        log << nlohmann::json{{"episode", day},
                              {"facts", "charge(" + std::to_string(charge) + ")."},
                              {"action", charge < 30 ? "dock" : "work"}}
            << '\n';
      }
    }
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  TemporaryFolder folder_;
};

TEST_F(ForeignLog, IsLearntFromAndExplained) {
  const auto learnt =
      run({HOLDFAST_BINARY, "learn", path("robot.jsonl"), "-o", path("learnt.lp"), "--json"});
  ASSERT_EQ(learnt.exit_code, 0) << learnt.errors;
  EXPECT_EQ(nlohmann::json::parse(learnt.output)["rules"],
            (nlohmann::json{"dock :- charge(C), C < 60.", "work :- charge(C), C > 20."}));

  std::ofstream(path("now.lp")) << "charge(15).\n";
  const auto asked = run({HOLDFAST_BINARY, "explain", path("robot.jsonl"), "--theory",
                          path("learnt.lp"), "--facts", path("now.lp"), "--json"});
  ASSERT_EQ(asked.exit_code, 0) << asked.errors;
  const nlohmann::json said = nlohmann::json::parse(asked.output);
  ASSERT_EQ(said["macro_actions"].size(), 1U);
  EXPECT_EQ(said["macro_actions"][0]["action"], "dock");
  EXPECT_EQ(said["macro_actions"][0]["binding"]["C"], 15);
  EXPECT_EQ(said["not_suggested"][0]["failed"], "work: C > 20, but charge(15)");

  const auto logged = run({HOLDFAST_BINARY, "explain", path("robot.jsonl"), "--theory",
                           path("learnt.lp"), "--seed", "2", "--step", "1"});
  EXPECT_EQ(logged.exit_code, 0) << logged.errors;
  EXPECT_NE(logged.output.find("work for 1 step"), std::string::npos) << logged.output;
}

TEST_F(ForeignLog, MistakesSayWhereTheyAre) {
  const auto no_theory = run({HOLDFAST_BINARY, "explain", path("robot.jsonl")});
  EXPECT_EQ(no_theory.exit_code, 2);
  EXPECT_NE(no_theory.errors.find("--theory FILE.lp"), std::string::npos) << no_theory.errors;
  std::ofstream(path("torn.jsonl")) << "{\"facts\": \"charge(2).\", \"action\": \"dock\"}\n{\"fac";
  const auto torn = run({HOLDFAST_BINARY, "learn", path("torn.jsonl")});
  EXPECT_EQ(torn.exit_code, 2);
  EXPECT_NE(torn.errors.find("torn.jsonl:2:"), std::string::npos) << torn.errors;
}

}  // namespace
}  // namespace holdfast::app
