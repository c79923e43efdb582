#include "holdfast/macro/timed_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "holdfast/logic/print.h"
#include "holdfast/logic/variables.h"

namespace holdfast {
namespace {

using logic::Aggregate;
using logic::AggregateElement;
using logic::Atom;
using logic::Choice;
using logic::ChoiceElement;
using logic::Inside;
using logic::Literal;
using logic::Role;
using logic::Rule;
using logic::Suggestion;
using logic::Term;
using logic::Variables;
using logic::Weight;

// A variable that the rule does not use.
Term fresh(std::string name, const Rule& rule) {
  Variables used;
  collect_variables(rule.body, Inside::braces_too, used);
  if (const Choice* choice = std::get_if<Choice>(&rule.head)) {
    for (const ChoiceElement& element : choice->elements) {
      collect_variables(element.condition, Inside::braces_too, used);
    }
  }
  while (logic::contains(used, name)) name += "'";
  return Term::variable(name);
}

Atom with_case(Atom atom, const Term& k) {
  atom.arguments.insert(atom.arguments.begin(), k);
  return atom;
}

Term to_term(const Atom& atom) {
  return atom.arguments.empty() ? Term::symbol(atom.predicate)
                                : Term::function(atom.predicate, atom.arguments);
}

// Adds a case and a time to every atom of a rule that has neither.
class Timer {
 public:
  Timer(const Rule& rule, const logic::Vocabulary& vocabulary)
      : rule_(rule),
        suggestion_(logic::suggestion_of(rule, vocabulary)),
        case_(fresh("K", rule)),
        time_(is_now() ? Term::integer(0) : fresh("T", rule)) {}

  Rule timed() const {
    Rule result{rule_.head, body(), {}, {}};
    if (suggestion_ && suggestion_->role != Role::auxiliary) {
      const Term action = to_term(suggestion_->action);
      result.head = is_now() ? Atom{"now", {case_, action}, {}}
                             : Atom{rule_.atom()->predicate, {case_, action, time_}, {}};
    } else if (const Atom* head = rule_.atom()) {
      result.head = timed(*head);
    } else if (const Choice* choice = std::get_if<Choice>(&rule_.head)) {
      result.head = timed(*choice);
    } else if (const Weight* weight = std::get_if<Weight>(&rule_.head)) {
      result.head = timed(*weight);
    }
    return result;
  }

  Rule reason(int index) const {
    std::vector<Term> values;
    for (const std::string& name : rule_variables(rule_)) values.push_back(Term::variable(name));
    Atom head{"fired",
              {case_, Term::integer(index), Term::function("", std::move(values)),
               to_term(suggestion_->action), time_},
              {}};
    return {std::move(head), body(), {}, {}};
  }

  // The rule without one condition, and without those that make no sense without it; none if the
  // action is not determined then.
  std::optional<Rule> lack(int index, int literal) const {
    std::vector<Literal> rest = rule_.body;
    rest.erase(rest.begin() + literal);
    Variables bound;
    for (const Literal& each : rest) {
      if (binds(each)) collect_variables(each, Inside::guards_only, bound);
    }
    const auto is_bound = [&](const Variables& used) {
      return std::all_of(used.begin(), used.end(),
                         [&](const std::string& name) { return logic::contains(bound, name); });
    };
    std::erase_if(rest, [&](const Literal& each) { return !is_bound(global_in(each)); });
    Variables used;
    const Term action = to_term(suggestion_->action);
    collect_variables(action, used);
    if (!is_bound(used)) return std::nullopt;
    return Rule{
        Atom{"lacks", {case_, Term::integer(index), Term::integer(literal), action, time_}, {}},
        guarded(timed(rest)),
        {},
        {}};
  }

  bool suggests() const { return suggestion_ && suggestion_->role != Role::auxiliary; }

 private:
  bool is_now() const { return suggestion_ && suggestion_->role == Role::now; }

  // Whether it gives variables their values.
  static bool binds(const Literal& literal) {
    if (literal.negated) return false;
    const Aggregate* aggregate = literal.aggregate();
    const auto equals = [](const std::optional<logic::Guard>& guard) {
      return guard && guard->comparator == logic::Comparator::equal;
    };
    return literal.atom() || (aggregate && (equals(aggregate->left) || equals(aggregate->right)));
  }

  Variables global_in(const Literal& literal) const {
    Variables used;
    collect_variables(literal, Inside::braces_too, used);
    const Variables global = logic::global_variables(rule_);
    std::erase_if(used, [&](const std::string& name) { return !logic::contains(global, name); });
    return used;
  }

  Atom timed(Atom atom) const {
    atom.arguments.push_back(time_);
    return with_case(std::move(atom), case_);
  }

  std::vector<Literal> timed(const std::vector<Literal>& literals) const {
    std::vector<Literal> result = literals;
    for (Literal& literal : result) {
      if (const Atom* atom = literal.atom()) literal.content = timed(*atom);
      if (const Aggregate* aggregate = literal.aggregate()) literal.content = timed(*aggregate);
    }
    return result;
  }

  Aggregate timed(Aggregate aggregate) const {
    for (AggregateElement& element : aggregate.elements) {
      element.condition = timed(element.condition);
    }
    return aggregate;
  }

  Choice timed(Choice choice) const {
    for (ChoiceElement& element : choice.elements) {
      element.atom = timed(std::move(element.atom));
      element.condition = timed(element.condition);
    }
    return choice;
  }

  Weight timed(Weight weight) const {
    weight.tuple.insert(weight.tuple.begin(), case_);
    return weight;
  }

  // The conditions, and that the features are known, in a case about the action.
  std::vector<Literal> body() const { return guarded(timed(rule_.body)); }

  std::vector<Literal> guarded(std::vector<Literal> result) const {
    result.push_back({false, Atom{"known", {case_, time_}, {}}});
    if (suggests()) {
      const char* guard = is_now() ? "asked" : "case";
      result.push_back({false, Atom{guard, {case_, to_term(suggestion_->action)}, {}}});
    }
    return result;
  }

  const Rule& rule_;
  std::optional<Suggestion> suggestion_;
  Term case_;
  Term time_;
};

}  // namespace

std::vector<std::string> rule_variables(const Rule& rule) {
  Variables names;
  collect_variables(rule.body, Inside::guards_only, names);
  return names;
}

std::string timed_rules(const logic::Theory& theory, const logic::Vocabulary& vocabulary) {
  std::string text;
  for (const Rule& rule : theory.rules) {
    text += to_string(Timer(rule, vocabulary).timed()) + "\n";
  }
  return text;
}

std::string reason_rules(const logic::Theory& theory, const logic::Vocabulary& vocabulary) {
  std::string text;
  for (std::size_t i = 0; i < theory.rules.size(); ++i) {
    const Timer timer(theory.rules[i], vocabulary);
    if (timer.suggests()) text += to_string(timer.reason(static_cast<int>(i))) + "\n";
  }
  return text;
}

std::string lack_rules(const logic::Theory& theory, const logic::Vocabulary& vocabulary) {
  std::string text;
  for (std::size_t i = 0; i < theory.rules.size(); ++i) {
    const Timer timer(theory.rules[i], vocabulary);
    if (!timer.suggests()) continue;
    for (std::size_t j = 0; j < theory.rules[i].body.size(); ++j) {
      const std::optional<Rule> rule = timer.lack(static_cast<int>(i), static_cast<int>(j));
      if (rule) text += to_string(*rule) + "\n";
    }
  }
  return text;
}

std::string with_cases(std::string_view program, const std::string& file) {
  std::string text;
  for (Rule rule : logic::parse_theory(program, file).rules) {
    const Term k = fresh("K", rule);
    rule.head = with_case(*rule.atom(), k);
    bool bound = false;
    for (Literal& literal : rule.body) {
      if (const Atom* atom = literal.atom()) {
        literal.content = with_case(*atom, k);
        bound = true;
      }
    }
    if (!bound) rule.body.push_back({false, Atom{"case", {k, Term::variable("_")}, {}}});
    text += to_string(rule) + "\n";
  }
  return text;
}

std::string given_rules(const logic::Vocabulary& vocabulary) {
  // Words of the past have one name for all actions.
  std::set<std::pair<std::string, int>> shapes;
  std::string text;
  for (const logic::Feature& feature : vocabulary.features()) {
    if (!shapes.emplace(feature.name, feature.arity()).second) continue;
    const std::string arguments =
        std::string(",E,I,V").substr(0, 2 * static_cast<std::size_t>(feature.arity()));
    text += fmt::format("{0}(K{1},T) :- {0}(B{1}), given(K,B,T).\n", feature.name, arguments);
  }
  return text;
}

std::string given_facts(const logic::Facts& facts, int number) {
  std::string text;
  for (const Atom& fact : facts.atoms()) {
    text += fmt::format("{}({}", fact.predicate, number);
    for (const Term& argument : fact.arguments) text += "," + to_string(argument);
    text += ").";
  }
  return text + "\n";
}

}  // namespace holdfast
