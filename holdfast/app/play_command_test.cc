// holdfast play, as people call it.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>

#include "holdfast/app/child_process.h"
#include "holdfast/base/temporary_folder.h"

namespace holdfast::app {
namespace {

using Words = std::vector<std::string>;

ChildProcess::Result play(const Words& words) {
  Words command{HOLDFAST_BINARY, "play"};
  command.insert(command.end(), words.begin(), words.end());
  return run(command);
}

nlohmann::json play_json(Words words) {
  words.emplace_back("--json");
  const auto result = play(words);
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  return nlohmann::json::parse(result.output);
}

const Words kDespot{"rocksample(5,3)", "--planner", "despot", "--trials", "20",
                    "--scenarios",     "50"};

Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(PlayCommand, VersusComparesTwoAgents) {
  const nlohmann::json d = play_json(
      with(kDespot, {"--lower", "timed", "--versus", "trivial", "--episodes", "6", "--seed", "3"}));
  EXPECT_EQ(d["options"]["lower"], "timed");
  EXPECT_EQ(d["versus"]["options"]["lower"], "trivial");
  EXPECT_NE(d["episodes"], d["versus"]["episodes"]);
  const nlohmann::json same =
      play_json(with(kDespot, {"--lower", "trivial", "--episodes", "6", "--seed", "3"}));
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(same["episodes"][i]["discounted"], d["versus"]["episodes"][i]["discounted"]);
  }
}

TEST(PlayCommand, VersusTakesAnyOption) {
  const nlohmann::json d = play_json({"rocksample(4,2)", "--sims", "32", "--episodes", "3",
                                      "--versus", "planner=despot,trials=5,upper=trivial"});
  EXPECT_EQ(d["planner"], "pomcp");
  EXPECT_EQ(d["versus"]["planner"], "despot");
  EXPECT_EQ(d["versus"]["options"]["trials"], 5);
  EXPECT_EQ(d["versus"]["options"]["upper"], "trivial");
}

TEST(PlayCommand, AnAgentIsNotComparedWithItself) {
  for (const Words& words : {with(kDespot, {"--lower", "trivial", "--versus", "pure"}),
                             Words{"tiger", "--versus", "pure"},
                             Words{"tiger", "--sims", "64", "--versus", "sims=64"}}) {
    const auto result = play(words);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_NE(result.errors.find("the same agent"), std::string::npos) << result.errors;
  }
}

TEST(PlayCommand, AnOtherSideThatIsRefusedLeavesNoRecordingOfTheFirst) {
  const TemporaryFolder folder;
  const auto recording = folder / "out.jsonl";
  const auto result = play({"tiger", "--planner", "despot", "--trials", "2", "--record",
                            recording.string(), "--versus", "preferred"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.errors.find("--lower preferred needs"), std::string::npos) << result.errors;
  EXPECT_FALSE(std::filesystem::exists(recording));
}

TEST(PlayCommand, OneEpisodeHasNoInterval) {
  const nlohmann::json d = play_json({"tiger", "--episodes", "1", "--sims", "16"});
  EXPECT_TRUE(d["summary"]["discounted"]["ci95"].is_null());
  EXPECT_TRUE(d["summary"]["discounted"]["standard_error"].is_null());
  const auto text = play({"tiger", "--episodes", "1", "--sims", "16"});
  EXPECT_EQ(text.output.find("±"), std::string::npos) << text.output;
  EXPECT_NE(text.output.find("no interval"), std::string::npos) << text.output;
}

TEST(PlayCommand, ResultsSayWhatMadeThem) {
  const nlohmann::json local =
      play_json({"rocksample(4,2)", "--guide", "local", "--sims", "16", "--episodes", "1"});
  EXPECT_EQ(local["options"]["reading"], "temporal");
  EXPECT_TRUE(local["options"].contains("theory"));
  const auto version = run({HOLDFAST_BINARY, "--version"});
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_NE(version.output.find(local["revision"].get<std::string>()), std::string::npos);
}

TEST(PlayCommand, WrongCallsEndWithTwo) {
  for (const Words& words :
       {Words{"tiger", "--seed", "-1"}, Words{"tiger", "--seed", "1e3"},
        Words{"tiger", "--seed", "99999999999999999999"}, Words{"tiger", "--xi", "0.5"},
        Words{"tiger", "--threads", "-99"}, Words{"tiger", "--jobs", "0"}}) {
    EXPECT_EQ(play(words).exit_code, 2) << words[1] << ' ' << words[2];
  }
}

TEST(PlayCommand, AFailureIsJsonToo) {
  for (const Words& words :
       {Words{"no-such-domain", "--json"}, Words{"tiger", "--oops", "--json"}}) {
    const auto result = play(words);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_FALSE(nlohmann::json::parse(result.output)["error"].get<std::string>().empty());
  }
}

TEST(PlayCommand, LowerPureIsTheDefaultAction) {
  const nlohmann::json d = play_json(with(kDespot, {"--lower", "pure", "--episodes", "1"}));
  EXPECT_EQ(d["options"]["lower"], "trivial");
}

// What people see on a terminal, by util-linux's script.
std::string shown_on_a_terminal(const std::string& before = "") {
  const auto result =
      run({"script", "-qec", before + HOLDFAST_BINARY " play tiger --sims 8 --episodes 1 --show",
           "/dev/null"});
  EXPECT_EQ(result.exit_code, 0) << result.errors << result.output;
  EXPECT_NE(result.output.find("the tiger is left: "), std::string::npos) << result.output;
  return result.output;
}

// A line of progress that is taken back is no colour.
bool has_colours(const std::string& shown) {
  return std::regex_search(shown, std::regex("\x1b\\[[0-9;]*m"));
}

TEST(PlayCommand, ShowsColoursOnlyToPeopleWhoWantThem) {
  EXPECT_TRUE(has_colours(shown_on_a_terminal("env -u NO_COLOR ")));
  EXPECT_FALSE(has_colours(shown_on_a_terminal("NO_COLOR=1 ")));
  const auto piped = play({"tiger", "--sims", "8", "--episodes", "1", "--show"});
  EXPECT_NE(piped.output.find("the tiger is left: "), std::string::npos) << piped.output;
  EXPECT_EQ(piped.output.find('\x1b'), std::string::npos) << piped.output;
}

}  // namespace
}  // namespace holdfast::app
