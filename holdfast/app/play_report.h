// What `holdfast play` says when it is done: how each agent did, and their paired comparison.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "holdfast/agents/agent_config.h"
#include "holdfast/base/statistics.h"
#include "holdfast/play/domain.h"
#include "holdfast/play/episode.h"

namespace holdfast::app {

// Another agent on the same seeds.
struct Versus {
  std::string said;  // by --versus
  AgentConfig config;
  std::vector<EpisodeResult> results;
  RunningStatistics difference;  // of discounted returns: ours minus theirs
};

struct PlayReport {
  const Domain& domain;
  const AgentConfig& config;
  const std::vector<EpisodeResult>& results;
  const std::optional<Versus>& versus;
  // Whether to say what depends on the clock: without it, two runs of one call compare byte for
  // byte.
  bool timing = true;
};

nlohmann::json report_json(const PlayReport& report, std::uint64_t seed);
void print_report(const PlayReport& report);

}  // namespace holdfast::app
