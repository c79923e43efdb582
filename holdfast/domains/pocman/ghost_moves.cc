#include "holdfast/domains/pocman/ghost_moves.h"

namespace holdfast {
namespace {

// How far a ghost at (dx, dy) from Pocman has come past him in a direction: the smaller, the more
// the direction leads to him.
int past(int dx, int dy, int direction) {
  const std::array<int, 4> ahead{dy, dx, -dy, -dx};
  return ahead[static_cast<std::size_t>(direction)];
}

// Among equals the last direction wins.
int best_towards(int dx, int dy, int mask) {
  int best = Maze::nowhere;
  for (int d = 0; d < 4; ++d) {
    if (!(mask >> d & 1)) continue;
    if (best == Maze::nowhere || past(dx, dy, d) <= past(dx, dy, best)) best = d;
  }
  return best;
}

int best_away(int dx, int dy, int mask) {
  int best = Maze::nowhere;
  for (int d = 0; d < 4; ++d) {
    if (!(mask >> d & 1) || past(dx, dy, d) < 0) continue;
    if (best == Maze::nowhere || past(dx, dy, d) >= past(dx, dy, best)) best = d;
  }
  return best;
}

}  // namespace

GhostMoves::GhostMoves(const Maze& maze) {
  const int cells = maze.cell_count();
  ways_.resize(make_ghost(cells - 1, Maze::nowhere) + std::size_t{1});
  next_.resize(ways_.size());
  for (int c = 0; c < cells; ++c) {
    const auto place = static_cast<int>(maze.spot(c).place);
    for (int heading = Maze::north; heading <= Maze::nowhere; ++heading) {
      const Ghost ghost = make_ghost(c, heading);
      const int ahead = heading == Maze::nowhere ? c : maze.next(c, heading);
      next_[ghost] = make_ghost(ahead, Maze::nowhere);
      int mask = maze.passable(c);
      if (heading != Maze::nowhere) mask &= ~(1 << Maze::opposite(heading));
      if (mask == 0) mask = maze.passable(c);
      Ways& ways = ways_[ghost];
      ways.from = static_cast<std::uint16_t>(choice_index(place, mask));
      for (int d = 0; d < 4; ++d) {
        if (mask >> d & 1) ways.to[ways.count++] = make_ghost(maze.next(c, d), d);
      }
    }
  }
  const std::size_t choices = choice_index(kCentre, Maze::kPlaces);
  towards_.assign(choices, 0);
  away_.assign(choices, Maze::nowhere);
  for (int dx = -kReach; dx <= kReach; ++dx) {
    for (int dy = -kReach; dy <= kReach; ++dy) {
      const int place = Maze::kPlaces * (Maze::kRow * dy + dx);
      for (int mask = 1; mask < Maze::kPlaces; ++mask) {
        const auto i = static_cast<std::size_t>(choice_index(place, mask));
        towards_[i] = static_cast<std::uint8_t>(Maze::turn(best_towards(dx, dy, mask)));
        away_[i] = static_cast<std::uint8_t>(best_away(dx, dy, mask));
      }
    }
  }
}

}  // namespace holdfast
