#include "holdfast/agents/agent_options.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "holdfast/agents/option_page.h"
#include "holdfast/base/error.h"
#include "holdfast/base/files.h"
#include "holdfast/base/source_folder.h"
#include "holdfast/base/temporary_folder.h"
#include "holdfast/domains/registry.h"
#include "holdfast/play/configure.h"

namespace holdfast {
namespace {

std::string message(const std::string& domain, const AgentSettings& said) {
  try {
    configure(*make_domain(domain), said);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}
std::string message(const AgentSettings& said) { return message("tiger", said); }

void expect_says(const std::string& said, const std::string& part) {
  EXPECT_NE(said.find(part), std::string::npos) << "said: " << said;
}

TEST(AgentOptions, SaidWinsOverTheDomainsDefaults) {
  const auto domain = make_domain("tiger");
  const AgentConfig config = configure(
      *domain,
      {{"guide", "preferred"}, {"sims", "77"}, {"exploration", "2.5"}, {"fresh-tree", "true"}});
  EXPECT_EQ(config.planner, "pomcp");
  EXPECT_EQ(config.guide, "preferred");
  EXPECT_EQ(config.pomcp.simulations, 77);
  EXPECT_EQ(config.pomcp_options().exploration, 2.5);
  EXPECT_FALSE(config.pomcp.reuse_tree);
  EXPECT_EQ(config.pomcp.depth, domain->default_config().pomcp.depth);
}

TEST(AgentOptions, UnknownNamesGetTheNearest) {
  expect_says(message({{"explorationn", "1"}}), "did you mean 'exploration'");
}

TEST(AgentOptions, ValuesThatDoNotFitAreNamed) {
  expect_says(message({{"sims", "many"}}), "--sims many: expected a whole number");
  expect_says(message({{"sims", "10"}, {"time", "0.1"}}), "exclude each other");
  expect_says(message({{"time", "0"}}), "above 0");
  expect_says(message({{"depth", "99999999999"}}), "too large");
  expect_says(message({{"planner", "pomp"}}), "expected one of pomcp, despot, adaops, ais");
}

TEST(AgentOptions, EveryNumberHasARange) {
  for (const char* text : {"nan", "inf", "-inf", "1e308", "-1e308"}) {
    for (const char* name : {"time", "exploration", "rollout-decay"}) {
      EXPECT_NE(message({{name, text}}), "") << name << ' ' << text;
    }
    for (const char* name : {"xi", "lambda", "epsilon", "time"}) {
      EXPECT_NE(message("rocksample(4,2)", {{"planner", "despot"}, {name, text}}), "")
          << name << ' ' << text;
    }
  }
  expect_says(message({{"threads", "257"}}), "--threads 257: must be from 1 to 256");
  expect_says(message("rocksample(4,2)", {{"planner", "despot"}, {"xi", "1"}}),
              "--xi 1: must be at least 0 and below 1");
  expect_says(message("rocksample(4,2)", {{"planner", "despot"}, {"xi", "nan"}}),
              "--xi nan: must be");
}

// Also of a configuration that was made in C++.
TEST(AgentOptions, AnAgentIsCheckedWhenItIsMade) {
  const auto domain = make_domain("tiger");
  AgentConfig config = domain->default_config();
  config.pomcp.simulations = 0;
  EXPECT_THROW(domain->start(1, config), InputError);
}

TEST(AgentOptions, AnOptionOfAnotherPlannerIsRefused) {
  for (const char* name :
       {"xi", "scenarios", "trials", "lower", "upper", "lambda", "memory", "epsilon"}) {
    const std::string said = message({{name, "1"}});
    expect_says(said, "it is an option of despot");
    expect_says(said, "and the planner is pomcp");
  }
  expect_says(message("rocksample(4,2)", {{"planner", "despot"}, {"exploration", "3"}}),
              "--exploration: it is an option of pomcp, and the planner is despot; leave it out");
  expect_says(message({{"agent", "x.bin"}}), "an option of ais");
}

TEST(AgentOptions, AnOptionThatTheGuideDoesNotHaveIsRefused) {
  expect_says(message("rocksample(4,2)", {{"reading", "printed"}}), "the guide pure has none");
  expect_says(message("rocksample(4,2)", {{"guide", "preferred"}, {"horizon", "3"}}),
              "the guide preferred has none");
  expect_says(message("rocksample(4,2)", {{"prior-count", "3"}}), "the guide pure suggests none");
  EXPECT_EQ(message("rocksample(4,2)", {{"guide", "timed"}, {"reading", "printed"}}), "");
}

TEST(AgentOptions, PureAsALowerBoundIsTheTrivialOne) {
  const auto domain = make_domain("rocksample(4,2)");
  const AgentConfig config = configure(*domain, {{"planner", "despot"}, {"lower", "pure"}});
  EXPECT_EQ(config.lower_bound(), "trivial");
  EXPECT_EQ(config_json(config)["lower"], "trivial");
  domain->start(1, config)->decide();
}

// One set of extras for every guide; by default only rules that are asked everywhere have them.
TEST(AgentOptions, ExtrasAreTheSameForEveryGuide) {
  const auto domain = make_domain("rocksample(4,2)");
  const auto options = [&](const AgentSettings& said) {
    return configure(*domain, said).pomcp_options();
  };
  const PomcpOptions plain, pure = options({});
  EXPECT_EQ(pure.exploration, plain.exploration);
  EXPECT_EQ(pure.urgency, 0);
  EXPECT_EQ(pure.rollout_decay, 1);
  EXPECT_FALSE(pure.prior_fades || pure.trust);
  const PomcpOptions rules = options({{"guide", "timed"}});
  for (const PomcpOptions& extra :
       {rules, options({{"extras", "true"}}), options({{"guide", "preferred"}, {"extras", "true"}}),
        options({{"guide", "timed"}, {"reading", "printed"}, {"extras", "true"}})}) {
    EXPECT_EQ(extra.exploration, plain.exploration / 4);
    EXPECT_EQ(extra.urgency, 0.3);
    EXPECT_EQ(extra.rollout_decay, 0.95);
    EXPECT_TRUE(extra.prior_fades && extra.trust);
  }
  EXPECT_EQ(options({{"guide", "timed"}, {"extras", "false"}}).urgency, 0);
  EXPECT_EQ(options({{"guide", "timed"}, {"reading", "temporal"}}).rollout_decay, 1);
  // What is said wins.
  EXPECT_EQ(options({{"guide", "timed"}, {"exploration", "7"}}).exploration, 7);
  EXPECT_EQ(options({{"guide", "timed"}, {"urgency", "0"}}).urgency, 0);
  expect_says(message("rocksample(4,2)", {{"urgency", "0.5"}}), "the guide pure suggests none");
  expect_says(message("rocksample(4,2)", {{"guide", "timed"}, {"urgency", "2"}}), "from 0 to 1");
}

TEST(AgentOptions, TheTeacherPlaysUnlessAnotherAgentIsAskedFor) {
  const auto planner = [](const std::string& domain, const AgentSettings& said) {
    const auto made = make_domain(domain);
    return configure(*made, as_teacher(*made, said)).planner;
  };
  EXPECT_EQ(planner("rocksample(4,2)", {}), "despot");
  EXPECT_EQ(planner("rocksample(4,2)", {{"trials", "5"}, {"upper", "trivial"}}), "despot");
  EXPECT_EQ(planner("rocksample(4,2)", {{"sims", "5"}}), "pomcp");
  EXPECT_EQ(planner("rocksample(4,2)", {{"guide", "timed"}}), "pomcp");
  EXPECT_EQ(planner("pocman", {}), "pomcp");
  EXPECT_EQ(planner("pocman", {{"planner", "despot"}}), "despot");
  EXPECT_THROW(planner("pocman", {{"speed", "3"}}), InputError);
}

TEST(AgentOptions, SimsOfDespotAreTrials) {
  const auto domain = make_domain("rocksample(4,2)");
  EXPECT_EQ(configure(*domain, {{"planner", "despot"}, {"sims", "7"}}).despot.trials, 7);
  expect_says(message("rocksample(4,2)", {{"planner", "despot"}, {"sims", "7"}, {"trials", "7"}}),
              "give one of them");
}

// Results say what was in force, and nothing that was not.
TEST(AgentOptions, ResultsCarryTheOptionsInForce) {
  const auto domain = make_domain("rocksample(4,2)");
  const nlohmann::json pure = config_json(configure(*domain, {}));
  EXPECT_FALSE(pure.contains("reading"));
  EXPECT_FALSE(pure.contains("theory"));
  EXPECT_FALSE(pure.contains("prior_count"));
  EXPECT_FALSE(pure.contains("xi"));
  EXPECT_EQ(pure["simulations"], 1024);
  const nlohmann::json timed = config_json(configure(*domain, {{"guide", "timed"}}));
  EXPECT_EQ(timed["reading"], "situated");
  EXPECT_EQ(timed["rollout_decay"], 0.95);
  EXPECT_EQ(timed["theory"].get<std::string>().size(), 16U);
  const double c = configure(*domain, {}).pomcp_options().exploration;
  EXPECT_EQ(timed["exploration"], c / 4);
  // In an ample search, unless something else is said.
  const auto with = [&](AgentSettings said, const std::string& sims) {
    said.emplace("sims", sims);
    return config_json(configure(*domain, said));
  };
  EXPECT_EQ(with({{"guide", "timed"}}, "4096")["rollout_decay"], 1);
  EXPECT_EQ(with({{"guide", "timed"}}, "4096")["exploration"], c / 2);
  EXPECT_EQ(with({{"guide", "timed"}}, "4095")["rollout_decay"], 0.95);
  EXPECT_EQ(with({{"guide", "timed"}, {"threads", "2"}}, "8191")["rollout_decay"], 0.95);
  EXPECT_EQ(with({{"guide", "timed"}, {"rollout-decay", "0.9"}}, "4096")["rollout_decay"], 0.9);
  EXPECT_EQ(with({{"guide", "timed"}, {"exploration", "3"}}, "4096")["exploration"], 3);
  EXPECT_EQ(with({{"extras", "true"}}, "4096")["rollout_decay"], 0.95);
  const nlohmann::json despot = config_json(configure(*domain, {{"planner", "despot"}}));
  EXPECT_EQ(despot["trials"], 100);
  EXPECT_FALSE(despot.contains("simulations"));
}

// The shipped local theory chooses a target by weak constraints, which only clingo serves.
TEST(AgentOptions, TheReadingInForceIsTheOneThatIsServed) {
  const auto domain = make_domain("rocksample(4,2)");
  const AgentConfig config = configure(*domain, {{"guide", "local"}});
  EXPECT_EQ(config_json(config)["reading"], "temporal");
  EXPECT_EQ(config_json(config)["rollout_decay"], 1.0);
  EXPECT_FALSE(config.pomcp_options().prior_fades);
  expect_says(message("rocksample(4,2)", {{"guide", "local"}, {"reading", "situated"}}),
              "clingo must serve these rules");
}

class TheoryFiles : public ::testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text) const {
    return folder_.write(name, text).string();
  }
  TemporaryFolder folder_;
};

TEST_F(TheoryFiles, AnAgentIsKnownByTheContentOfItsTheory) {
  const auto domain = make_domain("rocksample(4,2)");
  const std::string east = "% coverage: east 0.9\n\ninit(east) :- delta_x(R,D), D > 0.\n";
  const auto known = [&](const std::string& file) {
    return identity(configure(*domain, {{"guide", file}}));
  };
  const std::string a = known(write("a.lp", east));
  EXPECT_EQ(known(write("b.lp", east)), a);
  EXPECT_NE(known(write("a.lp", east + "contd(east) :- delta_x(R,D), D > 0.\n")), a);
}

// A file that changes while episodes are played does not change the agent.
TEST_F(TheoryFiles, TheTheoryIsReadOnce) {
  const auto domain = make_domain("rocksample(4,2)");
  const std::string file =
      write("a.lp", "% coverage: east 0.9\n\ninit(east) :- delta_x(R,D), D > 0.\n");
  const AgentConfig config = configure(*domain, {{"guide", file}});
  write("a.lp", "this is no theory");
  domain->start(1, config)->decide();
  EXPECT_THROW(configure(*domain, {{"guide", file}}), InputError);
}

// Written anew by `holdfast options > docs/options.md`.
TEST(OptionPage, IsTheOneInTheDocs) {
  EXPECT_EQ(read_file(source_folder() / "docs/options.md"), option_page());
}

TEST(OtherSide, AWordIsAnotherGuide) {
  const auto domain = make_domain("rocksample(4,2)");
  EXPECT_EQ(other_side(*domain, {{"guide", "timed"}, {"sims", "9"}}, "pure"),
            (AgentSettings{{"guide", "pure"}, {"sims", "9"}}));
  // Of DESPOT the guide is the default policy, whoever was named to make it.
  const AgentSettings despot{{"planner", "despot"}, {"lower", "timed"}};
  const AgentConfig config = configure(*domain, other_side(*domain, despot, "trivial"));
  EXPECT_EQ(config.lower_bound(), "trivial");
  EXPECT_NE(identity(config), identity(configure(*domain, despot)));
}

TEST(OtherSide, AnyOptionCanDiffer) {
  const auto domain = make_domain("rocksample(4,2)");
  EXPECT_EQ(other_side(*domain, {{"sims", "9"}, {"guide", "timed"}}, "sims=18,exploration=3"),
            (AgentSettings{{"guide", "timed"}, {"sims", "18"}, {"exploration", "3"}}));
  EXPECT_EQ(other_side(*domain, {{"sims", "9"}}, "time=0.5"), (AgentSettings{{"time", "0.5"}}));
  // What the other planner does not have is left behind; what is asked of it is not.
  EXPECT_EQ(other_side(*domain, {{"exploration", "3"}, {"depth", "7"}}, "planner=despot,trials=5"),
            (AgentSettings{{"planner", "despot"}, {"depth", "7"}, {"trials", "5"}}));
  EXPECT_THROW(configure(*domain, other_side(*domain, {}, "xi=0.5")), InputError);
}

TEST(OtherSide, MistakesAreNamed) {
  const auto domain = make_domain("rocksample(4,2)");
  EXPECT_THROW(other_side(*domain, {}, "sims=4,timed"), InputError);
  EXPECT_THROW(other_side(*domain, {}, "=4"), InputError);
  EXPECT_THROW(other_side(*domain, {}, "sims=4,sims=5"), InputError);
  EXPECT_THROW(other_side(*domain, {}, "simulations=4"), InputError);
}

// A table with two options of one name or key could not be read back.
TEST(AgentOptions, NamesAndKeysAreDistinct) {
  std::set<std::string> names, keys;
  for (const AgentOption& option : all_agent_options()) {
    EXPECT_TRUE(names.insert(option.name).second) << option.name;
    EXPECT_TRUE(keys.insert(option.key).second) << option.key;
    EXPECT_FALSE(option.help.empty() || option.planners.empty()) << option.name;
  }
}

}  // namespace
}  // namespace holdfast
