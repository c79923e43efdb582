// Laser Tag (Somani, Ye, Hsu & Lee 2013): Tag on a floor with obstacles, where the robot has a
// laser in each of eight directions instead of eyes. A reading is how far the beam gets, to a wall
// or the opponent, less the size of a normal error, in whole cells: nearly every observation is a
// new one.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "holdfast/base/spec.h"
#include "holdfast/domains/tag/tag.h"
#include "holdfast/domains/tag/tag_bound.h"

namespace holdfast {

class LaserTag {
 public:
  static constexpr const char* name = "lasertag";
  static constexpr const char* summary =
      "A robot with eight noisy lasers chases an opponent that flees among obstacles.";
  static std::vector<ParameterInfo> parameters() {
    return {whole_number("width", 11, 2, 50, "columns; at most 250 cells in all"),
            whole_number("height", 7, 2, 50, "rows"),
            whole_number("obstacles", 8, 0, 200, "cells that are walls"),
            real_number("noise", 2.5, 0.01, 100, "standard deviation of a laser, in cells"),
            real_number("discount", 0.95, 0, 0.9999, "discount factor")};
  }

  static constexpr bool kMeasures = true;
  using State = Tag::State;
  using Memory = Tag::Memory;

  static constexpr int kBeams = 8;
  static constexpr int kBits = 6;  // of a reading
  // Both in one cell: no beam tells.
  static constexpr Observation kHere = Observation{1} << (kBeams * kBits);

  // The seed draws obstacles that leave the floor in one piece, and the robot's start.
  LaserTag(const Parameters& p, Rng& layout);
  LaserTag(const Tag& tag, double noise);

  const Tag& tag() const { return tag_; }
  const Floor& floor() const { return tag_.floor(); }

  double discount() const { return tag_.discount(); }
  int action_count() const { return tag_.action_count(); }
  std::int64_t observation_count() const { return kHere + 1; }
  double min_reward() const { return tag_.min_reward(); }
  double max_reward() const { return tag_.max_reward(); }
  TagBound mdp_bound() const { return tag_.mdp_bound(); }

  State sample_initial(Rng& rng) const { return tag_.sample_initial(rng); }
  bool is_terminal(const State& s) const { return tag_.is_terminal(s); }
  ActionSet legal_actions(const State& s) const { return tag_.legal_actions(s); }
  std::int64_t bin(const State& s) const { return tag_.bin(s); }

  Outcome step(State& s, Action a, Rng& rng) const {
    const Transition t = tag_.move(s, a, rng);
    return {t.terminal ? kHere : observe(s, rng), t.reward, t.terminal};
  }
  Transition move(State& s, Action a, Rng& rng) const { return tag_.move(s, a, rng); }
  Transition random_move(State& s, Rng& rng) const { return tag_.random_move(s, rng); }

  double likelihood(const State& next, Action a, Observation o) const;
  static int reading(Observation o, int beam) {
    return static_cast<int>(o >> (beam * kBits) & ((1 << kBits) - 1));
  }

  Memory initial_memory() const { return tag_.initial_memory(); }
  void remember(Memory& memory, const State& s, Action a, Observation o) const {
    tag_.remember(memory, s, a, o == kHere ? Tag::here : Tag::nothing);
  }
  ActionSet preferred_actions(const State& s, const Memory& memory) const {
    return tag_.preferred_actions(s, memory);
  }
  Action default_action(const State& s) const { return tag_.default_action(s); }
  double default_value(const State& s) const { return tag_.default_value(s); }
  Action onward_action(const State& s, const Moment& now) const {
    return tag_.onward_action(s, now);
  }
  // One that contradicts the lasers is put anywhere else, if they allow it.
  bool perturb(State& s, const Memory& memory, Action a, Observation o, Rng& rng) const;

  std::string action_name(Action a) const;
  std::string observation_name(Observation o) const;
  std::string layout() const;

 private:
  // The readings of a beam of one length: their probabilities, and the sums of those.
  struct Readings {
    std::vector<double> probability;
    std::vector<double> sum;
  };

  Observation observe(const State& s, Rng& rng) const;
  const std::uint8_t* beams(const State& s) const {
    return &beams_[(static_cast<std::size_t>(s.robot) *
                        static_cast<std::size_t>(floor().cell_count()) +
                    s.opponent) *
                   kBeams];
  }
  void measure_beams();
  // By the number of cells that a beam goes, straight or diagonally.
  Readings readings(int cells, bool diagonal) const;

  Tag tag_;
  double noise_;
  std::vector<std::uint8_t> beams_;  // by robot, opponent and beam: which of readings_
  std::vector<Readings> readings_;
};

}  // namespace holdfast
