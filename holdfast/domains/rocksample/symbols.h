// RockSample in symbols (paper, section 4.1): dist(R,D) is the 1-norm from rover to rock R,
// delta_x(R,D) and delta_y(R,D) are rock minus rover, guess(R,V) is the probability in percent
// that R is good, floored to tens. Actions: north, east, south, west, sample(R), check(R).
#pragma once

#include "holdfast/domains/rocksample/rocksample.h"
#include "holdfast/macro/symbolic.h"

namespace holdfast {

// Moves shift the rocks; what checks and samples find out is not known beforehand.
class RockSampleEffects final : public Effects {
 public:
  bool advance(logic::Facts& facts, int ground_action, int t) const override;
  std::string_view rules() const override;
};

template <>
class Symbols<RockSample> final : public SymbolicBelief {
 public:
  enum Column { dist, delta_x, delta_y, guess };

  explicit Symbols(const RockSample& model);

  void update(const ParticleBelief<RockSample>& belief);

  std::string_view domain() const override { return "rocksample"; }
  const logic::Vocabulary& vocabulary() const override { return vocabulary_; }
  const logic::Facts& facts() const override { return facts_; }
  const Effects& effects() const override { return effects_; }
  Action action_of(int ground_action) const override;
  bool possible(int ground_action, const logic::Facts& facts) const override;
  std::optional<int> ground_action(Action action, const logic::Facts& facts) const override;

 private:
  const RockSample* model_;
  logic::Vocabulary vocabulary_;
  logic::Facts facts_;
  RockSampleEffects effects_;
};

// States the facts about one rock: its place relative to the rover, and its guess in percent.
void set_rock(logic::Facts& facts, int rock, int delta_x, int delta_y, int guess);

// The words for a number of rocks.
logic::Vocabulary rocksample_vocabulary(int rocks);

}  // namespace holdfast
