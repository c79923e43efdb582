#include "holdfast/learn/fastlas.h"

#include <fmt/format.h>

#include <algorithm>

#include "holdfast/base/error.h"
#include "holdfast/logic/parser.h"
#include "holdfast/logic/print.h"

namespace holdfast::learn {
namespace {

using logic::Atom;
using logic::Term;

constexpr int kMostCost = 1'000'000;

[[noreturn]] void fail_other(const std::string& program) {
  throw InputError(fmt::format(
      "#bias with \"{}\" is beyond this learner: it knows a cost of the head and one of all "
      "literals "
      "of the body, \"penalty(1, head(X)) :- in_head(X).\" and \"penalty(1, body(X)) :- "
      "in_body(X).\"",
      program));
}

bool mentions(const Term& term, const std::string& variable) {
  return (term.is_variable() && term.name == variable) ||
         std::ranges::any_of(term.arguments, [&](const Term& t) { return mentions(t, variable); });
}

// The variable X of a body that is nothing but `predicate(X)`, or empty.
std::string only_variable(const logic::Rule& rule, const char* predicate) {
  if (rule.body.size() != 1 || rule.body[0].negated) return "";
  const Atom* atom = rule.body[0].atom();
  const bool fits = atom && atom->predicate == predicate && atom->arguments.size() == 1 &&
                    atom->arguments[0].is_variable();
  return fits ? atom->arguments[0].name : "";
}

int unary(Task& task, const std::string& name) {
  std::vector<Term> leaves;
  const Atom atom{name, {Term::variable("_")}, {}};
  return task.vocabulary.predicate(
      atom, [](const Term& t) { return t.is_variable(); }, leaves);
}

// The facts inclusion(..) and exclusion(..) of a context.
std::vector<Atom> computed_parts(const Task& task, int context) {
  std::vector<Atom> facts;
  task.contexts.for_each_fact(context, [&](int predicate, std::span<const Value> arguments) {
    const std::string& shape = task.vocabulary.shape(predicate);
    if (!shape.starts_with("inclusion(") && !shape.starts_with("exclusion(")) return;
    facts.push_back(task.vocabulary.atom({predicate, {arguments.begin(), arguments.end()}}));
  });
  return facts;
}

}  // namespace

void Scoring::add(const std::string& program) {
  std::vector<logic::Rule> rules;
  try {
    logic::Parser parser(program, "#bias");
    while (!parser.at_end()) rules.push_back(parser.rule());
  } catch (const InputError&) {
    fail_other(program);
  }
  for (const logic::Rule& rule : rules) add(rule);
}

void Scoring::add(const logic::Rule& rule) {
  const Atom* atom = rule.atom();
  const bool known = atom && atom->predicate == "penalty" && atom->arguments.size() == 2 &&
                     atom->arguments[0].kind == Term::Kind::integer &&
                     atom->arguments[0].value > 0 && atom->arguments[0].value <= kMostCost;
  if (!known) fail_other(logic::to_string(rule));
  const int cost = static_cast<int>(atom->arguments[0].value);
  const Term& key = atom->arguments[1];
  const std::string in_body = only_variable(rule, "in_body");
  if (!in_body.empty() && mentions(key, in_body) && !body_) {
    body_ = cost;
    return;
  }
  const bool of_head =
      rule.body.empty() ? logic::to_string(key) == "head" : !only_variable(rule, "in_head").empty();
  if (!of_head || head_) fail_other(logic::to_string(rule));
  head_ = cost;
}

void Scoring::apply(Bias& bias) const {
  if (!body_) {
    throw InputError(
        "#bias without a cost of body literals is beyond this learner; add #bias(\"penalty(1, "
        "body(X)) :- in_body(X).\").");
  }
  bias.head_cost = head_.value_or(0);
  bias.literal_cost = *body_;
}

std::vector<Value> values_at(const Task& task, int predicate, std::size_t place) {
  std::set<Value> values;
  for (int c = 0; c < task.contexts.size(); ++c) {
    task.contexts.for_each_fact(c, [&](int p, std::span<const Value> arguments) {
      if (p == predicate) values.insert(arguments[place]);
    });
  }
  return {values.begin(), values.end()};
}

std::vector<Value> constants_of(Task& task, const std::string& type) {
  return values_at(task, unary(task, type), 0);
}

void add_type_literals(Task& task, const std::set<std::string>& types, int first_declaration) {
  for (const std::string& type : types) {
    const int predicate = unary(task, type);
    const bool known = std::ranges::any_of(
        task.bias.bodies, [&](const Mode& m) { return m.predicate == predicate && m.positive; });
    if (known || values_at(task, predicate, 0).empty()) continue;
    task.bias.bodies.push_back({.predicate = predicate,
                                .places = {{type, 0}},
                                .declaration = first_declaration++,
                                .recall = task.bias.max_variables});
  }
}

void compute_examples(Task& task) {
  for (Example& e : task.examples) {
    std::vector<FlatAtom> inclusions(e.inclusions.begin(), e.inclusions.end());
    std::vector<FlatAtom> exclusions(e.exclusions.begin(), e.exclusions.end());
    for (const Atom& fact : computed_parts(task, e.context)) {
      const Term& what = fact.arguments[0];
      const bool atomic = what.kind == Term::Kind::symbol || what.kind == Term::Kind::function;
      if (fact.arguments.size() != 1 || !atomic) continue;
      const FlatAtom atom = task.vocabulary.flatten({what.name, what.arguments, {}});
      auto& atoms = fact.predicate == "inclusion" ? inclusions : exclusions;
      if (std::ranges::find(atoms, atom) == atoms.end()) atoms.push_back(atom);
    }
    e.inclusions = AtomList(std::move(inclusions));
    e.exclusions = AtomList(std::move(exclusions));
  }
}

}  // namespace holdfast::learn
