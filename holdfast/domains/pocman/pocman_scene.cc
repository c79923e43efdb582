#include "holdfast/domains/pocman/pocman_scene.h"

#include <fmt/format.h>

#include "holdfast/domains/pocman/marginals.h"

namespace holdfast {
namespace {

const Kind kGhost{"ghost", 'G', Shape::ghost, Tone::bad, Kind::kHidden};
const Kind kAfraid{"ghost, afraid", 'g', Shape::ghost, Tone::good, Kind::kHidden};
const Kind kFood{"food", '.', Shape::dot, Tone::item, Kind::kHidden};
const Kind kPill{"power pill", 'o', Shape::disc, Tone::item, Kind::kHidden};
const Kind kPocman{"Pocman", '@', Shape::muncher, Tone::agent};

Scene maze_with_food(const Pocman& model, const Pocman::State& world) {
  const Maze& maze = model.maze();
  Scene scene(maze.width(), maze.height(), ' ');
  for (int y = 0; y < maze.height(); ++y) {
    for (int x = 0; x < maze.width(); ++x) {
      if (maze.number({x, y}) == Maze::kWall) scene.ground({x, y}, kWall);
    }
  }
  Maze::for_each(world.food, [&](std::size_t i) {
    const int c = static_cast<int>(i);
    scene.ground(maze.cell(c), model.is_pill(c) ? kPill : kFood);
  });
  return scene;
}

void add_beliefs(Scene& scene, const Pocman& model, const ParticleBelief<Pocman>& belief) {
  const PocmanMarginals m = marginals(model, belief.particles());
  for (int c = 0; c < model.maze().cell_count(); ++c) {
    const Cell at = model.maze().cell(c);
    scene.heat(at, kGhost, m.ghost[static_cast<std::size_t>(c)]);
    scene.heat(at, kFood, m.food[static_cast<std::size_t>(c)]);
  }
}

}  // namespace

Scene Picture<Pocman>::scene(const Pocman& model, const Pocman::State& world,
                             const ParticleBelief<Pocman>* belief) {
  Scene scene = maze_with_food(model, world);
  for (int g = 0; g < model.ghost_count(); ++g) {
    scene.mark(model.maze().cell(Pocman::ghost_cell(world, g)), world.power > 0 ? kAfraid : kGhost);
  }
  scene.mark(model.maze().cell(world.cell), kPocman);
  if (belief) add_beliefs(scene, model, *belief);
  scene.note(fmt::format("{} pellets left", world.food_count));
  if (world.power > 0) scene.note(fmt::format("power for {} steps", world.power));
  if (world.over)
    scene.note(world.food_count == 0 ? "the level is cleared" : "a ghost has caught Pocman");
  return scene;
}

}  // namespace holdfast
