// What a belief says of each cell: how likely it holds a pellet, and how likely a ghost. For
// pictures and for the features of rules.
#pragma once

#include <array>
#include <span>

#include "holdfast/domains/pocman/pocman.h"

namespace holdfast {

struct PocmanMarginals {
  std::array<double, Maze::kMaxCells> food{};   // P(a pellet is in the cell), by cell number
  std::array<double, Maze::kMaxCells> ghost{};  // P(some ghost is in the cell)
};

// One pass over the particles, some ten nanoseconds for each; there must be at least one.
PocmanMarginals marginals(const Pocman& model, std::span<const Pocman::State> particles);

}  // namespace holdfast
