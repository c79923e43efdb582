#include "holdfast/app/show_episodes.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "holdfast/base/interrupt.h"
#include "holdfast/play/scene_text.h"

namespace holdfast::app {
namespace {

// Colour for people alone: on a terminal, unless they asked for none (no-color.org).
Colour colour_of_output() {
  const char* none = std::getenv("NO_COLOR");
  const bool wanted = none == nullptr || *none == '\0';
  return wanted && ::isatty(STDOUT_FILENO) != 0 ? Colour::ansi : Colour::none;
}

void show_start(const Scene& scene, Colour colour) {
  if (const std::string kinds = legend(scene, colour); !kinds.empty()) fmt::print("{}\n", kinds);
  fmt::print("{}\n", draw(scene, colour));
}

EpisodeResult show_episode(const Domain& domain, std::uint64_t seed, const AgentConfig& config,
                           double pause) {
  fmt::print("episode with seed {}\n", seed);
  const Colour colour = colour_of_output();
  Why why;
  double earned = 0;
  const EpisodeObserver observer{
      .start = [&](const Session& session) { show_start(session.scene(), colour); },
      .before = [&](const Session& session, int,
                    const Decision& decision) { why = session.why(decision.action); },
      .after =
          [&](const Session& session, const StepEvent& event) {
            fmt::print("step {}: {}  (value {:.2f}, {} simulations)  saw {}, reward {}\n",
                       event.step + 1, domain.action_name(event.decision.action),
                       event.decision.value, event.decision.simulations + event.decision.trials,
                       domain.observation_name(event.outcome.observation), event.outcome.reward);
            earned += event.outcome.reward;
            if (!why.words.empty()) fmt::print("  as {}\n", why.words);
            if (!why.rule.empty())
              fmt::print("  suggested by {}  with {}\n", why.rule, why.binding);
            fmt::print("  earned so far {}\n{}\n", earned, draw(session.scene(), colour));
            std::fflush(stdout);
            std::this_thread::sleep_for(std::chrono::duration<double>(pause));
          }};
  return play_episode(domain, seed, config, observer);
}

}  // namespace

std::vector<EpisodeResult> show_episodes(const Domain& domain, const AgentConfig& config,
                                         std::uint64_t seed, int episodes, double pause) {
  std::vector<EpisodeResult> results;
  try {
    for (int i = 0; i < episodes; ++i) {
      results.push_back(show_episode(domain, seed + static_cast<std::uint64_t>(i), config, pause));
    }
  } catch (const Interrupted&) {
    // What is finished is shown.
  }
  return results;
}

}  // namespace holdfast::app
