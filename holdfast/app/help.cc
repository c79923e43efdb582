#include "holdfast/app/help.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <utility>
#include <vector>

#include "holdfast/base/spec.h"

namespace holdfast::app {
namespace {

constexpr std::size_t kPage = 100;
constexpr std::size_t kNames = 30;

std::string entry(const std::string& name, const std::string& description) {
  std::string line = "  " + name;
  if (line.size() >= kNames) line += '\n' + std::string(kNames, ' ');
  line.resize(std::max(line.size(), kNames), ' ');
  return line + wrapped(description, kNames) + '\n';
}

// The command that was called, `train ais` for one; null if there was none.
const CLI::App* command_called(const CLI::App& app) {
  for (const CLI::App* command : app.get_subcommands({})) {
    if (!command->parsed()) continue;
    const CLI::App* inner = command_called(*command);
    return inner ? inner : command;
  }
  return nullptr;
}

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& known) {
  const std::string near = nearest(word, known);
  return near.empty() ? "" : fmt::format("; did you mean '{}'?", near);
}

// "--sims=4" is about --sims.
std::string without_value(const std::string& word) { return word.substr(0, word.find('=')); }

// "Could not convert: --episodes = 1.5", with what was expected.
std::string conversion_error(const CLI::App& command, const std::string& said) {
  const std::size_t start = said.find(": "), equals = said.find(" = ");
  if (start == std::string::npos || equals == std::string::npos) return said;
  const std::string name = said.substr(start + 2, equals - start - 2);
  const CLI::Option* option = command.get_option_no_throw(name);
  const bool whole = option && option->get_type_name().find("INT") != std::string::npos;
  return fmt::format("{} {}: expected a {}number", name, said.substr(equals + 3),
                     whole ? "whole " : "");
}

}  // namespace

std::string wrapped(const std::string& text, std::size_t column) {
  std::istringstream words(text);
  std::string result;
  std::size_t used = column;
  for (std::string word; words >> word;) {
    if (used > column && used + 1 + word.size() > kPage) {
      result += '\n' + std::string(column, ' ');
      used = column;
    }
    result += (used > column ? " " : "") + word;
    used += word.size() + (used > column ? 1 : 0);
  }
  return result;
}

std::string WrappedHelp::make_option(const CLI::Option* option, bool positional) const {
  return entry(make_option_name(option, positional) + make_option_opts(option),
               make_option_desc(option));
}

std::string WrappedHelp::make_subcommand(const CLI::App* command) const {
  return entry(command->get_name(), command->get_description());
}

// Examples stand as they are, prose is wrapped.
std::string WrappedHelp::make_footer(const CLI::App* command) const {
  std::istringstream lines(command->get_footer());
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    result += '\n' + (line.size() > kPage ? wrapped(line, 0) : line);
  }
  return result.empty() ? result : result + '\n';
}

void group_commands(CLI::App& app) {
  constexpr std::array<std::pair<const char*, const char*>, 11> kGroups{
      {{"domains", "Plan and watch"},
       {"play", "Plan and watch"},
       {"studio", "Plan and watch"},
       {"explain", "Plan and watch"},
       {"trace", "Learn rules"},
       {"learn", "Learn rules"},
       {"train", "Learn rules"},
       {"study", "Measure"},
       {"report", "Measure"},
       {"bench", "Measure"},
       {"options", "Look up"}}};
  for (const auto& [name, group] : kGroups) app.get_subcommand(name)->group(group);
}

std::string call_error(const CLI::App& app, const CLI::ParseError& error, int argc,
                       const char* const* argv) {
  const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  const CLI::App* command = command_called(app);
  if (!command) {
    const auto word =
        std::ranges::find_if(words, [](const auto& w) { return !w.starts_with('-'); });
    if (word == words.end()) return error.what();
    std::vector<std::string> names;
    for (const CLI::App* each : app.get_subcommands({})) names.push_back(each->get_name());
    return fmt::format("there is no command '{}'{}", *word, did_you_mean(*word, names));
  }
  const std::vector<std::string> known = option_names(*command);
  for (const std::string& word : words) {
    const std::string name = without_value(word);
    if (!name.starts_with("--") || std::ranges::find(known, name) != known.end()) continue;
    return fmt::format("`holdfast {}` has no option {}{}", command->get_name(), name,
                       did_you_mean(name, known));
  }
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ConversionError)) {
    return conversion_error(*command, error.what());
  }
  return error.what();
}

}  // namespace holdfast::app
