#include "holdfast/learn/learner.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <numeric>

#include "holdfast/base/error.h"
#include "holdfast/base/worker_pool.h"
#include "holdfast/learn/component.h"
#include "holdfast/learn/conflict.h"

namespace holdfast::learn {
namespace {

// A penalty above anything that a hypothesis which covers all hard examples could cost.
Cost hard_penalty(const Task& task) {
  Cost cost = 1;
  Cost longest = task.bias.cost(task.bias.max_length);
  for (const GivenRule& g : task.given) longest = std::max<Cost>(longest, g.length);
  for (const Example& e : task.examples) {
    cost += e.penalty.value_or(0) + longest * static_cast<Cost>(e.inclusions.size() + 1);
  }
  return cost;
}

LearnResult combine(const Task& task, const std::vector<Component>& components,
                    std::vector<std::optional<ComponentResult>>& parts) {
  LearnResult result;
  result.covered.resize(task.examples.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    ComponentResult& part = *parts[i];
    result.cost += part.selection.cost;
    result.bound += part.selection.bound;
    result.optimal = result.optimal && part.selection.optimal;
    result.space += part.space;
    result.candidates += part.candidates;
    for (LearntRule& rule : part.rules) {
      result.length += rule.length;
      result.rules.push_back(std::move(rule));
    }
    for (std::size_t e = 0; e < part.covered.size(); ++e) {
      result.covered[static_cast<std::size_t>(components[i].examples[e])] = part.covered[e];
    }
  }
  result.penalty = result.cost - result.length;
  return result;
}

// The optimum costs least: if it costs more than the task allows, so does everything else.
void check_cost(const Task& task, const LearnResult& result) {
  if (!task.max_cost || result.cost <= *task.max_cost) return;
  const std::string within =
      result.rules_per_head > 0
          ? fmt::format(" with at most {} rules per head (--rules-per-head)", result.rules_per_head)
          : "";
  if (result.bound > *task.max_cost) {
    throw InputError(fmt::format(
        "no hypothesis{} costs at most {} (#max_penalty): the best costs {}{}; raise #max_penalty",
        within, *task.max_cost, result.optimal ? "" : "at least ", result.bound));
  }
  throw Error(
      fmt::format("no hypothesis{} that costs at most {} (#max_penalty) was found in time: "
                  "the best found costs {}; allow more time (--time)",
                  within, *task.max_cost, result.cost));
}

// Every component gets its share of the time that is left; those without proof get another turn as
// long as it is longer than the last.
class Schedule {
 public:
  Schedule(std::size_t components, const LearnOptions& options)
      : options_(options), end_(deadline_in(options.seconds)), open_(components) {
    std::iota(open_.begin(), open_.end(), std::size_t{0});
  }

  // solve(i, deadline) returns whether component i needs no other turn.
  void run(const std::function<bool(std::size_t, Deadline)>& solve) {
    double last = -1;  // the first turn comes even if the time is over
    while (!open_.empty() && share(open_.size()) > last) {
      last = share(open_.size());
      std::vector<char> done(open_.size());
      std::atomic<std::size_t> next{0};
      WorkerPool(std::max(1, options_.threads)).run([&](int) {
        for (std::size_t n = next++; n < open_.size(); n = next++) {
          done[n] = solve(open_[n], deadline(open_.size() - n));
        }
      });
      std::vector<std::size_t> still_open;
      for (std::size_t n = 0; n < open_.size(); ++n) {
        if (!done[n]) still_open.push_back(open_[n]);
      }
      open_ = std::move(still_open);
      if (end_ == Deadline::max()) return;
    }
  }

 private:
  // Seconds for one of n components that are to share the time left.
  double share(std::size_t n) const {
    const std::chrono::duration<double> left = end_ - std::chrono::steady_clock::now();
    const double at_once = std::max(1, std::min(options_.threads, static_cast<int>(n)));
    return std::max(0.0, left.count()) * at_once / static_cast<double>(n);
  }

  Deadline deadline(std::size_t n) const {
    return end_ == Deadline::max() ? end_ : std::min(end_, deadline_in(share(n) + 1e-9));
  }

  const LearnOptions& options_;
  Deadline end_;
  std::vector<std::size_t> open_;
};

// The better of two results for one component.
void improve(ComponentResult& known, ComponentResult found) {
  const Cost bound = std::max(known.selection.bound, found.selection.bound);
  if (found.selection.cost < known.selection.cost) known = std::move(found);
  known.selection.bound = bound;
  known.selection.optimal = bound >= known.selection.cost;
}

}  // namespace

LearnResult learn(const Task& task, const LearnOptions& options) {
  AtomTable vocabulary = task.vocabulary;
  const std::vector<Head> heads = heads_of(task.bias.heads, task.given, vocabulary);
  const FactIndex facts(task, vocabulary);
  const std::vector<Component> components = components_of(task.examples, vocabulary, heads);
  const Cost hard = hard_penalty(task);

  std::vector<std::optional<ComponentResult>> parts(components.size());
  Schedule(components.size(), options).run([&](std::size_t i, Deadline deadline) {
    ComponentResult found = solve(task, facts, heads, components[i], hard, options, deadline);
    if (parts[i]) {
      improve(*parts[i], std::move(found));
    } else {
      parts[i] = std::move(found);
    }
    return parts[i]->selection.optimal;
  });
  LearnResult result = combine(task, components, parts);
  result.rules_per_head = options.rules_per_head;
  result.limits = options.limits;
  check_covers_hard(task, result);
  check_cost(task, result);
  return result;
}

}  // namespace holdfast::learn
