// Trained agents among planners: who may play what, and that they play as they were trained.
#include "holdfast/agents/ais_config.h"

#include <gtest/gtest.h>

#include "holdfast/agents/agent_options.h"
#include "holdfast/ais/agent_file.h"
#include "holdfast/base/error.h"
#include "holdfast/base/statistics.h"
#include "holdfast/base/temporary_folder.h"
#include "holdfast/domains/registry.h"
#include "holdfast/play/configure.h"
#include "holdfast/play/episode.h"

namespace holdfast {
namespace {

class AisPlayer : public testing::Test {
 protected:
  // Trains a small agent and leaves it in path_; returns how it did in its last evaluation.
  ais::Evaluation train(const std::string& text, int batches) {
    const std::unique_ptr<Domain> domain = make_domain(text);
    const std::unique_ptr<World> world = domain->world(1);
    const ais::Options options{.state_rate = 3e-3,
                               .policy_rate = 3e-3,
                               .hidden = 16,
                               .head = 8,
                               .batch_steps = 50,
                               .evaluation_episodes = 500};
    ais::Trainer trainer(*world, options, 1);
    for (int i = 0; i < batches; ++i) trainer.train_batch();
    ais::save_agent({domain->name(), domain->layout(1), 1, options, trainer.progress()}, path_);
    return trainer.evaluate();
  }
  AgentConfig config(const Domain& domain, bool transfer = false) const {
    AgentSettings said{{"planner", "ais"}, {"agent", path_.string()}};
    if (transfer) said["transfer"] = "true";
    return configure(domain, said);
  }
  std::string refusal(const std::string& text, bool transfer = false) const {
    try {
      const std::unique_ptr<Domain> domain = make_domain(text);
      play_episode(*domain, 1, config(*domain, transfer));
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  }

  TemporaryFolder folder_;
  std::filesystem::path path_ = folder_ / "agent.bin";
};

TEST_F(AisPlayer, PlaysAsWellAsItWasEvaluated) {
  const ais::Evaluation trained = train("tiger", 1000);
  const auto domain = make_domain("tiger");
  const AgentConfig agent = config(*domain);
  RunningStatistics returns;
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    returns.add(play_episode(*domain, seed, agent).discounted);
  }
  EXPECT_NEAR(returns.mean(), trained.mean, 2 * (*returns.ci95() + *trained.ci95));
  EXPECT_GT(returns.mean(), -20);
}

TEST_F(AisPlayer, SameSeedSameEpisode) {
  train("rocksample(size=4,rocks=2)", 5);
  const auto domain = make_domain("rocksample(size=4,rocks=2)");
  const EpisodeResult one = play_episode(*domain, 3, config(*domain));
  const EpisodeResult two = play_episode(*domain, 3, config(*domain));
  EXPECT_EQ(one.discounted, two.discounted);
  EXPECT_EQ(one.steps, two.steps);
}

TEST_F(AisPlayer, OtherInstancesNeedTransfer) {
  train("rocksample(size=4,rocks=2)", 2);
  EXPECT_EQ(refusal("rocksample(size=4,rocks=2)"), "");
  EXPECT_NE(refusal("rocksample(size=6,rocks=2)").find("--transfer"), std::string::npos);
  EXPECT_EQ(refusal("rocksample(size=6,rocks=2)", true), "");
}

TEST_F(AisPlayer, OtherActionsAndOtherDomainsAreRefused) {
  train("rocksample(size=4,rocks=2)", 2);
  EXPECT_NE(refusal("rocksample(size=4,rocks=3)", true).find("7 actions"), std::string::npos);
  EXPECT_NE(refusal("tiger", true).find("another domain"), std::string::npos);
}

TEST_F(AisPlayer, SaysWhatItSeesAndWhereItWasTrained) {
  train("rocksample(size=7,rocks=8,layout=literature)", 1);
  const auto domain = make_domain("rocksample(size=7,rocks=8,layout=literature)");
  const std::string text = describe_ais(config(*domain).ais);
  EXPECT_NE(text.find("not its position"), std::string::npos);
  EXPECT_NE(text.find("start (0,3), rocks (2,0) (0,1)"), std::string::npos);
}

}  // namespace
}  // namespace holdfast
