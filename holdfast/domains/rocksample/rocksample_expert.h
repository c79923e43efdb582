// A handcrafted policy for RockSample that decides by itself: DESPOT's `preferred` lower bound.
//
// It takes the nearest rock that is worth the way; checks it once from where it stands if nothing
// is known of it; walks there and samples it if it looks good; and leaves when no rock is worth it.
// (Silver's preferred actions are a set to draw from. Drawing from it wanders: as a default policy
// that is worth less than leaving at once.)
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "holdfast/domains/rocksample/rocksample.h"
#include "holdfast/plan/guide.h"

namespace holdfast {

class RockSampleExpert {
 public:
  template <class M>
  static constexpr bool kUsesMemory = true;

  explicit RockSampleExpert(const RockSample& model);

  Action rollout_action(const RockSample&, const RockSample::State& s,
                        const RockSample::Memory& memory, const Moment&, Rng&) const {
    const Worth& worth = tables_->worth[s.cell];
    const std::uint64_t unknown = memory.promising & ~memory.positive & worth.unknown;
    const std::uint64_t good = memory.positive & worth.good;
    if ((unknown | good) == 0) return RockSample::east;
    const std::uint8_t* order = &tables_->order[s.cell * rocks_];
    std::uint8_t r = *order;
    while (!((unknown | good) >> r & 1)) r = *++order;
    return unknown >> r & 1 ? RockSample::check + r : tables_->approach[s.cell * rocks_ + r];
  }

 private:
  // Whether it pays to go to a rock first, before leaving: bit r for rock r.
  struct Worth {
    std::uint64_t unknown = 0;  // if it is good with probability 1/2 and will be checked
    std::uint64_t good = 0;     // if it is good
  };

  struct Tables {
    std::vector<Worth> worth;            // by cell
    std::vector<std::uint8_t> order;     // by cell: the rocks, nearest first
    std::vector<std::uint8_t> approach;  // by cell and rock: the move towards it, or sample
  };

  std::size_t rocks_;
  std::shared_ptr<const Tables> tables_;
};

}  // namespace holdfast
