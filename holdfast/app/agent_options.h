// The options by which commands choose an agent; one place, so that play, trace and bench agree.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "holdfast/domains/agent_config.h"
#include "holdfast/domains/domain.h"

namespace holdfast::app {

// What was said on the command line; what was not said comes from the domain's defaults.
class AgentOptions {
 public:
  void add_to(CLI::App& command);
  AgentConfig config_for(const Domain& domain) const;

 private:
  std::string planner_ = "pomcp";
  std::string guide_ = "pure";
  std::optional<std::int64_t> simulations_;
  std::optional<double> seconds_;
  std::optional<int> particles_;
  std::optional<double> exploration_;
  std::optional<int> depth_;
  std::optional<int> prior_count_;
  std::optional<double> prior_value_;
  int threads_ = 1;
  bool fresh_tree_ = false;
};

}  // namespace holdfast::app
