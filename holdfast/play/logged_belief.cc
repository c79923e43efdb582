#include "holdfast/play/logged_belief.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "holdfast/base/error.h"
#include "holdfast/logic/parser.h"
#include "holdfast/macro/facts_alone.h"

namespace holdfast {
namespace {

using learn::TraceEpisode;
using learn::Traces;
using learn::TraceStep;

// The words of the traces, about the entities that are heard of.
class Speaker {
 public:
  explicit Speaker(const Traces& traces) : traces_(traces) {}

  // Throws InputError with the place in `file` if these are no facts.
  void hear_facts(const std::string& facts, const std::string& file) {
    logic::Parser parser(facts, file);
    while (!parser.at_end()) {
      const logic::Atom atom = parser.atom();
      parser.expect(".");
      const auto about = [&](const logic::Feature& f) {
        return f.name == atom.predicate && f.of_entity && f.action.empty();
      };
      if (std::ranges::any_of(traces_.header.features, about)) hear(atom);
    }
  }
  void hear_action(const std::string& action) {
    if (!action.empty()) hear(logic::parse_atom(action));
  }

  logic::Vocabulary vocabulary() const {
    std::vector<logic::ActionWord> actions;
    for (const learn::TraceAction& a : traces_.header.actions) {
      actions.push_back({a.name, a.of_entity});
    }
    return {entities_, traces_.header.features, std::move(actions)};
  }

 private:
  void hear(const logic::Atom& atom) {
    if (atom.arguments.empty()) return;
    const logic::Term& entity = atom.arguments.front();
    if (std::ranges::find(entities_, entity) == entities_.end()) entities_.push_back(entity);
  }

  const Traces& traces_;
  std::vector<logic::Term> entities_;
};

const TraceEpisode& episode_of(const Traces& traces, std::uint64_t seed) {
  const auto found = std::ranges::find(traces.episodes, seed, &TraceEpisode::seed);
  if (found != traces.episodes.end()) return *found;
  if (traces.episodes.empty()) throw InputError(traces.file + " has no episodes");
  throw InputError(fmt::format("{} has no episode {}; they are from {} to {}", traces.file, seed,
                               traces.episodes.front().seed, traces.episodes.back().seed));
}

}  // namespace

std::shared_ptr<const SymbolicBelief> logged_belief(const Traces& traces, std::uint64_t seed,
                                                    int step) {
  const TraceEpisode& episode = episode_of(traces, seed);
  if (step < 0 || static_cast<std::size_t>(step) >= episode.steps.size()) {
    throw InputError(fmt::format("episode {} of {} has {} steps; --step is from 0 to {}", seed,
                                 traces.file, episode.steps.size(), episode.steps.size() - 1));
  }
  const std::span<const TraceStep> rest =
      std::span(episode.steps).subspan(static_cast<std::size_t>(step));
  // As far as the same was done, and what was seen after it.
  std::size_t seen = 1;
  while (seen < rest.size() && rest[seen - 1].action == rest.front().action) ++seen;
  Speaker speaker(traces);
  for (const TraceStep& s : rest.first(seen)) {
    speaker.hear_facts(s.facts, traces.file);
    speaker.hear_action(s.action);
  }
  const logic::Vocabulary words = speaker.vocabulary();
  const auto facts = [&](std::size_t i) {
    return logic::parse_facts(rest[i].facts, words, traces.file);
  };
  std::vector<Came> came;
  if (!rest.front().action.empty()) {
    const auto action = words.ground_action(logic::parse_atom(rest.front().action));
    for (std::size_t i = 1; action && i < seen; ++i) came.push_back({*action, facts(i)});
  }
  return std::make_shared<FactsAlone>(traces.header.domain, facts(0), std::move(came));
}

std::shared_ptr<const SymbolicBelief> belief_in_words_of(const Traces& traces,
                                                         const std::string& facts,
                                                         const std::string& file) {
  Speaker speaker(traces);
  speaker.hear_facts(facts, file);
  return std::make_shared<FactsAlone>(traces.header.domain,
                                      logic::parse_facts(facts, speaker.vocabulary(), file));
}

}  // namespace holdfast
