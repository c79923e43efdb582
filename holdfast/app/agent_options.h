// Options that several commands share: those of an agent, and seeds.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

#include "holdfast/agents/agent_options.h"
#include "holdfast/play/configure.h"

namespace holdfast::app {

// What was said on the command line; what was not said comes from the domain's defaults.
class AgentOptions {
 public:
  void add_to(CLI::App& command);
  const AgentSettings& said() const { return said_; }
  AgentConfig config_for(const Domain& domain) const { return configure(domain, said_); }

 private:
  AgentSettings said_;
};

// --seed: a whole number from 0 on that SQLite and JSON can hold too.
void add_seed(CLI::App& command, std::uint64_t& seed, const std::string& help);

}  // namespace holdfast::app
