// Runs a ground model: the next state, the reward, observations and how likely they are. It is
// immutable and shared by threads, and nothing is allocated when it runs.
//
// States are words of bits. All functions take an array of twice as many: a state, and after it the
// next one.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "holdfast/rddl/code.h"
#include "holdfast/rddl/draws.h"
#include "holdfast/rddl/ground_model.h"

namespace holdfast::rddl {

class Assembler;

class Interpreter {
 public:
  explicit Interpreter(std::shared_ptr<const GroundModel> model);

  const GroundModel& model() const { return *model_; }
  const std::shared_ptr<const GroundModel>& shared_model() const { return model_; }
  int state_words() const { return state_words_; }
  int observation_words() const { return observation_words_; }
  int action_count() const { return static_cast<int>(actions_.size()); }
  // The initial state.
  const std::vector<std::uint64_t>& initial() const { return initial_; }

  // Draws the next state from the state; returns the reward. Throws Error that names the fluent and
  // the state if a chance is not in [0, 1], or the reward is not a number.
  double move(std::uint64_t* words, int action, const Draws& draws) const;
  // The probability that a bit of the next state is set, given the state.
  double chance(const std::uint64_t* words, int action, int bit) const;
  // Draws the observation of the next state into observation_words() words.
  void observe(const std::uint64_t* words, int action, std::uint64_t* observation,
               const Draws& draws) const;
  // The probability that a bit of the observation is set, given the next state.
  double observation_chance(const std::uint64_t* words, int action, int bit) const;
  // The probability of an observation, given the next state.
  double likelihood(const std::uint64_t* words, int action, const std::uint64_t* observation) const;

  // Whether actions are legal everywhere; else it depends on the state.
  bool always_legal() const { return always_legal_; }
  bool is_legal(const std::uint64_t* words, int action) const {
    return code_.decide(action_code(action).legal, words) == Code::kTrue;
  }

  // The sizes of the code, for those who are curious.
  const Code& code() const { return code_; }

 private:
  struct Update {
    std::int32_t bit;
    Target graph;
  };
  // Updates and observations are those from first_... to the next action's.
  struct ActionCode {
    std::size_t first_update = 0;
    std::size_t first_observation = 0;
    std::int32_t reward = 0;
    Target legal = ~Code::kTrue;
  };

  const ActionCode& action_code(int a) const { return actions_[static_cast<std::size_t>(a)]; }
  // The updates of an action: what is neither kept nor constant, by increasing bit.
  std::span<const Update> updates(int action) const;
  void add_action(Assembler& assembler, const JointAction& joint);
  void add_transition(Assembler& assembler, int bit, Ref formula);
  [[noreturn]] void fail_chance(const Bit& bit, double chance, const std::uint64_t* words,
                                int action) const;
  std::string describe(const std::uint64_t* state) const;

  std::shared_ptr<const GroundModel> model_;
  int state_words_;
  int observation_words_;
  std::vector<std::uint64_t> initial_;
  Code code_;
  std::vector<ActionCode> actions_;
  std::vector<Update> updates_;
  std::vector<Update> observations_;
  // By action and word: bits that keep their value, and bits that are set.
  std::vector<std::uint64_t> kept_;
  std::vector<std::uint64_t> set_;
  bool always_legal_ = true;
};

}  // namespace holdfast::rddl
