// A model whose formulas are ground: bits of a state, an action and an observation, and for each
// bit the formula of its next value. This is what interpreters run, generated code is made from,
// and analyses look at.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "holdfast/rddl/pool.h"
#include "holdfast/rddl/program.h"

namespace holdfast::rddl {

// A bit: one ground fluent.
struct Bit {
  int fluent = 0;
  int index = 0;  // among the ground fluents of its fluent
};

// One set of action fluents that differ from their defaults, with everything that it decides put
// into the formulas.
struct JointAction {
  std::vector<int> changed = {};  // action bits
  // By bit of the next state and of the observation, where they are not those of noop.
  std::vector<std::pair<int, Ref>> transitions = {};
  std::vector<std::pair<int, Ref>> observations = {};
  Ref reward = Pool::kFalse;
  // Where it is allowed: a condition on the state.
  Ref legal = Pool::kTrue;
  // How many sets of action fluents do just this, itself included.
  double sets = 1;
};

struct GroundModel {
  Program program;
  Pool pool;
  std::vector<Bit> state;
  std::vector<Bit> actions;
  std::vector<Bit> observation;
  std::vector<bool> initial;  // by state bit
  // By bit: over the state, the action and (of observations) the next state.
  std::vector<Ref> transition_formulas;
  std::vector<Ref> observation_formulas;
  Ref reward_formula = Pool::kFalse;
  // What must hold of an action, for each constraint that reads it.
  std::vector<Ref> constraint_formulas;

  // noop is the first. Those that do what an earlier one does are left out.
  std::vector<JointAction> joint_actions;
  // noop's formulas, by bit; those of other actions differ as they say.
  std::vector<Ref> noop_transitions;
  std::vector<Ref> noop_observations;

  std::string name(const Bit& bit) const { return program.ground_name(bit.fluent, bit.index); }
  // "noop", "move(e1)", "move(e1)+close(e2)"
  std::string action_name(int joint_action) const;
};

// noop's formulas with those of another action in place of them.
std::vector<Ref> with_changes(const std::vector<Ref>& noop,
                              const std::vector<std::pair<int, Ref>>& different);

// Larger models are refused.
struct Limits {
  double formula_visits = 2e8;  // while formulas are made ground, estimated before
  int state_bits = 1024;
  double joint_actions = 20000;  // before those that do the same are left out
};

// Throws InputError that says what is too large, or which constraint no state can satisfy.
GroundModel ground(Program program, const Limits& limits = {});

}  // namespace holdfast::rddl
