#include "holdfast/play/trace.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "holdfast/agents/agent_options.h"
#include "holdfast/base/version.h"
#include "holdfast/logic/print.h"
#include "holdfast/play/episode.h"
#include "holdfast/play/needed_symbols.h"

namespace holdfast {
namespace {

// An action without a name, such as sampling where there is no rock, stays unnamed: "".
std::string name_of(const SymbolicBelief& belief, Action action) {
  const std::optional<logic::GroundAction> ground = belief.ground_action(action);
  return ground ? logic::to_string(belief.vocabulary().atom(*ground)) : "";
}

}  // namespace

learn::TraceStep trace_step(const SymbolicBelief& belief, Action taken, const Decision& decision) {
  learn::TraceStep step;
  step.action = name_of(belief, taken);
  for (const ActionEvidence& e : decision.actions) {
    // To POMCP, what was never tried has no value; DESPOT bounds every action. Four digits keep the
    // files small.
    const bool valued = e.visits > 0 || decision.trials > 0;
    const std::string name = valued ? name_of(belief, e.action) : "";
    if (!name.empty()) step.values[name] = std::round(e.value * 1e4) / 1e4;
  }
  for (const logic::Atom& fact : belief.facts().atoms()) {
    step.facts += (step.facts.empty() ? "" : " ") + logic::to_string(fact) + ".";
  }
  return step;
}

learn::TraceEpisode trace_episode(const Domain& domain, std::uint64_t seed,
                                  const AgentConfig& config, const logic::Recall& recall) {
  learn::TraceEpisode episode;
  const EpisodeObserver observer{
      .start = {},
      .before =
          [&](const Session& session, int, const Decision& decision) {
            episode.steps.push_back(
                trace_step(*session.symbols(recall), decision.action, decision));
          },
      .after = [&](const Session&,
                   const StepEvent& event) { episode.steps.back().reward = event.outcome.reward; }};
  const EpisodeResult result = play_episode(domain, seed, config, observer);
  episode.seed = seed;
  episode.discounted = result.discounted;
  episode.undiscounted = result.undiscounted;
  episode.terminal = result.terminal;
  return episode;
}

learn::TraceHeader trace_header(const Domain& domain, const AgentConfig& config, std::uint64_t seed,
                                const logic::Recall& recall) {
  const std::shared_ptr<const SymbolicBelief> belief =
      needed_symbols(*domain.start(seed, config), domain, recall);
  const logic::Vocabulary& words = belief->vocabulary();
  // Episodes of another planner or guide are other traces.
  nlohmann::json options = config_json(config);
  options["planner"] = config.planner;
  options["guide"] = config.guide;
  learn::TraceHeader header{.domain = domain.name(),
                            .options = std::move(options),
                            .seed = seed,
                            .revision = std::string(revision()),
                            .features = words.features()};
  for (const logic::Feature& f : words.features()) {
    // Said in percent, such as "rock {} is good with {} %".
    if (f.says.ends_with('%')) header.chances.insert(f.name);
  }
  for (int w = 0; w < static_cast<int>(words.actions().size()); ++w) {
    const logic::ActionWord& word = words.actions()[static_cast<std::size_t>(w)];
    header.actions.push_back({word.name, word.of_entity, is_foreseeable(*belief, w)});
  }
  return header;
}

}  // namespace holdfast
