#include "holdfast/ais/trainer.h"

#include <fmt/format.h>

#include "holdfast/base/error.h"
#include "holdfast/base/statistics.h"

namespace holdfast::ais {
namespace {

// The streams of a training; batches and evaluations count from 0.
constexpr std::uint64_t kWeightStream = 0;
constexpr std::uint64_t kBatchStream = 1;
constexpr std::uint64_t kEvaluationStream = 2;

Rng stream(std::uint64_t seed, std::uint64_t kind, std::int64_t index, std::int64_t episode) {
  // A stream of streams: the batch's own seed, then the episode within it.
  Rng batch(seed, kind, static_cast<std::uint64_t>(index));
  return Rng(batch.bits(), static_cast<std::uint64_t>(episode));
}

Shape shape_of(const World& world, const Options& options) {
  check(options);
  const std::int64_t observations = world.observation_count();
  if (observations > kMaxObservations) {
    throw InputError(fmt::format(
        "ais: this domain has {} observations, and AIS is for at most {} (its network has one "
        "input for each); use a domain with fewer, such as rocksample or tiger",
        observations, kMaxObservations));
  }
  return {.observations = static_cast<int>(observations),
          .actions = world.action_count(),
          .hidden = options.hidden,
          .head = options.head};
}

Weights<float> initial_weights(const World& world, const Options& options, std::uint64_t seed) {
  Rng rng = stream(seed, kWeightStream, 0, 0);
  return Weights<float>::random(shape_of(world, options), rng);
}

}  // namespace

Trainer::Trainer(World& world, const Options& options, std::uint64_t seed)
    : world_(&world),
      options_(options),
      seed_(seed),
      weights_(initial_weights(world, options, seed)),
      state_adam_(weights_.state.size(), options.state_rate),
      policy_adam_(weights_.policy.size(), options.policy_rate),
      tape_(weights_.shape, options.batch_steps),
      backpropagation_(weights_.shape, options.batch_steps),
      gradient_(weights_.shape) {
  steps_.reserve(static_cast<std::size_t>(options.batch_steps));
}

// Episodes one after another until the batch is full.
void Trainer::collect() {
  steps_.clear();
  tape_.clear();
  for (std::int64_t episode = 0; tape_.size() < options_.batch_steps; ++episode, ++episodes_) {
    Rng rng = stream(seed_, kBatchStream, batches_, episode);
    world_->reset(rng);
    Input input;
    for (bool first = true, over = false; !over && tape_.size() < options_.batch_steps;
         first = false) {
      tape_.push(weights_, input, first);
      policy<float>(weights_, tape_.z(tape_.size() - 1), probabilities_);
      const Action a = draw(probabilities_, rng);
      const Outcome o = world_->step(a, rng);
      steps_.push_back({input, first, a, o.reward, o.observation, o.terminal});
      input = {o.observation, a, o.reward};
      over = o.terminal;
    }
  }
}

Losses Trainer::train_batch() {
  collect();
  returns_.resize(steps_.size());
  discounted_returns(steps_, world_->discount(), returns_);
  const Losses losses = backpropagation_.run(weights_, steps_, tape_, returns_, options_.loss,
                                             options_.lambda, gradient_);
  state_adam_.step(gradient_.state, weights_.state);
  policy_adam_.step(gradient_.policy, weights_.policy);
  ++batches_;
  return losses;
}

double Trainer::play_episode(Rng& rng) {
  world_->reset(rng);
  Memory memory(weights_.shape);
  Input input;
  double sum = 0;
  double weight = 1;
  for (int t = 0; t < options_.evaluation_steps; ++t, weight *= world_->discount()) {
    memory.update(weights_, input);
    policy<float>(weights_, memory.z(), probabilities_);
    const Action a = draw(probabilities_, rng);
    const Outcome o = world_->step(a, rng);
    sum += weight * o.reward;
    if (o.terminal) break;
    input = {o.observation, a, o.reward};
  }
  return sum;
}

Evaluation Trainer::evaluate() {
  RunningStatistics returns;
  for (int i = 0; i < options_.evaluation_episodes; ++i) {
    Rng rng = stream(seed_, kEvaluationStream, batches_, i);
    returns.add(play_episode(rng));
  }
  return {batches_, episodes_, returns.mean(), returns.ci95()};
}

bool Trainer::evaluate_if_due(bool last) {
  const bool due = last || batches_ % options_.evaluate_every == 0;
  if (!due || (!curve_.empty() && curve_.back().batch == batches_)) return false;
  curve_.push_back(evaluate());
  return true;
}

Progress Trainer::progress() const {
  return {batches_, episodes_, weights_, state_adam_.moments(), policy_adam_.moments(), curve_};
}

void Trainer::restore(Progress progress) {
  if (!(progress.weights.shape == weights_.shape)) {
    throw Error("ais: a training of another shape cannot be resumed here");
  }
  batches_ = progress.batches;
  episodes_ = progress.episodes;
  weights_ = std::move(progress.weights);
  state_adam_.restore(std::move(progress.state_moments));
  policy_adam_.restore(std::move(progress.policy_moments));
  curve_ = std::move(progress.curve);
}

}  // namespace holdfast::ais
