// Everything that names an agent, stored with every result: two agents of equal configuration and
// seed act alike.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "holdfast/plan/pomcp_options.h"

namespace holdfast {

struct AgentConfig {
  std::string planner = "pomcp";
  // pure | trivial | preferred | local | timed | the path of a theory file
  std::string guide = "pure";
  PomcpOptions pomcp;
};

// Throws InputError that names the option if a value makes no sense.
void check(const PomcpOptions& options);

// Every option in force, as it is stored with results.
nlohmann::json config_json(const AgentConfig& config);

}  // namespace holdfast
