#include "holdfast/play/episode.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "holdfast/base/error.h"
#include "holdfast/base/source_folder.h"
#include "holdfast/domains/registry.h"

namespace holdfast {
namespace {

AgentConfig config_of(const Domain& domain, const std::string& guide, int sims, int threads = 1) {
  AgentConfig config = domain.default_config();
  config.guide = guide;
  config.pomcp.simulations = sims;
  config.pomcp.threads = threads;
  return config;
}

std::vector<Action> actions_of(const Domain& domain, std::uint64_t seed,
                               const AgentConfig& config) {
  std::vector<Action> actions;
  const EpisodeObserver observer{
      .start = {},
      .before = [&](const Session&, int, const Decision& d) { actions.push_back(d.action); },
      .after = {}};
  play_episode(domain, seed, config, observer);
  return actions;
}

TEST(Episode, SameSeedAndThreadsSameEpisode) {
  const auto domain = make_domain("rocksample(size=8,rocks=5)");
  for (int threads : {1, 3}) {
    const AgentConfig config = config_of(*domain, "pure", 300, threads);
    EXPECT_EQ(actions_of(*domain, 5, config), actions_of(*domain, 5, config)) << threads;
  }
  const AgentConfig config = config_of(*domain, "pure", 300);
  EXPECT_NE(actions_of(*domain, 5, config), actions_of(*domain, 6, config));
}

TEST(Episode, ReturnsAreTheSumOfRewards) {
  const auto domain = make_domain("rocksample(7,8)");
  double discounted = 0, undiscounted = 0, factor = 1;
  int steps = 0;
  const EpisodeObserver observer{
      .start = {}, .before = {}, .after = [&](const Session&, const StepEvent& event) {
        discounted += factor * event.outcome.reward;
        undiscounted += event.outcome.reward;
        factor *= domain->discount();
        ++steps;
      }};
  const EpisodeResult result =
      play_episode(*domain, 3, config_of(*domain, "preferred", 256), observer);
  EXPECT_DOUBLE_EQ(result.discounted, discounted);
  EXPECT_DOUBLE_EQ(result.undiscounted, undiscounted);
  EXPECT_EQ(result.steps, steps);
  EXPECT_EQ(result.simulations, 256 * steps);
  EXPECT_GE(result.seconds, result.search_seconds);
}

TEST(Episode, IsCutOffAtTheStepLimit) {
  const auto domain = make_domain("rocksample(size=20,rocks=1,steps=3)");
  const EpisodeResult result = play_episode(*domain, 1, config_of(*domain, "pure", 64));
  EXPECT_EQ(result.steps, 3);
  EXPECT_FALSE(result.terminal);
}

TEST(Episode, LayoutsAndWorldsDoNotDependOnThePlanner) {
  const auto domain = make_domain("rocksample(size=9,rocks=6)");
  const auto a = domain->start(11, config_of(*domain, "pure", 64));
  const auto b = domain->start(11, config_of(*domain, "preferred", 64));
  const auto c = domain->start(12, config_of(*domain, "pure", 64));
  // Where things are and what is true of them; what is believed differs from planner to planner.
  const auto world = [](const Session& s) {
    const Scene scene = s.scene();
    std::vector<std::pair<Mark, std::optional<bool>>> kept;
    for (Mark mark : scene.marks()) {
      const std::optional<bool> truth = mark.chance ? mark.chance->truth : std::nullopt;
      mark.chance.reset();
      kept.emplace_back(std::move(mark), truth);
    }
    return kept;
  };
  EXPECT_EQ(world(*a), world(*b));
  EXPECT_NE(world(*a), world(*c));
}

// What the planner does today, move by move: a change of behaviour shows up here first.
TEST(Episode, GoldenRockSample) {
  const auto domain = make_domain("rocksample(7,8)");
  std::string moves;
  for (Action a : actions_of(*domain, 1, config_of(*domain, "preferred", 512))) {
    moves += domain->action_name(a) + " ";
  }
  EXPECT_EQ(
      moves,
      "check(2) check(1) check(7) east check(4) check(6) east check(5) check(3) south south east "
      "check(7) sample check(0) west south sample north check(6) check(3) check(4) check(1) "
      "north east east east check(5) north east sample west north north sample east east ");
}

// Rules learnt on 12x12 with four rocks, on a larger task: far above no guide at all.
TEST(Episode, LearntRulesHelp) {
  const auto domain = make_domain("rocksample(size=15,rocks=8)");
  double pure = 0, learnt = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    pure += play_episode(*domain, seed, config_of(*domain, "pure", 512)).discounted;
    learnt += play_episode(*domain, seed, config_of(*domain, "learnt", 512)).discounted;
  }
  EXPECT_GT(learnt, 1.3 * pure);
}

TEST(Episode, EvidenceSaysWhatThePriorGave) {
  const auto domain = make_domain("rocksample(7,8)");
  for (const bool fades : {false, true}) {
    AgentConfig config = config_of(*domain, "timed", 4096);
    config.prior_fades = fades;
    const Decision decision = domain->start(1, config)->decide();
    std::int64_t before = 0, after = 0;
    for (const ActionEvidence& e : decision.actions) {
      EXPECT_EQ(e.visits_before, e.suggested ? 10 : 0);
      EXPECT_EQ(e.value_before, e.suggested ? 20 : 0);
      before += e.visits_before;
      after += e.visits;
    }
    EXPECT_GT(before, 0);
    // Of a prior that fades nothing is left after so many simulations.
    EXPECT_EQ(after, fades ? 4096 : 4096 + before);
  }
}

// Rules may be wrong, and their rollouts do not look; other guides keep to the literature.
TEST(Episode, WhatSuitsTheGuideIsTheDefault) {
  const auto domain = make_domain("rocksample(7,8)");
  for (const std::string guide : {"pure", "trivial", "preferred", "local", "timed"}) {
    AgentConfig config = config_of(*domain, guide, 16);
    const bool rules = guide == "local" || guide == "timed";
    EXPECT_EQ(config.pomcp_options().prior_fades, rules) << guide;
    EXPECT_EQ(config.pomcp_options().rollout_decay, rules ? 0.95 : 1) << guide;
    config.advice.reading = Reading::temporal;
    EXPECT_FALSE(config.pomcp_options().prior_fades) << guide;
    EXPECT_EQ(config.pomcp_options().rollout_decay, 1) << guide;
    config.prior_fades = !rules;
    config.rollout_decay = 0.5;
    EXPECT_EQ(config.pomcp_options().prior_fades, !rules) << guide;
    EXPECT_EQ(config.pomcp_options().rollout_decay, 0.5) << guide;
  }
}

// Rules that sample rocks blindly and look for bad ones: rollouts find out.
TEST(Episode, AMisleadingGuideIsNotTrusted) {
  const auto domain = make_domain("rocksample(size=12,rocks=8)");
  const auto distrusted = [&](const std::string& guide) {
    int count = 0;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      count += !domain->start(seed, config_of(*domain, guide, 2048))->decide().guide_trusted;
    }
    return count;
  };
  EXPECT_GE(distrusted(source_folder() / "studies/theories/rocksample-careless.lp"), 8);
  EXPECT_LE(distrusted("learnt"), 2);
  EXPECT_EQ(distrusted("pure"), 0);
}

// West, always: at the western edge that is not legal, and not played.
TEST(Episode, SuggestionsThatAreNotLegalAreCounted) {
  const auto domain = make_domain("rocksample(7,8)");
  const std::string stubborn = source_folder() / "studies/theories/rocksample-stubborn.lp";
  AgentConfig config = config_of(*domain, stubborn, 64);
  EXPECT_GT(play_episode(*domain, 1, config).dropped, 0);
  config.planner = "despot";
  config.despot.trials = 2;
  EXPECT_GT(play_episode(*domain, 1, config).dropped, 0);
  EXPECT_EQ(play_episode(*domain, 1, config_of(*domain, "pure", 64)).dropped, 0);
}

// A decaying rollout ends where it no longer counts, so the model takes fewer steps.
TEST(Episode, RolloutsThatDecayAreShort) {
  const auto domain = make_domain("rocksample(size=12,rocks=8)");
  const auto steps = [&](double decay) {
    AgentConfig config = config_of(*domain, "pure", 1024);
    config.rollout_decay = decay;
    return domain->start(1, config)->decide().model_steps;
  };
  // 0.95 * 0.5 per step: 7 steps until 0.01, and the few of the tree.
  EXPECT_LE(steps(0.5), 1024 * (7 + 5));
  EXPECT_GT(steps(1), 1024 * 60);
}

TEST(Episode, KnowledgeHelps) {
  const auto domain = make_domain("rocksample(11,11)");
  double pure = 0, preferred = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    pure += play_episode(*domain, seed, config_of(*domain, "pure", 512)).discounted;
    preferred += play_episode(*domain, seed, config_of(*domain, "preferred", 512)).discounted;
  }
  EXPECT_GT(preferred, pure);
}

TEST(Episode, RefusesWhatMakesNoSense) {
  const auto tiger = make_domain("tiger");
  EXPECT_THROW(tiger->start(1, config_of(*tiger, "preferred", 10)), InputError);
  EXPECT_THROW(tiger->start(1, config_of(*tiger, "no-such-guide", 10)), InputError);
  EXPECT_THROW(tiger->start(1, config_of(*tiger, "pure", 0)), InputError);
  EXPECT_THROW(tiger->start(1, config_of(*tiger, "pure", 10, 0)), InputError);
  AgentConfig config;
  config.planner = "oracle";
  EXPECT_THROW(tiger->start(1, config), InputError);
}

}  // namespace
}  // namespace holdfast
