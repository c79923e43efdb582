// A belief as a contiguous set of equally weighted particles, and its update after a real step.
//
// Where the model has a likelihood, particles are moved, weighted and resampled (and moved with the
// observation in mind where it is Conditioned); elsewhere they are moved with their observation and
// kept if it is the real one (rejection). Either way the set
// keeps its size: what is missing is refilled by perturbed copies that agree with the observation
// (where the model is Perturbable), never by states that ignore it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "holdfast/base/error.h"
#include "holdfast/pomdp/history.h"
#include "holdfast/pomdp/model.h"

namespace holdfast {

template <Model M>
class ParticleBelief {
 public:
  using State = typename M::State;

  ParticleBelief(std::shared_ptr<const M> model, int count, Rng& rng) : model_(std::move(model)) {
    particles_.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) particles_.push_back(model_->sample_initial(rng));
    next_.reserve(particles_.size());
  }

  std::span<const State> particles() const { return particles_; }
  std::size_t size() const { return particles_.size(); }
  const State& sample(Rng& rng) const {
    return particles_[rng.below(static_cast<std::uint32_t>(particles_.size()))];
  }

  // What the agent has done and seen (see Remembering).
  const Memory<M>& memory() const { return memory_; }
  // The actions alone, which every belief remembers.
  const History& history() const { return history_; }

  // How often no particle explained the observation and the set had to be built anew.
  int repairs() const { return repairs_; }

  // Conditions the belief on a real step. Throws Error if no state can be found that explains the
  // observation (the model and the world disagree). Whatever is thrown, also by the model, the
  // belief is what it was.
  void update(Action a, Observation o, Rng& rng);

 private:
  void condition(Action a, Observation o, Rng& rng);
  void filter_by_weight(Action a, Observation o, Rng& rng);
  // Moves a particle; returns its weight.
  double move_and_weigh(State& s, Action a, Observation o, Rng& rng) const;
  void filter_by_rejection(Action a, Observation o, Rng& rng);
  void refill(Action a, Observation o, Rng& rng);
  void repair(Action a, Observation o, Rng& rng);
  // Some particles are perturbed at every step so that variety never dies out.
  void reinvigorate(Action a, Observation o, Rng& rng);
  // A perturbed copy of s, mixed with one of the first `parents` particles where the model can;
  // s itself if that fails.
  State varied(const State& s, std::size_t parents, Action a, Observation o, Rng& rng) const;

  std::shared_ptr<const M> model_;
  std::vector<State> particles_;
  std::vector<State> next_;
  std::vector<State> before_;
  std::vector<double> weights_;
  Memory<M> memory_ = initial_memory(*model_);
  History history_;
  int repairs_ = 0;
};

template <Model M>
void ParticleBelief<M>::update(Action a, Observation o, Rng& rng) {
  before_ = particles_;
  const Memory<M> memory = memory_;
  const History history = history_;
  try {
    condition(a, o, rng);
  } catch (...) {
    particles_ = before_;
    memory_ = memory;
    history_ = history;
    throw;
  }
}

template <Model M>
void ParticleBelief<M>::condition(Action a, Observation o, Rng& rng) {
  if constexpr (Likelihood<M>) {
    filter_by_weight(a, o, rng);
  } else {
    filter_by_rejection(a, o, rng);
  }
  // The memory follows what all particles share, so any survivor stands for them. With none, the
  // step itself is all there is, until some are repaired: then one of those tells the memory,
  // because what did not explain the observation is not what was seen.
  const bool survives = !next_.empty();
  const Memory<M> before = memory_;
  remember(*model_, memory_, survives ? next_.front() : particles_.front(), a, o);
  history_.add(a);
  if (survives) {
    if (next_.size() < before_.size()) refill(a, o, rng);
    reinvigorate(a, o, rng);
  } else {
    repair(a, o, rng);
    memory_ = before;
    remember(*model_, memory_, next_.front(), a, o);
  }
  particles_.swap(next_);
}

// Moves every particle once (particles_ then holds the moved states) and resamples systematically
// by weight: one random number, and a particle of weight w gets floor or ceil of its share.
template <Model M>
void ParticleBelief<M>::filter_by_weight(Action a, Observation o, Rng& rng) {
  weights_.resize(particles_.size());
  double total = 0;
  for (std::size_t i = 0; i < particles_.size(); ++i) {
    weights_[i] = move_and_weigh(particles_[i], a, o, rng);
    total += weights_[i];
  }
  next_.clear();
  if (!std::isfinite(total)) {
    throw InputError("the likelihood of observation " + std::to_string(o) + " after action " +
                     std::to_string(a) + " is not a number for some state: mend the model");
  }
  if (total <= 0) return;
  const double share = total / static_cast<double>(particles_.size());
  double target = share * rng.uniform();
  double sum = 0;
  for (std::size_t i = 0; i < particles_.size(); ++i) {
    sum += weights_[i];
    for (; target < sum && next_.size() < particles_.size(); target += share) {
      next_.push_back(particles_[i]);
    }
  }
}

template <Model M>
double ParticleBelief<M>::move_and_weigh(State& s, Action a, Observation o, Rng& rng) const {
  if constexpr (Conditioned<M>) {
    const double weight = model_->conditioned_move(s, a, o, rng);
    return model_->is_terminal(s) ? 0 : weight;
  } else {
    const Transition t = move(*model_, s, a, rng);
    return t.terminal ? 0 : model_->likelihood(s, a, o);
  }
}

// One pass over all particles, then further passes while they pay, up to the full number.
template <Model M>
void ParticleBelief<M>::filter_by_rejection(Action a, Observation o, Rng& rng) {
  constexpr int kPasses = 4;
  next_.clear();
  for (int pass = 0; pass < kPasses && next_.size() < before_.size(); ++pass) {
    for (std::size_t i = 0; i < before_.size() && next_.size() < before_.size(); ++i) {
      particles_[i] = before_[i];
      const Outcome outcome = model_->step(particles_[i], a, rng);
      if (!outcome.terminal && outcome.observation == o) next_.push_back(particles_[i]);
    }
  }
}

template <Model M>
void ParticleBelief<M>::refill(Action a, Observation o, Rng& rng) {
  const std::size_t survivors = next_.size();
  while (next_.size() < before_.size()) {
    const State& s = next_[rng.below(static_cast<std::uint32_t>(survivors))];
    next_.push_back(varied(s, survivors, a, o, rng));
  }
}

// No particle explains the observation: perturb moved states until enough do.
template <Model M>
void ParticleBelief<M>::repair(Action a, Observation o, Rng& rng) {
  ++repairs_;
  if constexpr (Perturbable<M>) {
    const std::size_t attempts = 1000 * before_.size();
    for (std::size_t i = 0; i < attempts && next_.size() < before_.size(); ++i) {
      State s = particles_[i % particles_.size()];
      if (!model_->is_terminal(s) && model_->perturb(s, memory_, a, o, rng)) next_.push_back(s);
    }
    if (!next_.empty()) {
      if (next_.size() < before_.size()) refill(a, o, rng);
      return;
    }
  }
  throw Error(
      "the belief is empty: no particle explains the observation; use more particles, or make the "
      "model Perturbable");
}

template <Model M>
void ParticleBelief<M>::reinvigorate(Action a, Observation o, Rng& rng) {
  if constexpr (Perturbable<M>) {
    // Recombined particles are as likely as their parents, so that more of them do no harm.
    constexpr std::size_t kInterval = Recombinable<M> ? 4 : 16;
    for (std::size_t count = next_.size() / kInterval; count > 0; --count) {
      State& target = next_[rng.below(static_cast<std::uint32_t>(next_.size()))];
      target = varied(target, next_.size(), a, o, rng);
    }
  }
}

template <Model M>
typename M::State ParticleBelief<M>::varied(const State& s, std::size_t parents, Action a,
                                            Observation o, Rng& rng) const {
  if constexpr (Perturbable<M>) {
    State copy = s;
    if constexpr (Recombinable<M>) {
      model_->recombine(copy, next_[rng.below(static_cast<std::uint32_t>(parents))], o, rng);
    }
    if (model_->perturb(copy, memory_, a, o, rng)) return copy;
  }
  return s;
}

}  // namespace holdfast
