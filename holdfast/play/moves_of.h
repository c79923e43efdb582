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

}  // namespace holdfast
