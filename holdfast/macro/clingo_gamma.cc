#include "holdfast/macro/clingo_gamma.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "holdfast/logic/print.h"
#include "holdfast/macro/shipped.h"
#include "holdfast/macro/timed_program.h"

namespace holdfast {
namespace {

using logic::Atom;
using logic::Term;

Atom to_atom(const Term& term) { return {term.name, term.arguments, {}}; }

// The ground actions that a head such as init(move(C)) can be about.
void add_ground_actions(const Atom& action, const logic::Vocabulary& vocabulary,
                        std::set<int>& to) {
  if (const auto ground = vocabulary.ground_action(action)) {
    to.insert(*ground);
    return;
  }
  const int first = vocabulary.first_ground_action(vocabulary.action(action.predicate));
  for (int e = 0; e < vocabulary.entity_count(); ++e) to.insert(first + e);
}

}  // namespace

ClingoGamma::ClingoGamma(const logic::CompiledTheory& theory, int horizon)
    : theory_(theory), horizon_(horizon) {
  std::set<int> timed;
  std::set<int> now;
  for (const logic::Rule& rule : theory.theory().rules) {
    const auto suggestion = logic::suggestion_of(rule, theory.vocabulary());
    if (!suggestion) {
      weak_ = true;
    } else if (suggestion->role == logic::Role::init) {
      add_ground_actions(suggestion->action, theory.vocabulary(), timed);
    } else if (suggestion->role == logic::Role::now) {
      add_ground_actions(suggestion->action, theory.vocabulary(), now);
    }
  }
  timed_actions_.assign(timed.begin(), timed.end());
  now_actions_.assign(now.begin(), now.end());
  rules_ = fmt::format("#const horizon = {}.\n", horizon) +
           timed_rules(theory.theory(), theory.vocabulary()) + given_rules(theory.vocabulary()) +
           with_cases(shipped_text("event_calculus"), "event_calculus.lp");
}

std::vector<int> ClingoGamma::actions() const {
  std::vector<int> result;
  std::set_union(timed_actions_.begin(), timed_actions_.end(), now_actions_.begin(),
                 now_actions_.end(), std::back_inserter(result));
  return result;
}

std::vector<ClingoGamma::Case> ClingoGamma::cases(int outlook) const {
  std::vector<Case> result;
  for (const int action : timed_actions_) result.push_back({outlook, action});
  if (!now_actions_.empty()) result.push_back({outlook, -1});
  return result;
}

// The features of now and of the next steps.
void ClingoGamma::add_facts(const Case& c, int number, const Outlook& outlook, int steps,
                            int& next_facts, std::string& text) const {
  const auto& names = theory_.vocabulary().ground_actions();
  if (c.action < 0) {
    text += fmt::format("known({},0).", number);
    for (const int a : now_actions_) {
      text += fmt::format("asked({},{}).", number, to_string(names[static_cast<std::size_t>(a)]));
    }
    return;
  }
  text +=
      fmt::format("case({},{}).\n", number, to_string(names[static_cast<std::size_t>(c.action)]));
  logic::Facts later = *outlook.facts;
  outlook.ahead->begin();
  for (int t = 1; t < steps && outlook.ahead->step(c.action, later); ++t) {
    text += fmt::format("projected({0},{1}).given({0},{2},{1}).", number, t, next_facts);
    text += given_facts(later, next_facts++);
  }
}

std::string ClingoGamma::program(std::span<const Case> cases, std::span<const Outlook> outlooks,
                                 int steps) const {
  std::string text = rules_;
  int stated = -1;  // cases of a outlook follow each other
  for (const Case& c : cases) {
    if (c.outlook == stated) continue;
    stated = c.outlook;
    text += given_facts(*outlooks[static_cast<std::size_t>(stated)].facts, stated);
  }
  int next_facts = static_cast<int>(outlooks.size());
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const int number = static_cast<int>(i);
    const Outlook& outlook = outlooks[static_cast<std::size_t>(cases[i].outlook)];
    text += fmt::format("given({},{},0).", number, cases[i].outlook);
    add_facts(cases[i], number, outlook, steps, next_facts, text);
  }
  return text;
}

std::string ClingoGamma::program(const Outlook& outlook) const {
  return program(cases(0), {&outlook, 1}, horizon_) + "#show holds/3.\n#show now/2.\n";
}

std::vector<Atom> ClingoGamma::solve(const std::string& program) const {
  logic::Solution solution =
      logic::solve(program, {.optimise = weak_, .file = theory_.theory().file});
  // No answer set: the theory's constraints exclude every one, so that nothing is suggested.
  return solution.answer_sets.empty() ? std::vector<Atom>{}
                                      : std::move(solution.answer_sets.front().atoms);
}

std::vector<MacroAction> ClingoGamma::macro_actions(const Outlook& outlook) const {
  return std::move(macro_actions(std::span(&outlook, 1)).front());
}

std::vector<std::vector<MacroAction>> ClingoGamma::macro_actions(
    std::span<const Outlook> outlooks) const {
  std::vector<std::vector<MacroAction>> result(outlooks.size());
  if (outlooks.empty()) return result;
  std::vector<Case> open;
  for (std::size_t i = 0; i < outlooks.size(); ++i) {
    const std::vector<Case> more = cases(static_cast<int>(i));
    open.insert(open.end(), more.begin(), more.end());
  }
  const auto add = [&](const Case& c, int action, int length) {
    if (length > 0) result[static_cast<std::size_t>(c.outlook)].push_back({action, length});
  };
  // Facts over time are many, and most macro-actions are short: look further only where needed.
  for (int steps = 1; !open.empty(); steps = std::min(4 * steps, horizon_)) {
    const std::vector<Atom> atoms =
        solve(program(open, outlooks, steps) + "#show holds/3. #show now/2.");
    std::vector<std::vector<char>> holds(open.size());
    for (const Atom& atom : atoms) {
      const auto k = static_cast<std::size_t>(atom.arguments[0].value);
      if (atom.predicate == "now") {
        add(open[k], *theory_.vocabulary().ground_action(to_atom(atom.arguments[1])), 1);
        continue;
      }
      holds[k].resize(static_cast<std::size_t>(horizon_));
      holds[k][static_cast<std::size_t>(atom.arguments[2].value)] = 1;
    }
    std::vector<Case> further;
    for (std::size_t k = 0; k < open.size(); ++k) {
      const auto end = std::find(holds[k].begin(), holds[k].end(), 0);
      const int length = static_cast<int>(end - holds[k].begin());
      if (length == steps && steps < horizon_) {
        further.push_back(open[k]);
      } else {
        add(open[k], open[k].action, length);
      }
    }
    open = std::move(further);
  }
  for (std::vector<MacroAction>& each : result) {
    // An action may have rules with and without time: the longer one counts.
    std::sort(each.begin(), each.end(), [](const MacroAction& a, const MacroAction& b) {
      return a.action != b.action ? a.action < b.action : a.length > b.length;
    });
    const auto same = [](const MacroAction& a, const MacroAction& b) {
      return a.action == b.action;
    };
    each.erase(std::unique(each.begin(), each.end(), same), each.end());
  }
  return result;
}

std::vector<Firing> ClingoGamma::firings(const Outlook& outlook) const {
  const logic::Theory& theory = theory_.theory();
  const std::vector<Atom> atoms =
      solve(program(cases(0), {&outlook, 1}, horizon_) +
            reason_rules(theory, theory_.vocabulary()) + "#show fired/5.");
  std::vector<Firing> result;
  for (const Atom& atom : atoms) {
    Firing firing;
    firing.rule = &theory.rules[static_cast<std::size_t>(atom.arguments[1].value)];
    const std::vector<std::string> names = rule_variables(*firing.rule);
    for (std::size_t i = 0; i < names.size(); ++i) {
      firing.binding.emplace_back(names[i], atom.arguments[2].arguments[i]);
    }
    firing.action = *theory_.vocabulary().ground_action(to_atom(atom.arguments[3]));
    firing.time = atom.arguments[4].value;
    result.push_back(std::move(firing));
  }
  std::stable_sort(result.begin(), result.end(), [](const Firing& a, const Firing& b) {
    return std::pair(a.action, a.time) < std::pair(b.action, b.time);
  });
  return result;
}

std::vector<Lack> ClingoGamma::lacks(const Outlook& outlook) const {
  const logic::Theory& theory = theory_.theory();
  const std::vector<Atom> atoms =
      solve(program(cases(0), {&outlook, 1}, horizon_) + lack_rules(theory, theory_.vocabulary()) +
            "#show lacks/5.");
  std::vector<Lack> result;
  for (const Atom& atom : atoms) {
    const logic::Rule& rule = theory.rules[static_cast<std::size_t>(atom.arguments[1].value)];
    result.push_back({&rule, &rule.body[static_cast<std::size_t>(atom.arguments[2].value)],
                      *theory_.vocabulary().ground_action(to_atom(atom.arguments[3])),
                      atom.arguments[4].value});
  }
  // That a comparison fails says more than that a whole condition does.
  std::stable_sort(result.begin(), result.end(), [](const Lack& a, const Lack& b) {
    return !a.literal->atom() && b.literal->atom();
  });
  return result;
}

}  // namespace holdfast
