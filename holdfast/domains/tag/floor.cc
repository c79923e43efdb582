#include "holdfast/domains/tag/floor.h"

#include <fmt/format.h>

#include <algorithm>

#include "holdfast/base/error.h"

namespace holdfast {
namespace {

constexpr std::array<Cell, 4> kSteps{{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}};

Cell neighbour(Cell c, int direction) {
  const Cell step = kSteps[static_cast<std::size_t>(direction)];
  return {c.x + step.x, c.y + step.y};
}

std::vector<Cell> rectangle(Cell corner, int width, int height) {
  std::vector<Cell> cells;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) cells.push_back({corner.x + x, corner.y + y});
  }
  return cells;
}

}  // namespace

Floor Floor::corridor(int length) {
  std::vector<Cell> cells = rectangle({0, 0}, length, 2);
  for (int room = 5; room + 3 <= length; room += 10) {
    for (const Cell c : rectangle({room, 2}, 3, 3)) cells.push_back(c);
  }
  return Floor(cells);
}

Floor Floor::open(int width, int height) { return Floor(rectangle({0, 0}, width, height)); }

Floor::Floor(const std::vector<Cell>& cells) : cells_(cells) {
  if (cells.size() < 2 || cells.size() > kMaxCells) {
    throw InputError(fmt::format("tag: a map of {} cells; it must have 2 to {}", cells.size(),
                                 static_cast<int>(kMaxCells)));
  }
  std::sort(cells_.begin(), cells_.end(),
            [](Cell a, Cell b) { return a.y != b.y ? a.y < b.y : a.x < b.x; });
  for (const Cell c : cells_) {
    width_ = std::max(width_, c.x + 1);
    height_ = std::max(height_, c.y + 1);
  }
  numbers_.assign(index(width_ * height_), kNone);
  for (int c = 0; c < cell_count(); ++c) numbers_[index(cell(c).y * width_ + cell(c).x)] = c;
  for (int c = 0; c < cell_count(); ++c) {
    Ways ways;
    for (int d = 0; d < 4; ++d) {
      const int to = number(neighbour(cell(c), d));
      ways.next[index(d)] = static_cast<std::uint8_t>(to == kNone ? c : to);
      if (to != kNone) ways.open = static_cast<std::uint8_t>(ways.open | 1 << d);
    }
    ways_.push_back(ways);
  }
  distances_.resize(cells_.size() * cells_.size());
  nearer_.resize(distances_.size());
  for (int c = 0; c < cell_count(); ++c) measure_from(c);
  for (int from = 0; from < cell_count(); ++from) {
    for (int to = 0; to < cell_count(); ++to) {
      unsigned ways = 0;
      for (int d = 0; d < 4; ++d) {
        if (distance(next(from, d), to) < distance(from, to)) ways |= 1u << d;
      }
      nearer_[pair(from, to)] = static_cast<std::uint8_t>(ways);
      flights_.push_back(flights(cell(from), to));
    }
  }
}

int Floor::number(Cell at) const {
  if (at.x < 0 || at.x >= width_ || at.y < 0 || at.y >= height_) return kNone;
  return numbers_[index(at.y * width_ + at.x)];
}

// Breadth first.
void Floor::measure_from(int start) {
  std::vector<int> reached{start};
  std::vector<bool> seen(cells_.size());
  seen[index(start)] = true;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (int d = 0; d < 4; ++d) {
      const int to = next(reached[i], d);
      if (seen[index(to)]) continue;
      seen[index(to)] = true;
      distances_[pair(start, to)] = static_cast<std::uint8_t>(distance(start, reached[i]) + 1);
      reached.push_back(to);
    }
  }
  if (reached.size() != cells_.size()) throw InputError("tag: the map falls into parts");
}

std::array<std::uint8_t, 8> Floor::flights(Cell robot, int opponent) const {
  const Cell at = cell(opponent);
  std::array<std::uint8_t, 8> result;
  result.fill(static_cast<std::uint8_t>(opponent));
  const auto to = [&](int direction) {
    return static_cast<std::uint8_t>(next(opponent, direction));
  };
  result[0] = to(at.x >= robot.x ? east : west);
  result[1] = to(at.x <= robot.x ? west : east);
  result[2] = to(at.y >= robot.y ? north : south);
  result[3] = to(at.y <= robot.y ? south : north);
  return result;
}

}  // namespace holdfast
