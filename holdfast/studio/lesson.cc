#include "holdfast/studio/lesson.h"

#include <fmt/format.h>

#include "holdfast/base/error.h"
#include "holdfast/learn/learnt_theory.h"
#include "holdfast/learn/trace_task.h"
#include "holdfast/logic/print.h"
#include "holdfast/play/trace.h"

namespace holdfast::studio {

using nlohmann::json;

namespace {

constexpr std::size_t kMostCounterexamples = 40;

// Episodes are told apart by the numbers that the page knows, since several may have one seed.
learn::Traces traces_of(const std::vector<Played>& episodes) {
  const Playthrough& first = episodes.front().playthrough;
  learn::Traces traces{.header = trace_header(first.domain(), first.config(), first.seed()),
                       .episodes = {},
                       .file = "the episodes of this page"};
  for (const Played& each : episodes) {
    learn::TraceEpisode episode = each.playthrough.trace();
    if (episode.steps.empty()) continue;
    episode.seed = each.number;
    traces.episodes.push_back(std::move(episode));
  }
  if (traces.episodes.empty()) throw InputError("nothing was played yet; play some steps first");
  return traces;
}

// "init(east) was missing": what the theory gets wrong.
std::string complaint(const learn::Task& task, const learn::Example& e) {
  const bool included = !e.inclusions.empty();
  const learn::FlatAtom& atom = included ? e.inclusions[0] : e.exclusions[0];
  return fmt::format("{} is {}", logic::to_string(task.vocabulary.atom(atom)),
                     included ? "not derived, but was done" : "derived, but was not done");
}

json counterexamples_json(const learn::TraceTask& made, const std::vector<bool>& covered) {
  json list = json::array();
  for (std::size_t i = 0; i < covered.size() && list.size() < kMostCounterexamples; ++i) {
    if (covered[i]) continue;
    list.push_back({{"episode", made.origins[i].seed},
                    {"step", made.origins[i].step},
                    {"what", complaint(made.task, made.task.examples[i])}});
  }
  return list;
}

json rules_json(const learn::LearnResult& result) {
  json rules = json::array();
  for (const learn::LearntRule& r : result.rules) {
    rules.push_back({{"rule", to_string(r.rule)},
                     {"explains", r.explains},
                     {"alone", r.alone},
                     {"wrong", r.wrong}});
  }
  return rules;
}

}  // namespace

json learn_from(const std::vector<Played>& episodes, double seconds) {
  if (episodes.empty()) throw InputError("name the episodes to learn from");
  for (const Played& each : episodes) {
    if (each.playthrough.domain().name() != episodes.front().playthrough.domain().name()) {
      throw InputError("learn from episodes of one domain at a time");
    }
  }
  const learn::Traces traces = traces_of(episodes);
  constexpr std::size_t kEnoughToSelect = 3;
  const bool select = traces.episodes.size() >= kEnoughToSelect;
  const learn::TraceTask made = learn::make_task(traces, {.select = select});
  // Of a few episodes, so whatever little is seen may be said.
  const learn::LearnResult result = learn::learn(
      made.task, {.limits = {.precision = learn::kTraceLimits.precision}, .seconds = seconds});
  const std::string about =
      fmt::format("Learnt in the studio from {} episode{} of {}.", traces.episodes.size(),
                  traces.episodes.size() == 1 ? "" : "s", traces.header.domain);
  const logic::Theory theory = learn::to_theory(made.task, result, {about}, made.words);
  json coverage = json::object();
  for (const auto& [action, share] : theory.coverage) coverage[action] = share;
  return {{"theory", to_string(theory)},
          {"rules", rules_json(result)},
          {"coverage", std::move(coverage)},
          {"episodes", traces.episodes.size()},
          {"examples", made.task.examples.size()},
          {"covered", std::count(result.covered.begin(), result.covered.end(), true)},
          {"optimal", result.optimal},
          {"counterexamples", counterexamples_json(made, result.covered)}};
}

}  // namespace holdfast::studio
