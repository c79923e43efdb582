// What rules say wherever a search takes Pocman: at the root's belief about food and ghosts, with
// Pocman elsewhere and what he has just passed eaten. Each place is worked out once per belief.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "holdfast/domains/pocman/symbols.h"
#include "holdfast/domains/situations.h"

namespace holdfast {

template <>
class Situations<Pocman> {
 public:
  static constexpr bool kSees = false;  // he knows where he is
  static constexpr bool kUsesMemory = false;
  static constexpr bool kUsesSymbols = true;

  static bool serves(const Gamma& gamma) { return gamma.compiled() != nullptr; }

  // The symbols, which know the root's belief, must outlive this.
  Situations(const Pocman&, const Symbols<Pocman>& symbols, const Gamma& gamma);

  void start() { ++belief_; }

  SituationAdvice at(const Pocman::State& s, const Pocman::Memory&, const Moment& now) {
    return known(s, now).advice;
  }
  SituationAdvice acts(const Pocman::State& s, const Pocman::Memory& memory, const Moment& now) {
    return at(s, memory, now);
  }
  Action longest(const Pocman::State& s, const Pocman::Memory&, const Moment& now) {
    return known(s, now).longest;
  }
  void foresee(Pocman::Memory&, const Pocman::State&, Action) const {}

 private:
  // Moves further back than features reach make no difference.
  static constexpr int kRuns = Symbols<Pocman>::kRange + 1;

  struct Known {
    SituationAdvice advice;
    Action longest = Moment::kNone;
    std::uint32_t belief = 0;  // by which this was worked out
  };

  const Known& known(const Pocman::State& s, const Moment& now) {
    const int run = std::min(now.run, kRuns - 1);
    const int direction = now.previous + 1;
    Known& known = known_[static_cast<std::size_t>((s.cell * 5 + direction) * kRuns + run)];
    if (known.belief != belief_) work_out(known, s.cell, now.previous, run);
    return known;
  }
  void work_out(Known& known, int cell, int direction, int run);

  const Symbols<Pocman>* symbols_;
  EventCalculus calculus_;
  logic::Facts facts_;
  std::vector<Known> known_;  // by cell, last move and how often it was made
  std::uint32_t belief_ = 0;
};

}  // namespace holdfast
