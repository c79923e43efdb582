// From traces and logs to theories.
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "holdfast/base/worker_pool.h"
#include "holdfast/learn/log.h"
#include "holdfast/learn/material.h"
#include "holdfast/learn/option_names.h"
#include "holdfast/python/binding.h"

namespace holdfast::python {
namespace {

using learn::Traces;

py::dict to_dict(const std::map<std::string, learn::ActionScore>& scores) {
  py::dict result;
  for (const auto& [action, s] : scores) {
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
  learn::MaterialOptions material = {};
  learn::LearnOptions learner = {};
};

learn::ReadOptions read_options(const Options& options) {
  return {.penalty = options.material.task.penalty,
          .max_length = options.material.task.max_length,
          .threads = options.learner.threads,
          .seconds = options.learner.seconds};
}

// As `holdfast learn` does, from what make() returns.
template <class Make>
py::dict learnt_from(const Make& make, const learn::LearnOptions& options) {
  learn::Material material;
  learn::LearnResult result;
  unlocked([&] {
    material = make();
    result = learn::learn(material.task, options);
  });
  py::dict answer;
  answer["theory"] = std::make_shared<logic::Theory>(learn::to_theory(material, result));
  answer["cost"] = result.cost;
  answer["bound"] = result.bound;
  answer["optimal"] = result.optimal;
  answer["examples"] = result.covered.size();
  answer["scores"] = to_dict(learn::scores(material.task, result.covered));
  const auto held_out = learn::held_out_scores(material, result);
  answer["held_out"] = held_out ? py::object(to_dict(*held_out)) : py::none();
  return answer;
}

py::dict learn_traces(const Traces& traces, const Options& options) {
  return learnt_from([&] { return learn::material_from(traces, options.material); },
                     options.learner);
}

py::dict learn_task(const std::string& path, const Options& options) {
  learn::LearnOptions learner = options.learner;
  learner.limits = {};  // the language of tasks knows none
  return learnt_from([&] { return learn::material_from_task(path, read_options(options)); },
                     learner);
}

// As `holdfast learn --check` does.
template <class Make>
py::dict scores_in(const Make& make) {
  return to_dict(unlocked([&] {
    const learn::Material material = make();
    return learn::scores(material.task, learn::covered_by(material.task, material.theory->rules));
  }));
}

py::dict score_traces(const Traces& traces, const logic::Theory& theory, bool all_episodes) {
  learn::MaterialOptions options;
  options.task.select = !all_episodes;
  return scores_in([&] { return learn::material_from(traces, options, theory); });
}

py::dict score_task(const std::string& path, const logic::Theory& theory) {
  return scores_in([&] { return learn::material_from_task(path, {}, theory); });
}

// By the names of learn's keywords, which learning.py has checked.
Options options_of(const py::dict& said) {
  Options options;
  const auto take = [&](const char* name, auto& into) {
    if (said.contains(name)) into = said[name].cast<std::remove_reference_t<decltype(into)>>();
  };
  const auto take_named = [&](const char* name, const auto& choices, auto& into) {
    if (said.contains(name)) into = choices.at(said[name].cast<std::string>());
  };
  learn::TraceTaskOptions& task = options.material.task;
  take("local", task.local);
  take("penalty", task.penalty);
  take("balance", task.balance);
  take("max_length", task.max_length);
  take("thresholds", task.thresholds);
  take("intervals", task.intervals);
  take("overall", task.overall);
  take("entities", task.entities);
  take_named("weights", learn::weights_by_name(), task.weights);
  take_named("examples", learn::examples_by_name(), task.paper);
  take("seconds", options.learner.seconds);
  take("jobs", options.learner.threads);
  take("precision", options.learner.limits.precision);
  take("support", options.learner.limits.support);
  take("rules_per_head", options.learner.rules_per_head);
  take_named("engine", learn::engines_by_name(), options.learner.engine);
  take("held_out", options.material.held_out);
  bool all_episodes = false;
  take("all_episodes", all_episodes);
  task.select = !all_episodes;
  check_jobs(options.learner.threads, "jobs");
  return options;
}

template <class Choice>
std::vector<std::string> names_of(const learn::ByName<Choice>& choices) {
  std::vector<std::string> names;
  for (const auto& [name, choice] : choices) names.push_back(name);
  return names;
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
  m.attr("LEARN_ENGINES") = names_of(learn::engines_by_name());
  m.attr("LEARN_WEIGHTS") = names_of(learn::weights_by_name());
  m.attr("LEARN_EXAMPLES") = names_of(learn::examples_by_name());
  m.def("learn_traces", &learn_traces);
  m.def("learn_task", &learn_task);
  m.def("score_traces", &score_traces);
  m.def("score_task", &score_task);
  m.def("is_trace_file", &learn::is_trace_file);
}

}  // namespace holdfast::python
