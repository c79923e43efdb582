// How ghosts move. A ghost is its cell and the way it last wandered; it never turns back while it
// wanders, and forgets its way when it chases or flees (as in Silver & Veness's program).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "holdfast/domains/pocman/maze.h"

namespace holdfast {

using Ghost = std::uint16_t;  // 8 * cell + Maze::Direction

constexpr Ghost make_ghost(int cell, int direction) {
  return static_cast<Ghost>(8 * cell + direction);
}
constexpr int ghost_cell(Ghost g) { return g >> 3; }
constexpr int ghost_direction(Ghost g) { return g & 7; }

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

  struct Ways {
    std::array<Ghost, 4> to{};
    std::uint8_t count = 0;
    std::uint8_t mask = 0;  // of directions
  };

  // Index of (ghost minus Pocman, ways that the ghost has).
  std::size_t choice(Ghost g, int pocman) const {
    const int difference =
        codes_[static_cast<std::size_t>(ghost_cell(g))] - codes_[static_cast<std::size_t>(pocman)];
    return static_cast<std::size_t>((difference + kCentre) * 16 + ways_[g].mask);
  }
  Ghost go(Ghost g, std::uint8_t direction) const {
    const int cell = ghost_cell(g);
    const int to =
        direction == Maze::nowhere ? cell : next_[static_cast<std::size_t>(cell * 4 + direction)];
    return make_ghost(to, Maze::nowhere);
  }

  std::vector<Ways> ways_;  // by ghost
  std::vector<std::uint8_t> next_;
  std::vector<std::int16_t> codes_;
  std::vector<std::uint8_t> towards_;
  std::vector<std::uint8_t> away_;
};

}  // namespace holdfast
