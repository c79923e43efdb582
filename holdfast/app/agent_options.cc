#include "holdfast/app/agent_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "holdfast/base/error.h"

namespace holdfast::app {
namespace {

// The heading in --help under which an option stands.
std::string group_of(const AgentOption& option) {
  return option.planners.size() > 1 ? "Agent"
                                    : fmt::format("Agent, --planner {}", option.planners.front());
}

}  // namespace

void AgentOptions::add_to(CLI::App& command) {
  for (const AgentOption& option : all_agent_options()) {
    const std::string dashed = "--" + option.name;
    CLI::Option* added = nullptr;
    if (option.flag) {
      added = command.add_flag_callback(
          dashed, [this, name = option.name] { said_[name] = "true"; }, option.help);
    } else {
      added = command.add_option_function<std::string>(
          dashed, [this, name = option.name](const std::string& text) { said_[name] = text; },
          option.help);
      added->type_name(option.range ? "NUMBER" : option.file ? "NAME|FILE" : "WORD");
    }
    added->group(group_of(option));
  }
}

void add_seed(CLI::App& command, std::uint64_t& seed, const std::string& help) {
  command
      .add_option_function<std::string>(
          "--seed",
          [&seed](const std::string& text) {
            const std::int64_t value = OptionText("seed", text).integer();
            if (value < 0) throw InputError("--seed " + text + ": must be at least 0");
            seed = static_cast<std::uint64_t>(value);
          },
          help)
      ->type_name("NUMBER")
      ->default_str(std::to_string(seed));
}

}  // namespace holdfast::app
