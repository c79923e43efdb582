#include "holdfast/guide/adviser.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "holdfast/base/error.h"
#include "holdfast/logic/print.h"
#include "holdfast/macro/explain.h"
#include "holdfast/macro/in_words.h"

namespace holdfast {
namespace {

// The coverage of every ground action that the theory has rules for.
std::vector<double> coverages(const Gamma& gamma, const logic::Vocabulary& words) {
  const logic::Theory& theory = gamma.theory().theory();
  const std::vector<logic::GroundAction> with_rules = gamma.reference().actions();
  std::vector<double> result;
  for (const logic::GroundAction& g : words.ground_actions()) {
    const std::string& name = words.word_of(g).name;
    const std::optional<double> coverage = theory.coverage_of(name);
    if (!coverage && std::binary_search(with_rules.begin(), with_rules.end(), g)) {
      throw InputError(
          fmt::format("{}: it has rules for {}, but no coverage for it; add a line such as '% "
                      "coverage: {} 0.9' "
                      "(`holdfast learn --check` measures it)",
                      theory.file, name, name));
    }
    result.push_back(coverage.value_or(0));
  }
  return result;
}

// rho of actions that are not suggested. The paper (section 4.3) has the least coverage, which is
// close to uniform. Rules that are asked at each step of a rollout are followed there: what they
// leave uncovered says how often their teacher did otherwise, not how often to leave them. (In the
// corridors of Pocman a share of 0.1 means to turn round every tenth step, and that cost all that
// the rules gain.)
double others_weight(const std::vector<double>& coverage, Reading reading) {
  constexpr double kSituated = 0.01;
  double least = 1;
  for (const double c : coverage) {
    if (c > 0) least = std::min(least, c);
  }
  return reading == Reading::situated ? std::min(least, kSituated) : least;
}

std::string binding_text(const logic::Binding& binding) {
  std::string text;
  for (const auto& [variable, value] : binding) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", variable, to_string(value));
  }
  return text;
}

}  // namespace

std::string_view name_of(Reading reading) {
  switch (reading) {
    case Reading::printed:
      return "printed";
    case Reading::temporal:
      return "temporal";
    case Reading::situated:
      return "situated";
  }
  return {};
}

template <class Actions>
AdviceOverTime<Actions>::AdviceOverTime(const logic::Theory& theory, const SymbolicBelief& symbols,
                                        const AdviserOptions& options, std::vector<Joint> joints)
    : gamma_(theory, symbols.vocabulary(), {.horizon = options.horizon}),
      joints_(std::move(joints)) {
  const std::vector<double> coverage = coverages(gamma_, symbols.vocabulary());
  advice_->weights.set_others(others_weight(coverage, options.reading));
  std::map<Action, double> covered;
  for (std::size_t g = 0; g < coverage.size(); ++g) {
    const Action a = symbols.action_of(symbols.vocabulary().ground_actions()[g]);
    advice_->weights.set(a, coverage[g]);
    covered[a] = coverage[g];
  }
  // Several deeds at once are trusted as far as the least of them.
  for (const Joint& joint : joints_) {
    double least = 1;
    for (const Action a : joint.parts) least = std::min(least, covered[a]);
    advice_->weights.set(joint.action, least);
  }
  advice_->suggested.reserve(static_cast<std::size_t>(options.horizon));
}

template <class Actions>
void AdviceOverTime<Actions>::compute(const SymbolicBelief& symbols, const Actions& legal) {
  legal_ = legal;
  time_ = longest_ = 0;
  suggestions_.clear();
  seen_ = symbols.snapshot();
  const std::unique_ptr<Ahead> ahead = symbols.ahead();
  for (const MacroAction& m : gamma_.macro_actions(symbols.facts(), *ahead)) {
    const std::optional<Action> action = symbols.action(m.action);
    if (!action || !legal.contains(*action)) {
      ++dropped_;
      continue;
    }
    suggestions_.push_back({*action, m.length, m.action});
    longest_ = std::max(longest_, m.length);
  }
  refresh();
}

template <class Actions>
void AdviceOverTime<Actions>::advance() {
  ++time_;
  refresh();
}

// A_H(t), A_H(t + 1), ... of the macro-actions in force.
template <class Actions>
void AdviceOverTime<Actions>::refresh() {
  advice_->suggested.assign(static_cast<std::size_t>(std::max(0, longest_ - time_)), Actions{});
  for (const Suggestion& s : suggestions_) {
    for (int d = 0; d < s.length - time_; ++d) {
      advice_->suggested[static_cast<std::size_t>(d)].insert(s.action);
    }
  }
  if (joints_.empty()) return;
  for (Actions& suggested : advice_->suggested) {
    join(suggested, joints_);
    suggested = suggested & legal_;
  }
}

template <class Actions>
Why AdviceOverTime<Actions>::why(Action a) const {
  if (!advice_->at(0).contains(a)) return {};
  const std::vector<Explanation> explanations = explain(gamma_, seen_->facts(), *seen_->ahead());
  for (const Suggestion& s : suggestions_) {
    if (s.action != a) continue;
    for (const Explanation& e : explanations) {
      if (e.action != s.ground_action || e.reasons.empty()) continue;
      const Reason& reason = e.reasons.front();
      return {to_string(*reason.rule), binding_text(reason.binding),
              in_words(*reason.rule, reason.binding, seen_->vocabulary(),
                       gamma_.theory().theory().rules)};
    }
  }
  return {};
}

template class AdviceOverTime<ActionSet>;
template class AdviceOverTime<WideActionSet>;

std::shared_ptr<const TheoryInForce> theory_in_force(
    const std::string& domain, const std::string& name,
    const std::shared_ptr<const TheoryInForce>& given) {
  const bool is_given = given && given->name.empty();
  logic::Theory theory = is_given ? given->theory : find_theory(domain, name);
  std::string known_by = digest(to_string(theory));
  return std::make_shared<TheoryInForce>(
      TheoryInForce{name, std::move(theory), std::move(known_by)});
}

}  // namespace holdfast
