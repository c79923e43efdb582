#include "holdfast/app/agent_options.h"

namespace holdfast::app {

void AgentOptions::add_to(CLI::App& command) {
  for (const AgentOption& option : all_agent_options()) {
    const std::string dashed = "--" + option.name;
    if (option.flag) {
      command.add_flag_callback(
          dashed, [this, name = option.name] { said_[name] = "true"; }, option.help);
    } else {
      command.add_option_function<std::string>(
          dashed, [this, name = option.name](const std::string& text) { said_[name] = text; },
          option.help);
    }
  }
}

}  // namespace holdfast::app
