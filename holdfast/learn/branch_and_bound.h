// Depth-first branch and bound over sets of rules.
//
// Bound: let m rules at most be added to the rules S chosen so far. What they win is at most the
// sum of what each wins alone; what they lose is at least the largest loss of one of them, and so
// at least the sum of their losses divided by m. Hence the sum of the m largest potentials
//     gain(r | S) - length(r) - loss(r | S) / m
// bounds the improvement. With one rule to add it is exact; with the usual two rules per head the
// search is one pass over pairs in the order of their potentials, cut off early.
#pragma once

#include "holdfast/learn/reduction.h"

namespace holdfast::learn {

// Indices into problem.rules(), the cost, and a bound (equal to the cost when proven).
Selection branch_and_bound(const ReducedProblem& problem, Deadline deadline);

}  // namespace holdfast::learn
