#include "holdfast/domains/pocman/symbols.h"

#include <algorithm>

#include "holdfast/domains/pocman/marginals.h"

namespace holdfast {
namespace {

std::int8_t tens(double probability) {
  // Frequencies such as 0.3 = 3/10 must not fall to 20 by rounding.
  return static_cast<std::int8_t>(static_cast<int>(10 * probability + 1e-9) * 10);
}

}  // namespace

Symbols<Pocman>::Root Symbols<Pocman>::root(const ParticleBelief<Pocman>& belief) const {
  const PocmanMarginals m = marginals(*model_, belief.particles());
  Root root;
  std::transform(m.food.begin(), m.food.end(), root.food.begin(), tens);
  std::transform(m.ghost.begin(), m.ghost.end(), root.ghost.begin(), tens);
  return root;
}

// Where he stands nothing is left, nor on the cells that his last moves led over, which only a ray
// along these moves meets.
Maze::CellMask Symbols<Pocman>::eaten(const Known& known, int ray) const {
  Maze::CellMask cells{};
  int cell = known.cell;
  Maze::insert(cells, cell);
  if ((known.direction + ray) % 2 != 0) return cells;
  for (int i = 0; i < known.run; ++i) {
    cell = maze_->next(cell, (known.direction + 2) % 4);
    if (cell == Maze::kWall) break;
    Maze::insert(cells, cell);
  }
  return cells;
}

Symbols<Pocman>::About Symbols<Pocman>::about(const Root& root, const Known& known,
                                              int direction) const {
  const Maze::CellMask nothing_left = eaten(known, direction);
  About ray;
  std::int8_t food = 0;
  std::int8_t ghost = 0;
  int cell = maze_->next(known.cell, direction);
  ray.wall = cell == Maze::kWall;
  std::size_t i = 0;
  for (; i < kRange && cell != Maze::kWall; ++i, cell = maze_->next(cell, direction)) {
    const auto c = static_cast<std::size_t>(cell);
    if (!Maze::contains(nothing_left, cell)) food = std::max(food, root.food[c]);
    ghost = std::max(ghost, root.ghost[c]);
    ray.food[i] = food;
    ray.ghost[i] = ghost;
  }
  std::fill(ray.food.begin() + static_cast<std::ptrdiff_t>(i), ray.food.end(), food);
  std::fill(ray.ghost.begin() + static_cast<std::ptrdiff_t>(i), ray.ghost.end(), ghost);
  return ray;
}

}  // namespace holdfast
