// The random numbers of scenarios, from which DESPOT plans: the world is deterministic given one,
// and what a policy draws depends on the depth alone, so that scenarios of equal history act
// together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "holdfast/base/rng.h"

namespace holdfast {

// What the world draws at a depth: the same for every action, every node and every policy.
inline Rng scenario_stream(std::uint64_t scenario, int depth) {
  return Rng(scenario + static_cast<std::uint64_t>(depth));
}

// The draws of a rollout in one scenario, from a depth on: step t takes the action from a copy of
// one stream, and what the world does from another.
class ScenarioDraws {
 public:
  // `policy` are the policy's streams by depth.
  ScenarioDraws(std::span<const Rng> policy, std::uint64_t scenario, int depth)
      : policy_(policy.data()), scenario_(scenario), depth_(depth) {}

  Rng action(std::size_t t) const { return policy_[static_cast<std::size_t>(depth_) + t]; }
  Rng world(std::size_t t) const {
    return scenario_stream(scenario_, depth_ + static_cast<int>(t));
  }

 private:
  const Rng* policy_;
  std::uint64_t scenario_;
  int depth_;
};

// The same interface for rollouts that take everything from one stream.
class OneStream {
 public:
  explicit OneStream(const Rng& rng) : rng_(rng) {}

  Rng& action(std::size_t) { return rng_; }
  Rng& world(std::size_t) { return rng_; }
  const Rng& rng() const { return rng_; }

 private:
  Rng rng_;
};

}  // namespace holdfast
