// What rules say wherever a search takes the rover.
//
// Each rule is about one rock: its place relative to the rover, and its guess. So what a theory
// says at a history is, over all rocks, the union of what it says about one rock at that offset and
// guess, and that is in a table small enough for the first-level cache: asking costs some
// nanoseconds.
#pragma once

#include <cstdint>
#include <vector>

#include "holdfast/domains/rocksample/symbols.h"
#include "holdfast/domains/situations.h"

namespace holdfast {

template <>
class Situations<RockSample> {
 public:
  static constexpr bool kSees = true;
  static constexpr bool kUsesMemory = true;
  static constexpr bool kUsesSymbols = false;

  // Whether every rule of the theory is compiled, and speaks of rocks in general.
  static bool serves(const Gamma& gamma);

  // The model must outlive this.
  Situations(const RockSample& model, const Symbols<RockSample>&, const Gamma& gamma);

  // Nothing here depends on the belief; what the rover has found out is in its memory.
  void start() {}

  SituationAdvice at(const RockSample::State& s, const RockSample::Memory& memory,
                     const Moment&) const {
    const Seen seen = look(s.cell, memory.tens);
    return {ActionSet((seen.any & (kCheck - 1)) | seen.checks),
            ActionSet(seen.any >> kGoOn & kMoves)};
  }
  SituationAdvice acts(const RockSample::State& s, const RockSample::Memory& memory,
                       const Moment&) const {
    const unsigned any = look(s.cell, memory.tens).any;
    return {ActionSet(any & (kCheck - 1)), ActionSet(any >> kGoOn & kMoves)};
  }
  Action longest(const RockSample::State& s, const RockSample::Memory& memory, const Moment&) const;

  // A sampled rock is bad, whatever it was.
  void foresee(RockSample::Memory& memory, const RockSample::State& s, Action a) const {
    if (a == RockSample::sample) model_->remember(memory, s, a, RockSample::none);
  }

 private:
  // Bits 0 to 5: north, east, south, west, sample and check start, by init or by a rule without
  // time; bits 8 to 11: the moves go on; bits 12 to 15: the moves start by init. (What samples and
  // checks find out is not known beforehand, so they last for one step.)
  using Entry = std::uint16_t;
  static constexpr int kGoOn = 8;
  static constexpr int kInit = 12;
  static constexpr unsigned kCheck = 1u << RockSample::check;
  static constexpr unsigned kMoves = (1u << RockSample::sample) - 1;
  static constexpr int kGuesses = 11;  // 0, 10, ..., 100 percent

  // The entries of all rocks, seen from a cell: united, and the bit of check by rock.
  struct Seen {
    unsigned any = 0;
    std::uint64_t checks = 0;
  };
  Seen look(int cell, const RockSample::Tens& tens) const;
  int length(Action a, Cell from, const RockSample::Tens& tens) const;
  static Entry entry_bits(logic::Role role, int bit);
  void fill(const logic::Theory& theory);

  const RockSample* model_;
  int horizon_;
  // Entries by rock minus rover (dy, then dx), then guess in tens; those of rock r seen from a
  // cell start at rocks_[r] - offset_[cell].
  std::vector<Entry> table_;
  std::vector<std::int32_t> rocks_;
  std::vector<std::int32_t> offset_;
};

inline Situations<RockSample>::Seen Situations<RockSample>::look(
    int cell, const RockSample::Tens& tens) const {
  const std::int32_t offset = offset_[static_cast<std::size_t>(cell)];
  Seen seen;
  std::uint64_t guesses = tens.words[0];
  for (std::size_t r = 0; r < rocks_.size(); ++r) {
    if (r == 16) guesses = tens.words[1];
    const int at = rocks_[r] - offset + static_cast<int>(guesses & 15);
    const unsigned entry = table_[static_cast<std::size_t>(at)];
    guesses >>= 4;
    seen.any |= entry;
    seen.checks |= std::uint64_t{entry & kCheck} << r;
  }
  return seen;
}

}  // namespace holdfast
