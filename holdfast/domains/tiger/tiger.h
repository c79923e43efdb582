// Tiger (Kaelbling, Littman & Cassandra 1998): two doors, a tiger behind one of them. Small enough
// for exact values, so every planner is tested on it. Opening a door ends the episode.
#pragma once

#include <cstdint>
#include <string>

#include "holdfast/pomdp/model.h"

namespace holdfast {

class TigerBound;

class Tiger {
 public:
  enum : Action { listen, open_left, open_right };
  enum : Observation { hear_left, hear_right, nothing };

  struct State {
    std::uint8_t tiger_right = 0;
    std::uint8_t done = 0;
  };

  // The ear is right with this probability.
  explicit Tiger(double accuracy = 0.85, double discount = 0.95)
      : accuracy_(accuracy), discount_(discount) {}

  double discount() const { return discount_; }
  int action_count() const { return 3; }
  int observation_count() const { return 3; }
  double min_reward() const { return -100; }
  double max_reward() const { return 10; }
  double accuracy() const { return accuracy_; }

  State sample_initial(Rng& rng) const { return {static_cast<std::uint8_t>(rng.below(2)), 0}; }
  bool is_terminal(const State& s) const { return s.done != 0; }
  ActionSet legal_actions(const State&) const { return ActionSet::first(3); }
  Action default_action(const State&) const { return listen; }
  // Listening for ever.
  double default_value(const State& s) const { return s.done ? 0 : -1 / (1 - discount_); }
  TigerBound mdp_bound() const;

  Outcome step(State& s, Action a, Rng& rng) const {
    if (s.done) return {nothing, 0, true};
    if (a == listen) {
      const bool right = (s.tiger_right != 0) == rng.bernoulli(accuracy_);
      return {right ? hear_right : hear_left, -1, false};
    }
    s.done = 1;
    const bool eaten = (a == open_right) == (s.tiger_right != 0);
    return {nothing, eaten ? -100.0 : 10.0, true};
  }

  double likelihood(const State& next, Action a, Observation o) const {
    if (a != listen || o == nothing) return a != listen && o == nothing ? 1 : 0;
    return (o == hear_right) == (next.tiger_right != 0) ? accuracy_ : 1 - accuracy_;
  }

 private:
  double accuracy_;
  double discount_;
};

// Who sees the tiger opens the other door at once.
class TigerBound {
 public:
  static constexpr bool kPathwise = true;
  double value(const Tiger::State& s) const { return s.done ? 0 : 10; }
  std::string name() const { return "mdp"; }
};

inline TigerBound Tiger::mdp_bound() const { return {}; }

}  // namespace holdfast
