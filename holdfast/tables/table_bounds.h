// What the states of a table are worth, for DESPOT's bounds.
#pragma once

#include <vector>

#include "holdfast/pomdp/action_set.h"
#include "holdfast/tables/table.h"

namespace holdfast::tables {

struct TableBounds {
  // To somebody who sees the state: never below the exact value.
  std::vector<double> mdp;
  // The action that is best taken for ever, from the start, and what that is worth: never above.
  Action blind = 0;
  std::vector<double> blind_value;
};

TableBounds bounds_of(const Table& table);

}  // namespace holdfast::tables
