#include "holdfast/domains/rddl/rddl_domain.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "holdfast/base/error.h"
#include "holdfast/base/source_folder.h"
#include "holdfast/base/temporary_folder.h"
#include "holdfast/domains/registry.h"
#include "holdfast/play/configure.h"
#include "holdfast/play/episode.h"
#include "holdfast/rddl/rddl_model.h"
#include "holdfast/rddl/read_model.h"

namespace holdfast {
namespace {

std::string rocks(const std::string& file) {
  return (source_folder() / "models/rocksample" / file).string();
}

std::string small() {
  return fmt::format("rddl({},{})", rocks("domain.rddl"), rocks("small.rddl"));
}

std::string error_of(const std::string& text) {
  try {
    make_domain(text);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

double mean_return(const Domain& domain, const AgentSettings& said, int episodes) {
  const AgentConfig config = configure(domain, said);
  double total = 0;
  for (int i = 0; i < episodes; ++i) {
    total += play_episode(domain, static_cast<std::uint64_t>(i + 1), config).discounted;
  }
  return total / episodes;
}

TEST(RddlDomain, IsNamedByItsFiles) {
  const auto domain = make_domain(small());
  EXPECT_EQ(domain->name(), fmt::format("rddl(domain={},instance={},features=none,engine=auto)",
                                        rocks("domain.rddl"), rocks("small.rddl")));
  EXPECT_EQ(make_domain(domain->name())->name(), domain->name());
  EXPECT_EQ(domain->step_limit(), 40);
  EXPECT_EQ(domain->discount(), 0.95);
  EXPECT_EQ(domain->action_count(), 9);
  EXPECT_EQ(domain->action_name(0), "noop");
  EXPECT_EQ(domain->action_name(6), "check(r0)");
  EXPECT_EQ(domain->observation_name(2), "{seen-good(r1)}");
}

TEST(RddlDomain, SaysWhatIsInIt) {
  const auto sections = make_domain(small())->contents();
  std::map<std::string, std::vector<std::string>> lines;
  for (const auto& s : sections) lines[s.title] = s.lines;
  EXPECT_EQ(lines["objects"][2], "rock: r0, r1, r2");
  EXPECT_EQ(lines["sizes"][0], "state 13 bits, observation 3 bits, 9 joint actions");
  EXPECT_EQ(lines["sizes"][1].substr(0, 26), "horizon 40, discount 0.95,");
  EXPECT_EQ(lines["state fluents"][2].substr(0, 10), "at-x(xpos)");
  EXPECT_NE(lines["state fluents"][2].find(" known"), std::string::npos);
  EXPECT_NE(lines["state fluents"][4].find(" hidden"), std::string::npos);
  EXPECT_NE(lines["actions"][2].find(" foreseeable"), std::string::npos);      // east
  EXPECT_NE(lines["actions"][6].find(" not foreseeable"), std::string::npos);  // check(r0)
}

// Doing nothing earns nothing; planners find the exit and more; random play is worse.
TEST(RddlDomain, IsPlayed) {
  const auto domain = make_domain(small());
  EXPECT_EQ(mean_return(*domain, {{"planner", "noop"}}, 3), 0);
  const double random = mean_return(*domain, {{"planner", "random"}}, 30);
  EXPECT_LT(random, 3);
  EXPECT_GT(mean_return(*domain, {{"sims", "500"}}, 8), 6);
  EXPECT_GT(mean_return(*domain, {{"planner", "despot"}, {"trials", "20"}, {"scenarios", "50"}}, 8),
            2);
}

std::string refusal(const Domain& domain, const AgentSettings& said) {
  try {
    mean_return(domain, said, 1);
  } catch (const InputError& e) {
    return e.what();
  }
  return "";
}

// Uniform rollouts of few simulations hardly find the rocks; the easier problem shows the way.
TEST(RddlDomain, IsPlayedByValuesOfEasierProblems) {
  const auto domain = make_domain(small());
  const double pure = mean_return(*domain, {{"sims", "50"}}, 20);
  EXPECT_GT(mean_return(*domain, {{"sims", "50"}, {"guide", "relaxed"}, {"exploration", "2"}}, 20),
            pure + 1);
  AgentSettings despot{{"planner", "despot"}, {"trials", "20"}, {"scenarios", "50"}};
  const double relaxed = mean_return(*domain, despot, 20);
  despot["upper"] = "trivial";
  EXPECT_GT(relaxed, mean_return(*domain, despot, 20) + 3);
  despot["lower"] = "relaxed";
  EXPECT_NE(refusal(*domain, despot).find("--upper relaxed"), std::string::npos);
  const auto tiger = make_domain("tiger");
  EXPECT_NE(refusal(*tiger, {{"guide", "relaxed"}}).find("--guide relaxed"), std::string::npos);
  EXPECT_NE(refusal(*tiger, {{"planner", "despot"}, {"upper", "relaxed"}}).find("--upper relaxed"),
            std::string::npos);
}

TEST(RddlDomain, SameEpisodeByAnyEngine) {
  double returns[2];
  for (const bool is_compiled : {false, true}) {
    const auto domain =
        make_domain(fmt::format("rddl({},{},engine={})", rocks("domain.rddl"), rocks("small.rddl"),
                                is_compiled ? "compiled" : "interpreter"));
    returns[is_compiled] = mean_return(*domain, {{"sims", "200"}}, 5);
  }
  EXPECT_EQ(returns[0], returns[1]);
  EXPECT_NE(
      error_of(fmt::format("rddl({},{},engine=fast)", rocks("domain.rddl"), rocks("small.rddl")))
          .find("there is no engine fast"),
      std::string::npos);
}

TEST(RddlDomain, SameSeedSameEpisode) {
  const auto domain = make_domain(small());
  for (const char* planner : {"pomcp", "random"}) {
    const AgentConfig config = configure(*domain, {{"planner", planner}});
    EXPECT_EQ(play_episode(*domain, 7, config).undiscounted,
              play_episode(*domain, 7, config).undiscounted);
  }
}

// A coin falls unseen, and is shown a step later: a single particle is wrong half of the time.
constexpr const char* kCoin = R"(
domain coin {
  pvariables {
    tossed : { state-fluent, bool, default = false };
    fallen : { state-fluent, bool, default = false };
    heads : { state-fluent, bool, default = false };
    wait : { action-fluent, bool, default = false };
    seen : { observ-fluent, bool };
  };
  cpfs {
    tossed' = KronDelta(true);
    fallen' = KronDelta(tossed);
    heads' = if (tossed) then KronDelta(heads) else Bernoulli(0.5);
    seen = KronDelta(fallen' ^ heads');
  };
  reward = if (wait) then 1 else 0;
}
instance toss {
  domain = coin;
  init-state { tossed = false; };
  max-nondef-actions = 1;
  horizon = 5;
  discount = 1.0;
}
)";

TEST(RddlDomain, BeliefsLiveThoughNoParticleExplainsWhatWasSeen) {
  const TemporaryFolder folder;
  const std::string file = folder.write("coin.rddl", kCoin).string();
  const auto domain = make_domain(fmt::format("rddl({0},{0},engine=interpreter)", file));
  for (const char* planner : {"pomcp", "despot"}) {
    AgentSettings said{{"planner", planner}, {"particles", "1"}};
    said[planner == std::string("pomcp") ? "sims" : "trials"] = "1";
    const AgentConfig config = configure(*domain, said);
    int repairs = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      repairs += static_cast<int>(play_episode(*domain, seed, config).repairs);
    }
    EXPECT_GE(repairs, 5);
    EXPECT_LE(repairs, 15) << "once known, it stays so";
  }
}

// 1/2 + 1/2 * 2^(-distance / 20) of a check, at each cell, for each rock.
TEST(RddlDomain, RocksAreSeenAsTheLiteratureHasIt) {
  using Model = rddl::RddlModel<1, ActionSet>;
  const Model model(
      rddl::Engine(std::make_shared<rddl::Interpreter>(std::make_shared<rddl::GroundModel>(
          rddl::read_model(rocks("domain.rddl"), rocks("small.rddl"))))));
  constexpr int kColumn[3] = {1, 2, 0}, kRow[3] = {0, 3, 2};
  for (int x = 0; x < 4; ++x) {
    for (int y = 0; y < 4; ++y) {
      for (int rock = 0; rock < 3; ++rock) {
        for (const bool good : {false, true}) {
          // begun, out, at-x, at-y, good
          Model::State s;
          s.words[0] = 1ULL | 4ULL << x | 64ULL << y | (good ? 1024ULL << rock : 0);
          const double distance = std::hypot(x - kColumn[rock], y - kRow[rock]);
          const double right = 0.5 + 0.5 * std::exp2(-distance / 20);
          EXPECT_NEAR(model.likelihood(s, 6 + rock, Observation{1} << rock),
                      good ? right : 1 - right, 1e-12);
        }
      }
    }
  }
}

TEST(RddlDomain, SaysWhatIsMissing) {
  EXPECT_EQ(error_of("rddl"), "rddl: which domain? write rddl(domain.rddl,instance.rddl)");
  EXPECT_EQ(error_of("rddl(" + rocks("domain.rddl") + ")"),
            "rddl: which instance? write rddl(domain.rddl,instance.rddl)");
  EXPECT_NE(error_of("rddl(nowhere.rddl,nowhere.rddl)").find("nowhere.rddl"), std::string::npos);
  EXPECT_EQ(error_of(fmt::format("rddl({0},{0})", rocks("domain.rddl"))),
            "there is no instance in these files; expected one");
}

TEST(Baselines, NoopIsForModelsThatCanDoNothing) {
  const auto tiger = make_domain("tiger");
  EXPECT_THROW(tiger->start(1, configure(*tiger, {{"planner", "noop"}})), InputError);
}

// Tiger's first action at random: listening costs 1, doors -45 on average.
TEST(Baselines, RandomPlayIsUniform) {
  const auto tiger = make_domain("tiger");
  // V = (-1 + 0.95 V - 45 - 45) / 3
  EXPECT_NEAR(mean_return(*tiger, {{"planner", "random"}}, 4000), -91 / (3 - 0.95), 4);
}

}  // namespace
}  // namespace holdfast
