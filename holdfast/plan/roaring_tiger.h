// For tests: a Tiger that never roars the same way twice.
#pragma once

#include <cstdint>

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

}  // namespace holdfast
