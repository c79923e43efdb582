// The second engine: the selection problem as an optimisation problem of clingo, with core-guided
// search (usc,oll,3). It shares nothing with branch and bound but the reduced problem.
#pragma once

#include "holdfast/learn/reduction.h"

namespace holdfast::learn {

struct ClingoLimits {
  Deadline deadline = Deadline::max();
  // Conflicts of the search; 0: no limit. The same number has the same result.
  std::int64_t conflicts = 0;
};

// How many columns the rules derive, each counted by itself: so many rules clingo gets.
std::size_t clingo_size(const ReducedProblem& problem);

// Whether clingo can hold the problem: its weights have 32 bits, its rules take memory and time
// before the search begins.
bool clingo_can_solve(const ReducedProblem& problem);

// As branch_and_bound, but without a bound below the optimum. If it cannot solve the problem,
// nothing better is found in the time; without a limit it throws InputError.
Selection clingo_selection(const ReducedProblem& problem, Cost known, const ClingoLimits& limits);

}  // namespace holdfast::learn
