#include "holdfast/domains/pocman/symbols.h"

#include <algorithm>
#include <optional>

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

// That any of the food around him is there, or was where he stands now, makes each likelier.
double Symbols<Pocman>::smelt(const Root& root, const Known& known) const {
  if (known.perceived == Known::kNothingYet) return 1;
  if ((known.perceived & Pocman::smells) == 0) return 0;
  const Maze::CellMask nothing_left = eaten(known, known.direction);
  double none = 1 - root.food[static_cast<std::size_t>(known.cell)] / 100.0;
  Maze::for_each(maze_->block(known.cell), [&](std::size_t c) {
    if (!Maze::contains(nothing_left, static_cast<int>(c))) none *= 1 - root.food[c] / 100.0;
  });
  return none < 1 ? 1 / (1 - none) : 1;
}

// Of one that he sees he does not know how far away it is.
std::int8_t Symbols<Pocman>::ghost_in(const Root& root, const Known& known, int ray,
                                      int cell) const {
  if (known.perceived != Known::kNothingYet) {
    const unsigned relation = maze_->relations(known.cell)[cell];
    if (relation >> ray & 1) return known.perceived >> ray & 1 ? 100 : 0;
    if (relation & Maze::hearing && (known.perceived & Pocman::hears) == 0) return 0;
  }
  return root.ghost[static_cast<std::size_t>(cell)];
}

Symbols<Pocman>::About Symbols<Pocman>::about(const Root& root, const Known& known,
                                              int direction) const {
  const Maze::CellMask nothing_left = eaten(known, direction);
  const Maze::CellMask& around = maze_->block(known.cell);
  std::optional<double> likelier;  // asked for only where it matters
  const auto food_in = [&](int cell) -> std::int8_t {
    const std::int8_t chance = root.food[static_cast<std::size_t>(cell)];
    if (chance == 0 || !Maze::contains(around, cell)) return chance;
    if (!likelier) likelier = smelt(root, known);
    return *likelier == 1 ? chance : tens(std::min(1.0, *likelier * chance / 100));
  };
  About ray;
  int cell = maze_->next(known.cell, direction);
  ray.set_wall(cell == Maze::kWall);
  ray.set_back(known.direction != Maze::nowhere && direction == Maze::opposite(known.direction));
  int food = 0;
  int ghost = 0;
  for (int i = 1; i <= kRange; ++i) {
    if (cell != Maze::kWall) {
      if (!Maze::contains(nothing_left, cell)) food = std::max<int>(food, food_in(cell));
      ghost = std::max<int>(ghost, ghost_in(root, known, direction, cell));
      cell = maze_->next(cell, direction);
    }
    ray.set_food(i, food);
    ray.set_ghost(i, ghost);
  }
  return ray;
}

}  // namespace holdfast
