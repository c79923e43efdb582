// A model behind one virtual call per real step, played one episode after another: what learners
// that only see actions, observations and rewards need. Nobody outside reads the state.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "holdfast/pomdp/model.h"

namespace holdfast {

class World {
 public:
  virtual ~World() = default;
  virtual double discount() const = 0;
  virtual int action_count() const = 0;
  virtual std::int64_t observation_count() const = 0;
  // Starts a new episode.
  virtual void reset(Rng& rng) = 0;
  // Illegal actions are allowed; the model says what they cost.
  virtual Outcome step(Action a, Rng& rng) = 0;
};

template <Model M>
class ModelWorld final : public World {
 public:
  explicit ModelWorld(std::shared_ptr<const M> model) : model_(std::move(model)) {}

  double discount() const override { return model_->discount(); }
  int action_count() const override { return model_->action_count(); }
  std::int64_t observation_count() const override { return model_->observation_count(); }
  void reset(Rng& rng) override { state_ = model_->sample_initial(rng); }
  Outcome step(Action a, Rng& rng) override { return model_->step(state_, a, rng); }

 private:
  std::shared_ptr<const M> model_;
  typename M::State state_{};
};

}  // namespace holdfast
