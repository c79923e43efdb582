// Models as Python classes.
#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <limits>
#include <unordered_map>
#include <utility>

#include "holdfast/base/error.h"
#include "holdfast/play/likely_states.h"
#include "holdfast/play/session.h"
#include "holdfast/python/scripted_model.h"
#include "holdfast/python/words.h"

namespace holdfast {

template <Model M>
requires std::derived_from<M, python::ScriptedModel>
struct Picture<M> {
  static Scene scene(const M& model, const typename M::State& world,
                     const ParticleBelief<M>* belief) {
    return likely_states(model, world, belief);
  }
};
static_assert(Pictured<python::ScriptedModel>);
static_assert(!Likelihood<python::ScriptedModel> && Likelihood<python::WeighingScriptedModel>);

}  // namespace holdfast

namespace holdfast::python {
namespace {

template <class M>
class ScriptedDomain final : public ModelDomain<M> {
 public:
  ScriptedDomain(std::string name, int steps, std::shared_ptr<const M> model)
      : name_(std::move(name)), steps_(steps), model_(std::move(model)) {}

  const std::string& name() const override { return name_; }
  double discount() const override { return model_->discount(); }
  int action_count() const override { return model_->action_count(); }
  std::string action_name(Action a) const override {
    return model_->script().action_names.at(static_cast<std::size_t>(a));
  }
  std::string observation_name(Observation o) const override { return model_->observation_name(o); }
  int step_limit() const override { return steps_; }

  AgentConfig default_config() const override {
    AgentConfig config;
    const double range = model_->script().most - model_->script().least;
    config.pomcp.exploration = range > 0 ? range : 1;
    config.pomcp.prior_value = model_->script().most;
    config.despot.upper = "trivial";
    return config;
  }

  std::shared_ptr<const M> make_model(std::uint64_t) const override { return model_; }

 private:
  std::string name_;
  int steps_;
  std::shared_ptr<const M> model_;
};

// A domain, and the objects that its numbers stand for.
struct Scripted {
  std::shared_ptr<Domain> domain;
  std::shared_ptr<const ScriptedModel> model;
};

// A word as a function of the state: asked once for each state and entity.
class ScriptedWord {
 public:
  ScriptedWord(std::string name, py::object of, std::shared_ptr<Met> states,
               std::vector<py::object> entities)
      : name_(std::move(name)),
        of_(std::move(of)),
        states_(std::move(states)),
        entities_(std::move(entities)) {}
  ~ScriptedWord() {
    const Locked lock;
    of_ = py::object();
    entities_.clear();
    states_.reset();
  }
  ScriptedWord(const ScriptedWord&) = delete;
  ScriptedWord& operator=(const ScriptedWord&) = delete;

  int value(int entity, std::uint32_t state) {
    const Locked lock;
    const std::uint64_t key = std::uint64_t{state} << 8 | static_cast<std::uint64_t>(entity);
    const auto known = values_.find(key);
    if (known != values_.end()) return known->second;
    const int value = ask(entity, states_->object(state));
    values_[key] = value;
    return value;
  }

 private:
  int ask(int entity, const py::object& state) const {
    const py::object said =
        entities_.empty() ? of_(state) : of_(state, entities_[static_cast<std::size_t>(entity)]);
    if (said.is_none()) return logic::Column::kAbsent;
    const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(said.ptr()));
    const long value = index ? PyLong_AsLong(index.ptr()) : -1;
    if (!PyErr_Occurred() && value >= std::numeric_limits<int>::min() &&
        value <= std::numeric_limits<int>::max()) {
      return static_cast<int>(value);
    }
    PyErr_Clear();
    throw InputError(fmt::format("the word '{}' is {}; expected a whole number, true or false",
                                 name_, std::string(py::repr(said))));
  }

  std::string name_;
  py::object of_;
  std::shared_ptr<Met> states_;
  std::vector<py::object> entities_;
  std::unordered_map<std::uint64_t, int> values_;
};

template <class M>
Scripted make_of(const std::string& name, int steps, const Script& script,
                 const std::shared_ptr<Met>& states, StateLanguage language) {
  auto model = std::make_shared<const M>(script, states, std::move(language));
  return {std::make_shared<ScriptedDomain<M>>(name, steps, model), model};
}

Scripted make(const std::string& name, int steps, const Script& script, const Declared& declared) {
  auto states = std::make_shared<Met>("the state");
  StateLanguage language = language_of(declared, [&](const DeclaredWord& word) {
    const auto about = word.of_entity ? declared.entities : std::vector<py::object>();
    const auto asked = std::make_shared<ScriptedWord>(word.name, word.of, states, about);
    return [asked](int entity, std::uint32_t state) { return asked->value(entity, state); };
  });
  const auto make_it =
      script.likelihood.is_none() ? make_of<ScriptedModel> : make_of<WeighingScriptedModel>;
  return make_it(name, steps, script, states, std::move(language));
}

void add_random(py::module_& m) {
  py::class_<Stream, std::shared_ptr<Stream>>(m, "Stream")
      .def("random", [](const Stream& s) { return s.in_use().uniform(); })
      .def("getrandbits", [](const Stream& s, int bits) -> py::int_ {
        if (bits < 0) throw InputError("the number of bits must be at least 0");
        if (bits <= 64) return py::int_(bits == 0 ? 0 : s.in_use().bits() >> (64 - bits));
        py::int_ value = 0;
        for (; bits > 0; bits -= 64) {
          const int more = std::min(bits, 64);
          value = py::int_((value << py::int_(more)) | py::int_(s.in_use().bits() >> (64 - more)));
        }
        return value;
      });
}

}  // namespace

void add_models(py::module_& m) {
  add_random(m);
  py::class_<Script>(m, "Script")
      .def(py::init<>())
      .def_readwrite("initial", &Script::initial)
      .def_readwrite("step", &Script::step)
      .def_readwrite("legal", &Script::legal)
      .def_readwrite("likelihood", &Script::likelihood)
      .def_readwrite("make_random", &Script::make_random)
      .def_readwrite("actions", &Script::actions)
      .def_readwrite("action_names", &Script::action_names)
      .def_readwrite("usual", &Script::usual)
      .def_readwrite("discount", &Script::discount)
      .def_readwrite("least", &Script::least)
      .def_readwrite("most", &Script::most)
      .def_readwrite("bounded", &Script::bounded);
  py::class_<Scripted>(m, "Scripted")
      .def(py::init(&make))
      .def_readonly("domain", &Scripted::domain)
      .def("state", [](const Scripted& s, std::uint32_t n) { return s.model->states().object(n); })
      .def("observation",
           [](const Scripted& s, std::uint32_t n) { return s.model->observations().object(n); })
      .def("observation_number", [](const Scripted& s, const py::object& o) {
        return s.model->observations().number(o);
      });
}

}  // namespace holdfast::python
