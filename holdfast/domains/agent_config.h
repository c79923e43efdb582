// Everything that names an agent, stored with every result: two agents of equal configuration and
// seed act alike.
#pragma once

#include <string>

#include "holdfast/plan/pomcp_options.h"

namespace holdfast {

struct AgentConfig {
  std::string planner = "pomcp";
  // pure | trivial | preferred | local | timed | the path of a theory file
  std::string guide = "pure";
  PomcpOptions pomcp;
};

}  // namespace holdfast
