// Pocman in symbols (paper, section 4.1): food(C,D,V) and ghost(C,D,V) say that V percent (floored
// to tens) is the largest probability of a pellet or ghost among the cells at distance 1 to D in
// direction C; wall(C) that there is a wall next to Pocman. The one action is move(C).
//
// The ray in a direction is what Pocman would walk: it goes through the passage and ends at a wall,
// from where on the values stay. There is a fact for every D from 1 to kRange, also for 0 percent.
#pragma once

#include <array>
#include <cstdint>

#include "holdfast/domains/pocman/marginals.h"
#include "holdfast/domains/pocman/pocman.h"
#include "holdfast/macro/symbolic.h"

namespace holdfast {

// Features after moves: those of the belief's marginals, with Pocman moved and what he passed
// eaten. Ghosts stay where they are believed to be now.
class PocmanEffects final : public Effects {
 public:
  explicit PocmanEffects(const Maze& maze) : maze_(&maze) {}

  void update(const PocmanMarginals& marginals, int cell);
  // The same belief with Pocman elsewhere: he came there by `run` moves in a direction, and has
  // eaten what was on these cells.
  PocmanEffects elsewhere(int cell, int direction, int run) const;

  // The features where Pocman is after `steps` moves in a direction; a wall holds him.
  void features(int direction, int steps, logic::Facts& facts) const;

  bool advance(logic::Facts& facts, int ground_action, int t) const override {
    features(ground_action, t + 1, facts);
    return true;
  }

 private:
  // Probabilities in percent, floored to tens, by cell.
  using Tens = std::array<std::int16_t, Maze::kMaxCells>;

  void ray(const Tens& tens, int cell, int direction, const Maze::CellMask& without, int column,
           logic::Facts& facts) const;

  const Maze* maze_;
  int cell_ = 0;
  Maze::CellMask passed_{};  // nothing is left there
  Tens food_{};
  Tens ghost_{};
};

template <>
class Symbols<Pocman> final : public SymbolicBelief {
 public:
  static constexpr int kRange = 6;

  explicit Symbols(const Pocman& model);

  void update(const ParticleBelief<Pocman>& belief);

  std::string_view domain() const override { return "pocman"; }
  const logic::Vocabulary& vocabulary() const override { return vocabulary_; }
  const logic::Facts& facts() const override { return facts_; }
  const Effects& effects() const override { return effects_; }
  bool effects_need_belief() const override { return true; }
  // The belief with Pocman elsewhere (see PocmanEffects).
  PocmanEffects elsewhere(int cell, int direction, int run) const {
    return effects_.elsewhere(cell, direction, run);
  }

  // Entities, ground actions and actions are all north, east, south, west in this order.
  Action action_of(int ground_action) const override { return ground_action; }
  std::optional<int> ground_action(Action action, const logic::Facts&) const override {
    return action;
  }

 private:
  const Pocman* model_;
  logic::Vocabulary vocabulary_;
  logic::Facts facts_;
  PocmanEffects effects_;
};

logic::Vocabulary pocman_vocabulary();

}  // namespace holdfast
