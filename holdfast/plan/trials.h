// What DESPOT and AdaOPS do alike: trials down a tree of bounds until the gap at the root is closed
// or the budget is spent, and the message for bounds that contradict each other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "holdfast/plan/despot_options.h"
#include "holdfast/plan/despot_tree.h"
#include "holdfast/plan/search_end.h"

namespace holdfast {

// Bounds are sums of floating-point numbers.
inline constexpr double kBoundsTolerance = 1e-6;

// Nothing is put off.
struct NothingToDo {
  void operator()(DespotTree::Index) const {}
};

// EXPLORE: down to the node where the trial ends; `expand` gives a leaf its actions and children,
// `enter` is called with an edge when the first trial takes it. Where actions are hundreds, a trial
// of many expansions takes long, so it also ends when the search does; but the root is expanded.
template <class Expand, class Enter>
DespotTree::Index explore(DespotTree& tree, int max_depth, const SearchEnd& end, Expand&& expand,
                          Enter&& enter) {
  DespotTree::Index b = DespotTree::kRoot;
  while (tree.belief(b).depth < max_depth && tree.excess(b) > 0 && !tree.prune(b)) {
    if (tree.is_leaf(b)) {
      if (b != DespotTree::kRoot && end.reached()) break;
      expand(b);
    }
    const DespotTree::Index edge = tree.best_edge(b);
    if (tree.edge(edge).trials == 1) enter(edge);
    const DespotTree::Index z = tree.widest_child(edge);
    if (z == DespotTree::kNone) break;
    b = z;
  }
  return b;
}

// Returns the number of trials, at least one. `bytes` says what the search occupies.
template <class Expand, class Bytes, class Enter = NothingToDo>
std::int64_t run_trials(DespotTree& tree, const DespotOptions& options, std::int64_t trials,
                        const SearchEnd& end, Expand&& expand, Bytes&& bytes, Enter&& enter = {}) {
  const double epsilon = std::max(options.epsilon, kBoundsTolerance);
  const std::size_t room =
      std::size_t{1000000} * static_cast<std::size_t>(options.megabytes / options.threads);
  std::int64_t done = 0;
  do {
    tree.backup(explore(tree, options.depth, end, expand, enter));
    ++done;
  } while (done < trials && tree.gap(DespotTree::kRoot) > epsilon && bytes() < room &&
           !end.reached());
  return done;
}

// A lower bound above an upper one, on average over the particles of a node.
struct Contradiction {
  std::string planner;
  std::string lower_name;
  double lower;
  std::string upper_name;
  double upper;
  std::int64_t particles;
  std::string where;
};

// Throws InputError that says what to try.
[[noreturn]] void bounds_contradict(const Contradiction& c);

}  // namespace holdfast
