#include "holdfast/learn/clingo_selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "holdfast/base/error.h"
#include "holdfast/logic/ground_program.h"

namespace holdfast::learn {
namespace {

using logic::GroundProgram;
using Literal = GroundProgram::Literal;

// `column :- rule.` for each column that a rule derives. Clingo takes them in before it searches,
// without looking at the clock: some 200 bytes and 2 microseconds each.
constexpr std::size_t kMostDerivations = 5'000'000;
constexpr double kDerivationsPerSecond = 500'000;

double seconds_until(Deadline deadline) {
  if (deadline == Deadline::max()) return std::numeric_limits<double>::infinity();
  return std::chrono::duration<double>(deadline - std::chrono::steady_clock::now()).count();
}

Cost largest_weight(const ReducedProblem& problem) {
  Cost largest = 0;
  for (std::size_t w = 0; w < problem.layout().words(); ++w) {
    largest = std::max(largest, problem.layout().column(w * 64).weight);
  }
  for (const JointExample& e : problem.joint()) largest = std::max(largest, e.penalty);
  return largest;
}

class Encoding {
 public:
  Encoding(const ReducedProblem& problem, const ClingoLimits& limits)
      : problem_(problem), timer_(limits.deadline), program_(arguments(limits)) {
    columns_.resize(problem.layout().words() * 64);
    std::map<int, std::vector<Literal>> of_head;
    for (std::size_t r = 0; r < problem.rules().size(); ++r) {
      add_rule(r);
      of_head[problem.rules()[r].head].push_back(rules_[r]);
    }
    for (const auto& [head, rules] : of_head) program_.at_most(problem.rules_per_head(), rules);
    for (std::size_t c = 0; c < columns_.size(); ++c) add_column(c);
    for (const JointExample& e : problem.joint()) add_joint(e);
    program_.minimise(costs_);
  }

  GroundProgram::Optimum optimise(double seconds) { return program_.optimise(seconds); }
  Literal rule(std::size_t r) const { return rules_[r]; }

 private:
  static std::vector<std::string> arguments(const ClingoLimits& limits) {
    std::vector<std::string> result{"--opt-strategy=usc,oll,3"};
    if (limits.conflicts > 0) result.push_back(fmt::format("--solve-limit={}", limits.conflicts));
    return result;
  }

  void add_rule(std::size_t r) {
    const Literal rule = program_.add_atom();
    program_.choose(rule);
    rules_.push_back(rule);
    cost(rule, problem_.rules()[r].length);
    for_each_bit(problem_.covers(r), [&](std::size_t c) {
      if (columns_[c] == 0) columns_[c] = program_.add_atom();
      program_.derive(columns_[c], {&rule, 1});
      timer_.check(200);
    });
  }

  void add_column(std::size_t c) {
    if (columns_[c] == 0) return;
    const Column column = problem_.layout().column(c);
    if (column.kind == ColumnKind::inclusion) cost(-columns_[c], column.weight);
    if (column.kind == ColumnKind::exclusion) cost(columns_[c], column.weight);
  }

  // A column that no rule derives has no atom: it is false.
  void add_joint(const JointExample& e) {
    const Literal holds = program_.add_atom();
    cost(e.positive ? -holds : holds, e.penalty);
    std::vector<Literal> body;
    for (const std::size_t c : e.inclusions) {
      if (columns_[c] == 0) return;
      body.push_back(columns_[c]);
    }
    for (const std::size_t c : e.exclusions) {
      if (columns_[c] != 0) body.push_back(-columns_[c]);
    }
    program_.derive(holds, body);
  }

  void cost(Literal literal, Cost weight) {
    costs_.push_back({literal, static_cast<std::int32_t>(weight)});
  }

  const ReducedProblem& problem_;
  Timer timer_;
  GroundProgram program_;
  std::vector<Literal> rules_;
  std::vector<Literal> columns_;  // 0: no atom
  std::vector<GroundProgram::Weighted> costs_;
};

}  // namespace

std::size_t clingo_size(const ReducedProblem& problem) {
  std::size_t count = 0;
  for (std::size_t r = 0; r < problem.rules().size(); ++r) {
    for (const Word w : problem.covers(r)) count += static_cast<std::size_t>(std::popcount(w));
  }
  return count;
}

bool clingo_can_solve(const ReducedProblem& problem) {
  return largest_weight(problem) <= std::numeric_limits<std::int32_t>::max() &&
         clingo_size(problem) <= kMostDerivations;
}

Selection clingo_selection(const ReducedProblem& problem, Cost known, const ClingoLimits& limits) {
  Selection result{.chosen = {}, .cost = known, .bound = 0, .optimal = false};
  if (!clingo_can_solve(problem)) {
    if (limits.deadline != Deadline::max()) return result;
    throw InputError("this problem is too large for clingo: use --engine auto or bb");
  }
  const double loading = static_cast<double>(clingo_size(problem)) / kDerivationsPerSecond;
  if (seconds_until(limits.deadline) <= loading) return result;
  Encoding encoding(problem, limits);
  const double left = seconds_until(limits.deadline);
  if (left <= 0) return result;
  const GroundProgram::Optimum optimum = encoding.optimise(std::isinf(left) ? 0 : left);
  if (!optimum.values.empty()) {
    std::vector<int> chosen;
    std::vector<Word> derived(problem.layout().words());
    Cost length = 0;
    for (std::size_t r = 0; r < problem.rules().size(); ++r) {
      if (!optimum.holds(encoding.rule(r))) continue;
      chosen.push_back(static_cast<int>(r));
      length += problem.rules()[r].length;
      const auto covers = problem.covers(r);
      for (std::size_t w = 0; w < covers.size(); ++w) derived[w] |= covers[w];
    }
    const Cost cost = problem.base() - problem.exact(derived) + length;
    if (cost < known) {
      result.chosen = std::move(chosen);
      result.cost = cost;
    }
  }
  result.optimal = optimum.complete;
  if (result.optimal) result.bound = result.cost;
  return result;
}

}  // namespace holdfast::learn
