// A recording of an episode: every step with the world, the belief, the decision and its reasons,
// for the replay in reports and for other tools. docs/recordings.md describes the format.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "holdfast/play/episode.h"

namespace holdfast {

// A decision as recordings have it, before anything comes of it.
nlohmann::json decision_json(const Domain& domain, const Decision& decision);

class Recorder {
 public:
  explicit Recorder(const Domain& domain) : domain_(domain) {}
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  // To be given to play_episode; must not outlive the recorder.
  EpisodeObserver observer();
  // The recording as one line of JSON.
  std::string finish(const AgentConfig& config, const EpisodeResult& result, bool timing = true);

 private:
  const Domain& domain_;
  nlohmann::json steps_ = nlohmann::json::array();
  nlohmann::json last_scene_;
};

struct RecordedEpisode {
  EpisodeResult result;
  std::string recording;
};

struct RecordOptions {
  // Called as an observer's; it may throw to give the episode up.
  std::function<void(const Session&, int, const Decision&)> before = {};
  // With what depends on the clock.
  bool timing = true;
};

RecordedEpisode record_episode(const Domain& domain, std::uint64_t seed, const AgentConfig& config,
                               const RecordOptions& options = {});

// A recording without what depends on the clock; texts that are no recordings stay as they are.
std::string without_timing(const std::string& recording);

}  // namespace holdfast
