#include "holdfast/play/episode_fields.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

namespace holdfast {
namespace {

// Every field has a number of its own, so that one that goes astray shows.
EpisodeResult numbered() {
  EpisodeResult result{.seed = 7};
  int next = 100;
  for (const EpisodeField& field : episode_fields()) {
    std::visit([&]<class T>(T EpisodeResult::*m) { result.*m = static_cast<T>(next++); },
               field.member);
  }
  return result;
}

TEST(EpisodeFields, AreThereAndBackInJson) {
  const EpisodeResult result = numbered();
  const nlohmann::json json = episode_json(result);
  EXPECT_EQ(json.size(), episode_fields().size() + 1);
  EXPECT_EQ(episode_json(episode_from(json)), json);
  EXPECT_EQ(episode_from(json).gamma_calls, result.gamma_calls);
  EXPECT_EQ(episode_from(json).upper, result.upper);
}

TEST(EpisodeFields, HaveTheNamesOfTheContract) {
  const nlohmann::json json = episode_json(numbered());
  for (const char* name :
       {"seed", "discounted", "undiscounted", "steps", "terminal", "seconds", "search_seconds",
        "simulations", "model_steps", "trials", "gamma_calls", "repairs"}) {
    EXPECT_TRUE(json.contains(name)) << name;
  }
}

TEST(EpisodeFields, ABoundThatThereIsNoneOfIsLeftOut) {
  const nlohmann::json json = episode_json({.seed = 1});
  EXPECT_FALSE(json.contains("lower"));
  EXPECT_EQ(episode_from(json).upper, std::numeric_limits<double>::infinity());
}

TEST(EpisodeFields, TimingsCanBeLeftOut) {
  nlohmann::json json = episode_json(numbered());
  leave_out_timing(json);
  EXPECT_FALSE(json.contains("seconds"));
  EXPECT_FALSE(json.contains("search_seconds"));
  EXPECT_EQ(json.size(), episode_fields().size() - 1);
}

TEST(EpisodeFields, NoTwoAreOfOneNameOrMember) {
  std::set<std::string> names;
  std::set<double> numbers;
  const EpisodeResult result = numbered();
  for (const EpisodeField& field : episode_fields()) {
    EXPECT_TRUE(names.insert(field.name).second) << field.name;
    const bool is_bool = std::holds_alternative<bool EpisodeResult::*>(field.member);
    EXPECT_TRUE(is_bool || numbers.insert(field.number(result)).second) << field.name;
  }
}

}  // namespace
}  // namespace holdfast
