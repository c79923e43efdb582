#include "holdfast/tables/table_words.h"

#include <gtest/gtest.h>

#include "holdfast/base/source_folder.h"
#include "holdfast/tables/classic_file.h"

namespace holdfast::tables {
namespace {

std::vector<std::string> words(std::vector<std::string> states, std::vector<std::string> actions) {
  Table table;
  table.states = std::move(states);
  table.actions = std::move(actions);
  const StateLanguage language = table_words(table);
  std::vector<std::string> names;
  for (const StateDeed& d : language.deeds) names.push_back(d.name);
  for (const StateWord& w : language.words) names.push_back(w.name);
  // No name of the rule language stands for two things.
  EXPECT_NO_THROW(StateWords(language, logic::Recall::everything()));
  return names;
}

TEST(TableWords, AreTheStatesOfTheTable) {
  const Table tiger = read_classic_file((source_folder() / "models/classic/tiger.pomdp").string());
  const StateLanguage language = table_words(tiger);
  ASSERT_EQ(language.words.size(), 2U);
  EXPECT_EQ(language.words[1].name, "tiger_right");
  EXPECT_EQ(language.words[1].says, "the state is tiger-right with {} %");
  EXPECT_EQ(language.words[1].of(0, 1), 1);
  EXPECT_EQ(language.words[1].of(0, 0), 0);
  ASSERT_EQ(language.deeds.size(), 3U);
  EXPECT_EQ(language.deeds[2].name, "open_right");
  EXPECT_EQ(language.deeds[2].actions, std::vector<Action>{2});
}

TEST(TableWords, HaveNamesOfTheRuleLanguage) {
  EXPECT_EQ(
      words({"done", "go", "0,1", "A b", "a_b"}, {"go", "Stop!", "3"}),
      (std::vector<std::string>{"go", "stop_", "n3", "in_done", "in_go", "n0_1", "a_b", "in_a_b"}));
  EXPECT_EQ(words({"a-b", "a_b", "a b", "in_1", "A-B"}, {"x"}),
            (std::vector<std::string>{"x", "a_b", "in_a_b", "in_2", "in_1", "in_4"}));
}

TEST(TableWords, AreNotOfLargeTables) {
  EXPECT_TRUE(words(std::vector<std::string>(kMostStatesAsWords + 1, "s"), {"x"}).empty());
}

}  // namespace
}  // namespace holdfast::tables
