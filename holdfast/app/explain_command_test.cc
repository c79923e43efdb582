// holdfast explain, as people call it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "holdfast/app/child_process.h"

namespace holdfast::app {
namespace {

nlohmann::json explain(const std::string& domain, const std::vector<std::string>& more) {
  std::vector<std::string> command{HOLDFAST_BINARY, "explain", domain, "--json"};
  command.insert(command.end(), more.begin(), more.end());
  const auto result = run(command);
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  return nlohmann::json::parse(result.output);
}

// The symbols outlive the session that they come from, and so must the model that they speak of.
TEST(ExplainCommand, EveryCheckIsAnActionOfTheModel) {
  int checks = 0;
  for (int seed = 1; seed <= 8; ++seed) {
    const nlohmann::json said = explain(
        "rocksample(size=12,rocks=8)",
        {"--theory", "timed", "--seed", std::to_string(seed), "--step", "2", "--sims", "64"});
    for (const nlohmann::json& macro : said["macro_actions"]) {
      const std::string action = macro["action"];
      if (action.rfind("check(", 0) != 0) continue;
      ++checks;
      // Actions are the four moves, sample, and check(0), check(1), ...
      EXPECT_EQ(macro["action_number"], 5 + std::stoi(action.substr(6))) << action;
    }
  }
  EXPECT_GT(checks, 0);
}

TEST(ExplainCommand, PrintsTheProgramOfEveryDomainWithSymbols) {
  for (const char* domain : {"pocman", "rocksample(7,8)"}) {
    const auto result =
        run({HOLDFAST_BINARY, "explain", domain, "--program", "--step", "1", "--sims", "64"});
    EXPECT_EQ(result.exit_code, 0) << domain << result.errors;
    EXPECT_NE(result.output.find("holds("), std::string::npos) << domain;
  }
}

TEST(ExplainCommand, HorizonIsThatOfTheExplainedTheory) {
  EXPECT_EQ(explain("rocksample(7,8)", {"--horizon", "3"})["horizon"], 3);
  EXPECT_EQ(explain("rocksample(7,8)", {})["horizon"], 12);
}

}  // namespace
}  // namespace holdfast::app
