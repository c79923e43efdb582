// What becomes of a state by an action at random: one distribution for each state, over next states
// with their rewards, drawn in one go. Most of what POMCP does are such steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "holdfast/pomdp/model.h"
#include "holdfast/tables/table.h"

namespace holdfast::tables {

class RandomWalk {
 public:
  // Empty for a table that would take more memory than this (32 bytes each): every state has as
  // many slots as the one with the most next states, so that a state's place is known at once.
  static constexpr std::size_t kMostSlots = std::size_t{1} << 20;

  explicit RandomWalk(const Table& table);

  bool empty() const { return slots_.empty(); }
  // Moves the state; must not be empty().
  Transition step(std::uint32_t& state, Rng& rng) const {
    // The whole part says which slot, the rest whether it is its own turn.
    const std::uint64_t at = (rng.bits() >> 32) * width_;
    const Slot& slot = slots_[std::size_t{state} * width_ + (at >> 32)];
    const bool own = static_cast<std::uint32_t>(at) <= slot.keep;
    const std::uint32_t next = own ? slot.own : slot.other;
    state = next & ~kOver;
    return {own ? slot.own_reward : slot.other_reward, (next & kOver) != 0};
  }

 private:
  // A mark on terminal states.
  static constexpr std::uint32_t kOver = 1U << 31;

  // Of Walker's alias method: a next state that comes with probability keep / 2^32 when it is the
  // slot's turn, and another one.
  struct alignas(32) Slot {
    double own_reward = 0;
    double other_reward = 0;
    std::uint32_t own = 0;
    std::uint32_t other = 0;
    std::uint32_t keep = 0;
  };

  std::uint32_t width_ = 0;
  std::vector<Slot> slots_;
};

}  // namespace holdfast::tables
