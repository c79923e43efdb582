#include "holdfast/studio/theory_check.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <sstream>
#include <vector>

#include "holdfast/base/error.h"
#include "holdfast/guide/adviser.h"
#include "holdfast/logic/print.h"
#include "holdfast/macro/explain.h"
#include "holdfast/macro/in_words.h"
#include "holdfast/play/explanation_json.h"
#include "holdfast/pomdp/wide_action_set.h"

namespace holdfast::studio {

using nlohmann::json;

namespace {

// A number and the colon behind it at the start of the text, which they are taken from; 0 if there
// is none.
int take_number(std::string_view& text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const auto length = static_cast<std::size_t>(end - text.data());
  if (error != std::errc() || length >= text.size() || text[length] != ':') return 0;
  text.remove_prefix(length + 1);
  return value;
}

// "theory.lp:3:14: expected ..." taken apart.
json error_json(const std::string& message, const std::string& file) {
  std::string_view rest = message;
  if (!rest.starts_with(file + ":")) return {{"line", 0}, {"column", 0}, {"what", message}};
  rest.remove_prefix(file.size() + 1);
  const int line = take_number(rest);
  const int column = line > 0 ? take_number(rest) : 0;
  while (rest.starts_with(' ')) rest.remove_prefix(1);
  return {{"line", line}, {"column", column}, {"what", std::string(rest)}};
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  stream.exceptions(std::ios::badbit);  // memory that runs out is not the end of the text
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// The last line of a rule that ends before the line `next`: what follows are comments and blanks.
int last_line(const std::vector<std::string>& lines, int first, int next) {
  int line = next - 1;
  for (; line > first; --line) {
    const std::string& text = lines[static_cast<std::size_t>(line - 1)];
    const std::size_t start = text.find_first_not_of(" \t\r");
    if (start != std::string::npos && text[start] != '%' && text[start] != '#') break;
  }
  return line;
}

// In words why a rule fires now, by the line where it starts.
std::map<int, std::string> firing_lines(const Gamma& gamma, const SymbolicBelief& belief) {
  std::map<int, std::string> firing;
  const auto add = [&](const logic::Rule& rule, const logic::Binding& binding) {
    firing.emplace(rule.position.line,
                   in_words(rule, binding, belief.vocabulary(), gamma.theory().theory().rules));
  };
  if (gamma.compiled()) {
    for (const logic::Derivation& d : gamma.theory().derive(belief.facts())) {
      add(d.rule->rule(), d.binding);
    }
    return firing;
  }
  const std::unique_ptr<Ahead> ahead = belief.ahead();
  for (const Firing& f : gamma.reference().firings({&belief.facts(), ahead.get()})) {
    if (f.time == 0) add(*f.rule, f.binding);
  }
  return firing;
}

json rules_json(const logic::Theory& theory, const std::string& text,
                const std::map<int, std::string>& firing) {
  const std::vector<std::string> lines = lines_of(text);
  json rules = json::array();
  for (std::size_t i = 0; i < theory.rules.size(); ++i) {
    const logic::Rule& rule = theory.rules[i];
    const int line = rule.position.line;
    const int next = i + 1 < theory.rules.size() ? theory.rules[i + 1].position.line
                                                 : static_cast<int>(lines.size()) + 1;
    const auto found = firing.find(line);
    rules.push_back({{"line", line},
                     {"last", last_line(lines, line, next)},
                     {"head", rule.atom() ? to_string(*rule.atom()) : ""},
                     {"fires", found != firing.end()},
                     {"words", found != firing.end() ? found->second : ""}});
  }
  return rules;
}

}  // namespace

json check_theory(const EditedTheory& edited, const SymbolicBelief& belief, int horizon) {
  try {
    const logic::Theory theory = logic::parse_theory(edited.text, edited.name);
    // The advice that a planner would get, of whatever model: it asks for what Γ does not, such as
    // coverages.
    const AdviceOverTime<WideActionSet> advice(theory, belief, {.horizon = horizon});
    const Gamma& gamma = advice.gamma();
    json result = explanation_json(belief, gamma, explain(gamma, belief.facts(), *belief.ahead()));
    result["errors"] = json::array();
    result["rules"] = rules_json(theory, edited.text, firing_lines(gamma, belief));
    return result;
  } catch (const InputError& e) {
    return {{"errors", json::array({error_json(e.what(), edited.name)})}};
  }
}

}  // namespace holdfast::studio
