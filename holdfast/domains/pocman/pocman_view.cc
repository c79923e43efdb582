// Pictures of Pocman: for a terminal and for replays.
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "holdfast/domains/pocman/marginals.h"
#include "holdfast/domains/pocman/pocman.h"
#include "holdfast/play/session.h"

namespace holdfast {
namespace {

using Picture = std::vector<std::string>;  // rows from the top

// One character for each cell, # for walls.
Picture picture(const Maze& maze, const std::function<char(int)>& mark) {
  Picture rows;
  for (int y = maze.height() - 1; y >= 0; --y) {
    std::string row;
    for (int x = 0; x < maze.width(); ++x) {
      const int c = maze.number({x, y});
      row += c == Maze::kWall ? '#' : mark(c);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

Picture world_picture(const Pocman& model, const Pocman::State& world) {
  return picture(model.maze(), [&](int c) {
    if (c == world.cell) return world.over ? '*' : '@';
    for (int g = 0; g < model.ghost_count(); ++g) {
      if (Pocman::ghost_cell(world, g) == c) return world.power > 0 ? 'g' : 'G';
    }
    if (!Pocman::has_food(world, c)) return ' ';
    return model.is_pill(c) ? 'o' : '.';
  });
}

// Tenths, so 9 is 90 % or more; blank below 5 %.
char tenths(double p) {
  if (p < 0.05) return ' ';
  return static_cast<char>('0' + std::min(9, static_cast<int>(10 * p)));
}

nlohmann::json cell_json(Cell c) { return {{"x", c.x}, {"y", c.y}}; }

// Whole percents, row by row from the top; 0 in walls.
nlohmann::json percents(const Maze& maze, const std::array<double, Maze::kMaxCells>& p) {
  nlohmann::json rows = nlohmann::json::array();
  for (int y = maze.height() - 1; y >= 0; --y) {
    nlohmann::json row = nlohmann::json::array();
    for (int x = 0; x < maze.width(); ++x) {
      const int c = maze.number({x, y});
      row.push_back(c == Maze::kWall ? 0 : std::lround(100 * p[static_cast<std::size_t>(c)]));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

// Three mazes side by side: the world (@ Pocman, G ghost, g frightened ghost, o power pill), and
// the tenths of probability that a cell holds a ghost and that it holds food.
template <>
std::string View<Pocman>::draw(const Pocman& model, const Pocman::State& world,
                               const ParticleBelief<Pocman>* belief) {
  const Maze& maze = model.maze();
  std::vector<std::pair<std::string, Picture>> columns{{"world", world_picture(model, world)}};
  if (belief) {
    const PocmanMarginals m = marginals(model, belief->particles());
    const auto believed = [&](const std::array<double, Maze::kMaxCells>& p) {
      return picture(maze, [&](int c) {
        return c == world.cell ? '@' : tenths(p[static_cast<std::size_t>(c)]);
      });
    };
    columns.emplace_back("ghosts believed", believed(m.ghost));
    columns.emplace_back("food believed", believed(m.food));
  }
  std::string text;
  const int width = std::max(maze.width(), 15) + 3;
  for (const auto& column : columns) text += fmt::format("{:<{}}", column.first, width);
  text += '\n';
  for (std::size_t row = 0; row < static_cast<std::size_t>(maze.height()); ++row) {
    for (const auto& column : columns) text += fmt::format("{:<{}}", column.second[row], width);
    text += '\n';
  }
  text += fmt::format("{} pellets left", world.food_count);
  if (world.power > 0) text += fmt::format(", power for {} steps", world.power);
  return text + '\n';
}

// `world` is the maze as drawn on a terminal; beliefs are percents in the same order of cells.
template <>
nlohmann::json View<Pocman>::frame(const Pocman& model, const Pocman::State& world,
                                   const ParticleBelief<Pocman>* belief) {
  const Maze& maze = model.maze();
  nlohmann::json ghosts = nlohmann::json::array();
  for (int g = 0; g < model.ghost_count(); ++g) {
    ghosts.push_back(cell_json(maze.cell(Pocman::ghost_cell(world, g))));
  }
  nlohmann::json food = nlohmann::json::array();
  Maze::for_each(world.food,
                 [&](std::size_t c) { food.push_back(cell_json(maze.cell(static_cast<int>(c)))); });
  nlohmann::json frame{{"kind", "pocman"},
                       {"width", maze.width()},
                       {"height", maze.height()},
                       {"world", world_picture(model, world)},
                       {"agent", cell_json(maze.cell(world.cell))},
                       {"ghosts", std::move(ghosts)},
                       {"food", std::move(food)},
                       {"food_count", world.food_count},
                       {"power", world.power},
                       {"over", world.over}};
  if (belief) {
    const PocmanMarginals m = marginals(model, belief->particles());
    frame["believed_food"] = percents(maze, m.food);
    frame["believed_ghost"] = percents(maze, m.ghost);
  }
  return frame;
}

}  // namespace holdfast
