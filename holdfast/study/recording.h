// A recording of an episode: every step with the world, the belief, the decision and its reasons,
// for the replay in reports and for other tools. docs/recordings.md describes the format.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "holdfast/domains/episode.h"

namespace holdfast {

class Recorder {
 public:
  static constexpr int kFormat = 1;

  explicit Recorder(const Domain& domain) : domain_(domain) {}
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  // To be given to play_episode; must not outlive the recorder.
  EpisodeObserver observer();
  // The recording as one line of JSON.
  std::string finish(const AgentConfig& config, const EpisodeResult& result);

 private:
  nlohmann::json decision_json(const Decision& decision) const;

  const Domain& domain_;
  nlohmann::json steps_ = nlohmann::json::array();
  nlohmann::json last_frame_;
};

}  // namespace holdfast
