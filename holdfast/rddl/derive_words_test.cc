#include "holdfast/rddl/derive_words.h"

#include <gtest/gtest.h>

#include <map>

#include "holdfast/base/source_folder.h"
#include "holdfast/rddl/read_model.h"
#include "holdfast/rddl/test_models.h"

namespace holdfast::rddl {
namespace {

WordTable words_of(const std::string& model, const std::string& instance) {
  const auto folder = source_folder() / "models" / model;
  return ModelWords(std::make_shared<const GroundModel>(
                        read_model(folder / "domain.rddl", folder / (instance + ".rddl"))))
      .table;
}

template <class Things>
std::vector<std::string> names(const Things& things) {
  std::vector<std::string> result;
  for (const auto& t : things) result.push_back(t.name);
  return result;
}

using Names = std::vector<std::string>;

TEST(DeriveWords, SetsOfDeedsAreKnownByTheirParts) {
  TestModel text;
  text.cpfs = "on'(?c) = on(?c) | go(?c); see = exists_{?c : cell} on'(?c);";
  text.instance = "max-nondef-actions = 2; horizon = 40; discount = 1.0;";
  const auto model = std::make_shared<const GroundModel>(ground(text.program()));
  const WordTable table = ModelWords(model).table;
  ASSERT_EQ(table.joints.size(), 3u);
  for (const auto& [action, parts] : table.joints) {
    ASSERT_EQ(parts.size(), 2u);
    EXPECT_EQ(model->action_name(action),
              model->action_name(parts[0]) + "+" + model->action_name(parts[1]));
  }
}

TEST(DeriveWords, RockSampleHasThoseOfThePaper) {
  const WordTable table = words_of("rocksample", "small");
  EXPECT_EQ(table.entities, (Names{"r0", "r1", "r2"}));
  EXPECT_EQ(names(table.words), (Names{"delta_x", "delta_y", "dist", "good"}));
  EXPECT_EQ(names(table.deeds),
            (Names{"noop", "north", "east", "south", "west", "sample", "check"}));
  for (const DerivedDeed& d : table.deeds) {
    EXPECT_EQ(d.of_entity, d.name == "check");
    EXPECT_EQ(d.only_looks, d.name == "check");
  }
}

// Two robots and a lamp in a row of cells.
TestModel robots(const std::string& robots) {
  TestModel model{
      .fluents =
          "lit(cell) : { state-fluent, bool, default = false };"
          "at(door,cell) : { state-fluent, bool, default = false };"
          "HOME(cell) : { non-fluent, bool, default = false };"
          "LEFT(door) : { non-fluent, bool, default = false };"
          "RIGHT(door) : { non-fluent, bool, default = false };"
          "go(door) : { action-fluent, bool, default = false };"
          "light(door,cell) : { action-fluent, bool, default = false };"
          "see(cell) : { observ-fluent, bool };",
      .cpfs =
          "at'(?r,?c) = if (go(?r)) then (exists_{?b : cell} (NEXT(?b,?c) ^ at(?r,?b))) "
          "| (at(?r,?c) ^ ~(exists_{?b : cell} NEXT(?c,?b))) else at(?r,?c);"
          "lit'(?c) = lit(?c) | exists_{?r : door} (light(?r,?c) ^ at(?r,?c));"
          "see(?c) = lit'(?c);",
      .values = "NEXT(c1,c2); NEXT(c2,c3); HOME(c3); LEFT(d1); RIGHT(d2);",
      .initial = robots};
  return model;
}

WordTable table_of(const TestModel& model) {
  return ModelWords(std::make_shared<const GroundModel>(ground(model.program()))).table;
}

TEST(DeriveWords, SeveralThatMoveAreEntities) {
  const WordTable table = table_of(robots("at(d1,c1); at(d2,c2); lit(c2);"));
  EXPECT_EQ(table.entities, (Names{"d1", "d2", "c1", "c2", "c3"}));
  EXPECT_EQ(names(table.deeds), (Names{"noop", "go", "light_left", "light_right"}));
  EXPECT_EQ(table.deeds[1].actions, (std::vector<int>{1, 2, -1, -1, -1}));
  std::map<std::string, std::vector<int>> said;
  const std::uint64_t known = 0b010'001'010;  // d2 at c2, d1 at c1, c2 is lit
  const WordTable::Slots slots = table.find(&known, nullptr);
  for (const DerivedWord& w : table.words) {
    for (const Source& s : w.values) {
      said[w.name].push_back(table.value(s, {&known, nullptr, slots.data()}));
    }
  }
  constexpr int kNone = logic::Column::kAbsent;
  using Values = std::vector<int>;
  EXPECT_EQ(said["lit"], (Values{kNone, kNone, 0, 1, 0}));
  EXPECT_EQ(said["lit_here"], (Values{0, 1, kNone, kNone, kNone}));
  EXPECT_EQ(said["lit_higher"], (Values{1, 0, kNone, kNone, kNone}));
  EXPECT_EQ(said["lit_lower"], (Values{0, 0, kNone, kNone, kNone}));
  EXPECT_EQ(said["home_delta_cell"], (Values{2, 1, kNone, kNone, kNone}));
  EXPECT_EQ(names(table.whole_words), Names{});
  EXPECT_EQ(said["home"], (Values{kNone, kNone, 0, 0, 1}));
}

}  // namespace
}  // namespace holdfast::rddl
