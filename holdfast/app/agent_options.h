// The options of an agent on the command line; one place, so that play, trace and bench agree.
#pragma once

#include <CLI/CLI.hpp>

#include "holdfast/domains/agent_options.h"

namespace holdfast::app {

// What was said on the command line; what was not said comes from the domain's defaults.
class AgentOptions {
 public:
  void add_to(CLI::App& command);
  AgentConfig config_for(const Domain& domain) const { return configure(domain, said_); }

 private:
  AgentSettings said_;
};

}  // namespace holdfast::app
