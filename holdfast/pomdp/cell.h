// A cell of a grid; north is up, and y grows that way.
#pragma once

namespace holdfast {

struct Cell {
  int x = 0;
  int y = 0;
  friend bool operator==(const Cell&, const Cell&) = default;
};

}  // namespace holdfast
