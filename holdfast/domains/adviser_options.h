// How a theory advises a planner (see adviser.h).
#pragma once

namespace holdfast {

struct AdviserOptions {
  // How many steps ahead macro-actions may reach.
  int horizon = 12;
  // Depth d of the search follows A_H(t + d); otherwise A_H(t) guides the whole search, as
  // Algorithm 1 is printed.
  bool temporal = true;
};

}  // namespace holdfast
