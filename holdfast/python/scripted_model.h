// A model that its author wrote as a Python class. States and observations are Python objects that
// can be hashed; planners see the numbers that they get when they are met for the first time.
//
// Planners run without the interpreter's lock, and take it for each call into Python. What the
// class raises goes through the planner as it is and comes out with its traceback.
#pragma once

#include <concepts>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "holdfast/macro/state_words_belief.h"
#include "holdfast/pomdp/model.h"
#include "holdfast/python/binding.h"

namespace holdfast::python {

// Holds the interpreter's lock, whoever had it before.
class Locked {
 public:
  Locked() : state_(PyGILState_Ensure()) {}
  ~Locked() { PyGILState_Release(state_); }
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;

 private:
  PyGILState_STATE state_;
};

// Python objects by number, in the order in which they are met; equal objects are one. All of it
// under the interpreter's lock.
class Met {
 public:
  explicit Met(const char* what) : what_(what) {}
  // Throws InputError that says what to do if the object cannot be hashed.
  std::uint32_t number(py::handle object);
  const py::object& object(std::uint32_t number) const { return objects_[number]; }
  std::size_t size() const { return objects_.size(); }

 private:
  const char* what_;
  py::dict numbers_;
  std::deque<py::object> objects_;
};

// Random numbers for one call into Python, from the planner's stream. Refuses to serve afterwards.
struct Stream {
  Rng* rng = nullptr;
  Rng& in_use() const;
};

// What the class says of itself, as models.py has found it.
struct Script {
  py::object initial;      // (random) -> state
  py::object step;         // (state, action, random) -> (state, observation, reward[, over])
  py::object legal;        // (state) -> actions; or None
  py::object likelihood;   // (observation, action, state) -> probability; or None
  py::object make_random;  // Stream -> what the class draws from
  std::vector<py::object> actions;
  std::vector<std::string> action_names;
  Action usual = 0;  // where nobody has a better idea
  double discount = 0;
  // Of one step: declared by the class, or those of some random steps.
  double least = 0;
  double most = 0;
  bool bounded = false;
};

// All but the likelihood, which a class may have or not.
class ScriptedModel {
 public:
  // What can be known without asking Python is kept here.
  struct State {
    std::uint32_t number = 0;
    bool over = false;
    ActionSet legal = {};
  };

  ScriptedModel(Script script, std::shared_ptr<Met> states, StateLanguage language);
  ~ScriptedModel();
  ScriptedModel(const ScriptedModel&) = delete;
  ScriptedModel& operator=(const ScriptedModel&) = delete;

  const Script& script() const { return script_; }
  double discount() const { return script_.discount; }
  int action_count() const { return static_cast<int>(script_.action_names.size()); }
  // There is always another one.
  std::int64_t observation_count() const { return std::int64_t{1} << 32; }
  // Throw InputError if the class does not declare them.
  double min_reward() const;
  double max_reward() const;

  State sample_initial(Rng& rng) const;
  bool is_terminal(const State& s) const { return s.over; }
  ActionSet legal_actions(const State& s) const { return s.legal; }
  Outcome step(State& s, Action a, Rng& rng) const;

  Action default_action(const State&) const { return script_.usual; }
  const StateLanguage& language() const { return language_; }

  // As str() has them.
  std::string state_name(std::uint32_t number) const;
  std::string observation_name(Observation o) const;
  Met& states() const { return *states_; }
  Met& observations() const { return *observations_; }

 protected:
  double ask_likelihood(const State& next, Action a, Observation o) const;

 private:
  // A generator of the class for the length of one call.
  class Draw;

  State state_of(py::handle object) const;
  ActionSet ask_legal(py::handle state) const;

  Script script_;
  StateLanguage language_;
  std::shared_ptr<Met> states_;
  std::shared_ptr<Met> observations_;
  py::dict action_numbers_;
  // By the number of the state, as far as asked.
  mutable std::vector<ActionSet> legal_;
  // Generators that nobody uses now.
  mutable std::vector<std::pair<std::shared_ptr<Stream>, py::object>> free_;
};

class WeighingScriptedModel final : public ScriptedModel {
 public:
  using ScriptedModel::ScriptedModel;
  double likelihood(const State& next, Action a, Observation o) const {
    return ask_likelihood(next, a, o);
  }
};

}  // namespace holdfast::python

namespace holdfast {

template <std::derived_from<python::ScriptedModel> M>
struct Speech<M> {
  static std::unique_ptr<SpokenBelief<M>> belief(const std::shared_ptr<const M>& model,
                                                 const logic::Recall& recall) {
    if (model->language().words.empty()) return nullptr;
    return std::make_unique<StateWordsBelief<M>>("python", model, model->language(), recall);
  }
};

}  // namespace holdfast
