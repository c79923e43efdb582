#include "holdfast/learn/learnt_theory.h"

#include <fmt/format.h>

#include "holdfast/logic/print.h"

namespace holdfast::learn {
namespace {

std::string atoms_of(const Task& task, const AtomList& atoms) {
  std::string text;
  for (const FlatAtom& a : atoms) {
    text += (text.empty() ? "" : ", ") + logic::to_string(task.vocabulary.atom(a));
  }
  return text;
}

std::string proof(const LearnResult& result) {
  std::string within =
      result.rules_per_head > 0
          ? fmt::format("among theories with at most {} rules per head", result.rules_per_head)
          : std::string("among all theories of the space");
  const RuleLimits& limits = result.limits;
  if (limits.precision > 0) {
    within += fmt::format(", each right in at least {:.0f} %", 100 * limits.precision);
  }
  if (limits.support > 0) {
    within += fmt::format("{} in at least {} examples",
                          limits.precision > 0 ? " and" : ", each right", limits.support);
  }
  if (result.optimal) return fmt::format("Proven optimal {}: no other costs less.", within);
  return fmt::format("Not proven optimal: {} none costs less than {} (gap {}).", within,
                     result.bound, result.cost - result.bound);
}

// ", recall 0.50"; nothing of what is not known.
std::string named(const char* name, std::optional<double> share) {
  return share ? fmt::format(", {} {:.2f}", name, *share) : "";
}

}  // namespace

std::vector<logic::Rule> hypothesis_of(const LearnResult& result) {
  std::vector<logic::Rule> rules;
  for (const LearntRule& learnt : result.rules) rules.push_back(learnt.rule);
  return rules;
}

logic::Theory to_theory(const Task& task, const LearnResult& result,
                        std::vector<std::string> header, const std::vector<OverallWord>& words) {
  logic::Theory theory;
  const auto covered = std::count(result.covered.begin(), result.covered.end(), true);
  header.push_back(fmt::format(
      "{} of {} examples covered; cost {} = {} {} + penalties {}.", covered, result.covered.size(),
      result.cost, task.bias.costs_length() ? "length" : "rules", result.length, result.penalty));
  header.push_back(proof(result));
  theory.header = std::move(header);
  for (const auto& [action, score] : scores(task, result.covered)) {
    theory.header.push_back(fmt::format("{}: {} of {} examples covered{}{}", action, score.covered,
                                        score.examples, named("precision", score.precision()),
                                        named("recall", score.recall())));
    if (score.covered > 0) theory.coverage.emplace_back(action, score.coverage());
  }
  for (const OverallWord& word : used_in(words, hypothesis_of(result))) {
    theory.rules.push_back(word.definition());
  }
  for (const LearntRule& learnt : result.rules) {
    logic::Rule rule = learnt.rule;
    rule.comments.push_back(fmt::format("explains {} examples ({} alone), wrong in {}",
                                        learnt.explains, learnt.alone, learnt.wrong));
    theory.rules.push_back(std::move(rule));
  }
  return theory;
}

std::vector<std::string> counterexamples(const Task& task, const std::vector<bool>& covered,
                                         std::size_t most) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < task.examples.size() && lines.size() < most; ++i) {
    if (covered[i]) continue;
    const Example& e = task.examples[i];
    std::string facts;
    task.contexts.for_each_fact(e.context, [&](int predicate, std::span<const Value> arguments) {
      const FlatAtom fact{predicate, {arguments.begin(), arguments.end()}};
      facts += (facts.empty() ? "" : " ") + logic::to_string(task.vocabulary.atom(fact)) + ".";
    });
    lines.push_back(fmt::format(
        "{}: should {}derive {{{}}}{} at {}", e.id, e.positive ? "" : "not ",
        atoms_of(task, e.inclusions),
        e.exclusions.empty() ? std::string()
                             : fmt::format(" and none of {{{}}}", atoms_of(task, e.exclusions)),
        facts));
  }
  return lines;
}

}  // namespace holdfast::learn
