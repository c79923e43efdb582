// A trained AIS agent in one episode. It keeps no belief over states: what it knows is the
// information state of its network, fed with observations, its own actions and rewards.
#pragma once

#include <cstdint>
#include <memory>

#include "holdfast/plan/agent.h"

namespace holdfast::ais {

struct AgentFile;

class Player {
 public:
  Player(std::shared_ptr<const AgentFile> file, std::uint64_t seed);
  ~Player();
  Player(Player&&) noexcept;

  // Draws from the policy, as in training. The value of an action is its probability.
  Decision decide();
  void update(Action a, Observation o, double reward);

 private:
  struct Mind;
  std::unique_ptr<Mind> mind_;
};

// The same as a planner among planners. The file must be for a model with as many actions and
// observations.
template <Model M>
class AisAgent final : public Agent<M> {
 public:
  AisAgent(std::shared_ptr<const AgentFile> file, std::uint64_t seed)
      : player_(std::move(file), seed) {}

  Decision decide() override { return player_.decide(); }
  void earn(double reward) override { reward_ = reward; }
  void update(Action a, Observation o) override { player_.update(a, o, reward_); }
  const ParticleBelief<M>* belief() const override { return nullptr; }

 private:
  Player player_;
  double reward_ = 0;
};

}  // namespace holdfast::ais
