#include "holdfast/learn/material.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "holdfast/base/error.h"

namespace holdfast::learn {
namespace {

// A robot that docks when its charge is low, and thinks it the more important the lower it is. Its
// first episodes earn more than its last.
Traces robot(int episodes) {
  Traces traces;
  traces.header = {.domain = "robot",
                   .features = {{.name = "charge", .of_entity = false}},
                   .actions = {{"work", false, false}, {"dock", false, false}}};
  for (int n = 0; n < episodes; ++n) {
    TraceEpisode e{.seed = static_cast<std::uint64_t>(n + 1),
                   .discounted = static_cast<double>(episodes - n)};
    for (const int charge : {90, 60, 20, 10}) {
      const bool low = charge < 30;
      e.steps.push_back({low ? "dock" : "work",
                         0,
                         "charge(" + std::to_string(charge) + ").",
                         {{"work", low ? 0 : 1}, {"dock", low ? 30 - charge : 0}}});
    }
    traces.episodes.push_back(std::move(e));
  }
  return traces;
}

std::optional<logic::Theory> theory(const std::string& text) { return logic::parse_theory(text); }

bool all_alike(const Task& task) {
  return std::ranges::all_of(
      task.examples, [&](const Example& e) { return e.penalty == task.examples[0].penalty; });
}

TEST(Material, SaysWhereItComesFrom) {
  const Material all = material_from(robot(4), {.task = {.penalty = 7, .select = false}});
  ASSERT_EQ(all.about.size(), 4U);
  EXPECT_EQ(all.about[0], "Learnt by holdfast from 4 episodes of robot,");
  EXPECT_EQ(all.about[1],
            "4 of them used; 32 examples, penalty 7 per example of the commoner class, weighed by "
            "what was at stake.");
  EXPECT_EQ(all.about[2], "work: 4 stretches of 2.00 steps on average; rules without time");
  EXPECT_EQ(all.penalty, 7);

  const Material some = material_from(robot(8), {.held_out = 0.5});
  EXPECT_EQ(some.about[0], "Learnt by holdfast from 4 episodes of robot (4 others held out),");
  EXPECT_TRUE(some.about[1].starts_with("2 of them above the mean return 5.00 and used; 16 "));
  EXPECT_NE(some.about[1].find("(by description length)"), std::string::npos);
}

TEST(Material, WhatIsHeldOutIsScoredByClass) {
  const Material material = material_from(robot(8), {.task = {.penalty = 10}, .held_out = 0.5});
  ASSERT_TRUE(material.held_out);
  EXPECT_FALSE(all_alike(material.task));
  EXPECT_TRUE(all_alike(*material.held_out));
  const LearnResult result = learn(material.task);
  const auto scores = held_out_scores(material, result);
  ASSERT_TRUE(scores);
  EXPECT_EQ(scores->at("dock").coverage(), 1);
  EXPECT_EQ(to_theory(material, result).header[0], material.about[0]);

  EXPECT_FALSE(held_out_scores(material_from(robot(8)), result));
}

// In the words of whoever asked.
TEST(Material, ShareThatLeavesNothingToScoreIsNamed) {
  const auto refusal = [](const MaterialOptions& options) -> std::string {
    try {
      material_from(robot(8), options);
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_TRUE(refusal({.held_out = 0.01}).starts_with("held_out=0.01 leaves no episode"));
  EXPECT_TRUE(refusal({.held_out = 0.01, .held_out_option = "--held-out "})
                  .starts_with("--held-out 0.01 leaves no episode"));
}

TEST(Material, TheoryToScoreDecidesAboutHeadsAndWeights) {
  const Material material =
      material_from(robot(4), {}, theory("#const low = 30. init(dock) :- charge(C), C < low."));
  ASSERT_TRUE(material.theory);
  EXPECT_TRUE(material.theory->constants.empty());
  // The traces alone would give rules without time.
  EXPECT_EQ(material.task.bias.heads.size(), 3U);  // init(dock), contd(dock), work
  const auto weights = [](Weights w) {
    return material_from(robot(4), {.task = {.penalty = 10, .balance = 0, .weights = w}},
                         theory("dock :- charge(C), C < 30."))
        .task;
  };
  EXPECT_TRUE(all_alike(weights(Weights::automatic)));
  EXPECT_FALSE(all_alike(weights(Weights::by_stake)));

  EXPECT_THROW(material_from(robot(4), {}, theory("dock :- volume(V), V < 30.")), InputError);
}

}  // namespace
}  // namespace holdfast::learn
