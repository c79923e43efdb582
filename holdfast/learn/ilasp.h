// Tasks in ILASP's language: read, closed under their background knowledge, and written.
//
//   #modeh(init(east)).                                what may be derived
//   #modeb(1, delta_x(var(rock), var(dx)), (positive)).  what bodies may say
//   #modeb(1, var(dx) > const(dx)).                    thresholds, over the constants of a type
//   #constant(dx, -11..11).
//   #pos(e1@10, {init(east)}, {}, {delta_x(0,3). guess(0,80).}).
//   5 ~ init(east) :- delta_x(R,D), D > 0.             a candidate with its length
//
// FastLAS's files are read too, and known by what only they have: `#modeb(not p)` (then `#modeb(p)`
// is p alone, and not also its negation), `#bias("penalty(1, ...) ...")` if it says that a rule
// costs its length, num_var(type), the constants of const(type) as facts type(c), the parts of an
// example as inclusion(a) and exclusion(a) in its context.
//
// Comments such as `% holdfast: max_length 8`, `% holdfast: max_thresholds 1` (of one variable) and
// `% holdfast: max_variables rock 1` say what ILASP takes on its command line or cannot say; ILASP
// skips them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "holdfast/learn/task.h"

namespace holdfast::learn {

struct ReadOptions {
  // Instead of the task's penalties, hard examples included.
  std::optional<Cost> penalty = {};
  // Instead of the file's, or 8.
  std::optional<int> max_length = {};
  int threads = 1;
  // For the answer set of background and one context; 0: no limit.
  double seconds = 0;
};

// Throws InputError with file, line and column; a construct beyond the learner (recursion through
// learnt heads, choice rules, weak constraints, orderings, ...) is named.
Task parse_task(std::string_view text, const std::string& file, const ReadOptions& options = {});
Task read_task(const std::string& path, const ReadOptions& options = {});

struct WriteOptions {
  // One example per context, with all its inclusions and exclusions (paper, equation 3), instead
  // of one per atom. Its penalty is the largest of theirs.
  bool joint = false;
  std::vector<std::string> comments = {};
};

std::string write_task(const Task& task, const WriteOptions& options = {});

}  // namespace holdfast::learn
