// What can be learnt from the episodes that were just played, whoever chose the actions.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "holdfast/studio/playthrough.h"

namespace holdfast::studio {

// An episode to learn from, by the number that the page knows it by.
struct Played {
  std::uint64_t number;
  const Playthrough& playthrough;
};

// All must be of one domain. {theory, rules: [{rule, explains, alone, wrong}], coverage: {action:
// share}, examples, covered, optimal, counterexamples: [{episode, step, what}]}. Only episodes
// above the mean return teach, unless there are fewer than three. Throws InputError if there is
// nothing to learn from.
nlohmann::json learn_from(const std::vector<Played>& episodes, double seconds);

}  // namespace holdfast::studio
