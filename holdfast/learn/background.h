// Background knowledge is closed over each context before anything is learnt: after that a context
// is a set of facts, and bodies speak of facts only.
#pragma once

#include <string>
#include <vector>

#include "holdfast/learn/task.h"

namespace holdfast::learn {

using Program = std::vector<logic::Rule>;

// Adds one context per program to the task, in order: the facts of the one answer set of
// background and program, by clingo unless both are plain facts.
// Throws InputError if there is no or more than one answer set, or if that takes longer than
// `seconds` (0: no limit) or never ends.
void close_contexts(Task& task, const Program& background, const std::vector<Program>& contexts,
                    const std::string& file, int threads, double seconds = 0);

}  // namespace holdfast::learn
