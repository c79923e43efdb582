#include "holdfast/studio/studio.h"

#include <gtest/gtest.h>

#include <future>

#include "holdfast/base/files.h"
#include "holdfast/base/temporary_folder.h"
#include "holdfast/domains/registry.h"
#include "holdfast/play/episode.h"

namespace holdfast::studio {
namespace {

using nlohmann::json;

constexpr const char* kRocks = "rocksample(size=5,rocks=4)";
const json kTimed{{"guide", "timed"}, {"sims", 64}};

class StudioTest : public ::testing::Test {
 protected:
  json ask(const json& request) {
    json reply = studio_.answer(request);
    EXPECT_FALSE(reply.contains("error")) << request << reply;
    return reply;
  }
  std::string error(const json& request) {
    const json reply = studio_.answer(request);
    EXPECT_TRUE(reply.contains("error")) << request << reply;
    return reply.value("error", "");
  }
  void expect_error(const json& request, const std::string& part) {
    EXPECT_NE(error(request).find(part), std::string::npos) << error(request);
  }
  json start(const json& settings = kTimed, const char* domain = kRocks) {
    return ask({{"do", "start"}, {"domain", domain}, {"seed", 7}, {"settings", settings}});
  }
  json at(const json& id, const char* what, json more = json::object()) {
    more.update({{"do", what}, {"id", id}});
    return ask(more);
  }

  TemporaryFolder folder_;
  Studio studio_{{.folder = folder_.path()}};
};

// Step by step it is the episode that `holdfast play` plays.
TEST_F(StudioTest, StepsAreTheEpisodeOfTheSameSeed) {
  const json id = start()["id"];
  json state;
  do {
    state = at(id, "act");
  } while (!state["over"].get<bool>());
  const std::unique_ptr<Domain> domain = make_domain(kRocks);
  const EpisodeResult played =
      play_episode(*domain, 7, configure(*domain, {{"guide", "timed"}, {"sims", "64"}}));
  EXPECT_EQ(state["step"], played.steps);
  EXPECT_DOUBLE_EQ(state["discounted"], played.discounted);
  EXPECT_DOUBLE_EQ(state["earned"], played.undiscounted);
  EXPECT_EQ(state["ended"], played.terminal ? "by itself" : "cut off");
  expect_error({{"do", "act"}, {"id", id}}, "the episode is over");
}

TEST_F(StudioTest, DecisionHasItsEvidenceAndItsReasonsInWords) {
  const json id = start()["id"];
  const json decision = at(id, "decide")["steps"][0]["decision"];
  EXPECT_EQ(decision["simulations"], 64);
  EXPECT_FALSE(decision["actions"].empty());
  ASSERT_FALSE(decision["macro_actions"].empty());
  const std::string action = decision["macro_actions"][0]["action"];
  EXPECT_NE(decision["why"][action]["words"].get<std::string>().find("rock "), std::string::npos);
  // Decided once: asking again changes nothing, unless it is to be planned again.
  EXPECT_EQ(at(id, "decide")["steps"][0]["decision"], decision);
  EXPECT_NE(at(id, "decide", {{"again", true}})["steps"][0]["decision"], decision);
}

// World and belief of a step are the same after going back, and so is what comes of an action.
TEST_F(StudioTest, GoingBackComesToTheSameWorldAndBelief) {
  const json id = start()["id"];
  for (int i = 0; i < 6; ++i) at(id, "act");
  const json before = at(id, "view");
  const json back = at(id, "back", {{"step", 3}});
  EXPECT_EQ(back["step"], 3);
  EXPECT_EQ(back["steps"][0]["scene"], before["steps"][3]["scene"]);
  EXPECT_TRUE(back["steps"][0]["taken"].is_null());
  const std::string same = before["steps"][3]["taken"]["action"];
  const json again = at(id, "act", {{"action", same}});
  EXPECT_EQ(again["steps"][1]["scene"], before["steps"][4]["scene"]);
  EXPECT_EQ(again["steps"][0]["taken"]["reward"], before["steps"][3]["taken"]["reward"]);
  EXPECT_EQ(again["steps"][0]["taken"]["by"], "person");
  expect_error({{"do", "back"}, {"id", id}, {"step", 99}}, "there is no step 99");
}

// What a page keeps when the studio ends: its actions, and whose they were, bring it back.
TEST_F(StudioTest, StartsAgainFromTheActionsThatWerePlayed) {
  const json id = start()["id"];
  json actions = json::array();
  for (int i = 0; i < 3; ++i) actions.push_back(at(id, "act")["steps"][0]["taken"]);
  actions.push_back(at(id, "act", {{"action", "check(2)"}})["steps"][0]["taken"]);
  const json again = ask({{"do", "start"},
                          {"domain", kRocks},
                          {"seed", 7},
                          {"settings", kTimed},
                          {"actions", actions}});
  EXPECT_EQ(again["steps"].back()["scene"], at(id, "view")["steps"].back()["scene"]);
  EXPECT_EQ(again["steps"][0]["taken"]["by"], "planner");
  EXPECT_EQ(again["steps"][3]["taken"]["by"], "person");
}

TEST_F(StudioTest, PersonsChooseLegalActionsOnly) {
  const json id = start()["id"];
  EXPECT_EQ(at(id, "act", {{"action", "check(2)"}})["steps"][0]["taken"]["action"], "check(2)");
  expect_error({{"do", "act"}, {"id", id}, {"action", "fly"}}, "'fly' is not an action");
  expect_error({{"do", "start"}, {"domain", kRocks}, {"actions", {{{"action", "fly"}}}}},
               "no action 'fly'");
  expect_error(
      {{"do", "start"}, {"domain", kRocks}, {"actions", {{{"action", "north"}, {"by", "wind"}}}}},
      "'by' must be planner or person, found wind");
  expect_error({{"do", "start"}, {"domain", kRocks}, {"actions", {"north"}}}, "object");
}

// Without the guide, at the same belief and seed; the same agent decides the same, however often.
TEST_F(StudioTest, CounterfactualIsPlannedAtTheSameBelief) {
  const json id = start()["id"];
  for (int i = 0; i < 3; ++i) at(id, "act");
  const json pure{{"step", 2}, {"settings", {{"guide", "pure"}, {"sims", 64}}}};
  const json one = at(id, "replan", pure)["decision"];
  json other = at(id, "replan", pure)["decision"];
  other["seconds"] = one["seconds"];
  EXPECT_EQ(one, other);
  EXPECT_FALSE(one.contains("macro_actions"));
  EXPECT_EQ(at(id, "view")["step"], 3);
}

TEST_F(StudioTest, ChangedTheoryIsPlannedWithAtOnce) {
  const json id = start()["id"];
  const char* only_check = "% coverage: check 0.9\n\ncheck(R) :- guess(R,V), R = 3.\n";
  const json request{{"step", 0}, {"settings", {{"sims", 64}}}, {"theory", {{"text", only_check}}}};
  const json decision = at(id, "replan", request)["decision"];
  for (const json& a : decision["actions"]) EXPECT_EQ(a["suggested"], a["action"] == "check(3)");
  expect_error(
      {{"do", "replan"}, {"id", id}, {"step", 0}, {"theory", {{"text", "east :- guess(."}}}},
      "theory.lp:1:15");
  // A whole episode with it.
  const json own = ask({{"do", "start"},
                        {"domain", kRocks},
                        {"theory", {{"text", only_check}}},
                        {"settings", {{"sims", 32}}}});
  EXPECT_EQ(at(own["id"], "decide")["steps"][0]["decision"]["macro_actions"][0]["action"],
            "check(3)");
}

// The shipped theory, typed into the editor, is the shipped theory; also under a guide's name.
TEST_F(StudioTest, TheoryOfTheEditorPlansAsTheOneOfTheSameText) {
  const json id = start()["id"];
  const json text = at(id, "theory", {{"name", "timed"}})["text"];
  const auto decided = [&](json request) {
    request["step"] = 0;
    json decision = at(id, "replan", request)["decision"];
    for (const char* timing : {"seconds", "search_seconds"}) decision.erase(timing);
    for (auto& [action, why] : decision["why"].items()) why = "";
    return decision;
  };
  const json shipped = decided({{"settings", {{"sims", 200}, {"guide", "timed"}}}});
  for (const char* name : {"mine.lp", "pure"}) {
    EXPECT_EQ(
        decided({{"settings", {{"sims", 200}}}, {"theory", {{"name", name}, {"text", text}}}}),
        shipped)
        << name;
  }
}

// A counterfactual differs in the advice alone, not in the search that comes with rules.
TEST_F(StudioTest, CounterfactualSearchesAlike) {
  const json id = start()["id"];
  const json pure{{"settings", {{"sims", 300}, {"guide", "pure"}}}};
  const json timed{{"settings", {{"sims", 300}, {"guide", "timed"}}}};
  const auto visits = [&](json request) {
    request["step"] = 0;
    const json decision = at(id, "replan", request)["decision"];
    json result;
    for (const json& a : decision["actions"]) {
      result[a["action"].get<std::string>()] = a["visits"];
    }
    return result;
  };
  json beside = pure;
  beside["beside"] = timed;
  EXPECT_NE(visits(beside), visits(pure)) << "a search with extras explores less";
  json same = pure;
  same["beside"] = pure;
  EXPECT_EQ(visits(same), visits(pure));
}

TEST_F(StudioTest, TreeIsOpenedLevelByLevel) {
  const json id = start()["id"];
  at(id, "decide");
  const json root = at(id, "look");
  ASSERT_FALSE(root["actions"].empty());
  json widest;
  for (const json& a : root["actions"]) {
    if (widest.is_null() || a["visits"] > widest["visits"]) widest = a;
  }
  const json path = {{{"action", widest["number"]}, {"observation", widest["seen"][0]["number"]}}};
  EXPECT_FALSE(at(id, "look", {{"path", path}})["actions"].empty());
  expect_error({{"do", "look"}, {"id", id}, {"path", {1, 2}}}, "one JSON object");
}

TEST_F(StudioTest, SearchesCanBeStopped) {
  const json id = start({{"time", 100}})["id"];
  auto deciding = std::async(std::launch::async, [&] { return at(id, "decide"); });
  // Whether it has begun or not yet, one of these finds it.
  while (deciding.wait_for(std::chrono::milliseconds(5)) != std::future_status::ready) {
    at(id, "stop");
  }
  EXPECT_EQ(deciding.get()["steps"][0]["decision"]["stopped"], true);
  // Also because nobody waits any more.
  std::stop_source gone;
  gone.request_stop();
  const json reply =
      studio_.answer({{"do", "decide"}, {"id", id}, {"again", true}}, gone.get_token());
  EXPECT_EQ(reply["steps"][0]["decision"]["stopped"], true);
  // And because the studio ends.
  studio_.stop();
  EXPECT_EQ(at(id, "decide", {{"again", true}})["steps"][0]["decision"]["stopped"], true);
}

// While one searches, steps and theories are looked at.
TEST_F(StudioTest, LooksAtStepsDuringASearch) {
  const json id = start({{"time", 100}})["id"];
  auto deciding = std::async(std::launch::async, [&] { return at(id, "decide"); });
  EXPECT_EQ(at(id, "view")["step"], 0);
  EXPECT_TRUE(at(id, "check", {{"step", 0}, {"text", ""}})["errors"].empty());
  while (deciding.wait_for(std::chrono::milliseconds(5)) != std::future_status::ready) {
    at(id, "stop");
  }
}

TEST_F(StudioTest, ComparisonCountsEveryPair) {
  const json id = start()["id"];
  const json agents{{"one", {{"settings", {{"guide", "pure"}, {"sims", 16}}}}},
                    {"other", {{"settings", {{"guide", "timed"}, {"sims", 16}}}}},
                    {"episodes", 4},
                    {"seed", 3}};
  json state = at(id, "compare", agents);
  while (state["running"].get<bool>()) state = at(id, "compared");
  EXPECT_EQ(state["failure"], "");
  ASSERT_EQ(state["pairs"].size(), 4u);
  double sum = 0;
  for (const json& pair : state["pairs"]) sum += pair[2].get<double>() - pair[1].get<double>();
  EXPECT_NEAR(state["difference"]["mean"], sum / 4, 1e-9);
  const std::unique_ptr<Domain> domain = make_domain(kRocks);
  EXPECT_EQ(state["pairs"][1][2],
            play_episode(*domain, 4, configure(*domain, {{"guide", "timed"}, {"sims", "16"}}))
                .discounted);
  expect_error({{"do", "compare"}, {"id", id}, {"one", json::object()}}, "no 'other'");
  expect_error({{"do", "compared"}, {"id", 999}}, "nothing is compared");
}

TEST_F(StudioTest, ComparisonStopsWhenAsked) {
  const json id = start()["id"];
  const json agent{{"settings", {{"time", 50}}}};
  at(id, "compare", {{"one", agent}, {"other", agent}});
  json state = at(id, "compared", {{"stop", true}});
  while (state["running"].get<bool>()) state = at(id, "compared");
  EXPECT_LT(state["done"], 50);
}

// Rules come from what was done; what they get wrong leads back to its belief.
TEST_F(StudioTest, LearnsFromWhatAPersonDid) {
  const json id = start({{"sims", 16}})["id"];
  for (int i = 0; i < 12; ++i) at(id, "act", {{"action", i < 8 ? "check(1)" : "check(2)"}});
  const json learnt = ask({{"do", "learn"}, {"episodes", {id}}});
  EXPECT_GT(learnt["examples"], 0);
  ASSERT_FALSE(learnt["rules"].empty());
  EXPECT_EQ(learnt["rules"][0]["rule"].get<std::string>().find("check("), 0u) << learnt["theory"];
  const auto missed = learnt["examples"].get<std::size_t>() - learnt["covered"].get<std::size_t>();
  EXPECT_EQ(learnt["counterexamples"].size(), std::min<std::size_t>(40, missed));
  for (const json& each : learnt["counterexamples"]) {
    EXPECT_EQ(each["episode"], id);
    EXPECT_LT(each["step"], 12);
  }
  // It is a theory that the page can go on with.
  EXPECT_TRUE(at(id, "check", {{"step", 3}, {"text", learnt["theory"]}})["errors"].empty());
  expect_error({{"do", "learn"}, {"episodes", json::array()}}, "name the episodes");
  expect_error({{"do", "learn"}, {"episodes", {start()["id"]}}}, "nothing was played");
}

TEST_F(StudioTest, SavesUnderAPlainNameAndAsksBeforeItReplaces) {
  const json request{{"do", "save"}, {"name", "mine.lp"}, {"text", "east.\n"}};
  EXPECT_TRUE(ask(request).contains("saved"));
  EXPECT_EQ(read_file(folder_ / "mine.lp"), "east.\n");
  json other = request;
  other["text"] = "west.\n";
  EXPECT_EQ(ask(other)["exists"], true);
  EXPECT_EQ(read_file(folder_ / "mine.lp"), "east.\n");
  other["overwrite"] = true;
  ask(other);
  EXPECT_EQ(at(start()["id"], "theory", {{"name", "mine.lp"}})["text"], "west.\n");
  for (const char* bad : {"../mine.lp", "/tmp/mine.lp", "mine.txt", ".lp", ".mine.lp", "a b.lp"}) {
    expect_error({{"do", "save"}, {"name", bad}, {"text", ""}}, "ends in .lp");
  }
  Studio without;
  EXPECT_TRUE(without.answer(request).contains("error"));
}

TEST_F(StudioTest, SaysWhatADomainHas) {
  const json about = start()["about"];
  EXPECT_EQ(about["guides"], json({"pure", "trivial", "preferred", "expert"}));
  EXPECT_NE(std::find(about["theories"].begin(), about["theories"].end(), "timed"),
            about["theories"].end());
  EXPECT_EQ(about["words"][0]["word"], "dist(E,V)");
  const json tiger = start(json::object(), "tiger");
  EXPECT_NEAR(tiger["about"]["optimum"], 3.7702, 1e-4);
  EXPECT_TRUE(tiger["about"]["theories"].empty());
  expect_error({{"do", "check"}, {"id", tiger["id"]}, {"step", 0}, {"text", ""}}, "no belief");
  EXPECT_FALSE(ask({{"do", "about"}})["domains"].empty());
}

TEST_F(StudioTest, BadRequestsAreAnsweredWithWhatWasExpected) {
  expect_error(json::array(), "one JSON object");
  expect_error(json::object(), "no 'do'");
  expect_error({{"do", "dance"}}, "no request 'dance'");
  expect_error({{"do", 3}}, "must be a text");
  expect_error({{"do", "decide"}}, "no 'id'");
  expect_error({{"do", "decide"}, {"id", "one"}}, "a whole number");
  expect_error({{"do", "decide"}, {"id", -1}}, "a whole number");
  expect_error({{"do", "decide"}, {"id", 12345}}, "no episode 12345");
  expect_error({{"do", "start"}, {"domain", "rocksmple"}}, "rocksmple");
  expect_error({{"do", "start"}, {"settings", {{"guide", "timd"}}}}, "timd");
  expect_error({{"do", "start"}, {"settings", {{"sims", 1e15}}}}, "sims");
  expect_error({{"do", "start"}, {"settings", {{"sims", 30'000'000}}}}, "in the studio");
  expect_error({{"do", "start"}, {"settings", {{"planner", "adaops"}, {"trials", 30'000'000}}}},
               "30000000");
  expect_error({{"do", "start"}, {"settings", {{"time", 1000}}}}, "120 s");
  expect_error({{"do", "start"}, {"settings", {{"threads", 4}}}}, "the studio offers");
  expect_error({{"do", "start"}, {"settings", {{"guide", {1, 2}}}}}, "a text or a number");
  EXPECT_NE(studio_.answer_text("{\"do\":").find("not JSON"), std::string::npos);
  EXPECT_NE(studio_.answer_text(std::string(1000, '[')).find("error"), std::string::npos);
  EXPECT_NE(studio_.answer_text("\xff\xfe").find("error"), std::string::npos);
}

TEST_F(StudioTest, ForgetsTheEpisodeThatWasUsedLongestAgo) {
  Studio small({.limits = {.playthroughs = 2}});
  const json tiger{{"do", "start"}, {"domain", "tiger"}};
  const json first = small.answer(tiger)["id"], second = small.answer(tiger)["id"];
  small.answer({{"do", "view"}, {"id", first}});
  small.answer(tiger);
  EXPECT_FALSE(small.answer({{"do", "view"}, {"id", first}}).contains("error"));
  EXPECT_TRUE(small.answer({{"do", "view"}, {"id", second}}).contains("error"));
}

}  // namespace
}  // namespace holdfast::studio
