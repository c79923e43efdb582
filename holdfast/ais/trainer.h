// Training of an AIS agent in a world: batches of sampled episodes, one update after each. The
// agent is told observations, its own actions and rewards; nothing of the state, nothing of the
// layout. Everything random is named by (seed, batch, episode), so a training that is interrupted
// and resumed ends with the same weights as one that is not.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "holdfast/ais/adam.h"
#include "holdfast/ais/backpropagation.h"
#include "holdfast/pomdp/world.h"

namespace holdfast::ais {

// One-hot inputs: a model with more observations wants another architecture (an autoencoder).
constexpr int kMaxObservations = 256;

// A point of the learning curve: discounted returns of sampled episodes with the weights then.
struct Evaluation {
  std::int64_t batch = 0;
  std::int64_t episodes = 0;  // of training, up to here
  double mean = 0;
  std::optional<double> ci95 = {};  // not known of one episode
  friend bool operator==(const Evaluation&, const Evaluation&) = default;
};

// All that changes during training; a checkpoint is this and what names the training.
struct Progress {
  std::int64_t batches = 0;
  std::int64_t episodes = 0;  // begun; the last one of a batch is cut off
  Weights<float> weights;
  Adam::Moments state_moments;
  Adam::Moments policy_moments;
  std::vector<Evaluation> curve;
};

class Trainer {
 public:
  // Throws InputError if the world has too many observations or an option makes no sense.
  Trainer(World& world, const Options& options, std::uint64_t seed);

  // One batch: act for options.batch_steps steps, then learn from them.
  Losses train_batch();
  // Plays options.evaluation_episodes episodes with the current weights.
  Evaluation evaluate();
  // Evaluates if the learning curve is due for a point here. Returns whether it was.
  bool evaluate_if_due(bool last = false);

  std::int64_t batches() const { return batches_; }
  const Weights<float>& weights() const { return weights_; }
  const std::vector<Evaluation>& curve() const { return curve_; }

  Progress progress() const;
  // Goes on from there; must be of the same shape.
  void restore(Progress progress);

 private:
  void collect();
  double play_episode(Rng& rng);

  World* world_;
  Options options_;
  std::uint64_t seed_;
  std::int64_t batches_ = 0;
  std::int64_t episodes_ = 0;
  Weights<float> weights_;
  Adam state_adam_;
  Adam policy_adam_;
  std::vector<Evaluation> curve_;

  // Of the current batch.
  std::vector<Step> steps_;
  std::vector<double> returns_;
  Tape<float> tape_;
  Backpropagation<float> backpropagation_;
  Weights<float> gradient_;
  Vector<float> probabilities_;
};

}  // namespace holdfast::ais
