// A POMDP as tables: what classic files and arrays describe. States, actions and observations are
// numbers with names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "holdfast/tables/distributions.h"

namespace holdfast::tables {

// Sizes beyond which a table is refused: a typing error should not take the memory.
struct Limits {
  std::int64_t states = 1'000'000;
  std::int64_t actions = 64;  // what a set of actions holds
  std::int64_t observations = 1'000'000;
  std::int64_t rows = 10'000'000;     // actions x states
  std::int64_t entries = 30'000'000;  // that are not zero, or were said to be something
};

struct Table {
  double discount = 0.95;
  std::vector<std::string> states;
  std::vector<std::string> actions;
  std::vector<std::string> observations;
  // P(s), one row.
  Distributions start;
  // P(s' | s, a) and P(o | a, s'), by row(a, s).
  Distributions transitions;
  Distributions sights;
  // Of each entry of `transitions`: R(s, a, s'), over what is then observed on average.
  std::vector<double> rewards;
  double min_reward = 0;
  double max_reward = 0;
  // States that no action leaves and where nothing is earned: episodes end there.
  std::vector<bool> terminal;

  std::size_t row(int action, std::uint32_t state) const {
    return static_cast<std::size_t>(action) * states.size() + state;
  }
};

// "s3" for a state that has no name.
std::vector<std::string> numbered(const char* prefix, std::int64_t count);

// What follows from the rest: terminal states and the range of rewards.
void complete(Table& table);

}  // namespace holdfast::tables
