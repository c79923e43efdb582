#include "holdfast/python/scripted_model.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "holdfast/base/error.h"

namespace holdfast::python {
namespace {

std::string text(py::handle object, auto convert) {
  const auto result = py::reinterpret_steal<py::object>(convert(object.ptr()));
  if (!result) throw py::error_already_set();
  return result.template cast<std::string>();
}

std::string shown(py::handle object) {
  constexpr std::size_t kMost = 200;
  const std::string whole = text(object, PyObject_Repr);
  return whole.size() <= kMost ? whole : whole.substr(0, kMost) + "...";
}

template <class... Args>
py::object call(const py::object& function, Args... args) {
  PyObject* const arguments[] = {args.ptr()...};
  auto result = py::reinterpret_steal<py::object>(
      PyObject_Vectorcall(function.ptr(), arguments, sizeof...(args), nullptr));
  if (!result) throw py::error_already_set();
  return result;
}

double number(py::handle object, const char* what) {
  const double value = PyFloat_AsDouble(object.ptr());
  if (value == -1.0 && PyErr_Occurred()) {
    PyErr_Clear();
    throw InputError(fmt::format("{} is {}, expected a number", what, shown(object)));
  }
  return value;
}

}  // namespace

// The object has its number before the dictionary is asked, because comparing objects may let other
// threads in: whoever comes second finds the first one's.
std::uint32_t Met::number(py::handle object) {
  constexpr std::size_t kMost = 0xffff'ffff;
  if (PyObject* known = PyDict_GetItemWithError(numbers_.ptr(), object.ptr())) {
    return static_cast<std::uint32_t>(PyLong_AsUnsignedLong(known));
  }
  if (PyErr_Occurred()) {
    if (!PyErr_ExceptionMatches(PyExc_TypeError)) throw py::error_already_set();
    const py::error_already_set why;
    throw InputError(fmt::format(
        "{} {} cannot be hashed ({}); use a number, a string, a tuple of them, or a dataclass "
        "with frozen=True",
        what_, shown(object), why.what()));
  }
  if (objects_.size() >= kMost) throw Error(fmt::format("too many different {}s", what_));
  const auto fresh = static_cast<std::uint32_t>(objects_.size());
  objects_.push_back(py::reinterpret_borrow<py::object>(object));
  PyObject* in_force =
      PyDict_SetDefault(numbers_.ptr(), object.ptr(), py::int_(std::size_t{fresh}).ptr());
  if (!in_force) throw py::error_already_set();
  return static_cast<std::uint32_t>(PyLong_AsUnsignedLong(in_force));
}

Rng& Stream::in_use() const {
  if (rng) return *rng;
  throw Error("`random` serves during the call that it was given to, not afterwards");
}

class ScriptedModel::Draw {
 public:
  Draw(const ScriptedModel& model, Rng& rng) : model_(model) {
    if (model.free_.empty()) {
      auto stream = std::make_shared<Stream>();
      mine_ = {stream, model.script_.make_random(stream)};
    } else {
      mine_ = std::move(model.free_.back());
      model.free_.pop_back();
    }
    mine_.first->rng = &rng;
  }
  ~Draw() {
    mine_.first->rng = nullptr;
    model_.free_.push_back(std::move(mine_));
  }
  Draw(const Draw&) = delete;
  Draw& operator=(const Draw&) = delete;

  py::handle object() const { return mine_.second; }

 private:
  const ScriptedModel& model_;
  std::pair<std::shared_ptr<Stream>, py::object> mine_;
};

ScriptedModel::ScriptedModel(Script script, std::shared_ptr<Met> states, StateLanguage language)
    : script_(std::move(script)),
      language_(std::move(language)),
      states_(std::move(states)),
      observations_(std::make_shared<Met>("the observation")) {
  for (std::size_t a = 0; a < script_.actions.size(); ++a) action_numbers_[script_.actions[a]] = a;
}

// Whoever is last may not have the lock.
ScriptedModel::~ScriptedModel() {
  const Locked lock;
  for (py::object* o : {&script_.initial, &script_.step, &script_.legal, &script_.likelihood,
                        &script_.make_random}) {
    *o = py::object();
  }
  script_.actions.clear();
  action_numbers_ = py::dict();
  free_.clear();
  language_ = {};
  states_.reset();
  observations_.reset();
}

double ScriptedModel::min_reward() const {
  if (script_.bounded) return script_.least;
  throw InputError(
      "this planner needs to know what a step can earn; write rewards = (least, most) in the class "
      "of the model, or use --planner pomcp");
}

double ScriptedModel::max_reward() const {
  min_reward();
  return script_.most;
}

ActionSet ScriptedModel::ask_legal(py::handle state) const {
  if (script_.legal.is_none()) return ActionSet::first(action_count());
  ActionSet set;
  for (const py::handle action : py::iter(call(script_.legal, state))) {
    PyObject* a = PyDict_GetItemWithError(action_numbers_.ptr(), action.ptr());
    if (!a && PyErr_Occurred()) throw py::error_already_set();
    if (!a) throw InputError(fmt::format("legal has {}, which is no action", shown(action)));
    set.insert(static_cast<Action>(PyLong_AsLong(a)));
  }
  if (set.empty()) {
    throw InputError(fmt::format(
        "legal has no action in the state {}; an episode ends by a step that says it is over",
        shown(state)));
  }
  return set;
}

ScriptedModel::State ScriptedModel::state_of(py::handle object) const {
  const std::uint32_t n = states_->number(object);
  if (n >= legal_.size() || legal_[n].empty()) {
    const ActionSet legal = ask_legal(object);
    if (n >= legal_.size()) legal_.resize(n + 1);
    legal_[n] = legal;
  }
  return {n, false, legal_[n]};
}

ScriptedModel::State ScriptedModel::sample_initial(Rng& rng) const {
  const Locked lock;
  const Draw draw(*this, rng);
  return state_of(call(script_.initial, draw.object()));
}

Outcome ScriptedModel::step(State& s, Action a, Rng& rng) const {
  if (s.over) return {0, 0, true};
  if (interrupted()) throw Interrupted();
  const Locked lock;
  const Draw draw(*this, rng);
  const py::object result = call(script_.step, states_->object(s.number),
                                 script_.actions[static_cast<std::size_t>(a)], draw.object());
  const Py_ssize_t size = PyTuple_Check(result.ptr()) ? PyTuple_GET_SIZE(result.ptr()) : 0;
  if (size != 3 && size != 4) {
    throw InputError(fmt::format(
        "step returned {}; expected (next state, observation, reward), or the same with whether "
        "the episode is over",
        shown(result)));
  }
  const auto item = [&](Py_ssize_t i) { return py::handle(PyTuple_GET_ITEM(result.ptr(), i)); };
  const double reward = number(item(2), "the reward of step");
  if (!std::isfinite(reward)) throw InputError("the reward of step is not finite");
  if (script_.bounded && !(reward >= script_.least && reward <= script_.most)) {
    throw InputError(fmt::format("step earned {}, but the class says rewards = ({}, {})", reward,
                                 script_.least, script_.most));
  }
  const int over = size == 4 ? PyObject_IsTrue(item(3).ptr()) : 0;
  if (over < 0) throw py::error_already_set();
  const std::uint32_t seen = observations_->number(item(1));
  // Of an end nobody asks what is legal there.
  s = over ? State{states_->number(item(0)), true, ActionSet::first(action_count())}
           : state_of(item(0));
  return {static_cast<Observation>(seen), reward, s.over};
}

double ScriptedModel::ask_likelihood(const State& next, Action a, Observation o) const {
  if (interrupted()) throw Interrupted();
  const Locked lock;
  const py::object answer =
      call(script_.likelihood, observations_->object(static_cast<std::uint32_t>(o)),
           script_.actions[static_cast<std::size_t>(a)], states_->object(next.number));
  const double p = number(answer, "the likelihood");
  if (p >= 0 && p <= 1 + 1e-9) return p;
  throw InputError(fmt::format("the likelihood is {}, which is no probability", p));
}

std::string ScriptedModel::state_name(std::uint32_t number) const {
  const Locked lock;
  return text(states_->object(number), PyObject_Str);
}

std::string ScriptedModel::observation_name(Observation o) const {
  const Locked lock;
  if (o < 0 || static_cast<std::size_t>(o) >= observations_->size()) return std::to_string(o);
  return text(observations_->object(static_cast<std::uint32_t>(o)), PyObject_Str);
}

}  // namespace holdfast::python
