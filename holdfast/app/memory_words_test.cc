// Rules about what the agent has done, from the command line: traced, learnt, explained, played.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "holdfast/app/child_process.h"
#include "holdfast/base/temporary_folder.h"

namespace holdfast::app {
namespace {

using nlohmann::json;

const std::string kDomain = "rocksample(size=5,rocks=3)";

// Look at each rock once; go east, but not back and forth.
const std::string kTheory =
    "% coverage: east 0.9\n% coverage: check 0.8\n\n"
    "init(east) :- not last(west), dist(R,D), D > 0.\n"
    "contd(east) :- last(east), run(N), N < 3.\n"
    "check(R) :- guess(R,V), V > 40, done(check(R),N), N < 1.\n";

class MemoryWords : public testing::Test {
 protected:
  json said(std::vector<std::string> command) {
    command.insert(command.begin(), HOLDFAST_BINARY);
    command.emplace_back("--json");
    const auto result = run(command);
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    return json::parse(result.output);
  }

  TemporaryFolder folder_;
  std::string theory_ = folder_.write("past.lp", kTheory).string();
};

TEST_F(MemoryWords, AreFactsOfTheEpisode) {
  const json at_start = said({"explain", kDomain, "--theory", theory_});
  EXPECT_EQ(at_start["engine"], "compiled");
  const auto count = [](const json& facts, const std::string& start) {
    return std::ranges::count_if(
        facts, [&](const json& fact) { return fact.get<std::string>().starts_with(start); });
  };
  EXPECT_EQ(count(at_start["facts"], "last("), 0);
  EXPECT_EQ(count(at_start["facts"], "run(0)"), 1);
  EXPECT_EQ(count(at_start["facts"], "done(check("), 3);
  EXPECT_EQ(count(at_start["facts"], "ago("), 0) << "the theory does not ask";
  const json later = said({"explain", kDomain, "--theory", theory_, "--step", "2", "--sims", "64"});
  EXPECT_EQ(count(later["facts"], "last("), 1);
}

TEST_F(MemoryWords, AreFactsThatPeopleWriteDown) {
  const std::string facts =
      folder_
          .write("facts",
                 "dist(0,4). delta_x(0,4). delta_y(0,0). guess(0,50). last(east)."
                 "run(1). done(check(0),1). dist(1,4). delta_x(1,4). delta_y(1,0)."
                 "guess(1,50). dist(2,4). delta_x(2,4). delta_y(2,0). guess(2,50).")
          .string();
  for (const char* engine : {"compiled", "clingo"}) {
    const json all =
        said({"explain", kDomain, "--theory", theory_, "--facts", facts, "--engine", engine});
    std::map<std::string, int> lengths;
    for (const json& macro : all["macro_actions"]) lengths[macro["action"]] = macro["length"];
    // East until the rocks are reached; rock 0 has been looked at.
    EXPECT_EQ(lengths, (std::map<std::string, int>{{"east", 4}, {"check(1)", 1}, {"check(2)", 1}}))
        << engine;
  }
}

TEST_F(MemoryWords, GuideBothPlanners) {
  for (const std::string planner : {"pomcp", "despot"}) {
    const std::string budget = planner == "pomcp" ? "--sims" : "--trials";
    const std::vector<std::string> command{"play",       kDomain, "--planner",  planner,  "--guide",
                                           theory_,      budget,  "50",         "--seed", "3",
                                           "--episodes", "2",     "--no-timing"};
    const json result = said(command);
    EXPECT_EQ(result["options"]["reading"], "situated") << planner;
    EXPECT_EQ(result, said(command)) << planner;
  }
}

TEST_F(MemoryWords, AreTracedAndLearnt) {
  const std::string traces = (folder_ / "t.jsonl").string();
  const std::string learnt = (folder_ / "learnt.lp").string();
  said({"trace", kDomain, "--past", "--episodes", "8", "--sims", "128", "--guide", "preferred",
        "-o", traces});
  const json result = said({"learn", traces, "-o", learnt, "--max-length", "4"});
  EXPECT_GT(result["rules"].size(), 0u);
  EXPECT_TRUE(said({"learn", traces, "--check", theory_})["coverage"].contains("check"));
  said({"play", kDomain, "--guide", learnt, "--sims", "50", "--episodes", "1"});
}

TEST_F(MemoryWords, AreNotKnownToTracesWithoutThem) {
  const std::string traces = (folder_ / "t.jsonl").string();
  said({"trace", kDomain, "--episodes", "4", "--sims", "64", "-o", traces});
  const auto result = run({HOLDFAST_BINARY, "learn", traces, "--check", theory_});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.errors.find("--past"), std::string::npos) << result.errors;
}

TEST_F(MemoryWords, AreListed) {
  const json words = said({"domains", kDomain});
  const auto has = [&](const char* word) {
    return std::ranges::any_of(words["memory"], [&](const json& w) { return w["word"] == word; });
  };
  EXPECT_TRUE(has("last(east)") && has("done(check(E),V)") && has("ago(sample,V)") &&
              has("run(V)"));
}

}  // namespace
}  // namespace holdfast::app
