// Pocman's mazes. Passable cells are numbered row by row from the bottom left; everything that one
// step asks about the geometry is a table over these numbers.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "holdfast/pomdp/cell.h"

namespace holdfast {

// A maze as it is drawn. `.` may hold food, `o` may hold food or a power pill, blank is passable
// without food, X is wall; the first row is the top.
struct MazeDrawing {
  std::string_view name;
  std::vector<std::string_view> rows;
  Cell home;        // where Pocman starts
  Cell ghost_home;  // where the ghosts start: here, and east, north and north-east of it
  int chase_range;  // ghosts nearer than this (Manhattan) may chase
  int passage_y;    // the row whose ends are joined, or -1
  int ghosts;       // the usual number
};

// micro (7x7), small (10x10) or full (17x19); throws InputError on another name.
const MazeDrawing& maze_drawing(std::string_view name);

class Maze {
 public:
  static constexpr int kMaxCells = 192;
  static constexpr int kWall = 255;  // where next() leads into a wall

  enum Direction : int { north, east, south, west, nowhere };
  static constexpr int opposite(int direction) { return direction ^ 2; }

  using CellMask = std::array<std::uint64_t, kMaxCells / 64>;  // a set of cells

  // How a ghost's cell lies to Pocman's: bits 0 to 3 say that it is in the line of sight to the
  // north, east, south, west.
  enum Relation : std::uint8_t { sight = 15, hearing = 16, chasing = 32, here = 64 };

  explicit Maze(const MazeDrawing& drawing);

  int width() const { return width_; }
  int height() const { return height_; }
  int cell_count() const { return static_cast<int>(cells_.size()); }
  Cell cell(int c) const { return cells_[index(c)]; }
  // The number of the cell at (x, y), or kWall.
  int number(Cell at) const;

  int home() const { return home_; }
  // Where the g-th ghost starts.
  int ghost_home(int g) const { return ghost_homes_[index(g % 4)]; }
  int chase_range() const { return chase_range_; }
  const CellMask& food_cells() const { return food_cells_; }
  const CellMask& pill_cells() const { return pill_cells_; }

  // The neighbour of cell c in the direction (through the passage too), or kWall.
  int next(int c, int direction) const { return next_[index(c) * 4 + index(direction)]; }
  // Bit d: there is no wall in direction d.
  std::uint8_t passable(int c) const { return passable_[index(c)]; }
  // The 3 x 3 block around c, in which Pocman smells food.
  const CellMask& block(int c) const { return blocks_[index(c)]; }
  // relations(p)[g] is the Relation of a ghost at g to Pocman at p.
  const std::uint8_t* relations(int p) const { return &relations_[index(p) * kMaxCells]; }

  static bool contains(const CellMask& mask, int c) { return mask[index(c >> 6)] >> (c & 63) & 1; }
  static void insert(CellMask& mask, int c) { mask[index(c >> 6)] |= 1ULL << (c & 63); }
  static void erase(CellMask& mask, int c) { mask[index(c >> 6)] &= ~(1ULL << (c & 63)); }
  static int size(const CellMask& mask);
  // Calls f with the number of every cell of the set, in order.
  template <class F>
  static void for_each(const CellMask& mask, F&& f) {
    for (std::size_t i = 0; i < mask.size(); ++i) {
      for (std::uint64_t rest = mask[i]; rest != 0; rest &= rest - 1) {
        f(i * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
      }
    }
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  void number_cells(const MazeDrawing& drawing);
  void join_neighbours(const MazeDrawing& drawing);
  void draw_blocks();
  void relate_cells();

  int width_ = 0;
  int height_ = 0;
  int home_ = 0;
  int chase_range_ = 0;
  std::array<int, 4> ghost_homes_{};
  std::vector<Cell> cells_;
  std::vector<int> numbers_;  // by y * width + x
  CellMask food_cells_{};
  CellMask pill_cells_{};
  std::vector<std::uint8_t> next_;
  std::vector<std::uint8_t> passable_;
  std::vector<CellMask> blocks_;
  std::vector<std::uint8_t> relations_;
};

}  // namespace holdfast
