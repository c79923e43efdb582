// Domains, sessions, agents and their decisions.
#include <fmt/format.h>
#include <pybind11/numpy.h>

#include <atomic>
#include <nlohmann/json.hpp>

#include "holdfast/base/error.h"
#include "holdfast/base/statistics.h"
#include "holdfast/base/worker_pool.h"
#include "holdfast/domains/load_domains.h"
#include "holdfast/domains/rddl/rddl_domain.h"
#include "holdfast/domains/registry.h"
#include "holdfast/learn/traces_in_order.h"
#include "holdfast/logic/print.h"
#include "holdfast/play/episode_fields.h"
#include "holdfast/play/needed_symbols.h"
#include "holdfast/play/recording.h"
#include "holdfast/play/scene_text.h"
#include "holdfast/play/trace.h"
#include "holdfast/python/binding.h"
#include "holdfast/rddl/read_model.h"

namespace holdfast::python {

AgentConfig configured(const Domain& domain, const AgentSettings& said, const TheoryPtr& theory) {
  if (!theory) return configure(domain, said);
  AgentSettings named = said;
  named.emplace("guide", theory->file);
  const auto given = std::make_shared<TheoryInForce>(TheoryInForce{"", *theory, ""});
  return configure(domain, named, given);
}

namespace {

using DomainPtr = std::shared_ptr<Domain>;

// What is in Python must keep the domain that it is of.
template <class Work>
struct Of {
  DomainPtr domain;
  std::unique_ptr<Work> work;
};
using PySession = Of<Session>;
using PyAgent = Of<OnlineAgent>;

std::vector<std::string> facts_of(const AgentAtWork& work) {
  std::vector<std::string> facts;
  if (const auto symbols = work.symbols()) {
    for (const logic::Atom& atom : symbols->facts().atoms()) facts.push_back(to_string(atom));
  }
  return facts;
}

// One row of bytes for each particle. A copy: the belief moves on.
py::array particles_of(const AgentAtWork& work) {
  const ParticleBytes particles = work.particles();
  const auto width = static_cast<py::ssize_t>(particles.bytes_per_state);
  const auto count = static_cast<py::ssize_t>(particles.bytes.size()) / width;
  return py::array_t<std::uint8_t>({count, width},
                                   reinterpret_cast<const std::uint8_t*>(particles.bytes.data()));
}

// A view of the decision's own memory, which it keeps.
py::array evidence(const py::object& self) {
  const auto& decision = self.cast<const Decision&>();
  return py::array(py::dtype::of<ActionEvidence>(),
                   {static_cast<py::ssize_t>(decision.actions.size())}, {}, decision.actions.data(),
                   self);
}

py::object episode_of(const EpisodeResult& result) {
  return from_json(episode_json(result).dump());
}

// Calls f(i) for each number from first on, in so many threads.
template <class F>
void side_by_side(int jobs, int first, int beyond, F&& f) {
  std::atomic<int> next{first};
  WorkerPool(jobs).run([&](int) {
    for (int i = next++; i < beyond; i = next++) f(i);
  });
}

py::list play(const Domain& domain, std::uint64_t seed, int episodes, const AgentSettings& said,
              const TheoryPtr& theory, int jobs) {
  const AgentConfig config = configured(domain, said, theory);
  std::vector<EpisodeResult> results(static_cast<std::size_t>(episodes));
  unlocked([&] {
    side_by_side(jobs, 0, episodes, [&](int i) {
      results[static_cast<std::size_t>(i)] =
          play_episode(domain, seed + static_cast<std::uint64_t>(i), config);
    });
  });
  py::list list;
  for (const EpisodeResult& result : results) list.append(episode_of(result));
  return list;
}

int write_traces(const Domain& domain, const std::string& path, std::uint64_t seed, int episodes,
                 const AgentSettings& said, const TheoryPtr& theory, bool past, int jobs) {
  const AgentSettings settings = theory ? said : as_teacher(domain, said);
  const AgentConfig config = configured(domain, settings, theory);
  const logic::Recall recall = past ? logic::Recall::everything() : logic::Recall();
  return unlocked([&] {
    learn::TraceWriter writer(path, trace_header(domain, config, seed, recall), input_files(config),
                              episodes);
    learn::TracesInOrder in_order(writer);
    side_by_side(jobs, writer.episodes(), episodes, [&](int i) {
      in_order.add(i, trace_episode(domain, seed + static_cast<std::uint64_t>(i), config, recall));
    });
    writer.finish();
    return writer.episodes();
  });
}

// The names of domain and instance stand for the texts.
DomainPtr rddl_domain(const std::string& domain, const std::string& instance,
                      const TheoryPtr& features, const std::string& engine) {
  return unlocked([&] {
    rddl::GroundModel model = rddl::parse_model(domain, instance);
    const std::string name =
        fmt::format("rddl({},{})", model.program.domain, model.program.instance);
    return DomainPtr(make_rddl_domain(name, std::move(model),
                                      features ? std::optional(*features) : std::nullopt, engine));
  });
}

template <class T>
void add_work(py::class_<T>& c) {
  c.def("why",
        [](const T& self, Action a) {
          const Why why = self.work->why(a);
          return std::pair(why.rule, why.binding);
        })
      .def_property_readonly("repairs", [](const T& self) { return self.work->repairs(); })
      .def("explain",
           [](const T& self, const logic::Theory& theory, int horizon) {
             const auto belief =
                 needed_symbols(*self.work, *self.domain, logic::Recall::asked_by(theory));
             return explained(theory, *belief, horizon);
           })
      .def("facts", [](const T& self) { return facts_of(*self.work); })
      .def("particles", [](const T& self) { return particles_of(*self.work); });
}

void add_decision(py::module_& m) {
  PYBIND11_NUMPY_DTYPE(ActionEvidence, action, visits, value, suggested, visits_before,
                       value_before);
  py::class_<Decision>(m, "Decision")
      .def_readonly("action", &Decision::action)
      .def_readonly("value", &Decision::value)
      .def_property_readonly("bounds",
                             [](const Decision& d) { return std::pair(d.lower, d.upper); })
      .def_readonly("simulations", &Decision::simulations)
      .def_readonly("trials", &Decision::trials)
      .def_readonly("model_steps", &Decision::model_steps)
      .def_readonly("nodes", &Decision::nodes)
      .def_readonly("depth", &Decision::depth)
      .def_readonly("seconds", &Decision::seconds)
      .def_readonly("guide_trusted", &Decision::guide_trusted)
      .def_property_readonly("actions", &evidence)
      .def_property_readonly("macro_actions", [](const Decision& d) {
        std::vector<std::pair<Action, int>> macro;
        for (const InForce& f : d.macro_actions) macro.emplace_back(f.action, f.steps);
        return macro;
      });
}

void add_sessions(py::module_& m) {
  py::class_<PySession> session(m, "Session");
  session.def("decide", [](PySession& s) { return unlocked([&] { return s.work->decide(); }); })
      .def("act",
           [](PySession& s, Action a) {
             if (s.work->over()) throw InputError("the episode is over; start another session");
             const Outcome o = unlocked([&] { return s.work->act(a); });
             return py::make_tuple(o.observation, o.reward, o.terminal);
           })
      .def_property_readonly("over", [](const PySession& s) { return s.work->over(); })
      .def("scene",
           [](const PySession& s) { return from_json(nlohmann::json(s.work->scene()).dump()); })
      .def("draw", [](const PySession& s) { return draw(s.work->scene()); });
  add_work(session);
  py::class_<PyAgent> agent(m, "Agent");
  agent.def("plan", [](PyAgent& a) { return unlocked([&] { return a.work->decide(); }); })
      .def("observe", [](PyAgent& agent_, Action a, Observation o) {
        unlocked([&] { agent_.work->observe(a, o); });
      });
  add_work(agent);
}

}  // namespace

void add_playing(py::module_& m) {
  add_decision(m);
  add_sessions(m);
  py::class_<Domain, DomainPtr>(m, "Domain")
      .def_property_readonly("name", &Domain::name)
      .def_property_readonly("discount", &Domain::discount)
      .def_property_readonly("step_limit", &Domain::step_limit)
      .def_property_readonly("action_count", &Domain::action_count)
      .def_property_readonly("observation_count",
                             [](const Domain& d) { return d.world(0)->observation_count(); })
      .def("action_name", &Domain::action_name)
      .def("observation_name", &Domain::observation_name)
      .def("start",
           [](const DomainPtr& d, std::uint64_t seed, const AgentSettings& said,
              const TheoryPtr& theory) {
             return unlocked([&] {
               return PySession{d, d->start(seed, configured(*d, said, theory))};
             });
           })
      .def("agent", [](const DomainPtr& d, std::uint64_t seed, const AgentSettings& said,
                       const TheoryPtr& theory) {
        return unlocked([&] {
          return PyAgent{d, d->start_online(seed, configured(*d, said, theory))};
        });
      });
  m.def("domain", [](const std::string& text) {
    return unlocked([&] { return DomainPtr(make_domain(text)); });
  });
  m.def("rddl", &rddl_domain);
  m.def("load_domains", [](const std::string& file) { load_domains(file); });
  m.def("domains", [] {
    std::vector<std::pair<std::string, std::string>> all;
    for (const DomainInfo& info : all_domains()) all.emplace_back(info.name, info.summary);
    return all;
  });
  // As `holdfast play` has them: the mean, and half of its 95 % interval.
  m.def("statistics", [](const std::vector<double>& xs) {
    const RunningStatistics s = statistics(xs);
    return std::pair(s.mean(), s.ci95());
  });
  m.def("play", &play);
  m.def("write_traces", &write_traces);
  m.def("record", [](const Domain& d, std::uint64_t seed, const AgentSettings& said,
                     const TheoryPtr& theory) {
    const AgentConfig config = configured(d, said, theory);
    return unlocked([&] { return record_episode(d, seed, config).recording; });
  });
}

}  // namespace holdfast::python
