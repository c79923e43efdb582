#include "holdfast/ais/player.h"

#include <chrono>

#include "holdfast/ais/agent_file.h"

namespace holdfast::ais {

struct Player::Mind {
  Mind(std::shared_ptr<const AgentFile> trained, std::uint64_t seed)
      : file(std::move(trained)), memory(weights().shape), rng(seed, Purpose::search) {
    memory.update(weights(), Input{});
  }
  const Weights<float>& weights() const { return file->progress.weights; }

  std::shared_ptr<const AgentFile> file;
  Memory memory;
  Vector<float> probabilities;
  Rng rng;
};

Player::Player(std::shared_ptr<const AgentFile> file, std::uint64_t seed)
    : mind_(std::make_unique<Mind>(std::move(file), seed)) {}
Player::~Player() = default;

Decision Player::decide() {
  const auto start = std::chrono::steady_clock::now();
  policy<float>(mind_->weights(), mind_->memory.z(), mind_->probabilities);
  Decision decision;
  decision.action = draw(mind_->probabilities, mind_->rng);
  for (Action a = 0; a < mind_->weights().shape.actions; ++a) {
    ActionEvidence evidence;
    evidence.action = a;
    evidence.value = static_cast<double>(mind_->probabilities[a]);
    decision.actions.push_back(evidence);
  }
  decision.value = decision.actions[static_cast<std::size_t>(decision.action)].value;
  decision.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return decision;
}

void Player::update(Action a, Observation o, double reward) {
  mind_->memory.update(mind_->weights(), {o, a, reward});
}

}  // namespace holdfast::ais
