// Who plays by what it sees and earns alone, and knows no model: a trained network, say. It is
// compiled once; PlayerAgent makes it an agent for any model.
#pragma once

#include <memory>
#include <utility>

#include "holdfast/plan/agent.h"

namespace holdfast {

class Player {
 public:
  virtual ~Player() = default;
  virtual Decision decide() = 0;
  virtual void update(Action a, Observation o, double reward) = 0;
};

template <Model M>
class PlayerAgent final : public Agent<M> {
 public:
  explicit PlayerAgent(std::unique_ptr<Player> player) : player_(std::move(player)) {}

  Decision decide() override { return player_->decide(); }
  void earn(double reward) override { reward_ = reward; }
  void update(Action a, Observation o) override { player_->update(a, o, reward_); }
  const ParticleBelief<M>* belief() const override { return nullptr; }

 private:
  std::unique_ptr<Player> player_;
  double reward_ = 0;
};

}  // namespace holdfast
