// How a theory advises a planner (see adviser.h).
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "holdfast/logic/theory.h"

namespace holdfast {

enum class Reading {
  printed,   // A_H(t) at every depth, as the algorithm is printed
  temporal,  // A_H(t + d) at depth d: the macro-actions of the root, while they last
  situated,  // the rules at each simulated history
};

std::string_view name_of(Reading reading);

// A theory that is used: read once, so that all episodes of a run have the same, and known by its
// content, since files of one name change.
struct TheoryInForce {
  std::string name;  // as --guide or --lower has it
  logic::Theory theory;
  std::string digest;
};

struct AdviserOptions {
  // How many steps ahead macro-actions may reach.
  int horizon = 12;
  // What guides the search below the root (docs/paper.md, Algorithm 1, line 8). Situated unless
  // said otherwise; Domain::in_force makes it temporal where clingo must serve the theory.
  Reading reading = Reading::situated;
  // What --guide or --lower names, if it is rules; Domain::in_force reads it.
  std::shared_ptr<const TheoryInForce> theory{};
};

}  // namespace holdfast
