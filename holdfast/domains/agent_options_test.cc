#include "holdfast/domains/agent_options.h"

#include <gtest/gtest.h>

#include "holdfast/base/error.h"

namespace holdfast {
namespace {

std::string message(const AgentSettings& said) {
  try {
    configure(*make_domain("tiger"), said);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

TEST(AgentOptions, SaidWinsOverTheDomainsDefaults) {
  const auto domain = make_domain("tiger");
  const AgentConfig config = configure(
      *domain,
      {{"guide", "preferred"}, {"sims", "77"}, {"exploration", "2.5"}, {"fresh-tree", "true"}});
  EXPECT_EQ(config.planner, "pomcp");
  EXPECT_EQ(config.guide, "preferred");
  EXPECT_EQ(config.pomcp.simulations, 77);
  EXPECT_EQ(config.pomcp.exploration, 2.5);
  EXPECT_FALSE(config.pomcp.reuse_tree);
  EXPECT_EQ(config.pomcp.depth, domain->default_config().pomcp.depth);
}

TEST(AgentOptions, UnknownNamesGetTheNearest) {
  EXPECT_NE(message({{"explorationn", "1"}}).find("did you mean 'exploration'"), std::string::npos);
}

TEST(AgentOptions, ValuesThatDoNotFitAreNamed) {
  EXPECT_NE(message({{"sims", "many"}}).find("--sims many: expected a whole number"),
            std::string::npos);
  EXPECT_NE(message({{"sims", "10"}, {"time", "0.1"}}).find("exclude each other"),
            std::string::npos);
  EXPECT_NE(message({{"time", "0"}}).find("above 0"), std::string::npos);
  EXPECT_NE(message({{"depth", "99999999999"}}).find("too large"), std::string::npos);
}

}  // namespace
}  // namespace holdfast
