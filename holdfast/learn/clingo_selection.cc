#include "holdfast/learn/clingo_selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>

#include "holdfast/base/error.h"
#include "holdfast/logic/clingo.h"

namespace holdfast::learn {
namespace {

constexpr const char* kRules = R"(
{ s(R) } :- rule(R,_,_).
c(J) :- s(R), d(R,J).
:~ s(R), rule(R,_,L). [L,rule,R]
:~ inc(J,W), not c(J). [W,inc,J]
:~ exc(J,W), c(J). [W,exc,J]
:- head(H), #count { R : s(R), rule(R,H,_) } > most.
#show s/1.
)";

class Program {
 public:
  explicit Program(const ReducedProblem& problem) : problem_(problem) {
    text_ = kRules;
    line("#const most = {}.", problem.rules_per_head());
    for (std::size_t r = 0; r < problem.rules().size(); ++r) add_rule(r);
    for (std::size_t j = 0; j < seen_.size(); ++j) {
      if (seen_[j]) add_column(j);
    }
    for (std::size_t e = 0; e < problem.joint().size(); ++e) add_joint(e);
  }

  const std::string& text() const { return text_; }

 private:
  template <class... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
    text_ += '\n';
  }

  void add_rule(std::size_t r) {
    const ReducedRule& rule = problem_.rules()[r];
    line("rule({},{},{}). head({}).", r, rule.head, rule.length, rule.head);
    const auto covers = problem_.covers(r);
    seen_.resize(covers.size() * 64);
    for_each_bit(covers, [&](std::size_t j) {
      line("d({},{}).", r, j);
      seen_[j] = true;
    });
  }

  void add_column(std::size_t j) {
    const Column column = problem_.layout().column(j);
    check(column.weight);
    if (column.kind == ColumnKind::inclusion) line("inc({},{}).", j, column.weight);
    if (column.kind == ColumnKind::exclusion) line("exc({},{}).", j, column.weight);
  }

  void add_joint(std::size_t e) {
    const JointExample& example = problem_.joint()[e];
    check(example.penalty);
    std::string body;
    for (const std::size_t j : example.inclusions) body += fmt::format(", c({})", j);
    for (const std::size_t j : example.exclusions) body += fmt::format(", not c({})", j);
    line("k({}) :- {}.", e, body.substr(2));
    line(":~ {}k({}). [{},joint,{}]", example.positive ? "not " : "", e, example.penalty, e);
  }

  static void check(Cost weight) {
    if (weight > std::numeric_limits<std::int32_t>::max()) {
      throw InputError(
          fmt::format("a penalty of {} is too large for clingo: use the engine bb", weight));
    }
  }

  const ReducedProblem& problem_;
  std::string text_;
  std::vector<bool> seen_;
};

}  // namespace

Selection clingo_selection(const ReducedProblem& problem, Deadline deadline) {
  Selection result{.chosen = {}, .cost = problem.base(), .bound = 0, .optimal = false};
  logic::SolveOptions options{
      .optimise = true, .arguments = {"--opt-strategy=usc,oll,3"}, .file = "selection"};
  if (deadline != Deadline::max()) {
    const std::chrono::duration<double> left = deadline - std::chrono::steady_clock::now();
    if (left.count() <= 0) return result;
    options.time_limit = left.count();
  }
  const logic::Solution solution = logic::solve(Program(problem).text(), options);
  if (!solution.answer_sets.empty()) {
    std::vector<Word> derived(problem.layout().words());
    Cost length = 0;
    for (const logic::Atom& atom : solution.answer_sets.back().atoms) {
      const auto r = static_cast<std::size_t>(atom.arguments[0].value);
      result.chosen.push_back(static_cast<int>(r));
      length += problem.rules()[r].length;
      const auto covers = problem.covers(r);
      for (std::size_t w = 0; w < covers.size(); ++w) derived[w] |= covers[w];
    }
    result.cost = problem.base() - problem.exact(derived) + length;
  }
  result.optimal = solution.complete;
  if (result.optimal) result.bound = result.cost;
  return result;
}

}  // namespace holdfast::learn
