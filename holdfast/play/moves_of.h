// For tests: what is done in an episode, in words.
#pragma once

#include <cstdint>
#include <string>

#include "holdfast/play/episode.h"

namespace holdfast {

inline std::string moves_of(const Domain& domain, std::uint64_t seed, const AgentConfig& config) {
  std::string moves;
  const EpisodeObserver observer{
      .start = {},
      .before = [&](const Session&, int,
                    const Decision& d) { moves += domain.action_name(d.action) + " "; },
      .after = {}};
  play_episode(domain, seed, config, observer);
  return moves;
}

// Of episodes that cost little: what a domain's golden ones are made of.
inline std::string moves_of(const Domain& domain, const char* planner, const char* guide,
                            int trials) {
  AgentConfig config = domain.default_config();
  config.planner = planner;
  config.guide = guide;
  config.pomcp.simulations = 256;
  config.despot.trials = trials;
  config.despot.scenarios = 50;
  return moves_of(domain, 4, config);
}

}  // namespace holdfast
