#include "holdfast/learn/trace_weights.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace holdfast::learn {
namespace {

// Within each class of a head, so that classes weigh against each other as before. Nothing is
// learnt from examples of no stake.
void weigh_by_stake(const TraceExamples& all, TraceTask& made) {
  std::vector<Example>& examples = made.task.examples;
  std::vector<ExampleOrigin>& origins = made.origins;
  std::map<std::pair<ActionHead, bool>, std::vector<std::size_t>> classes;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    classes[{all.heads[i], examples[i].inclusions.empty()}].push_back(i);
  }
  for (const auto& [head, members] : classes) {
    const std::vector<double> factors = stake_factors(all.stakes, members);
    for (std::size_t m = 0; m < members.size(); ++m) {
      Example& e = examples[members[m]];
      e.penalty = std::llround(static_cast<double>(*e.penalty) * factors[m]);
    }
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    if (*examples[i].penalty == 0) continue;
    if (i != kept) examples[kept] = std::move(examples[i]);
    origins[kept++] = origins[i];
  }
  examples.resize(kept);
  origins.resize(kept);
}

}  // namespace

TraceTask weighed(TraceExamples&& all, const TraceTaskOptions& options) {
  TraceTask made = std::move(all.made);
  struct Counts {
    int included = 0;
    int excluded = 0;
  };
  std::map<ActionHead, Counts> by_head;
  for (std::size_t i = 0; i < made.task.examples.size(); ++i) {
    Counts& counts = by_head[all.heads[i]];
    ++(made.task.examples[i].inclusions.empty() ? counts.excluded : counts.included);
  }
  int largest = 0;
  for (const auto& [head, counts] : by_head) {
    largest = std::max(largest, counts.included + counts.excluded);
  }
  made.penalty =
      options.penalty.value_or(penalty_of(static_cast<std::size_t>(largest), made.task.bias));
  for (std::size_t i = 0; i < made.task.examples.size(); ++i) {
    Example& e = made.task.examples[i];
    const Counts& counts = by_head.at(all.heads[i]);
    const double mine = e.inclusions.empty() ? counts.excluded : counts.included;
    const double other = e.inclusions.empty() ? counts.included : counts.excluded;
    const double factor = std::pow(std::max(1.0, other / mine), options.balance);
    e.penalty = made.penalty * std::max<Cost>(1, std::llround(factor));
  }
  if (made.by_stake) weigh_by_stake(all, made);
  return made;
}

Cost penalty_of(std::size_t examples, const Bias& bias) {
  double choices = static_cast<double>(bias.bodies.size());
  for (const ComparisonMode& mode : bias.comparisons) {
    choices += static_cast<double>(mode.constants.size());
  }
  const double bits = std::log2(std::max<double>(2, static_cast<double>(examples)));
  return std::max<Cost>(1, std::llround(bits / std::log2(std::max(2.0, choices))));
}

}  // namespace holdfast::learn
