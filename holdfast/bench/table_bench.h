// How fast a table is against the same model written in C++: a robot on a floor of 1000 cells.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

#include "holdfast/pomdp/model.h"
#include "holdfast/tables/table.h"

namespace holdfast {

// The robot steps as it means to with 80 %, and aside with 10 % to either hand; a wall holds it.
// Coming to the far corner earns 10, every other step costs 1. It feels in which tenth of the
// floor it is, with 80 %, and else in a neighbouring one.
class FloorModel {
 public:
  static constexpr int kWidth = 40, kHeight = 25, kStates = kWidth * kHeight;
  static constexpr int kBands = 10;

  struct State {
    std::int8_t x = 0;
    std::int8_t y = 0;
  };

  double discount() const { return 0.95; }
  int action_count() const { return 4; }
  std::int64_t observation_count() const { return kBands; }
  double min_reward() const { return -1; }
  double max_reward() const { return 10; }
  State sample_initial(Rng& rng) const;
  bool is_terminal(const State&) const { return false; }
  ActionSet legal_actions(const State&) const { return ActionSet::first(4); }
  Transition move(State& s, Action a, Rng& rng) const;
  Outcome step(State& s, Action a, Rng& rng) const;
  double likelihood(const State& next, Action, Observation o) const;
};

// The same as a table.
tables::Table floor_table();

// Adds to a flat object: POMCP's simulations per CPU second of both, in turns, and the ratios of
// simulations and of single steps.
void bench_table(nlohmann::json& results, int rounds);

}  // namespace holdfast
