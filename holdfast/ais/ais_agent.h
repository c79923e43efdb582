// A trained AIS agent as a planner among planners. It keeps no belief over states: what it knows is
// the information state of its network, fed with observations, its own actions and rewards.
#pragma once

#include <chrono>
#include <memory>

#include "holdfast/ais/agent_file.h"
#include "holdfast/plan/agent.h"

namespace holdfast::ais {

template <Model M>
class AisAgent final : public Agent<M> {
 public:
  // The file must be for a model with as many actions and observations.
  AisAgent(std::shared_ptr<const AgentFile> file, std::uint64_t seed)
      : file_(std::move(file)), memory_(weights().shape), rng_(seed, Purpose::search) {
    memory_.update(weights(), Input{});
  }

  // Draws from the policy, as in training. The value of an action is its probability.
  Decision decide() override {
    const auto start = std::chrono::steady_clock::now();
    policy<float>(weights(), memory_.z(), probabilities_);
    Decision decision;
    decision.action = draw(probabilities_, rng_);
    for (Action a = 0; a < weights().shape.actions; ++a) {
      decision.actions.push_back({.action = a, .value = static_cast<double>(probabilities_[a])});
    }
    decision.value = decision.actions[static_cast<std::size_t>(decision.action)].value;
    decision.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return decision;
  }

  void earn(double reward) override { reward_ = reward; }

  void update(Action a, Observation o) override { memory_.update(weights(), {o, a, reward_}); }

  const ParticleBelief<M>* belief() const override { return nullptr; }

 private:
  const Weights<float>& weights() const { return file_->progress.weights; }

  std::shared_ptr<const AgentFile> file_;
  Memory memory_;
  Vector<float> probabilities_;
  Rng rng_;
  double reward_ = 0;
};

}  // namespace holdfast::ais
