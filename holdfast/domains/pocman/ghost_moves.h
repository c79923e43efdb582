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

  // The way that leads most towards Pocman's place (Maze::Spot), who is nearer than the chase
  // range.
  Ghost chase(const Maze& maze, Ghost g, std::uint32_t pocman) const {
    return make_ghost(maze.cell_beyond(ghost_cell(g), towards_[choice(g, pocman)]), Maze::nowhere);
  }
  // The way that leads most away from him; it stays if all ways lead to him.
  Ghost flee(Ghost g, std::uint32_t pocman) const {
    return next_[make_ghost(ghost_cell(g), away_[choice(g, pocman)])];
  }

 private:
  static constexpr int kReach = 7;  // chase and flee look at distances up to this
  static constexpr int kCentre = Maze::kPlaces * (Maze::kRow + 1) * kReach;

  // Whole in one cache line.
  struct alignas(16) Ways {
    std::array<Ghost, 4> to{};
    std::uint8_t count = 0;
    std::uint16_t from = 0;  // the index of a choice where Pocman's place is 0
  };

  // Of where the ghost is as seen from Pocman, by the difference of their places, and which ways it
  // has.
  static constexpr int choice_index(int place, int mask) { return kCentre + place + mask; }
  std::size_t choice(Ghost g, std::uint32_t pocman) const { return ways_[g].from - pocman; }

  std::vector<Ways> ways_;             // by ghost
  std::vector<std::uint8_t> towards_;  // turns, by choice
  std::vector<std::uint8_t> away_;     // directions, by choice
  std::vector<Ghost> next_;  // by cell and direction, as in a ghost: there, its way forgotten
};

}  // namespace holdfast
