#include "holdfast/domains/pocman/pocman.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "holdfast/base/error.h"

namespace holdfast {

Pocman::Pocman(const MazeDrawing& drawing, const PocmanOptions& options)
    : maze_(drawing),
      moves_(maze_),
      options_(options),
      ghost_count_(options.ghosts),
      chase_(static_cast<std::uint32_t>(std::lround(options.chase * 65536))),
      step_rewards_{options.rewards.step, options.rewards.step + options.rewards.food} {
  if (options.ghosts < 0 || options.ghosts > kMaxGhosts) {
    throw InputError(
        fmt::format("pocman: ghosts={} is not from 0 to {}", options.ghosts, kMaxGhosts));
  }
  const int places = Maze::size(maze_.pill_cells());
  if (options.pills < 0 || options.pills > places) {
    throw InputError(fmt::format("pocman: pills={}, but the map {} has {} places for power pills",
                                 options.pills, drawing.name, places));
  }
  for (int c = 0; c < maze_.cell_count() && Maze::size(pills_) < options.pills; ++c) {
    if (Maze::contains(maze_.pill_cells(), c)) Maze::insert(pills_, c);
  }
}

// A step may hit a wall and meet a ghost at once.
double Pocman::min_reward() const {
  const PocmanRewards& r = options_.rewards;
  return r.step + std::min(r.wall, 0.0) + std::min(r.eaten, 0.0);
}

double Pocman::max_reward() const {
  const PocmanRewards& r = options_.rewards;
  return r.step + std::max(r.cleared, r.food) +
         (options_.pills > 0 && ghost_count_ > 0 ? std::max(r.ghost, 0.0) : 0);
}

Pocman::State Pocman::sample_initial(Rng& rng) const {
  State s;
  s.cell = static_cast<std::uint8_t>(maze_.home());
  for (int g = 0; g < ghost_count_; ++g) {
    s.ghosts[static_cast<std::size_t>(g)] = make_ghost(maze_.ghost_home(g), Maze::nowhere);
  }
  const Memory prior = initial_memory();
  // A level without food could not be cleared: such a draw is not one.
  while (s.food_count == 0) {
    for (int c = 0; c < maze_.cell_count(); ++c) {
      const auto p = static_cast<double>(prior.food[static_cast<std::size_t>(c)]);
      if (p > 0 && rng.bernoulli(p)) Maze::insert(s.food, c);
    }
    s.food_count = static_cast<std::uint16_t>(Maze::size(s.food));
  }
  return s;
}

Pocman::Memory Pocman::initial_memory() const {
  Memory memory;
  for (int c = 0; c < maze_.cell_count(); ++c) {
    const double p = Maze::contains(pills_, c)               ? 1
                     : Maze::contains(maze_.food_cells(), c) ? options_.food
                                                             : 0;
    memory.food[static_cast<std::size_t>(c)] = static_cast<float>(p);
  }
  return memory;
}

void Pocman::remember(Memory& memory, const State& s, Action, Observation o) const {
  const Maze::CellMask& block = maze_.block(s.cell);
  // The pellet that he found in his own cell, if any, is in the block too.
  float none = 1;
  Maze::for_each(block, [&](std::size_t c) { none *= 1 - memory.food[c]; });
  memory.smelt = o & smells ? 1 - none : 0;
  const float scale = memory.smelt > 0 ? 1 / memory.smelt : 0;
  Maze::for_each(block,
                 [&](std::size_t c) { memory.food[c] = std::min(1.0f, memory.food[c] * scale); });
  memory.ate = std::exchange(memory.food[s.cell], 0.0f);
}

}  // namespace holdfast
