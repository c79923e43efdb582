// Layouts of RockSample that papers and earlier programs used, so that their figures can be
// compared; elsewhere rocks are drawn from the episode's seed.
#pragma once

#include <string>
#include <vector>

#include "holdfast/domains/rocksample/rocksample.h"

namespace holdfast {

struct RockSampleLayout {
  int size;
  Cell start;
  std::vector<Cell> rocks;
};

// The layout of the literature for this size and number, or null: (7,8) and (11,11).
const RockSampleLayout* literature_layout(int size, int rocks);

// The layout that Meli et al. (2024) used for every run, or null: (12,4), (12,8) and (15,8).
const RockSampleLayout* meli_layout(int size, int rocks);

// The layout of the experiments of Subramanian et al. (2022), or null: (5,3).
const RockSampleLayout* subramanian_layout(int size, int rocks);

}  // namespace holdfast
