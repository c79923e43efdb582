#include "holdfast/plan/likelihood_error.h"

#include <fmt/format.h>

#include "holdfast/base/error.h"

namespace holdfast {

void throw_likelihood(const std::string& planner, Action a, Observation o, double found) {
  throw InputError(
      fmt::format("{}: the likelihood of an observation that the model has just made (action {}, "
                  "observation {}) is {}; it must be a number above 0: mend the model",
                  planner, a, o, found));
}

}  // namespace holdfast
