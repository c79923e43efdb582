#include "holdfast/domains/file/table_domain.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "holdfast/base/error.h"
#include "holdfast/base/source_folder.h"
#include "holdfast/base/statistics.h"
#include "holdfast/domains/registry.h"
#include "holdfast/logic/print.h"
#include "holdfast/logic/theory.h"
#include "holdfast/play/configure.h"
#include "holdfast/play/episode.h"
#include "holdfast/play/trace.h"
#include "holdfast/tables/classic_file.h"
#include "holdfast/tables/two_state_oracle.h"

namespace holdfast {
namespace {

std::string path_of(const std::string& name) {
  return (source_folder() / "models/classic" / name).string();
}
std::string classic(const std::string& name) { return fmt::format("file({})", path_of(name)); }

RunningStatistics returns(const Domain& domain, const AgentSettings& said, int episodes) {
  const AgentConfig config = configure(domain, said);
  RunningStatistics result;
  for (int i = 0; i < episodes; ++i) {
    result.add(play_episode(domain, static_cast<std::uint64_t>(i + 1), config).discounted);
  }
  return result;
}

TEST(TableDomain, IsNamedByItsFile) {
  const auto domain = make_domain(classic("tiger.pomdp"));
  EXPECT_EQ(make_domain(domain->name())->name(), domain->name());
  EXPECT_EQ(domain->action_name(1), "open-left");
  EXPECT_EQ(domain->observation_name(0), "hear-left");
  EXPECT_EQ(domain->step_limit(), 90);
  EXPECT_EQ(domain->teacher(), "despot");
}

// DESPOT plays about the exact value; nobody plays more.
TEST(TableDomain, PlannersReachExactValues) {
  for (const char* file : {"tiger.pomdp", "machine.pomdp"}) {
    SCOPED_TRACE(file);
    const double exact = tables::TwoStateOracle(tables::read_classic_file(path_of(file))).value();
    const auto domain = make_domain(fmt::format("file({},steps=120)", path_of(file)));
    const RunningStatistics despot =
        returns(*domain, {{"planner", "despot"}, {"trials", "30"}, {"scenarios", "100"}}, 40);
    // One open door with the tiger behind it moves a mean of 40 by two.
    EXPECT_NEAR(despot.mean(), exact, 10);
    const RunningStatistics pomcp = returns(*domain, {{"sims", "100"}}, 10);
    EXPECT_LT(pomcp.mean() - 2 * *pomcp.ci95(), exact);
  }
}

TEST(TableDomain, FactoredFilesArePlayed) {
  const auto domain = make_domain(classic("rover.pomdpx"));
  // To leave at once earns 9.5.
  EXPECT_GT(returns(*domain, {{"sims", "500"}}, 40).mean(), 9.5);
}

TEST(TableDomain, SaysWhatIsMissing) {
  EXPECT_THROW(make_domain("file"), InputError);
  EXPECT_THROW(make_domain("file(nowhere.pomdp)"), InputError);
  EXPECT_THROW(make_domain("file(tiger.txt)"), InputError);
  EXPECT_THROW(make_domain("file(.pomdp)"), InputError);
}

// Words of an author make traces, and rules guide.
StateLanguage tiger_words() {
  return {.words = {{.name = "left",
                     .says = "the tiger is left with {} %",
                     .believed = true,
                     .of = [](int, std::uint32_t s) { return s == 0 ? 1 : 0; }}},
          .deeds = {{"listen", false, {0}}, {"open_left", false, {1}}, {"open_right", false, {2}}}};
}

TEST(TableDomain, WordsMakeFactsAndRulesGuide) {
  const auto domain = make_table_domain("mine", tables::read_classic_file(path_of("tiger.pomdp")),
                                        30, tiger_words());
  const auto theory = std::make_shared<TheoryInForce>(
      TheoryInForce{"",
                    logic::parse_theory("% coverage: open_right 0.9\n\n% coverage: listen 0.9\n\n"
                                        "open_right :- left(V), V > 80.\n"
                                        "listen :- left(V), V < 90, V > 10.\n"),
                    ""});
  const AgentConfig config = configure(*domain, {{"guide", "mine"}, {"sims", "200"}}, theory);
  EXPECT_EQ(config.advice.reading, Reading::temporal);
  const auto session = domain->start(1, config);
  EXPECT_EQ(to_string(session->symbols()->facts().atoms().front()).substr(0, 5), "left(");
  const Decision first = session->decide();
  ASSERT_EQ(first.macro_actions.size(), 1U);
  EXPECT_EQ(first.macro_actions.front().action, 0);
  EXPECT_NE(session->why(0).rule.find("listen :- "), std::string::npos);
  const learn::TraceEpisode traced = trace_episode(*domain, 1, config);
  EXPECT_EQ(traced.steps.front().action, "listen");
}

// Files have words without anybody declaring them, so that they serve every command.
TEST(TableDomain, FilesSpeakToRules) {
  const auto domain = make_domain(classic("tiger.pomdp"));
  const AgentConfig config = configure(*domain, {{"planner", "despot"}, {"trials", "10"}});
  const learn::TraceEpisode traced = trace_episode(*domain, 1, config);
  EXPECT_EQ(traced.steps.front().action, "listen");
  EXPECT_NE(traced.steps.front().facts.find("tiger_left("), std::string::npos);
  EXPECT_EQ(table_of(*domain)->states.back(), "tiger-right");
  EXPECT_EQ(table_of(*make_domain("tiger")), nullptr);
}

// Somebody else acts; the agent is told, and refuses what cannot be.
TEST(OnlineAgent, FollowsAWorldElsewhere) {
  const auto domain = make_domain(classic("tiger.pomdp"));
  const auto agent = domain->start_online(1, configure(*domain, {{"planner", "despot"}}));
  EXPECT_EQ(agent->decide().action, 0);
  for (int i = 0; i < 3; ++i) agent->observe(0, 0);
  EXPECT_EQ(agent->decide().action, 2);
  EXPECT_THROW(agent->observe(3, 0), InputError);
  EXPECT_THROW(agent->observe(0, 2), InputError);
  EXPECT_EQ(agent->particles().bytes_per_state, 4U);
  EXPECT_THROW(domain->start_online(1, configure(*domain, {{"planner", "random"}})), InputError);
}

// What the model cannot explain changes nothing.
TEST(OnlineAgent, KeepsItsBeliefWhenItIsToldTheImpossible) {
  const auto domain = make_domain(classic("corridor.pomdp"));
  const auto agent = domain->start_online(1, configure(*domain, {{"sims", "100"}}));
  agent->observe(1, 1);  // at the goal; the next step leads away from it
  const auto before = agent->particles().bytes;
  EXPECT_THROW(agent->observe(0, 1), Error);
  EXPECT_EQ(agent->particles().bytes, before);
  agent->observe(0, 0);
}

}  // namespace
}  // namespace holdfast
