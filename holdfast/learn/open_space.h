// The space of a task file while it is being read: constants are still named by their types, until
// all of them are known.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "holdfast/learn/task.h"

namespace holdfast::learn {

// A recall that is not given allows as many as a rule has room for.
constexpr int kAnyRecall = 0;

struct OpenMode {
  Mode mode = {};
  std::vector<std::string> constant_types = {};  // by place; empty where there is none
  std::vector<std::size_t> numeric_places = {};  // of num_var(type)
  bool says_sign = false;                        // (positive), (negative) or not
  logic::Position at = {};
};

struct OpenComparison {
  ComparisonMode mode = {};
  std::string constant_type = {};
  logic::Position at = {};
};

struct OpenSpace {
  std::vector<OpenMode> heads = {}, bodies = {};
  std::vector<OpenComparison> comparisons = {};
  std::vector<PairMode> pairs = {};
  std::map<std::string, std::vector<Value>> constants = {};  // by type
  std::set<std::string> numeric_types = {};
  // Whether something is written that FastLAS knows and ILASP does not.
  bool fastlas = false;
  int declarations = 0;
};

// Adds the modes to the task's bias: one for each constant of const(type), sharing the recall.
// The contexts must be there, with the constants that FastLAS has as facts.
// Throws InputError with the place of a mode that has no constants, or of a num_var whose values
// are not whole numbers.
void close_space(OpenSpace space, Task& task, const std::string& file);

}  // namespace holdfast::learn
