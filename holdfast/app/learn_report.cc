#include "holdfast/app/learn_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "holdfast/base/json.h"
#include "holdfast/base/version.h"
#include "holdfast/learn/learnt_theory.h"
#include "holdfast/logic/print.h"

namespace holdfast::app {
namespace {

using Scores = std::map<std::string, learn::ActionScore>;

nlohmann::json scores_json(const Scores& scores) {
  nlohmann::json result = nlohmann::json::object();
  for (const auto& [action, s] : scores) {
    result[action] = {{"examples", s.examples},
                      {"covered", s.covered},
                      {"coverage", s.coverage()},
                      {"balanced", s.balanced()},
                      {"precision", or_null(s.precision())},
                      {"recall", or_null(s.recall())},
                      {"right", s.right},
                      {"missed", s.missed},
                      {"wrong", s.wrong}};
  }
  return result;
}

auto count_of(const std::vector<bool>& covered) {
  return std::count(covered.begin(), covered.end(), true);
}

std::vector<std::string> counterexamples_of(const learn::Task& task,
                                            const std::vector<bool>& covered, int most) {
  return learn::counterexamples(task, covered, static_cast<std::size_t>(most));
}

// What there is to say of any theory on a task.
nlohmann::json covered_json(const learn::Task& task, const std::vector<bool>& covered,
                            int counterexamples) {
  const Scores scores = learn::scores(task, covered);
  nlohmann::json coverage = nlohmann::json::object();
  for (const auto& [action, score] : scores) coverage[action] = score.coverage();
  nlohmann::json j = {{"examples", covered.size()},
                      {"covered", count_of(covered)},
                      {"coverage", std::move(coverage)},
                      {"scores", scores_json(scores)},
                      {"revision", std::string(revision())}};
  if (counterexamples > 0) {
    j["counterexamples"] = counterexamples_of(task, covered, counterexamples);
  }
  return j;
}

// A share of nothing has no number.
std::string percent(std::optional<double> share) {
  return share ? fmt::format("{:.1f}%", 100 * *share) : "-";
}

void print_scores(const char* title, const Scores& scores) {
  fmt::print("{:<12} {:>9} {:>9} {:>9} {:>9} {:>9}\n", title, "examples", "coverage", "balanced",
             "precision", "recall");
  for (const auto& [action, s] : scores) {
    fmt::print("  {:<10} {:>9} {:>9} {:>9} {:>9} {:>9}\n", action, s.examples,
               percent(s.coverage()), percent(s.balanced()), percent(s.precision()),
               percent(s.recall()));
  }
}

void print_counterexamples(const learn::Task& task, const std::vector<bool>& covered, int most) {
  if (most <= 0) return;
  fmt::print("Examples not covered:\n");
  for (const std::string& line : counterexamples_of(task, covered, most)) {
    fmt::print("  {}\n", line);
  }
}

std::vector<bool> covered_in(const CheckReport& report) {
  return learn::covered_by(report.material.task, report.material.theory->rules);
}

}  // namespace

void print(const LearnReport& report) {
  const auto& [material, result, seconds, counterexamples] = report;
  fmt::print("{} rules {} {}, {} of {} examples covered, cost {}{}{}\n", result.rules.size(),
             material.task.bias.costs_length() ? "of length" : "that cost", result.length,
             count_of(result.covered), result.covered.size(), result.cost,
             result.optimal ? ", proven optimal" : fmt::format(", at least {}", result.bound),
             seconds ? fmt::format(" in {:.2f} s", *seconds) : "");
  print_scores("training", learn::scores(material.task, result.covered));
  if (const auto scores = learn::held_out_scores(material, result)) {
    print_scores("held out", *scores);
  }
  if (result.rules.empty()) {
    fmt::print(
        "The empty theory is best: rules would break more than they explain. Larger "
        "penalties for the rarer examples help.\n");
  }
  print_counterexamples(material.task, result.covered, counterexamples);
}

nlohmann::json to_json(const LearnReport& report) {
  const auto& [material, result, seconds, counterexamples] = report;
  nlohmann::json j = covered_json(material.task, result.covered, counterexamples);
  nlohmann::json rules = nlohmann::json::array();
  for (const learn::LearntRule& r : result.rules) rules.push_back(logic::to_string(r.rule));
  j.update({{"rules", std::move(rules)},
            {"cost", result.cost},
            {"length", result.length},
            {"penalty", result.penalty},
            {"candidates", result.space},
            {"optimal", result.optimal},
            {"bound", result.bound},
            {"rules_per_head", result.rules_per_head},
            {"precision", result.limits.precision},
            {"support", result.limits.support},
            {"kept_candidates", result.candidates},
            {"example_penalty", material.penalty}});
  if (seconds) j["seconds"] = *seconds;
  if (const auto scores = learn::held_out_scores(material, result)) {
    j["held_out"] = scores_json(*scores);
  }
  return j;
}

void print(const CheckReport& report, const std::string& title) {
  const learn::Task& task = report.material.task;
  const std::vector<bool> covered = covered_in(report);
  fmt::print("{}: {} of {} examples covered\n", title, count_of(covered), covered.size());
  print_scores("", learn::scores(task, covered));
  print_counterexamples(task, covered, report.counterexamples);
}

nlohmann::json to_json(const CheckReport& report) {
  return covered_json(report.material.task, covered_in(report), report.counterexamples);
}

}  // namespace holdfast::app
