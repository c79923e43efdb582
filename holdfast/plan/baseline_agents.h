// Players that do not plan, to compare with: one does nothing, one acts at random.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "holdfast/plan/agent.h"

namespace holdfast {

template <Model M>
class RandomAgent final : public Agent<M> {
 public:
  RandomAgent(std::shared_ptr<const M> model, std::uint64_t seed)
      : model_(std::move(model)), rng_(seed, Purpose::search) {}

  void allow(const LegalActions<M>& legal) override { legal_ = legal; }
  Decision decide() override {
    Decision d;
    if constexpr (RandomPlaying<M>) {
      d.action = model_->random_play(step_, legal_, rng_);
    } else {
      d.action = legal_.sample(rng_);
    }
    return d;
  }
  void update(Action, Observation) override { ++step_; }
  const ParticleBelief<M>* belief() const override { return nullptr; }

 private:
  std::shared_ptr<const M> model_;
  Rng rng_;
  LegalActions<M> legal_;
  int step_ = 0;
};

template <Idle M>
class NoopAgent final : public Agent<M> {
 public:
  explicit NoopAgent(const M& model) : noop_(model.noop()) {}

  Decision decide() override {
    Decision d;
    d.action = noop_;
    return d;
  }
  void update(Action, Observation) override {}
  const ParticleBelief<M>* belief() const override { return nullptr; }

 private:
  Action noop_;
};

}  // namespace holdfast
