// A trained AIS agent in one episode. It keeps no belief over states: what it knows is the
// information state of its network, fed with observations, its own actions and rewards.
#pragma once

#include <cstdint>
#include <memory>

#include "holdfast/plan/player.h"

namespace holdfast::ais {

struct AgentFile;

class Player final : public holdfast::Player {
 public:
  Player(std::shared_ptr<const AgentFile> file, std::uint64_t seed);
  ~Player() override;

  // Draws from the policy, as in training. The value of an action is its probability.
  Decision decide() override;
  void update(Action a, Observation o, double reward) override;

 private:
  struct Mind;
  std::unique_ptr<Mind> mind_;
};

}  // namespace holdfast::ais
