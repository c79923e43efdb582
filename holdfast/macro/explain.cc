#include "holdfast/macro/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <compare>
#include <initializer_list>
#include <map>

#include "holdfast/logic/print.h"
#include "holdfast/macro/defined_words.h"

namespace holdfast {
namespace {

using logic::CompiledRule;
using logic::Facts;
using logic::ThresholdTest;

// What the rules of a theory read at some facts.
struct AtFacts {
  logic::Columns columns;
  const logic::CompiledTheory& theory;

  const logic::Vocabulary& vocabulary() const { return theory.vocabulary(); }
};

// The comparisons of a test, or its atom where there are none.
std::string condition_text(const ThresholdTest& test, const logic::Rule& rule) {
  std::string text;
  const std::size_t first = test.literals.size() > 1 && !test.aggregate ? 1 : 0;
  for (std::size_t i = first; i < test.literals.size(); ++i) {
    text += (text.empty() ? "" : ", ") +
            to_string(rule.body[static_cast<std::size_t>(test.literals[i])]);
  }
  return text;
}

// "1, 3"
std::string names_of(const logic::EntitySet& entities, const logic::Vocabulary& vocabulary) {
  std::string text;
  entities.for_each([&](int e) {
    text +=
        (text.empty() ? "" : ", ") + to_string(vocabulary.entities()[static_cast<std::size_t>(e)]);
  });
  return text;
}

// The value that an aggregate has, and by which entities: "2: 1, 3".
std::string value_text(const logic::CompiledAggregate& aggregate, const AtFacts& at) {
  const std::string value = to_string(logic::to_term(aggregate.value(at.columns)));
  const logic::EntitySet witnesses = aggregate.witnesses(at.columns);
  return witnesses.empty() ? value : value + ": " + names_of(witnesses, at.vocabulary());
}

// A word that holds though it should not, or the other way round.
std::string word_text(const ThresholdTest& test, logic::Atom atom, const AtFacts& at, int entity) {
  if (!atom.arguments.empty()) {
    atom.arguments[0] = at.vocabulary().entities()[static_cast<std::size_t>(entity)];
  }
  const std::string meaning = meaning_of(atom, at.theory.theory().rules, at.vocabulary());
  if (!meaning.empty()) return (test.negated ? "" : "not: ") + meaning;
  return to_string(atom) + (test.negated ? " holds" : " does not hold");
}

// What the facts say where the test fails: the last fact it looked at (series grow with their
// index, so that it is the largest).
std::string instead_text(const ThresholdTest& test, const logic::Rule& rule, const AtFacts& at,
                         int entity) {
  if (test.aggregate) return value_text(*test.aggregate, at);
  const logic::Atom& atom = *rule.body[static_cast<std::size_t>(test.literals[0])].atom();
  if (test.first >= at.vocabulary().column_count()) return word_text(test, atom, at, entity);
  for (int c = test.last; c >= test.first; --c) {
    if (at.columns.has(c, entity)) {
      return to_string(fact(at.vocabulary(), c, entity, at.columns.value(c, entity)));
    }
  }
  if (!at.vocabulary().read(atom)->entity) return fmt::format("no {}", atom.predicate);
  return fmt::format("no {} about {}", atom.predicate,
                     names_of(logic::EntitySet::of(entity), at.vocabulary()));
}

// How far the facts are from passing the test.
std::int64_t gap(const ThresholdTest& test, const AtFacts& at, int entity) {
  if (test.negated || test.first >= at.vocabulary().column_count()) return 1;
  std::int64_t least = std::int64_t{2} * logic::Column::kMost;
  for (int c = test.first; c <= test.last; ++c) {
    if (!at.columns.has(c, entity)) continue;
    const std::int64_t value = at.columns.value(c, entity);
    least = std::min(least, std::max(test.low - value, value - test.high));
  }
  return least;
}

// Fewer failed conditions are nearer; of equally many, those by which less is missing.
struct Distance {
  std::size_t failed;
  std::int64_t gap;
  friend auto operator<=>(const Distance&, const Distance&) = default;
};

Distance distance(const CompiledRule& rule, const AtFacts& at, int entity) {
  const std::vector<const ThresholdTest*> failures = rule.failures(at.columns, entity);
  std::int64_t sum = 0;
  for (const ThresholdTest* test : failures) sum += gap(*test, at, entity);
  return {failures.size(), sum};
}

NearMiss near_miss(const CompiledRule& rule, const AtFacts& at, int entity) {
  NearMiss miss{at.theory.keep(rule.rule()), std::nullopt, {}};
  if (!rule.without_entity()) {
    miss.entity = at.vocabulary().entities()[static_cast<std::size_t>(entity)];
  }
  for (const ThresholdTest* test : rule.failures(at.columns, entity)) {
    miss.failed.push_back(
        {condition_text(*test, rule.rule()), instead_text(*test, rule.rule(), at, entity)});
  }
  return miss;
}

// The rule and entity that came nearest to firing.
std::optional<NearMiss> nearest_of(std::initializer_list<const std::vector<RuleFor>*> groups,
                                   const AtFacts& at) {
  const CompiledRule* best = nullptr;
  int best_entity = 0;
  Distance least{};
  for (const std::vector<RuleFor>* rules : groups) {
    for (const RuleFor& each : *rules) {
      logic::EntitySet entities = each.rule->entities();
      if (each.entity >= 0) entities &= logic::EntitySet::of(each.entity);
      entities.for_each([&](int entity) {
        const Distance d = distance(*each.rule, at, entity);
        if (best && d >= least) return;
        best = each.rule;
        best_entity = entity;
        least = d;
      });
    }
  }
  if (!best) return std::nullopt;
  return near_miss(*best, at, best_entity);
}

std::optional<Reason> reason(const std::vector<RuleFor>& rules, const AtFacts& at, int time) {
  for (const RuleFor& each : rules) {
    if (!each.fires(at.columns)) continue;
    const int entity =
        each.entity >= 0 ? each.entity : each.rule->firing_entities(at.columns).front();
    return Reason{time, at.theory.keep(each.rule->rule()), each.rule->binding(at.columns, entity)};
  }
  return std::nullopt;
}

Explanation explain_compiled(const ActionRules& rules, const Gamma& gamma, const Facts& facts,
                             Ahead& ahead) {
  Explanation result;
  result.action = rules.action;
  logic::Conclusions conclusions(gamma.theory());
  const auto at_facts = [&](const Facts& at) {
    return AtFacts{conclusions.of(at), gamma.theory()};
  };
  const AtFacts now = at_facts(facts);
  std::optional<Reason> why = reason(rules.init, now, 0);
  if (!why) {
    if ((why = reason(rules.now, now, 0))) {
      result.end = End::single_step;
      result.length = 1;
      result.reasons.push_back(std::move(*why));
    } else {
      result.nearest = nearest_of({&rules.init, &rules.now}, now);
    }
    return result;
  }
  Facts later = facts;
  ahead.begin();
  while (true) {
    result.reasons.push_back(std::move(*why));
    if (++result.length == gamma.horizon()) {
      result.end = End::horizon;
      return result;
    }
    if (!ahead.step(rules.action, later)) {
      result.end = End::unknown_effect;
      return result;
    }
    const AtFacts then = at_facts(later);
    why = reason(rules.contd, then, result.length);
    if (!why) why = reason(rules.init, then, result.length);
    if (why) continue;
    result.nearest = nearest_of({&rules.contd, &rules.init}, then);
    return result;
  }
}

// By clingo: the rules that it says fired.
std::vector<Explanation> explain_by_clingo(const Gamma& gamma, const Facts& facts, Ahead& ahead) {
  const Outlook outlook{&facts, &ahead};
  std::map<logic::GroundAction, Explanation> found;
  for (const logic::GroundAction& action : gamma.reference().actions())
    found[action].action = action;
  for (const MacroAction& m : gamma.reference().macro_actions(outlook)) {
    found[m.action].length = m.length;
    found[m.action].end = m.length == gamma.horizon() ? End::horizon : End::condition;
  }
  for (Firing& firing : gamma.reference().firings(outlook)) {
    Explanation& e = found[firing.action];
    if (firing.time != static_cast<int>(e.reasons.size()) || firing.time >= e.length) continue;
    const std::string& word = firing.rule->atom()->predicate;
    // contd starts nothing.
    if (firing.time == 0 && word == "contd") continue;
    if (word != "init" && word != "contd") e.end = End::single_step;
    e.reasons.push_back(
        {firing.time, gamma.theory().keep(*firing.rule), std::move(firing.binding)});
  }
  for (const Lack& lack : gamma.reference().lacks(outlook)) {
    Explanation& e = found[lack.action];
    if (e.end != End::condition || lack.time != e.length || e.nearest) continue;
    if (e.length == 0 && lack.rule->atom()->predicate == "contd") continue;
    e.nearest =
        NearMiss{gamma.theory().keep(*lack.rule), std::nullopt, {{to_string(*lack.literal), ""}}};
  }
  std::vector<Explanation> result;
  for (auto& [action, explanation] : found) result.push_back(std::move(explanation));
  return result;
}

}  // namespace

std::string to_string(const NearMiss& miss) {
  std::string text = to_string(*miss.rule->atom());
  if (miss.entity) text += " for " + to_string(*miss.entity);
  for (std::size_t i = 0; i < miss.failed.size(); ++i) {
    const FailedCondition& failed = miss.failed[i];
    text += (i == 0 ? ": " : "; ") + failed.condition +
            (failed.instead.empty() ? " fails" : ", but " + failed.instead);
  }
  return text;
}

std::string Explanation::ended_by() const {
  switch (end) {
    case End::horizon:
      return fmt::format("the horizon of {} steps", length);
    case End::single_step:
      return "its rule is about this moment only";
    case End::unknown_effect:
      return "what it brings is not known beforehand";
    case End::condition:
      break;
  }
  const std::string when = length > 0 ? fmt::format("step {}: ", length) : "";
  return when + (nearest ? to_string(*nearest) : "no rule fires");
}

std::vector<Explanation> explain(const Gamma& gamma, const Facts& facts, Ahead& ahead) {
  if (!gamma.compiled()) return explain_by_clingo(gamma, facts, ahead);
  std::vector<Explanation> result;
  for (const ActionRules& rules : gamma.compiled()->rules()) {
    result.push_back(explain_compiled(rules, gamma, facts, ahead));
  }
  return result;
}

}  // namespace holdfast
