#include "holdfast/agents/agent_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "holdfast/agents/ais_config.h"
#include "holdfast/base/digest.h"
#include "holdfast/base/error.h"
#include "holdfast/base/files.h"
#include "holdfast/base/spec.h"

namespace holdfast {
std::string AgentOption::missing_in(const AgentConfig& config) const {
  if (std::find(planners.begin(), planners.end(), config.planner) == planners.end()) {
    return fmt::format("it is an option of {}, and the planner is {}", fmt::join(planners, " and "),
                       config.planner);
  }
  if (of == Of::rules && !config.has_rules()) {
    return fmt::format("it is about rules, and the guide {} has none", config.adviser());
  }
  if (of == Of::suggesting && config.guide == "pure") {
    return "it is about suggested actions, and the guide pure suggests none";
  }
  if (of == Of::measuring && !config.measures) {
    return "it is about observations that are measurements, and those of this domain are not";
  }
  return "";
}

const AgentOption* find_agent_option(const std::string& name) {
  const auto& table = all_agent_options();
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const AgentOption& option) { return option.name == name; });
  return found == table.end() ? nullptr : &*found;
}

void check_option_names(const AgentSettings& said) {
  for (const auto& [name, value] : said) {
    if (find_agent_option(name)) continue;
    std::vector<std::string> names;
    for (const AgentOption& option : all_agent_options()) names.push_back(option.name);
    const std::string near = nearest(name, names);
    throw InputError(fmt::format("there is no option '{}'{}; see `holdfast play --help`", name,
                                 near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near)));
  }
}

void check_config(const AgentConfig& config) {
  for (const AgentOption& option : all_agent_options()) {
    if (!option.range || !option.missing_in(config).empty()) continue;
    const nlohmann::json value = option.get(config);
    if (option.range->contains(value.get<double>())) continue;
    // What is no number has no name in JSON.
    throw InputError(
        fmt::format("--{} {}: must be {}", option.name, value.get<double>(), option.range->text()));
  }
  if (config.planner == "adaops" && config.adaops.m_min > config.adaops.m_max) {
    throw InputError(fmt::format("--m-min {}: must be at most --m-max, which is {}",
                                 config.adaops.m_min, config.adaops.m_max));
  }
}

std::vector<std::filesystem::path> input_files(const AgentConfig& config) {
  std::vector<std::filesystem::path> result;
  for (const AgentOption& option : all_agent_options()) {
    if (option.file) result.emplace_back(option.get(config).get<std::string>());
  }
  return result;
}

nlohmann::json config_json(const AgentConfig& config) {
  if (config.planner == "ais") return ais_json(config.ais);
  nlohmann::json json = nlohmann::json::object();
  for (const AgentOption& option : all_agent_options()) {
    if (option.name == "planner" || option.name == "guide") continue;
    if (option.missing_in(config).empty()) json[option.key] = option.get(config);
  }
  if (config.advice.theory) json["theory"] = config.advice.theory->digest;
  return json;
}

std::string identity(const AgentConfig& config) {
  nlohmann::json json = config_json(config);
  json["planner"] = config.planner;
  json["adviser"] = config.has_rules() ? "rules" : config.adviser();
  if (config.has_rules()) json.erase("lower");
  if (config.planner == "ais") json["agent"] = digest(read_file(config.ais.path));
  return json.dump();
}

}  // namespace holdfast
