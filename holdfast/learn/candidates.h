// From the space to candidates: of all rules only those that can be part of an optimal selection.
//
// With at most k rules of this head, and m in all, a selection that contains rule r improves on
// the empty one by at most potential(r) + (k-1) potential(best), where potential is
// gain - length - loss / m (see branch_and_bound.h). A greedy selection is known to reach G: rules
// below it go while they are enumerated, and whole branches with them. Nothing else is stored.
#pragma once

#include <vector>

#include "holdfast/base/error.h"
#include "holdfast/learn/learner.h"
#include "holdfast/learn/selection.h"
#include "holdfast/learn/space.h"

namespace holdfast::learn {

struct FoundRule {
  RuleRef ref = {};
  int length = 0;
  Bits covers = {};
};

// The rule that adds most to what is derived already (at best, see ReducedProblem::optimistic);
// skeleton -1 if none adds anything. Of the rules walked before the deadline,
// and, as in the others, of those only that are within the limits.
FoundRule best_addition(Space& space, const ColumnLayout& layout, const Bits& derived,
                        const RuleLimits& limits, Deadline deadline);

// The largest (gain - length) * m - loss of a rule; at least 0. Throws OutOfTime.
Cost largest_potential(Space& space, const ColumnLayout& layout, int m, const RuleLimits& limits,
                       Deadline deadline);

// More candidates than there is memory for; says what to do.
struct TooManyCandidates : InputError {
  using InputError::InputError;
};

struct CandidateFilter {
  int m = 0;  // 0: any number of rules, so losses cannot be shared out
  // Rules whose potential, times m, is not above this cannot be in a better selection.
  Cost floor = 0;
  RuleLimits limits = {};
  // Nor can rules whose length and loss reach the cost of the known selection.
  Cost known_cost = 0;
  // At most this many bytes of coverage; throws TooManyCandidates beyond it.
  std::size_t memory = std::size_t{2} << 30;
};

// Adds what it finds to `found`; of rules with equal coverage the shortest, then the first.
// Throws OutOfTime, after some were found.
void collect(Space& space, const ColumnLayout& layout, const CandidateFilter& filter,
             Deadline deadline, std::vector<FoundRule>& found);

}  // namespace holdfast::learn
