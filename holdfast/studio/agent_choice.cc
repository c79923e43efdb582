#include "holdfast/studio/agent_choice.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "holdfast/base/digest.h"
#include "holdfast/base/error.h"
#include "holdfast/macro/gamma.h"

namespace holdfast::studio {
namespace {

constexpr std::array kOffered{"planner", "guide", "sims", "trials", "time"};

void check_names(const AgentSettings& said) {
  check_option_names(said);
  for (const auto& [name, value] : said) {
    if (std::ranges::find(kOffered, name) != kOffered.end()) continue;
    throw InputError(fmt::format("the studio offers {}; '{}' is an option of `holdfast play`",
                                 fmt::join(kOffered, ", "), name));
  }
}

void check_budget(const AgentConfig& config, const Limits& limits) {
  const bool trials = config.by_bounds();
  const double seconds = trials ? config.despot.seconds : config.pomcp.seconds;
  const std::int64_t count = trials ? config.despot.trials : config.pomcp.simulations;
  if (seconds > limits.seconds) {
    throw InputError(
        fmt::format("a step may take {} s in the studio, not {}", limits.seconds, seconds));
  }
  if (seconds <= 0 && count > limits.simulations) {
    throw InputError(fmt::format("a step may take {} {} in the studio, not {}", limits.simulations,
                                 trials ? "trials" : "simulations", count));
  }
}

// By the reading that can serve it, as Domain::in_force does for theories in files.
void take_theory(const Domain& domain, const EditedTheory& edited, AgentConfig& config) {
  logic::Theory theory = logic::parse_theory(edited.text, edited.name);
  const auto symbols = domain.start(0, config)->symbols(logic::Recall::asked_by(theory));
  if (!symbols) throw InputError(domain.name() + " does not speak to rules");
  const Gamma gamma(theory, symbols->vocabulary(), {.horizon = config.advice.horizon});
  if (!gamma.compiled() && config.advice.reading == Reading::situated) {
    config.advice.reading = Reading::temporal;
  }
  config.guide = edited.name;
  config.advice.theory = std::make_shared<TheoryInForce>(
      TheoryInForce{edited.name, theory, digest(to_string(theory))});
}

}  // namespace

AgentChoice agent_choice(const Request& request) {
  AgentChoice choice{request.settings("settings"), std::nullopt};
  if (const auto theory = request.object("theory")) {
    std::string name = theory->text_or("name", "theory.lp");
    // A theory that is called `pure` is not the guide of that name.
    if (name.find('.') == std::string::npos) name += ".lp";
    choice.theory = EditedTheory{std::move(name), theory->text("text")};
  }
  return choice;
}

AgentConfig config_of(const Domain& domain, const AgentChoice& choice, const Limits& limits) {
  AgentSettings said = choice.said;
  check_names(said);
  if (choice.theory) said.erase("guide");
  AgentConfig config = configure(domain, said);
  check_budget(config, limits);
  if (choice.theory && !config.searches()) {
    throw InputError(
        fmt::format("{} takes no advice; choose pomcp, despot or adaops", config.planner));
  }
  if (choice.theory) take_theory(domain, *choice.theory, config);
  return config;
}

void share_search(AgentConfig& one, AgentConfig& other) {
  const bool extras = one.has_extras() || other.has_extras();
  for (AgentConfig* config : {&one, &other}) {
    if (config->planner == "pomcp") config->extras = extras;
  }
}

}  // namespace holdfast::studio
