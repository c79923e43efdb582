// From traces and logs to theories.
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "holdfast/base/error.h"
#include "holdfast/base/worker_pool.h"
#include "holdfast/learn/ilasp.h"
#include "holdfast/learn/learnt_theory.h"
#include "holdfast/learn/log.h"
#include "holdfast/learn/trace_task.h"
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
    made = learn::make_task_from(traces, split.training, options.task);
    result = learn::learn(made.task, options.learner);
    if (split.held_out.empty()) return;
    learn::TraceTaskOptions same = options.task;
    same.words = made.words;
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

py::dict learn_task(const std::string& path, const Options& options) {
  learn::Task task;
  learn::LearnResult result;
  unlocked([&] {
    task = learn::read_task(path, {.max_length = options.task.max_length,
                                   .threads = options.learner.threads,
                                   .seconds = options.learner.seconds});
    learn::LearnOptions learner = options.learner;
    learner.limits = {};  // the language of tasks knows none
    result = learn::learn(task, learner);
  });
  py::dict answer = answer_of(task, result, "Learnt by holdfast from " + path + ".", {});
  answer["held_out"] = py::none();
  return answer;
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
      learn::traces_of(std::move(all), {domain, flags, foreseeable}, ""));
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
  py::class_<Options>(m, "LearnOptions")
      .def(py::init([](bool local, bool all_episodes, double seconds, int jobs, double precision,
                       int support, std::optional<learn::Cost> penalty,
                       std::optional<int> max_length, int rules_per_head, int entities,
                       bool overall, double held_out) {
        check_jobs(jobs, "jobs");
        if (!(held_out >= 0 && held_out < 1)) throw InputError("held_out must be in [0, 1)");
        return Options{{.penalty = penalty,
                        .local = local,
                        .max_length = max_length,
                        .overall = overall,
                        .entities = entities,
                        .select = !all_episodes},
                       {.rules_per_head = rules_per_head,
                        .limits = {precision, support},
                        .seconds = seconds,
                        .threads = jobs},
                       held_out};
      }));
  m.def("learn_traces", &learn_traces);
  m.def("learn_task", &learn_task);
  m.def("is_trace_file", &learn::is_trace_file);
}

}  // namespace holdfast::python
