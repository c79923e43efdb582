// The options by which people choose an agent, each declared once: `--sims 1024` on the command
// line is `sims = 1024` in a study file and "simulations": 1024 in results. Flag, help, check and
// JSON follow from one table, so a new option is one entry in agent_options.cc and nothing else.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "holdfast/agents/agent_config.h"

namespace holdfast {

// A value as it was written, with the name it was written for, so that errors can say both.
class OptionText {
 public:
  OptionText(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {}

  const std::string& text() const { return text_; }
  // Each throws InputError that says what was expected.
  std::int64_t integer() const;
  int small_integer() const;
  double real() const;
  bool boolean() const;
  const std::string& choice(const std::vector<std::string>& choices) const;

 private:
  std::string name_;
  std::string text_;
};

// What a number may be.
struct Range {
  double least = 0;
  double most = 0;
  // Whether the ends themselves are left out.
  bool above = false;
  bool below = false;

  bool contains(double value) const;
  // "from 1 to 256", "above 0 and at most 1"
  std::string text() const;
};

struct AgentOption {
  // Whose option it is, apart from the planner's: everybody's, that of guides that suggest actions,
  // that of guides made of rules, or that of domains with measurements.
  enum class Of { everybody, suggesting, rules, measuring };

  // Without the dashes: "prior-count".
  std::string name;
  // In results, "prior_count".
  std::string key;
  std::string help;
  // The planners that have it.
  std::vector<std::string> planners;
  Of of = Of::everybody;
  // A flag stands alone on the command line, and means true.
  bool flag = false;
  // Whether the value may be the name of a file.
  bool file = false;
  std::optional<Range> range{};
  std::function<void(AgentConfig&, const OptionText&)> set{};
  // The value in force.
  std::function<nlohmann::json(const AgentConfig&)> get{};

  // Why such an agent does not have the option, "" if it has.
  std::string missing_in(const AgentConfig& config) const;
};

const std::vector<AgentOption>& all_agent_options();
// Null if there is none of this name.
const AgentOption* find_agent_option(const std::string& name);

// What was said, by option name; what was not said comes from the domain's defaults.
using AgentSettings = std::map<std::string, std::string>;

// The message for an unknown name, for those who check names before there is a domain.
void check_option_names(const AgentSettings& said);

// Throws InputError that names the option if a value makes no sense.
void check_config(const AgentConfig& config);

// The values of options that may name files, whether or not they do: what an output of the same
// call must not replace.
std::vector<std::filesystem::path> input_files(const AgentConfig& config);

// Every option in force and the digest of the theory, as they are stored with results.
nlohmann::json config_json(const AgentConfig& config);

// Whatever results depend on beside domain and seed: two agents are the same if it is the same. The
// content of files counts, not their names.
std::string identity(const AgentConfig& config);

}  // namespace holdfast
