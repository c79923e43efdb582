#include "holdfast/learn/selection.h"

#include <algorithm>

#include "holdfast/learn/branch_and_bound.h"
#include "holdfast/learn/clingo_selection.h"
#include "holdfast/learn/reduction.h"

namespace holdfast::learn {

Deadline deadline_in(double seconds) {
  if (seconds <= 0) return Deadline::max();
  return std::chrono::steady_clock::now() +
         std::chrono::duration_cast<std::chrono::steady_clock::duration>(
             std::chrono::duration<double>(seconds));
}

bool is_covered(const SelectionExample& example, const Bits& derived) {
  const auto has = [&](int column) { return derived.test(static_cast<std::size_t>(column)); };
  const bool holds =
      std::ranges::all_of(example.inclusions, has) && std::ranges::none_of(example.exclusions, has);
  return holds == example.positive;
}

Cost cost_of(const SelectionProblem& problem, const std::vector<int>& chosen) {
  Bits derived(static_cast<std::size_t>(problem.columns));
  Cost cost = 0;
  for (const int c : chosen) {
    const Candidate& candidate = problem.candidates[static_cast<std::size_t>(c)];
    cost += candidate.length;
    derived |= candidate.covers;
  }
  for (const SelectionExample& e : problem.examples) {
    if (!is_covered(e, derived)) cost += e.penalty;
  }
  return cost;
}

Selection select_rules(const SelectionProblem& problem, const SelectionOptions& options) {
  const ReducedProblem reduced(problem);
  Selection selection = options.engine == Engine::clingo
                            ? clingo_selection(reduced, options.deadline)
                            : branch_and_bound(reduced, options.deadline);
  for (int& c : selection.chosen) c = reduced.rules()[static_cast<std::size_t>(c)].candidate;
  std::ranges::sort(selection.chosen);
  return selection;
}

}  // namespace holdfast::learn
