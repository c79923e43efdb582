#include "holdfast/domains/pocman/maze.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "holdfast/base/error.h"
#include "holdfast/base/rng.h"
#include "holdfast/domains/pocman/ghost_moves.h"

namespace holdfast {
namespace {

class MazeTest : public testing::TestWithParam<const char*> {
 protected:
  const MazeDrawing& drawing = maze_drawing(GetParam());
  const Maze maze{drawing};

  int distance(int a, int b) const {
    const Cell p = maze.cell(a), q = maze.cell(b);
    return std::abs(p.x - q.x) + std::abs(p.y - q.y);
  }
  char mark(Cell c) const {
    if (c.x < 0 || c.y < 0 || c.x >= maze.width() || c.y >= maze.height()) return 'X';
    return drawing
        .rows[static_cast<std::size_t>(maze.height() - 1 - c.y)][static_cast<std::size_t>(c.x)];
  }
};

INSTANTIATE_TEST_SUITE_P(All, MazeTest, testing::Values("micro", "small", "full"),
                         [](const auto& name) { return std::string(name.param); });

TEST_P(MazeTest, RowsHaveOneWidth) {
  for (const std::string_view row : drawing.rows) {
    EXPECT_EQ(row.size(), drawing.rows.front().size());
  }
}

TEST_P(MazeTest, NumbersAreThePassableCells) {
  int passable = 0;
  for (int y = 0; y < maze.height(); ++y) {
    for (int x = 0; x < maze.width(); ++x) {
      const int c = maze.number({x, y});
      ASSERT_EQ(c == Maze::kWall, mark({x, y}) == 'X');
      if (c == Maze::kWall) continue;
      ASSERT_EQ(c, passable++);
      ASSERT_EQ(maze.cell(c), (Cell{x, y}));
      ASSERT_EQ(Maze::contains(maze.food_cells(), c), mark({x, y}) != ' ');
    }
  }
  EXPECT_EQ(passable, maze.cell_count());
}

TEST_P(MazeTest, EveryWayLeadsBack) {
  for (int c = 0; c < maze.cell_count(); ++c) {
    for (int d = 0; d < 4; ++d) {
      const int to = maze.next(c, d);
      ASSERT_EQ(to != Maze::kWall, (maze.passable(c) >> d & 1) != 0);
      if (to == Maze::kWall) continue;
      ASSERT_EQ(maze.next(to, Maze::opposite(d)), c);
      const bool passage = maze.cell(c).y == drawing.passage_y && distance(c, to) > 1;
      ASSERT_TRUE(passage || distance(c, to) == 1);
    }
  }
}

TEST_P(MazeTest, EverythingCanBeReached) {
  std::vector<int> reached{maze.home()};
  std::vector<bool> known(static_cast<std::size_t>(maze.cell_count()));
  known[static_cast<std::size_t>(maze.home())] = true;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (int d = 0; d < 4; ++d) {
      const int to = maze.next(reached[i], d);
      if (to == Maze::kWall || known[static_cast<std::size_t>(to)]) continue;
      known[static_cast<std::size_t>(to)] = true;
      reached.push_back(to);
    }
  }
  EXPECT_EQ(static_cast<int>(reached.size()), maze.cell_count());
}

// Against geometry by walking: sight until a wall, hearing within 2, chasing below the range.
TEST_P(MazeTest, RelationsAreWhatTheGeometrySays) {
  const int dx[] = {0, 1, 0, -1}, dy[] = {1, 0, -1, 0};
  for (int p = 0; p < maze.cell_count(); ++p) {
    for (int g = 0; g < maze.cell_count(); ++g) {
      int expected = 0;
      const Cell ghost = maze.cell(g);
      for (int d = 0; d < 4; ++d) {
        Cell at = maze.cell(p);
        do {
          at = {at.x + dx[d], at.y + dy[d]};
          if (at == ghost && mark(at) != 'X') expected |= 1 << d;
        } while (mark(at) != 'X');
      }
      if (distance(p, g) <= 2) expected |= Maze::hearing;
      if (distance(p, g) < drawing.chase_range) expected |= Maze::chasing;
      if (p == g) expected |= Maze::here;
      ASSERT_EQ(maze.relations(p)[g], expected) << "cells " << p << " and " << g;
      const Cell a = maze.cell(p);
      const bool near = std::abs(a.x - ghost.x) <= 1 && std::abs(a.y - ghost.y) <= 1;
      ASSERT_EQ(Maze::contains(maze.block(p), g), near);
    }
  }
}

TEST_P(MazeTest, GhostsWanderAnyWayButBack) {
  const GhostMoves moves(maze);
  for (int c = 0; c < maze.cell_count(); ++c) {
    for (int heading = Maze::north; heading <= Maze::nowhere; ++heading) {
      std::map<Ghost, int> counts;
      for (std::uint32_t u = 0; u < 1 << 16; u += 16) {
        ++counts[moves.wander(make_ghost(c, heading), u)];
      }
      std::map<Ghost, int> ways;
      for (int d = 0; d < 4; ++d) {
        const bool back = heading != Maze::nowhere && d == Maze::opposite(heading);
        if (maze.next(c, d) != Maze::kWall && !back) ways[make_ghost(maze.next(c, d), d)] = 0;
      }
      if (ways.empty()) continue;  // a dead end
      ASSERT_EQ(counts.size(), ways.size());
      const double share = 4096.0 / static_cast<double>(ways.size());
      for (const auto& [ghost, n] : counts) {
        ASSERT_TRUE(ways.contains(ghost));
        ASSERT_NEAR(n, share, 1.5);
      }
    }
  }
}

// What a rollout adds up from step to step is what a cell's number says.
TEST_P(MazeTest, TurnsLeadFromSpotToSpot) {
  for (int c = 0; c < maze.cell_count(); ++c) {
    const Maze::Spot spot = maze.spot(c);
    ASSERT_EQ(maze.relations(spot), maze.relations(0) + c * Maze::kMaxCells);
    ASSERT_EQ(maze.passable(spot), maze.passable(c));
    for (int d = 0; d < 4; ++d) {
      ASSERT_EQ(maze.passable(c) >> d & 1, maze.next(c, d) != Maze::kWall);
      ASSERT_EQ(Maze::direction(Maze::turn(d)), d);
      if (maze.next(c, d) == Maze::kWall) continue;
      const Maze::Spot next = maze.beyond(spot, Maze::turn(d));
      const Maze::Spot same = maze.spot(maze.next(c, d));
      ASSERT_EQ(next.cell, same.cell);
      ASSERT_EQ(next.relations, same.relations);
      ASSERT_EQ(next.place, same.place);
    }
    for (int other = 0; other < maze.cell_count(); ++other) {
      const Cell from = maze.cell(c), to = maze.cell(other);
      const int apart = Maze::kRow * (to.y - from.y) + to.x - from.x;
      ASSERT_EQ(static_cast<int>(maze.spot(other).place - spot.place), Maze::kPlaces * apart);
    }
  }
}

// A chasing ghost in the open closes in; a fleeing one never does.
TEST_P(MazeTest, GhostsChaseAndFlee) {
  const GhostMoves moves(maze);
  for (int p = 0; p < maze.cell_count(); ++p) {
    const std::uint32_t place = maze.spot(p).place;
    for (int c = 0; c < maze.cell_count(); ++c) {
      if (p == c || distance(p, c) >= drawing.chase_range) continue;
      const Ghost ghost = make_ghost(c, Maze::nowhere);
      if (maze.relations(p)[c] & Maze::sight) {
        ASSERT_EQ(distance(p, ghost_cell(moves.chase(maze, ghost, place))), distance(p, c) - 1);
      }
      const Ghost fled = moves.flee(ghost, place);
      ASSERT_EQ(ghost_direction(fled), Maze::nowhere);
      const Cell from = maze.cell(c), to = maze.cell(ghost_cell(fled));
      if (std::abs(from.x - to.x) + std::abs(from.y - to.y) <= 1) {  // not through the passage
        ASSERT_GE(distance(p, ghost_cell(fled)), distance(p, c));
      }
    }
  }
}

TEST(Maze, FullMapIsTheLiteratures) {
  const Maze maze(maze_drawing("full"));
  EXPECT_EQ(maze.cell_count(), 189);
  EXPECT_EQ(Maze::size(maze.food_cells()), 157);
  EXPECT_EQ(Maze::size(maze.pill_cells()), 4);
  EXPECT_EQ(maze.cell(maze.home()), (Cell{8, 6}));
  EXPECT_EQ(maze.next(maze.number({0, 10}), Maze::west), maze.number({16, 10}));
  for (const Cell pill : {Cell{0, 4}, Cell{16, 4}, Cell{0, 16}, Cell{16, 16}}) {
    EXPECT_TRUE(Maze::contains(maze.pill_cells(), maze.number(pill)));
  }
}

TEST(Maze, SmallMapHasItsPassage) {
  const Maze maze(maze_drawing("small"));
  EXPECT_EQ(maze.next(maze.number({9, 5}), Maze::east), maze.number({0, 5}));
  EXPECT_EQ(maze.next(maze.number({9, 4}), Maze::east), Maze::kWall);
}

TEST(Maze, UnknownMapsAreRefused) { EXPECT_THROW(maze_drawing("huge"), InputError); }

}  // namespace
}  // namespace holdfast
