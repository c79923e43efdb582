// What choices of the learner are called, on the command line and in Python.
#pragma once

#include <map>
#include <string>

#include "holdfast/learn/selection.h"
#include "holdfast/learn/stakes.h"

namespace holdfast::learn {

template <class Choice>
using ByName = std::map<std::string, Choice>;

// auto, bb, clingo.
const ByName<Engine>& engines_by_name();
// auto, class, stake.
const ByName<Weights>& weights_by_name();
// all, paper: whether examples are the paper's only (TraceTaskOptions::paper).
const ByName<bool>& examples_by_name();

}  // namespace holdfast::learn
