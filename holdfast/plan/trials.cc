#include "holdfast/plan/trials.h"

#include <fmt/format.h>

#include "holdfast/base/error.h"

namespace holdfast {

void bounds_contradict(const Contradiction& c) {
  throw InputError(fmt::format(
      "{}: the lower bound '{}' ({:.6g}) is above the upper bound '{}' ({:.6g}) at the node of {} "
      "scenarios reached by {} (a: action, o: observation). One of the two is not valid here: try "
      "--upper trivial; if the message stays, the lower bound is wrong: try --lower trivial",
      c.planner, c.lower_name, c.lower, c.upper_name, c.upper, c.particles, c.where));
}

}  // namespace holdfast
