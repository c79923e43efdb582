#include "holdfast/domains/pocman/maze.h"

#include <fmt/format.h>

#include <cstdlib>

#include "holdfast/base/error.h"

namespace holdfast {
namespace {

constexpr int kHearingRange = 2;
constexpr std::array<Cell, 4> kOffsets{{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}};

int manhattan(Cell a, Cell b) { return std::abs(a.x - b.x) + std::abs(a.y - b.y); }

Cell plus(Cell a, Cell b) { return {a.x + b.x, a.y + b.y}; }

// The mazes of Silver & Veness's program, the small one with the later symmetric walls.
const std::array<MazeDrawing, 3>& drawings() {
  static const std::array<MazeDrawing, 3> all{{{.name = "micro",
                                                .rows = {".......",  //
                                                         "..X.X..",  //
                                                         ".X...X.",  //
                                                         "...X...",  //
                                                         ".X...X.",  //
                                                         "..X.X..",  //
                                                         "......."},
                                                .home = {3, 0},
                                                .ghost_home = {3, 4},
                                                .chase_range = 3,
                                                .passage_y = -1,
                                                .ghosts = 1},
                                               {.name = "small",
                                                .rows = {"....XX....",  //
                                                         ".XX.XX.XX.",  //
                                                         ".X......X.",  //
                                                         "...X..X...",  //
                                                         ".X.X  X.X.",  //
                                                         ".X.X  X.X.",  //
                                                         "...XXXX...",  //
                                                         ".X......X.",  //
                                                         ".XX.XX.XX.",  //
                                                         "....XX...."},
                                                .home = {4, 2},
                                                .ghost_home = {4, 4},
                                                .chase_range = 4,
                                                .passage_y = 5,
                                                .ghosts = 2},
                                               {.name = "full",
                                                .rows = {".................",  //
                                                         ".XX.XXX.X.XXX.XX.",  //
                                                         "o...............o",  //
                                                         ".XX.X.XXXXX.X.XX.",  //
                                                         "....X...X...X....",  //
                                                         "XXX.XXX.X.XXX.XXX",  //
                                                         "XXX.X       X.XXX",  //
                                                         "XXX.X X   X X.XXX",  //
                                                         "   .X X   X X.   ",  //
                                                         "XXX.X XXXXX X.XXX",  //
                                                         "XXX.X       X.XXX",  //
                                                         "XXX.X.XXXXX.X.XXX",  //
                                                         ".................",  //
                                                         ".XX.XXX.X.XXX.XX.",  //
                                                         "o.X...........X.o",  //
                                                         "X.X.X.XXXXX.X.X.X",  //
                                                         "....X...X...X....",  //
                                                         ".XXXXXX.X.XXXXXX.",  //
                                                         "................."},
                                                .home = {8, 6},
                                                .ghost_home = {8, 10},
                                                .chase_range = 6,
                                                .passage_y = 10,
                                                .ghosts = 4}}};
  return all;
}

}  // namespace

const MazeDrawing& maze_drawing(std::string_view name) {
  for (const MazeDrawing& drawing : drawings()) {
    if (drawing.name == name) return drawing;
  }
  throw InputError(
      fmt::format("pocman: there is no map '{}'; the maps are micro, small, full", name));
}

Maze::Maze(const MazeDrawing& drawing)
    : width_(static_cast<int>(drawing.rows.front().size())),
      height_(static_cast<int>(drawing.rows.size())),
      chase_range_(drawing.chase_range) {
  number_cells(drawing);
  join_neighbours(drawing);
  draw_blocks();
  relate_cells();
  home_ = number(drawing.home);
  for (int g = 0; g < 4; ++g) {
    const int at = number(plus(drawing.ghost_home, {g % 2, g / 2}));
    ghost_homes_[index(g)] = at == kWall ? number(drawing.ghost_home) : at;
  }
}

int Maze::number(Cell at) const {
  if (at.x < 0 || at.y < 0 || at.x >= width_ || at.y >= height_) return kWall;
  return numbers_[index(at.y * width_ + at.x)];
}

int Maze::size(const CellMask& mask) {
  int count = 0;
  for (const std::uint64_t word : mask) count += std::popcount(word);
  return count;
}

void Maze::number_cells(const MazeDrawing& drawing) {
  for (int y = 0; y < height_; ++y) {
    for (int x = 0; x < width_; ++x) {
      const char mark = drawing.rows[index(height_ - 1 - y)][index(x)];
      numbers_.push_back(mark == 'X' ? kWall : cell_count());
      if (mark == 'X') continue;
      if (mark != ' ') insert(food_cells_, cell_count());
      if (mark == 'o') insert(pill_cells_, cell_count());
      cells_.push_back({x, y});
    }
  }
}

void Maze::join_neighbours(const MazeDrawing& drawing) {
  for (const Cell at : cells_) {
    Crossing crossing;
    for (int d = 0; d < 4; ++d) {
      Cell to = plus(at, kOffsets[index(d)]);
      if (at.y == drawing.passage_y) to.x = (to.x + width_) % width_;
      const int c = number(to);
      const auto put = [d](std::uint64_t& lanes, std::uint64_t value) {
        lanes |= value << turn(d);
      };
      put(crossing.cells, static_cast<std::uint64_t>(c));
      if (c == kWall) continue;
      put(crossing.relations, spot(c).relations);
      put(crossing.places, spot(c).place);
      crossing.passable |= 1u << d;
    }
    crossings_.push_back(crossing);
  }
}

void Maze::draw_blocks() {
  for (const Cell at : cells_) {
    CellMask block{};
    for (int dx = -1; dx <= 1; ++dx) {
      for (int dy = -1; dy <= 1; ++dy) {
        const int c = number(plus(at, {dx, dy}));
        if (c != kWall) insert(block, c);
      }
    }
    blocks_.push_back(block);
  }
}

// Sight follows the grid and does not go through the passage; hearing goes through walls.
void Maze::relate_cells() {
  relations_.assign(cells_.size() * kMaxCells, 0);
  for (std::size_t p = 0; p < cells_.size(); ++p) {
    std::uint8_t* row = &relations_[p * kMaxCells];
    const auto mark = [row](std::size_t g, int bits) {
      row[g] = static_cast<std::uint8_t>(row[g] | bits);
    };
    for (std::size_t g = 0; g < cells_.size(); ++g) {
      const int distance = manhattan(cells_[p], cells_[g]);
      if (distance == 0) mark(g, here);
      if (distance <= kHearingRange) mark(g, hearing);
      if (distance < chase_range_) mark(g, chasing);
    }
    for (int d = 0; d < 4; ++d) {
      const Cell offset = kOffsets[index(d)];
      for (Cell at = plus(cells_[p], offset); number(at) != kWall; at = plus(at, offset)) {
        mark(index(number(at)), 1 << d);
      }
    }
  }
}

}  // namespace holdfast
