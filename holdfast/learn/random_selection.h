// Random selection problems, and the optimum by looking at every hypothesis: for tests.
#pragma once

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <vector>

#include "holdfast/base/rng.h"
#include "holdfast/learn/selection.h"

namespace holdfast::learn {

struct RandomSelectionOptions {
  int examples = 12;
  int candidates = 10;
  int heads = 2;
  // Whether examples may have several columns and be negative.
  bool joint = true;
};

inline SelectionProblem random_selection(Rng& rng, const RandomSelectionOptions& options) {
  const auto draw = [&](int n) {
    return static_cast<int>(rng.below(static_cast<std::uint32_t>(n)));
  };
  SelectionProblem p;
  for (int i = 0; i < options.examples; ++i) {
    SelectionExample e{.penalty = 1 + draw(12)};
    const int n = options.joint ? draw(4) : 1;
    for (int c = 0; c < n; ++c) (draw(2) ? e.inclusions : e.exclusions).push_back(p.columns++);
    if (options.joint) e.positive = draw(3) > 0;
    p.examples.push_back(e);
  }
  const double density = 0.1 + 0.5 * rng.uniform();
  for (int i = 0; i < options.candidates; ++i) {
    Candidate c{draw(options.heads), 1 + draw(5), Bits(static_cast<std::size_t>(p.columns))};
    for (int k = 0; k < p.columns; ++k) {
      if (rng.bernoulli(density)) c.covers.set(static_cast<std::size_t>(k));
    }
    p.candidates.push_back(c);
  }
  p.rules_per_head = draw(4);
  return p;
}

// For at most 20 candidates.
inline Cost least_cost(const SelectionProblem& p) {
  Cost least = std::numeric_limits<Cost>::max();
  for (unsigned set = 0; set < (1U << p.candidates.size()); ++set) {
    std::vector<int> chosen;
    std::map<int, int> of_head;
    for (unsigned i = 0; i < p.candidates.size(); ++i) {
      if ((set >> i) & 1) {
        chosen.push_back(static_cast<int>(i));
        ++of_head[p.candidates[i].head];
      }
    }
    const bool allowed = p.rules_per_head == 0 || std::ranges::all_of(of_head, [&](const auto& h) {
                           return h.second <= p.rules_per_head;
                         });
    if (allowed) least = std::min(least, cost_of(p, chosen));
  }
  return least;
}

}  // namespace holdfast::learn
