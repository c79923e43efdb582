// Everything that names an agent, stored with every result: two agents of equal configuration and
// seed act alike.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "holdfast/domains/adviser_options.h"
#include "holdfast/plan/despot_options.h"
#include "holdfast/plan/pomcp_options.h"

namespace holdfast {

namespace ais {
struct AgentFile;
}

// The trained agent of `--planner ais`.
struct AisConfig {
  std::string path;
  // Whether it may play in another instance of its domain than it was trained in.
  bool transfer = false;
  std::shared_ptr<const ais::AgentFile> file;
};

struct AgentConfig {
  std::string planner = "pomcp";
  // pure | trivial | preferred | local | timed | the path of a theory file
  std::string guide = "pure";
  AdviserOptions advice{};
  PomcpOptions pomcp{};
  DespotOptions despot{};
  AisConfig ais{};

  // Who makes DESPOT's default policy: --lower, or else --guide, or else the model's default
  // action.
  std::string lower_bound() const {
    if (!despot.lower.empty()) return despot.lower;
    return guide == "pure" ? "trivial" : guide;
  }
};

// Throws InputError that names the option if a value makes no sense.
void check(const PomcpOptions& options);
void check(const DespotOptions& options);

// Every option in force, as it is stored with results.
nlohmann::json config_json(const AgentConfig& config);

}  // namespace holdfast
