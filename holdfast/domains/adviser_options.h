// How a theory advises a planner (see adviser.h).
#pragma once

namespace holdfast {

struct AdviserOptions {
  // How many steps ahead macro-actions may reach.
  int horizon = 12;
  // Depth d of the search follows A_H(t + d); otherwise A_H(t) guides the whole search, as
  // Algorithm 1 is printed.
  bool temporal = true;
  // Decisions say which rule suggested the action; costs an explanation per decision.
  bool evidence = false;
};

}  // namespace holdfast
