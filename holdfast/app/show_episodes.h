// `holdfast play --show`: episodes as they happen, drawn on the terminal step by step.
#pragma once

#include <cstdint>
#include <vector>

#include "holdfast/agents/agent_config.h"
#include "holdfast/play/domain.h"
#include "holdfast/play/episode.h"

namespace holdfast::app {

// Episode i has seed `seed + i`; `pause` seconds pass after each step. After a signal only those
// that were finished.
std::vector<EpisodeResult> show_episodes(const Domain& domain, const AgentConfig& config,
                                         std::uint64_t seed, int episodes, double pause);

}  // namespace holdfast::app
