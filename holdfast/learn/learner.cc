#include "holdfast/learn/learner.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "holdfast/base/error.h"
#include "holdfast/base/worker_pool.h"
#include "holdfast/learn/component.h"
#include "holdfast/learn/conflict.h"

namespace holdfast::learn {
namespace {

// A penalty above anything that a hypothesis which covers all hard examples could cost.
Cost hard_penalty(const Task& task) {
  Cost cost = 1;
  Cost longest = task.bias.max_length;
  for (const GivenRule& g : task.given) longest = std::max<Cost>(longest, g.length);
  for (const Example& e : task.examples) {
    cost += e.penalty.value_or(0) + longest * static_cast<Cost>(e.inclusions.size() + 1);
  }
  return cost;
}

LearnResult combine(const Task& task, const std::vector<Component>& components,
                    std::vector<ComponentResult>& parts) {
  LearnResult result;
  result.covered.resize(task.examples.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    ComponentResult& part = parts[i];
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

}  // namespace

LearnResult learn(const Task& given_task, const LearnOptions& options) {
  Task task = given_task;
  task.bias.memory = options.memory;
  const std::vector<Head> heads = heads_of(task);
  const FactIndex facts(task);
  const std::vector<Component> components = components_of(task, heads);
  const Cost hard = hard_penalty(task);
  const Deadline deadline = deadline_in(options.seconds);

  std::vector<ComponentResult> parts(components.size());
  std::atomic<std::size_t> next{0};
  WorkerPool(std::max(1, options.threads)).run([&](int) {
    for (std::size_t i = next++; i < components.size(); i = next++) {
      check_satisfiable(task, facts, heads, components[i], hard);
      parts[i] = solve(task, facts, heads, components[i], hard, options, deadline);
    }
  });
  LearnResult result = combine(task, components, parts);
  result.rules_per_head = options.rules_per_head;
  check_covers_hard(task, result);
  check_cost(task, result);
  return result;
}

}  // namespace holdfast::learn
