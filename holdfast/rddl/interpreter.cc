#include "holdfast/rddl/interpreter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "holdfast/base/error.h"
#include "holdfast/rddl/assembler.h"

namespace holdfast::rddl {
namespace {

constexpr int words_for(std::size_t bits) { return std::max(1, static_cast<int>(bits + 63) / 64); }

// Formulas of chances are rounded.
constexpr double kTolerance = 1e-9;

bool is_chance(double p) { return p >= -kTolerance && p <= 1 + kTolerance; }

}  // namespace

Interpreter::Interpreter(std::shared_ptr<const GroundModel> model)
    : model_(std::move(model)),
      state_words_(words_for(model_->state.size())),
      observation_words_(words_for(model_->observation.size())),
      initial_(static_cast<std::size_t>(state_words_)) {
  for (std::size_t i = 0; i < model_->state.size(); ++i) {
    if (model_->initial[i]) initial_[i / 64] |= 1ULL << (i % 64);
  }
  Assembler assembler(model_->pool, state_words_);
  for (const JointAction& joint : model_->joint_actions) add_action(assembler, joint);
  code_ = assembler.take();
}

void Interpreter::add_action(Assembler& assembler, const JointAction& joint) {
  ActionCode code{.first_update = updates_.size(), .first_observation = observations_.size()};
  const auto words = static_cast<std::size_t>(state_words_);
  kept_.resize(kept_.size() + words);
  set_.resize(set_.size() + words);
  const std::vector<Ref> transitions = with_changes(model_->noop_transitions, joint.transitions);
  for (std::size_t i = 0; i < transitions.size(); ++i) {
    add_transition(assembler, static_cast<int>(i), transitions[i]);
  }
  const std::vector<Ref> observed = with_changes(model_->noop_observations, joint.observations);
  for (std::size_t i = 0; i < observed.size(); ++i) {
    const Target graph = assembler.distribution(observed[i]);
    observations_.push_back({static_cast<std::int32_t>(i), graph});
  }
  code.reward = assembler.number(joint.reward);
  code.legal = assembler.distribution(joint.legal);
  always_legal_ = always_legal_ && joint.legal == Pool::kTrue;
  actions_.push_back(code);
}

// What persists or is constant is a matter of masks.
void Interpreter::add_transition(Assembler& assembler, int bit, Ref formula) {
  const Node& node = model_->pool.node(formula);
  const std::size_t word =
      kept_.size() - static_cast<std::size_t>(state_words_) + static_cast<std::size_t>(bit / 64);
  const std::uint64_t mask = 1ULL << (bit % 64);
  if (node.op == Op::state && node.index == bit) {
    kept_[word] |= mask;
  } else if (formula == Pool::kTrue) {
    set_[word] |= mask;
  } else if (formula != Pool::kFalse) {
    updates_.push_back({bit, assembler.distribution(formula)});
  }
}

std::span<const Interpreter::Update> Interpreter::updates(int action) const {
  const auto a = static_cast<std::size_t>(action);
  const std::size_t end = a + 1 < actions_.size() ? actions_[a + 1].first_update : updates_.size();
  return {updates_.data() + actions_[a].first_update, updates_.data() + end};
}

double Interpreter::chance(const std::uint64_t* words, int action, int bit) const {
  const std::span<const Update> all = updates(action);
  const auto it = std::ranges::lower_bound(all, bit, {}, &Update::bit);
  if (it == all.end() || it->bit != bit) {
    const int w = bit / 64;
    const auto row = static_cast<std::size_t>(action * state_words_ + w);
    return static_cast<double>(((words[w] & kept_[row]) | set_[row]) >> (bit % 64) & 1);
  }
  const double p = code_.chance(code_.decide(it->graph, words), words);
  if (!is_chance(p)) fail_chance(model_->state[static_cast<std::size_t>(bit)], p, words, action);
  return std::clamp(p, 0.0, 1.0);
}

double Interpreter::move(std::uint64_t* words, int action, const Draws& draws) const {
  const ActionCode& code = action_code(action);
  const auto n = static_cast<std::size_t>(state_words_);
  std::uint64_t* next = words + n;
  const std::size_t row = static_cast<std::size_t>(action) * n;
  for (std::size_t w = 0; w < n; ++w) next[w] = (words[w] & kept_[row + w]) | set_[row + w];
  for (const Update& update : updates(action)) {
    const int leaf = code_.decide(update.graph, words);
    bool holds = leaf == Code::kTrue;
    if (leaf > Code::kTrue) {
      const double p = code_.chance(leaf, words);
      if (!is_chance(p)) [[unlikely]] {
        fail_chance(model_->state[static_cast<std::size_t>(update.bit)], p, words, action);
      }
      holds = draws.bernoulli(update.bit, p);
    }
    next[update.bit / 64] |= static_cast<std::uint64_t>(holds) << (update.bit % 64);
  }
  const double reward = code_.number(code.reward, words);
  if (!std::isfinite(reward)) [[unlikely]] {
    throw Error(fmt::format("{}: the reward of {} is {} in the state {}", model_->program.instance,
                            model_->action_name(action), reward, describe(words)));
  }
  return reward;
}

void Interpreter::observe(const std::uint64_t* words, int action, std::uint64_t* observation,
                          const Draws& draws) const {
  std::fill_n(observation, observation_words_, 0);
  const std::size_t first = action_code(action).first_observation;
  for (std::size_t i = 0; i < model_->observation.size(); ++i) {
    const int leaf = code_.decide(observations_[first + i].graph, words);
    bool holds = leaf == Code::kTrue;
    if (leaf > Code::kTrue) {
      const double p = code_.chance(leaf, words);
      if (!is_chance(p)) [[unlikely]]
        fail_chance(model_->observation[i], p, words + state_words_, action);
      holds = draws.bernoulli(static_cast<int>(i), p);
    }
    observation[i / 64] |= static_cast<std::uint64_t>(holds) << (i % 64);
  }
}

double Interpreter::likelihood(const std::uint64_t* words, int action,
                               const std::uint64_t* observation) const {
  double likelihood = 1;
  const int n = static_cast<int>(model_->observation.size());
  for (int i = 0; i < n && likelihood > 0; ++i) {
    const double p = observation_chance(words, action, i);
    likelihood *= observation[i / 64] >> (i % 64) & 1 ? p : 1 - p;
  }
  return likelihood;
}

double Interpreter::observation_chance(const std::uint64_t* words, int action, int bit) const {
  const std::size_t first = action_code(action).first_observation;
  const int leaf = code_.decide(observations_[first + static_cast<std::size_t>(bit)].graph, words);
  const double p = code_.chance(leaf, words);
  if (!is_chance(p)) [[unlikely]] {
    fail_chance(model_->observation[static_cast<std::size_t>(bit)], p, words + state_words_,
                action);
  }
  return std::clamp(p, 0.0, 1.0);
}

void Interpreter::fail_chance(const Bit& bit, double chance, const std::uint64_t* words,
                              int action) const {
  throw InputError(fmt::format("{}: the probability of {} after {} is {}, in the state {}",
                               model_->program.instance, model_->name(bit),
                               model_->action_name(action), chance, describe(words)));
}

std::string Interpreter::describe(const std::uint64_t* state) const {
  std::string all;
  for (std::size_t i = 0; i < model_->state.size(); ++i) {
    if (state[i / 64] >> (i % 64) & 1)
      all += (all.empty() ? "" : ", ") + model_->name(model_->state[i]);
  }
  return "{" + all + "}";
}

}  // namespace holdfast::rddl
