// The second engine: the selection problem as an optimisation problem of clingo, with core-guided
// search (usc,oll,3). It shares nothing with branch and bound but the reduced problem.
#pragma once

#include "holdfast/learn/branch_and_bound.h"
#include "holdfast/learn/reduction.h"

namespace holdfast::learn {

Selection clingo_selection(const ReducedProblem& problem, Deadline deadline);

}  // namespace holdfast::learn
