// Where to cut the values of a feature so that thresholds tell examples for a head from those
// against it: the cuts that gain most information, as in a decision tree, with both classes
// weighing the same. Quantiles would miss them: most rocks are far away, and what matters is
// whether one is at distance 0.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "holdfast/learn/atom_table.h"

namespace holdfast::learn {

// How many examples for and against a head have a value.
struct ClassCounts {
  double in = 0;
  double out = 0;
};
using ClassesByValue = std::map<Value, ClassCounts>;

// Between two neighbouring values: `> below` and `< above` are the thresholds.
struct Cut {
  Value below = 0;
  Value above = 0;
  auto operator<=>(const Cut&) const = default;
};

// At most so many cuts in all, in order; the heads choose in turn, each the one that helps it most
// beside those it has. 0: every cut.
std::vector<Cut> class_cuts(const std::vector<ClassesByValue>& heads, std::size_t most);

}  // namespace holdfast::learn
