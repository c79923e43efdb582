// From traces and logs to theories.
#include <fmt/format.h>

#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "holdfast/base/error.h"
#include "holdfast/base/worker_pool.h"
#include "holdfast/learn/ilasp.h"
#include "holdfast/learn/learnt_theory.h"
#include "holdfast/learn/log.h"
#include "holdfast/learn/trace_task.h"
#include "holdfast/learn/trace_words.h"
#include "holdfast/logic/check.h"
#include "holdfast/logic/constants.h"
#include "holdfast/logic/print.h"
#include "holdfast/python/binding.h"

namespace holdfast::python {
namespace {

using learn::Traces;

py::dict scores_of(const learn::Task& task, const std::vector<bool>& covered) {
  py::dict result;
  for (const auto& [action, s] : learn::scores(task, covered)) {
    py::dict score;
    score["examples"] = s.examples;
    score["coverage"] = s.coverage();
    score["balanced"] = s.balanced();
    score["precision"] = s.precision();
    score["recall"] = s.recall();
    result[py::str(action)] = score;
  }
  return result;
}

struct Options {
  learn::TraceTaskOptions task;
  learn::LearnOptions learner;
  double held_out = 0;
};

py::dict answer_of(const learn::Task& task, const learn::LearnResult& result,
                   const std::string& about, const std::vector<learn::OverallWord>& words) {
  py::dict answer;
  answer["theory"] =
      std::make_shared<logic::Theory>(learn::to_theory(task, result, {about}, words));
  answer["cost"] = result.cost;
  answer["bound"] = result.bound;
  answer["optimal"] = result.optimal;
  answer["examples"] = result.covered.size();
  answer["scores"] = scores_of(task, result.covered);
  return answer;
}

// As `holdfast learn` does.
py::dict learn_traces(const Traces& traces, const Options& options) {
  learn::TraceTask made;
  learn::LearnResult result;
  std::optional<learn::Task> kept;
  unlocked([&] {
    const learn::EpisodeSplit split =
        learn::split_episodes(traces, options.held_out, options.task.select);
    if (options.held_out > 0 && split.held_out.empty()) {
      throw InputError(fmt::format(
          "held_out={} leaves no episode to score: of {} held out none is above the mean return "
          "{:.2f} of the others; take more episodes or a larger share",
          options.held_out, split.held_out_episodes, split.mean_return));
    }
    made = learn::make_task_from(traces, split.training, options.task);
    result = learn::learn(made.task, options.learner);
    if (split.held_out.empty()) return;
    learn::TraceTaskOptions same = options.task;
    same.words = made.words;
    same.weights = learn::Weights::by_class;
    kept = learn::make_task_from(traces, split.held_out, same, learn::forms_of(made)).task;
  });
  py::dict answer =
      answer_of(made.task, result,
                "Learnt by holdfast from episodes of " + traces.header.domain + ".", made.words);
  std::vector<logic::Rule> rules;
  for (const learn::LearntRule& r : result.rules) rules.push_back(r.rule);
  answer["held_out"] =
      kept ? py::object(scores_of(*kept, learn::covered_by(*kept, rules))) : py::none();
  return answer;
}

learn::Task read_task(const std::string& path, const Options& options) {
  return learn::read_task(path, {.max_length = options.task.max_length,
                                 .threads = options.learner.threads,
                                 .seconds = options.learner.seconds});
}

py::dict learn_task(const std::string& path, const Options& options) {
  learn::Task task;
  learn::LearnResult result;
  unlocked([&] {
    task = read_task(path, options);
    learn::LearnOptions learner = options.learner;
    learner.limits = {};  // the language of tasks knows none
    result = learn::learn(task, learner);
  });
  py::dict answer = answer_of(task, result, "Learnt by holdfast from " + path + ".", {});
  answer["held_out"] = py::none();
  return answer;
}

// As `holdfast learn --check` does.
py::dict score_traces(const Traces& traces, const logic::Theory& given, bool all_episodes) {
  learn::TraceTask made;
  std::vector<bool> covered;
  unlocked([&] {
    logic::Theory theory = logic::with_constants_replaced(given);
    const logic::Vocabulary vocabulary = learn::vocabulary_of(traces.header);
    logic::check(theory, vocabulary);
    learn::TraceTaskOptions options{.weights = learn::Weights::by_class, .select = !all_episodes};
    options.words = learn::take_definitions(theory.rules, vocabulary);
    const learn::EpisodeSplit split = learn::split_episodes(traces, 0, options.select);
    made = learn::make_task_from(traces, split.training, options, learn::forms_of(theory.rules));
    covered = learn::covered_by(made.task, theory.rules);
  });
  return scores_of(made.task, covered);
}

py::dict score_task(const std::string& path, const logic::Theory& theory) {
  const learn::Task task = read_task(path, {});
  return scores_of(task, learn::covered_by(task, logic::with_constants_replaced(theory).rules));
}

// By the names of learn's keywords, which learning.py has checked.
Options options_of(const py::dict& said) {
  Options options;
  const auto take = [&](const char* name, auto& into) {
    if (said.contains(name)) into = said[name].cast<std::remove_reference_t<decltype(into)>>();
  };
  take("local", options.task.local);
  take("penalty", options.task.penalty);
  take("balance", options.task.balance);
  take("max_length", options.task.max_length);
  take("thresholds", options.task.thresholds);
  take("intervals", options.task.intervals);
  take("overall", options.task.overall);
  take("entities", options.task.entities);
  take("seconds", options.learner.seconds);
  take("jobs", options.learner.threads);
  take("precision", options.learner.limits.precision);
  take("support", options.learner.limits.support);
  take("rules_per_head", options.learner.rules_per_head);
  take("held_out", options.held_out);
  bool all_episodes = false;
  take("all_episodes", all_episodes);
  options.task.select = !all_episodes;
  check_jobs(options.learner.threads, "jobs");
  return options;
}

// Steps as (facts, action, reward).
using Step = std::tuple<std::string, std::string, double>;

std::shared_ptr<Traces> log_of(const std::vector<std::vector<Step>>& episodes,
                               const std::string& domain, const std::vector<std::string>& flags,
                               const std::vector<std::string>& foreseeable) {
  std::vector<learn::TraceEpisode> all;
  for (const auto& steps : episodes) {
    all.push_back({.seed = all.size() + 1, .terminal = true});
    for (const auto& [facts, action, reward] : steps) {
      all.back().steps.push_back({action, reward, facts});
    }
  }
  return std::make_shared<Traces>(
      learn::traces_of(std::move(all), {domain, flags, foreseeable}, "log"));
}

void add_logs(py::module_& m) {
  py::class_<Traces, std::shared_ptr<Traces>>(m, "Log")
      .def(py::init(&log_of))
      .def_static("load",
                  [](const std::string& path) {
                    return std::make_shared<Traces>(learn::read_traces(path));
                  })
      .def_property_readonly("domain", [](const Traces& t) { return t.header.domain; })
      .def_property_readonly("words",
                             [](const Traces& t) {
                               std::vector<std::string> words;
                               for (const auto& f : t.header.features) words.push_back(shape_of(f));
                               return words;
                             })
      .def_property_readonly("actions",
                             [](const Traces& t) {
                               std::vector<std::string> names;
                               for (const auto& a : t.header.actions) {
                                 names.push_back(a.name + (a.of_entity ? "(E)" : ""));
                               }
                               return names;
                             })
      .def_property_readonly("episodes", [](const Traces& t) {
        py::list episodes;
        for (const learn::TraceEpisode& e : t.episodes) {
          py::list steps;
          for (const auto& s : e.steps) steps.append(py::make_tuple(s.facts, s.action, s.reward));
          episodes.append(steps);
        }
        return episodes;
      });
}

}  // namespace

void add_learning(py::module_& m) {
  add_logs(m);
  py::class_<Options>(m, "LearnOptions").def(py::init(&options_of));
  m.def("learn_traces", &learn_traces);
  m.def("learn_task", &learn_task);
  m.def("score_traces", &score_traces);
  m.def("score_task", &score_task);
  m.def("is_trace_file", &learn::is_trace_file);
}

}  // namespace holdfast::python
