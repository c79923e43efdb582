// For tests: a Tiger that never roars the same way twice.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "holdfast/base/error.h"
#include "holdfast/domains/tiger/tiger.h"

namespace holdfast {

// Every roar is a number of its own; its last bit tells where it came from.
class Roars : public Tiger {
 public:
  static constexpr bool kMeasures = true;
  using Tiger::Tiger;
  std::int64_t observation_count() const { return std::int64_t{1} << 40; }
  Outcome step(State& s, Action a, Rng& rng) const {
    Outcome outcome = Tiger::step(s, a, rng);
    if (a == listen && !outcome.terminal) {
      outcome.observation += static_cast<Observation>(rng.bits() >> 26) << 1;
    }
    return outcome;
  }
  double likelihood(const State& next, Action a, Observation o) const {
    return Tiger::likelihood(next, a, a == listen ? o & 1 : o) / 1e9;
  }
};

// The same, but keys are hashes that tell nothing, so that only what was seen in full has a
// likelihood.
class Echoes : public Roars {
 public:
  using Roars::Roars;
  using Seen = Observation;
  Outcome step(State& s, Action a, Rng& rng) const {
    Seen seen;
    return step_seeing(s, a, seen, rng);
  }
  Outcome step_seeing(State& s, Action a, Seen& seen, Rng& rng) const {
    Outcome outcome = Roars::step(s, a, rng);
    seen = outcome.observation;
    outcome.observation =
        static_cast<Observation>(Rng(static_cast<std::uint64_t>(seen)).bits() >> 24);
    return outcome;
  }
  double likelihood(const State&, Action, Observation) const {
    throw Error("keys of Echoes are hashes");
  }

  class Weigher {
   public:
    void clear() { states_.clear(); }
    void add(const State& next, Action a) { states_.push_back({next, a}); }
    double likelihood(std::size_t i, Seen seen) const {
      return Roars().likelihood(states_[i].first, states_[i].second, seen);
    }
    std::uint64_t digest(const State& next, Action a) const {
      return Rng(static_cast<std::uint64_t>(next.tiger_right), static_cast<std::uint64_t>(a))
          .bits();
    }

   private:
    std::vector<std::pair<State, Action>> states_;
  };
  Weigher weigher() const { return {}; }
};

}  // namespace holdfast
