#include "holdfast/learn/trace_task.h"

#include <algorithm>

#include "holdfast/learn/evaluate.h"
#include "holdfast/learn/trace_bias.h"
#include "holdfast/learn/trace_examples.h"
#include "holdfast/learn/trace_weights.h"

namespace holdfast::learn {

HeadForms forms_of(const std::vector<logic::Rule>& theory) {
  HeadForms forms;
  for (const logic::Rule& rule : theory) {
    const logic::Atom* head = rule.atom();
    if (!head) continue;
    const std::string action = action_of(*head);
    (action == head->predicate ? forms[action].now : forms[action].macro) = true;
  }
  return forms;
}

HeadForms forms_of(const TraceTask& task) {
  HeadForms forms;
  for (const ActionSummary& a : task.actions) {
    if (a.macro || a.now) forms[a.name] = {a.macro, a.now};
  }
  return forms;
}

EpisodeSplit split_episodes(const Traces& traces, double held_out, bool above_mean) {
  EpisodeSplit split;
  // Every so many-th is kept back, so that both parts are from all over the batch.
  double debt = 0;
  for (const TraceEpisode& e : traces.episodes) {
    debt += held_out;
    (debt >= 1 ? split.held_out : split.training).push_back(&e);
    if (debt >= 1) debt -= 1;
  }
  split.held_out_episodes = static_cast<int>(split.held_out.size());
  for (const TraceEpisode* e : split.training) split.mean_return += e->discounted;
  split.mean_return /= std::max(1.0, static_cast<double>(split.training.size()));
  if (!above_mean || !traces.judged) return split;
  const auto poor = [&](const TraceEpisode* e) { return e->discounted <= split.mean_return; };
  std::erase_if(split.training, poor);
  std::erase_if(split.held_out, poor);
  return split;
}

TraceTask make_task(const Traces& traces, const TraceTaskOptions& options) {
  return make_task_from(traces, split_episodes(traces, 0, options.select).training, options);
}

TraceTask make_task_from(const Traces& traces, const std::vector<const TraceEpisode*>& episodes,
                         const TraceTaskOptions& options, const HeadForms& forms) {
  TraceExamples examples = examples_from(traces, episodes, options, forms);
  declare_bodies(examples, traces.header, options);
  return weighed(std::move(examples), options);
}

}  // namespace holdfast::learn
