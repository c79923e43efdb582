#include "holdfast/play/configure.h"

#include <fmt/format.h>

#include <algorithm>

#include "holdfast/agents/ais_config.h"
#include "holdfast/base/error.h"
#include "holdfast/base/spec.h"
#include "holdfast/macro/theory_name.h"

namespace holdfast {
namespace {

// The option that a name means for such an agent: between bounds --sims means trials.
const AgentOption& meant(const std::string& name, const AgentConfig& config) {
  return *find_agent_option(name == "sims" && config.by_bounds() ? "trials" : name);
}

// "timed" or "lower=trivial,xi=0.9".
AgentSettings settings_from(const std::string& text) {
  if (text.find('=') == std::string::npos) return {{"guide", text}};
  AgentSettings result;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    const std::string item = text.substr(start, end - start);
    const std::size_t equals = item.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw InputError(fmt::format("--versus {}: expected option=value, found '{}'", text, item));
    }
    const bool fresh = result.emplace(item.substr(0, equals), item.substr(equals + 1)).second;
    if (!fresh) {
      throw InputError(fmt::format("--versus {}: has '{}' twice", text, item.substr(0, equals)));
    }
    start = end + 1;
  }
  return result;
}

// Sets everything that was said, whether it applies or not.
AgentConfig set_all(const Domain& domain, const AgentSettings& said) {
  AgentConfig config = domain.default_config();
  for (const AgentOption& option : all_agent_options()) {
    for (const auto& [name, value] : said) {
      if (&meant(name, config) == &option) option.set(config, OptionText(name, value));
    }
  }
  return config;
}

// Budgets that cannot both be kept.
void check_budget(const AgentSettings& said, const AgentConfig& config) {
  if (said.contains("sims") && said.contains("time")) {
    throw InputError("--sims and --time exclude each other; give one budget per step");
  }
  if (config.by_bounds() && said.contains("sims") && said.contains("trials")) {
    throw InputError(fmt::format("--sims means --trials for {}; give one of them", config.planner));
  }
}

}  // namespace

AgentConfig configure(const Domain& domain, const AgentSettings& said,
                      const std::shared_ptr<const TheoryInForce>& theory) {
  check_option_names(said);
  AgentConfig config = set_all(domain, said);
  check_budget(said, config);
  for (const auto& [name, value] : said) {
    const std::string missing = meant(name, config).missing_in(config);
    if (!missing.empty()) {
      throw InputError(fmt::format("--{}: {}; leave it out", name, missing));
    }
  }
  check_config(config);
  if (config.planner == "ais") load_ais(config.ais, domain.name());
  // Before a domain that has no rules says so of a guide that was only misspelt.
  if (config.has_rules() && !theory) {
    check_theory_name(parse_spec(domain.name()).name, config.adviser());
  }
  const Reading wanted = config.advice.reading;
  config.advice.theory = theory;
  config = domain.in_force(std::move(config));
  if (said.contains("reading") && config.advice.reading != wanted) {
    throw InputError(fmt::format(
        "--reading {}: clingo must serve these rules, and it is asked at the root only; leave "
        "--reading out, or say temporal or printed (`holdfast explain` shows the rules for clingo)",
        name_of(wanted)));
  }
  return config;
}

AgentSettings as_teacher(const Domain& domain, const AgentSettings& said) {
  check_option_names(said);
  AgentSettings taught = said;
  taught.emplace("planner", domain.teacher());
  const AgentConfig config = set_all(domain, taught);
  for (const auto& [name, value] : said) {
    const bool has = find_agent_option(name)->missing_in(config).empty();
    if (name == "planner" || name == "guide" || !has) return said;
  }
  return taught;
}

AgentSettings applicable(const Domain& domain, const AgentSettings& said) {
  check_option_names(said);
  const AgentConfig config = set_all(domain, said);
  AgentSettings result;
  for (const auto& [name, value] : said) {
    if (meant(name, config).missing_in(config).empty()) result[name] = value;
  }
  return result;
}

AgentSettings other_side(const Domain& domain, const AgentSettings& said, const std::string& text) {
  AgentSettings changes = settings_from(text);
  check_option_names(changes);
  AgentSettings result = said;
  // What takes the place of another option takes it away.
  for (const auto& group :
       {std::vector<std::string>{"sims", "trials", "time"}, {"guide", "lower"}}) {
    const bool changed = std::any_of(group.begin(), group.end(),
                                     [&](const auto& name) { return changes.contains(name); });
    if (changed) {
      for (const std::string& name : group) result.erase(name);
    }
  }
  for (const auto& [name, value] : changes) result[name] = value;
  AgentSettings shared = applicable(domain, result);
  // What was asked for by name is refused, not dropped, where it does not apply.
  shared.merge(changes);
  return shared;
}

}  // namespace holdfast
