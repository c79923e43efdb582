// The options by which people choose an agent, by name: `--sims 1024` on the command line is
// `sims = 1024` in a study file. One table serves both, so a new option is one entry in
// agent_options.cc and nothing else.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "holdfast/domains/agent_config.h"
#include "holdfast/domains/domain.h"

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

struct AgentOption {
  // Without the dashes: "prior-count".
  std::string name;
  std::string help;
  // A flag stands alone on the command line, and means true.
  bool flag = false;
  std::function<void(AgentConfig&, const OptionText&)> set;
};

const std::vector<AgentOption>& all_agent_options();

// What was said, by option name; what was not said comes from the domain's defaults.
using AgentSettings = std::map<std::string, std::string>;

// Throws InputError on an option that is not known (and names the nearest), on a value that does
// not fit, and on options that exclude each other.
AgentConfig configure(const Domain& domain, const AgentSettings& said);

// The same message for an unknown name, for those who check names before there is a domain.
void check_option_names(const AgentSettings& said);

}  // namespace holdfast
