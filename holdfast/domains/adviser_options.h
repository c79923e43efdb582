// How a theory advises a planner (see adviser.h).
#pragma once

#include <string_view>

namespace holdfast {

enum class Reading {
  printed,   // A_H(t) at every depth, as the algorithm is printed
  temporal,  // A_H(t + d) at depth d: the macro-actions of the root, while they last
  situated,  // the rules at each simulated history; temporal where clingo serves the theory
};

std::string_view name_of(Reading reading);

struct AdviserOptions {
  // How many steps ahead macro-actions may reach.
  int horizon = 12;
  // What guides the search below the root (docs/paper.md, Algorithm 1, line 8).
  Reading reading = Reading::situated;
};

}  // namespace holdfast
