#include "holdfast/domains/rddl/rddl_picture.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "holdfast/base/source_folder.h"
#include "holdfast/domains/registry.h"
#include "holdfast/play/scene_text.h"
#include "holdfast/rddl/test_files.h"

namespace holdfast {
namespace {

std::unique_ptr<Session> session(const std::filesystem::path& folder, const std::string& instance) {
  const auto domain =
      make_domain(fmt::format("rddl({},{},engine=interpreter)", (folder / "domain.rddl").string(),
                              (folder / instance).string()));
  AgentConfig config = domain->default_config();
  config.pomcp.simulations = 256;
  return domain->start(1, config);
}

// The picture of the shipped model after these actions.
std::string picture(const std::string& model, const std::vector<Action>& actions) {
  const auto played = session(source_folder() / "models" / model, "small.rddl");
  for (const Action a : actions) played->act(a);
  const Scene scene = played->scene();
  EXPECT_EQ(nlohmann::json(scene).get<Scene>(), scene);
  return "\n" + legend(scene) + '\n' + draw(scene);
}

// Columns and rows by fluents of their own, rocks with what is hidden of them.
TEST(RddlPicture, RockSample) { EXPECT_EQ(picture("rocksample", {0, 2, 6}), ""); }

// Rooms along a corridor.
TEST(RddlPicture, Delivery) { EXPECT_EQ(picture("delivery", {0, 1}), ""); }

// Nothing has a place but on floors: a table, the highest above.
TEST(RddlPicture, Lift) { EXPECT_EQ(picture("lift", {1}), ""); }

TEST(RddlPicture, Rover) { EXPECT_EQ(picture("rover", {0, 2}), ""); }

// Every instance at hand is drawn, with all of its state somewhere.
TEST(RddlPicture, Competition) {
  if (!rddl::has_competition()) GTEST_SKIP() << "the competition's files are not here";
  for (const std::string& name : rddl::competition_domains()) {
    const auto played = session(rddl::competition_files() / name, "instance1.rddl");
    const std::string start = draw(played->scene());
    EXPECT_GT(start.size(), 20U) << name;
    if (std::getenv("HOLDFAST_PICTURES"))
      fmt::print("{}\n{}\n{}\n", name, legend(played->scene()), start);
    played->act(1);
    EXPECT_NE(draw(played->scene()), start) << name;
  }
}

}  // namespace
}  // namespace holdfast
