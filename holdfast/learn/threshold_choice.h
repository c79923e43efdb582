// The ways to bound one variable by thresholds.
#pragma once

#include <string>
#include <vector>

#include "holdfast/learn/frame.h"

namespace holdfast::learn {

// Thresholds on a variable, and which of its values they allow together.
struct ThresholdChoice {
  std::vector<Bound> bounds = {};
  std::vector<bool> allows = {};
};

// Every way that the bias allows, except those that allow no value, and those for which another way
// allows the same values with no more thresholds, in all and of each declaration whose recall might
// run out. The first has none. `variable` goes into Bound::variable.
std::vector<ThresholdChoice> threshold_choices(const Bias& bias, const FactIndex& facts,
                                               const std::string& type, int variable,
                                               const std::vector<Value>& values, Budget& budget);

}  // namespace holdfast::learn
