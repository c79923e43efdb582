#include "holdfast/learn/material.h"

#include <fmt/format.h>

#include "holdfast/base/error.h"
#include "holdfast/learn/learnt_theory.h"
#include "holdfast/learn/trace_words.h"
#include "holdfast/logic/check.h"
#include "holdfast/logic/constants.h"

namespace holdfast::learn {
namespace {

EpisodeSplit split_for(const Traces& traces, const MaterialOptions& options) {
  EpisodeSplit split = split_episodes(traces, options.held_out, options.task.select);
  if (options.held_out > 0 && split.held_out.empty()) {
    throw InputError(fmt::format(
        "{}{} leaves no episode to score: of {} held out none is above the mean return {:.2f} of "
        "the others; take more episodes or a larger share",
        options.held_out_option, options.held_out, split.held_out_episodes, split.mean_return));
  }
  return split;
}

std::vector<std::string> about(const Traces& traces, const MaterialOptions& options,
                               const EpisodeSplit& split, const TraceTask& made) {
  std::vector<std::string> lines = {
      fmt::format(
          "Learnt by holdfast from {} episodes of {}{},",
          static_cast<int>(traces.episodes.size()) - split.held_out_episodes, traces.header.domain,
          options.held_out > 0 ? fmt::format(" ({} others held out)", split.held_out_episodes)
                               : ""),
      fmt::format(
          "{} of them {}used; {} examples, penalty {} per example of the commoner class{}{}.",
          split.training.size(),
          options.task.select && traces.judged
              ? fmt::format("above the mean return {:.2f} and ", split.mean_return)
              : "",
          made.task.examples.size(), made.penalty,
          options.task.penalty ? "" : " (by description length)",
          made.by_stake ? ", weighed by what was at stake" : "")};
  for (const ActionSummary& a : made.actions) {
    if (a.stretches == 0) continue;
    lines.push_back(fmt::format("{}: {} stretches of {:.2f} steps on average{}", a.name,
                                a.stretches, a.mean_stretch,
                                a.macro ? "" : "; rules without time"));
  }
  return lines;
}

std::optional<logic::Theory> without_constants(const std::optional<logic::Theory>& theory) {
  if (!theory) return std::nullopt;
  return logic::with_constants_replaced(*theory);
}

}  // namespace

Material material_from(const Traces& traces, const MaterialOptions& options,
                       const std::optional<logic::Theory>& to_score) {
  const EpisodeSplit split = split_for(traces, options);
  Material material{.theory = without_constants(to_score)};
  TraceTaskOptions task_options = options.task;
  HeadForms forms;
  if (material.theory) {
    std::vector<logic::Rule>& rules = material.theory->rules;
    const logic::Vocabulary vocabulary = vocabulary_of(traces.header);
    logic::check(*material.theory, vocabulary);
    task_options.words = take_definitions(rules, vocabulary);
    // Scores are shares of all examples, unless somebody asks for others.
    if (task_options.weights == Weights::automatic) task_options.weights = Weights::by_class;
    forms = forms_of(rules);
  }
  TraceTask made = make_task_from(traces, split.training, task_options, forms);
  material.about = about(traces, options, split, made);
  material.words = made.words;
  material.penalty = made.penalty;
  if (!split.held_out.empty()) {
    task_options.words = made.words;
    task_options.weights = Weights::by_class;
    material.held_out = make_task_from(traces, split.held_out, task_options, forms_of(made)).task;
  }
  material.task = std::move(made.task);
  return material;
}

Material material_from_task(const std::string& path, const ReadOptions& options,
                            const std::optional<logic::Theory>& to_score) {
  return {.task = read_task(path, options),
          .theory = without_constants(to_score),
          .about = {"Learnt by holdfast from " + path + "."},
          .penalty = options.penalty.value_or(0)};
}

logic::Theory to_theory(const Material& material, const LearnResult& result) {
  return to_theory(material.task, result, material.about, material.words);
}

std::optional<std::map<std::string, ActionScore>> held_out_scores(const Material& material,
                                                                  const LearnResult& result) {
  if (!material.held_out) return std::nullopt;
  return scores(*material.held_out, covered_by(*material.held_out, hypothesis_of(result)));
}

}  // namespace holdfast::learn
