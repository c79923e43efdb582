// The floor on which Tag is played: which cells there are, and everything that one step asks about
// their geometry as tables. Cells are numbered row by row from the south-west.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "holdfast/pomdp/cell.h"

namespace holdfast {

class Floor {
 public:
  static constexpr int kMaxCells = 250;
  static constexpr int kNone = -1;
  // The moves of the opponent are this many, and equally likely.
  static constexpr int kFlights = 5;

  enum Direction : int { north, east, south, west };
  static constexpr int opposite(int direction) { return direction ^ 2; }

  // The map of the literature, of any length: a corridor of two rows, and a room of three by three
  // north of it in every ten columns. Of length 10 it has the published 29 cells.
  static Floor corridor(int length);
  static Floor open(int width, int height);

  // Throws InputError if there are fewer than 2 cells or more than kMaxCells.
  explicit Floor(const std::vector<Cell>& cells);

  int width() const { return width_; }
  int height() const { return height_; }
  int cell_count() const { return static_cast<int>(cells_.size()); }
  Cell cell(int c) const { return cells_[index(c)]; }
  // The number of the cell at (x, y), or kNone.
  int number(Cell at) const;

  // Where a step leads; into a wall, it stays.
  int next(int c, int direction) const { return ways_[index(c)].next[index(direction)]; }
  // The directions without a wall, bit by bit.
  unsigned open_ways(int c) const { return ways_[index(c)].open; }
  // How many steps it is from one cell to another.
  int distance(int from, int to) const { return distances_[pair(from, to)]; }
  // The directions whose step leads nearer, bit by bit.
  unsigned nearer(int from, int to) const { return nearer_[pair(from, to)]; }

  // Where the opponent goes by the k-th of its moves (Pineau et al. 2003): two of five move away
  // from the robot along x, two along y, and one stays. Along an axis on which they are level, the
  // two go either way. What would lead into a wall stays.
  int flight(int robot, int opponent, unsigned k) const {
    return flights_[pair(robot, opponent)][k];
  }

 private:
  struct Ways {
    std::array<std::uint8_t, 4> next{};
    std::uint8_t open = 0;
  };

  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  std::size_t pair(int a, int b) const { return index(a) * cells_.size() + index(b); }
  void measure_from(int start);
  std::array<std::uint8_t, 8> flights(Cell robot, int opponent) const;

  std::vector<Cell> cells_;
  int width_ = 0;
  int height_ = 0;
  std::vector<int> numbers_;
  std::vector<Ways> ways_;
  std::vector<std::uint8_t> distances_;
  std::vector<std::uint8_t> nearer_;
  std::vector<std::array<std::uint8_t, 8>> flights_;  // the last three are not used
};

}  // namespace holdfast
