#include "holdfast/learn/selection.h"

#include <algorithm>

#include "holdfast/learn/branch_and_bound.h"
#include "holdfast/learn/clingo_selection.h"
#include "holdfast/learn/reduction.h"

namespace holdfast::learn {
namespace {

// The engines in turn, each with four times as much work as before, until one has the proof.
class Turns {
 public:
  Turns(const ReducedProblem& problem, Cost known, const SelectionOptions& options)
      : problem_(problem), options_(options), best_{.chosen = {}, .cost = known} {}

  Selection run() {
    try {
      search();
    } catch (const OutOfTime&) {
      // What earlier turns found stands.
    }
    return std::move(best_);
  }

 private:
  void search() {
    if (options_.engine == Engine::branch_and_bound || !clingo_can_help()) {
      if (options_.brief) work_ = kBrief;
      improve(branch_and_bound(problem_, best_.cost, bb_limits(options_.brief)));
    } else if (options_.engine == Engine::clingo) {
      if (options_.brief) conflicts_ *= static_cast<std::int64_t>(kBrief / work_);
      improve(clingo_selection(problem_, best_.cost, clingo_limits(options_.brief)));
    } else {
      take_turns();
    }
  }

  static constexpr std::uint64_t kBrief = 1'280'000'000;

  // Of one or two rules branch and bound looks at all pairs that may matter, which clingo does not
  // do faster.
  bool clingo_can_help() const {
    return options_.engine == Engine::clingo ||
           (problem_.most_rules() > 2 && clingo_can_solve(problem_));
  }

  void take_turns() {
    for (;;) {
      improve(branch_and_bound(problem_, best_.cost, bb_limits(true)));
      if (is_over()) return;
      // A conflict of clingo costs the more, the larger the problem is.
      if (clingo_size(problem_) <= work_ / 200) {
        improve(clingo_selection(problem_, best_.cost, clingo_limits(true)));
      }
      if (is_over() || (options_.brief && work_ >= kBrief)) return;
      work_ *= 4;
      conflicts_ *= 4;
    }
  }

  SearchLimits bb_limits(bool limited) const {
    SearchLimits limits{.deadline = options_.deadline};
    if (limited) limits.work = work_;
    return limits;
  }
  ClingoLimits clingo_limits(bool limited) const {
    return {.deadline = options_.deadline, .conflicts = limited ? conflicts_ : 0};
  }

  // Bounds of every turn hold.
  void improve(Selection found) {
    if (found.cost < best_.cost) {
      best_.chosen = std::move(found.chosen);
      best_.cost = found.cost;
    }
    best_.bound = std::max(best_.bound, found.bound);
    best_.optimal = best_.optimal || found.optimal || best_.bound >= best_.cost;
  }

  bool is_over() const {
    return best_.optimal || std::chrono::steady_clock::now() >= options_.deadline;
  }

  const ReducedProblem& problem_;
  const SelectionOptions& options_;
  Selection best_;
  // A first turn takes some hundredths of a second.
  std::uint64_t work_ = 20'000'000;
  std::int64_t conflicts_ = 2'000;
};

}  // namespace

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
  Selection best{.chosen = options.known, .cost = cost_of(problem, options.known)};
  std::ranges::sort(best.chosen);
  try {
    const ReducedProblem reduced(problem, Timer(options.deadline));
    Turns turns(reduced, best.cost, options);
    Selection found = turns.run();
    if (found.cost < best.cost) {
      for (int& c : found.chosen) c = reduced.rules()[static_cast<std::size_t>(c)].candidate;
      std::ranges::sort(found.chosen);
      best.chosen = std::move(found.chosen);
      best.cost = found.cost;
    }
    best.bound = found.bound;
    best.optimal = found.optimal;
  } catch (const OutOfTime&) {
    // Before any search: the known selection, and no bound.
  }
  return best;
}

}  // namespace holdfast::learn
