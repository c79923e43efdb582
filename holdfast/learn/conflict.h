// Hard examples that no hypothesis covers together: found, and named.
#pragma once

#include "holdfast/learn/component.h"

namespace holdfast::learn {

// Throws InputError if some hard example can be covered by no rule of the space that respects the
// other hard examples, whatever the number of rules: names it, and examples that stand against it.
// Throws OutOfTime if there is no time to find out.
void check_satisfiable(const Task& task, const Component& component,
                       const ComponentProblem& problem, const Spaces& spaces, Cost hard,
                       Deadline deadline);

// Throws InputError if the best hypothesis leaves hard examples uncovered: the bound on the
// number of rules, the time, or several hard examples together are the reason then.
void check_covers_hard(const Task& task, const LearnResult& result);

}  // namespace holdfast::learn
