// Depth-first branch and bound over sets of rules.
//
// Bound: let m rules at most be added to the rules S chosen so far. What they win is at most the
// sum of what each wins alone; what they lose is at least the largest loss of one of them, and so
// at least the sum of their losses divided by m. Hence the sum of the m largest potentials
//     gain(r | S) - length(r) - loss(r | S) / m
// bounds the improvement. With one rule to add it is exact; with the usual two rules per head the
// search is one pass over pairs in the order of their potentials, cut off early.
#pragma once

#include <cstdint>
#include <limits>

#include "holdfast/learn/reduction.h"

namespace holdfast::learn {

struct SearchLimits {
  Deadline deadline = Deadline::max();
  // Words of columns looked at (about 10^9 a second): the same work has the same result.
  std::uint64_t work = std::numeric_limits<std::uint64_t>::max();
};

// Indices into problem.rules(), the cost, and a bound (equal to the cost when proven). Looks for
// selections that cost less than `known` only; if it finds none, the cost is `known`.
Selection branch_and_bound(const ReducedProblem& problem, Cost known, const SearchLimits& limits);

}  // namespace holdfast::learn
