// Golden pictures of every domain: the start of an episode, and after some steps.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "holdfast/domains/registry.h"
#include "holdfast/play/scene_text.h"

namespace holdfast {
namespace {

// The pictures of the episode with seed 1, before and after these actions.
std::string pictures(const std::string& name, const std::vector<Action>& actions) {
  const std::unique_ptr<Domain> domain = make_domain(name);
  AgentConfig config = domain->default_config();
  config.pomcp.simulations = 16;
  const std::unique_ptr<Session> session = domain->start(1, config);
  std::string text = "\n" + draw(session->scene());
  for (const Action a : actions) session->act(a);
  EXPECT_EQ(nlohmann::json(session->scene()).get<Scene>(), session->scene());
  return text + legend(session->scene()) + '\n' + draw(session->scene());
}

TEST(Scenes, RockSample) {
  EXPECT_EQ(pictures("rocksample(7,8)", {0, 1, 5}), R"(
)");
}

TEST(Scenes, RockSampleWithTwoDigits) {
  EXPECT_EQ(pictures("rocksample(3,2)", {1, 1, 1}), R"(
)");
}

TEST(Scenes, Pocman) {
  EXPECT_EQ(pictures("pocman(micro)", {0, 1}), R"(
)");
}

TEST(Scenes, PocmanInTheFullMaze) {
  EXPECT_EQ(pictures("pocman(full,rewards=silver)", {}), R"(
)");
}

TEST(Scenes, Tiger) {
  EXPECT_EQ(pictures("tiger", {0}), R"(
)");
}

}  // namespace
}  // namespace holdfast
