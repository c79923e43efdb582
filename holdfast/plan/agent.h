// An agent plans for one model in one episode: it decides, and learns what the world answered.
// This is the one virtual call per *real* step; everything below it is compiled for the model.
#pragma once

#include <span>
#include <stop_token>
#include <utility>

#include "holdfast/plan/decision.h"
#include "holdfast/plan/tree_view.h"
#include "holdfast/pomdp/belief.h"
#include "holdfast/pomdp/model.h"

namespace holdfast {

template <Model M>
class Agent {
 public:
  virtual ~Agent() = default;
  // What to do at the current belief.
  virtual Decision decide() = 0;
  // From now on searches end early, with what they have found, once this asks for it (from any
  // thread).
  void stop_by(std::stop_token stop) { stop_ = std::move(stop); }
  // What is legal at the next decision, told before it to agents that keep no belief to know it by.
  virtual void allow(const LegalActions<M>&) {}
  // What the last step earned, told before `update`. Agents that plan with the model need not know.
  virtual void earn(double) {}
  // Why the guide suggests this action at the current belief; empty if it does not. Not part of
  // decide(), because explanations cost time that only those who read them should pay.
  virtual Why why(Action) const { return {}; }
  // The action was taken and this was seen; the episode goes on.
  virtual void update(Action a, Observation o) = 0;
  // Null for agents that keep no belief over states (a recurrent network).
  virtual const ParticleBelief<M>* belief() const = 0;
  // What the last search found at a history from its root on; nothing for agents without a tree.
  // With several threads: in the first of their trees.
  virtual TreeLevel look(std::span<const TreeStep>) const { return {}; }

 protected:
  std::stop_token stop_;
};

}  // namespace holdfast
