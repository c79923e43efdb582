#include "holdfast/play/recording.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "holdfast/domains/registry.h"
#include "holdfast/logic/print.h"
#include "holdfast/logic/theory.h"
#include "holdfast/macro/gamma.h"

namespace holdfast {
namespace {

using nlohmann::json;

struct Recorded {
  json recording;
  EpisodeResult result;
  // What rules saw when they were last asked, step by step.
  std::vector<std::string> facts;
};

Recorded record(const Domain& domain, const std::string& guide, std::uint64_t seed) {
  AgentConfig config = domain.default_config();
  config.guide = guide;
  config.pomcp.simulations = 256;
  Recorded recorded;
  std::string facts;
  const auto before = [&](const Session& session, int, const Decision& d) {
    if (d.gamma_calls > 0) {
      facts.clear();
      for (const logic::Atom& atom : session.symbols()->facts().atoms()) {
        facts += to_string(atom) + ". ";
      }
    }
    recorded.facts.push_back(facts);
  };
  RecordedEpisode episode = record_episode(domain, seed, config, {.before = before});
  recorded.recording = json::parse(episode.recording);
  recorded.result = episode.result;
  return recorded;
}

const json& chosen(const json& step) {
  const json& actions = step.at("actions");
  return *std::ranges::find_if(actions,
                               [&](const json& a) { return a.at("action") == step.at("action"); });
}

// The actions that the rule of a step suggests, by clingo: the rule alone, with its variables bound
// as the recording says, where the rules were asked.
std::vector<std::string> suggested_by(const json& step, const std::string& facts,
                                      const logic::Vocabulary& vocabulary) {
  std::string rule = step.at("rule");
  rule.insert(rule.rfind('.'), ", " + step.at("binding").get<std::string>());
  Gamma gamma(logic::parse_theory(rule), vocabulary, {.engine = GammaOptions::Engine::clingo});
  NothingAhead ahead;  // only what holds now is asked
  std::vector<std::string> names;
  for (const MacroAction& m : gamma.macro_actions(logic::parse_facts(facts, vocabulary), ahead)) {
    const logic::Atom atom = vocabulary.atom(m.action);
    // sample(R) is the action "sample", where R is.
    names.push_back(atom.predicate == "sample" ? atom.predicate : to_string(atom));
  }
  return names;
}

TEST(Recording, TheRuleOfAStepSuggestsItsAction) {
  const auto domain = make_domain("rocksample(7,8)");
  const auto belief = domain->start(1, domain->in_force(domain->default_config()))->symbols();
  const logic::Vocabulary& vocabulary = belief->vocabulary();
  int with_rule = 0, without = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    const Recorded episode = record(*domain, "timed", seed);
    const json& steps = episode.recording.at("steps");
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const json& step = steps[i];
      ASSERT_EQ(chosen(step).at("suggested"), step.contains("rule")) << step;
      if (!step.contains("rule")) {
        ++without;
        continue;
      }
      ++with_rule;
      const auto names = suggested_by(step, episode.facts[i], vocabulary);
      EXPECT_EQ(names, std::vector<std::string>{step.at("action")})
          << step.at("rule") << " with " << step.at("binding") << " at " << episode.facts[i];
    }
  }
  EXPECT_GT(with_rule, 20);
  EXPECT_GT(without, 0);
}

// Where the rover is, in a recorded scene.
std::optional<Cell> rover(const json& recorded) {
  const Scene scene = recorded;
  const auto found = std::ranges::find(scene.marks(), "rover", &Mark::kind);
  return found == scene.marks().end() ? std::nullopt : std::optional(found->at);
}

TEST(Recording, StepsAddUpToTheResult) {
  const auto domain = make_domain("rocksample(7,8)");
  const Recorded episode = record(*domain, "preferred", 2);
  const json& steps = episode.recording.at("steps");
  ASSERT_EQ(steps.size(), static_cast<std::size_t>(episode.result.steps));
  double discounted = 0, factor = 1;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    discounted += factor * steps[i].at("reward").get<double>();
    factor *= domain->discount();
    // A move shows in the next scene.
    const auto agent = rover(steps[i].at("scene"));
    const auto next =
        rover(i + 1 < steps.size() ? steps[i + 1].at("scene") : episode.recording.at("end"));
    ASSERT_TRUE(agent);
    if (steps[i].at("action") == "north") {
      EXPECT_EQ(next.value().y, agent->y + 1);
    } else if (steps[i].at("action") != "east") {
      EXPECT_EQ(next.value().x == agent->x, steps[i].at("action") != "west");
    }
  }
  EXPECT_NEAR(discounted, episode.result.discounted, 1e-9);
  EXPECT_EQ(episode.recording.at("result").at("seed"), 2);
  EXPECT_FALSE(rover(episode.recording.at("end"))) << "the rover has left";
}

}  // namespace
}  // namespace holdfast
