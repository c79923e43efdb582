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

  // A cell, with what look-ups add up: in a rollout each step waits for where the last one led.
  struct Spot {
    std::uint32_t cell = 0;       // its number
    std::uint32_t relations = 0;  // where its relations begin
    std::uint32_t place = 0;      // kPlaces (kRow y + x): two differ by how they lie to each other
  };
  static constexpr int kRow = 32;
  static constexpr int kPlaces = 16;  // room for a set of directions

  // A direction as a shift of what is packed by directions.
  using Turn = std::uint32_t;
  static constexpr Turn turn(int direction) { return 16 * static_cast<Turn>(direction); }
  static constexpr int direction(Turn turn) { return static_cast<int>(turn / 16); }

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
  int next(int c, int direction) const { return cell_beyond(c, turn(direction)); }
  int cell_beyond(int c, Turn turn) const {
    return static_cast<int>(crossings_[index(c)].cells >> turn & 0xffff);
  }
  // Bit d: there is no wall in direction d.
  std::uint8_t passable(int c) const {
    return static_cast<std::uint8_t>(crossings_[index(c)].passable);
  }
  unsigned passable(const Spot& s) const { return crossings_[s.cell].passable; }
  Spot spot(int c) const {
    const Cell at = cell(c);
    const auto number = static_cast<std::uint32_t>(c);
    return {number, number * kMaxCells, static_cast<std::uint32_t>(kPlaces * (kRow * at.y + at.x))};
  }
  // Where a turn leads that is passable.
  Spot beyond(const Spot& s, Turn turn) const {
    const Crossing& crossing = crossings_[s.cell];
    const auto lane = [turn](std::uint64_t lanes) {
      return static_cast<std::uint32_t>(lanes >> turn & 0xffff);
    };
    return {lane(crossing.cells), lane(crossing.relations), lane(crossing.places)};
  }
  // The 3 x 3 block around c, in which Pocman smells food.
  const CellMask& block(int c) const { return blocks_[index(c)]; }
  // relations(p)[g] is the Relation of a ghost at g to Pocman at p.
  const std::uint8_t* relations(int p) const { return relations(spot(p)); }
  const std::uint8_t* relations(const Spot& p) const { return &relations_[p.relations]; }

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
  // What is around a cell, with 16 bits for each direction.
  struct alignas(32) Crossing {
    std::uint64_t cells = 0;  // kWall where there is none
    std::uint64_t relations = 0;
    std::uint64_t places = 0;
    std::uint32_t passable = 0;
  };
  static_assert(kMaxCells * kMaxCells <= 1 << 16);  // so that relations fit

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
  std::vector<Crossing> crossings_;
  std::vector<CellMask> blocks_;
  std::vector<std::uint8_t> relations_;
};

}  // namespace holdfast
