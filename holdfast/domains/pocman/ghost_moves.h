// How ghosts move. A ghost is its cell and the way it last wandered; it never turns back while it
// wanders, and forgets its way when it chases or flees (as in Silver & Veness's program).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "holdfast/domains/pocman/maze.h"

namespace holdfast {

using Ghost = std::uint16_t;  // the cell in the low byte, Maze::Direction in the high one

constexpr Ghost make_ghost(int cell, int direction) {
  return static_cast<Ghost>(direction << 8 | cell);
}
constexpr int ghost_cell(Ghost g) { return g & 255; }
constexpr int ghost_direction(Ghost g) { return g >> 8; }

class GhostMoves {
 public:
  explicit GhostMoves(const Maze& maze);

  // Uniformly any way but back; `u` is uniform in [0, 2^16). Only in a dead end it turns.
  Ghost wander(Ghost g, std::uint32_t u) const {
    const Ways& ways = ways_[g];
    return ways.to[u * ways.count >> 16];
  }

  // The way that leads most towards Pocman, who is nearer than the chase range.
  Ghost chase(Ghost g, int pocman) const { return go(g, towards_[choice(g, pocman)]); }
  // The way that leads most away from him; it stays if all ways lead to him.
  Ghost flee(Ghost g, int pocman) const { return go(g, away_[choice(g, pocman)]); }

 private:
  static constexpr int kReach = 7;  // chase and flee look at distances up to this
  static constexpr int kRow = 32;   // cells are coded y * kRow + x, so a difference is one index
  static constexpr int kCentre = kReach * kRow + kReach;

  // Whole in one cache line.
  struct alignas(16) Ways {
    std::array<Ghost, 4> to{};
    std::uint8_t count = 0;
    std::uint16_t from = 0;  // the index of a choice where Pocman's cell has the code 0
  };

  // Of where the ghost is as seen from Pocman, and which ways it has.
  static int choice_index(int code, int mask) { return (code + kCentre) * 16 + mask; }
  std::size_t choice(Ghost g, int pocman) const {
    return static_cast<std::size_t>(ways_[g].from - shifts_[static_cast<std::size_t>(pocman)]);
  }
  Ghost go(Ghost g, std::uint8_t direction) const {
    return next_[make_ghost(ghost_cell(g), direction)];
  }

  std::vector<Ways> ways_;             // by ghost
  std::vector<std::uint16_t> shifts_;  // by Pocman's cell: how much smaller it makes the index
  std::vector<std::uint8_t> towards_;  // directions, by choice
  std::vector<std::uint8_t> away_;
  std::vector<Ghost> next_;  // by cell and direction, as in a ghost: there, its way forgotten
};

}  // namespace holdfast
