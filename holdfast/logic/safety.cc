#include "holdfast/logic/safety.h"

#include <set>

#include "holdfast/base/error.h"
#include "holdfast/logic/variables.h"

namespace holdfast::logic {
namespace {

using Names = std::set<std::string>;

// X+1 and 1-X can be solved for X, so a match binds it; other operations bind nothing.
bool is_linear(const Term& operation) {
  if (operation.arguments.size() == 1) return operation.name == "-";
  if (operation.name != "+" && operation.name != "-") return false;
  return operation.arguments[0].is_integer() || operation.arguments[1].is_integer();
}

void bind(const Term& term, Names& bound) {
  if (term.is_variable()) bound.insert(term.name);
  if (term.kind == Term::Kind::operation && !is_linear(term)) return;
  for (const Term& argument : term.arguments) bind(argument, bound);
}

// The first variable of the term that is not bound, or null.
const Term* unbound(const Term& term, const Names& bound) {
  if (term.is_variable()) return bound.contains(term.name) ? nullptr : &term;
  for (const Term& argument : term.arguments) {
    if (const Term* found = unbound(argument, bound)) return found;
  }
  return nullptr;
}

// `X = term` binds X once the term's variables are bound.
bool bind_by_equation(const Term& variable, const Term& value, Names& bound) {
  if (!variable.is_variable() || variable.is_anonymous() || bound.contains(variable.name)) {
    return false;
  }
  if (unbound(value, bound)) return false;
  bound.insert(variable.name);
  return true;
}

// `X = #min{...}` binds X once every global variable inside the braces is bound.
bool bind_by_aggregate(const Aggregate& aggregate, const Variables& global, Names& bound) {
  for (const AggregateElement& element : aggregate.elements) {
    Variables inside;
    collect_variables(element.tuple, inside);
    collect_variables(element.condition, Inside::braces_too, inside);
    for (const std::string& name : inside) {
      if (contains(global, name) && !bound.contains(name)) return false;
    }
  }
  bool changed = false;
  for (const auto& guard : {aggregate.left, aggregate.right}) {
    if (!guard || guard->comparator != Comparator::equal) continue;
    if (!guard->term.is_variable() || guard->term.is_anonymous()) continue;
    changed |= bound.insert(guard->term.name).second;
  }
  return changed;
}

void bind(const std::vector<Literal>& body, const Variables& global, Names& bound) {
  for (const Literal& literal : body) {
    if (const Atom* atom = literal.atom(); atom && !literal.negated) {
      for (const Term& argument : atom->arguments) bind(argument, bound);
    }
  }
  bound.erase("_");
  for (bool changed = true; changed;) {
    changed = false;
    for (const Literal& literal : body) {
      if (literal.negated) continue;
      if (const Aggregate* a = literal.aggregate()) changed |= bind_by_aggregate(*a, global, bound);
      const Comparison* c = literal.comparison();
      if (!c || c->comparator != Comparator::equal) continue;
      changed |= bind_by_equation(c->left, c->right, bound);
      changed |= bind_by_equation(c->right, c->left, bound);
    }
  }
}

class SafetyCheck {
 public:
  explicit SafetyCheck(const std::string& file) : file_(file) {}

  void rule(const Rule& rule) {
    Names bound;
    bind(rule.body, global_variables(rule), bound);
    body(rule.body, bound);
    if (const Atom* atom = rule.atom()) terms(atom->arguments, bound);
    if (const Choice* head = std::get_if<Choice>(&rule.head)) choice(*head, bound);
    if (const Weight* weight = std::get_if<Weight>(&rule.head)) {
      term(weight->weight, bound);
      term(weight->level, bound);
      terms(weight->tuple, bound);
    }
  }

 private:
  void body(const std::vector<Literal>& literals, const Names& bound) {
    for (const Literal& literal : literals) {
      if (const Comparison* c = literal.comparison()) {
        term(c->left, bound);
        term(c->right, bound);
      } else if (const Aggregate* a = literal.aggregate()) {
        aggregate(*a, bound);
      } else {
        // `_` says "any" in an atom of the body, negated or not.
        Names with_any = bound;
        with_any.insert("_");
        terms(literal.atom()->arguments, with_any);
      }
    }
  }

  void aggregate(const Aggregate& aggregate, const Names& bound) {
    if (aggregate.left) term(aggregate.left->term, bound);
    if (aggregate.right) term(aggregate.right->term, bound);
    for (const AggregateElement& element : aggregate.elements) {
      terms(element.tuple, within(element.condition, bound));
    }
  }

  // What is bound inside braces, where the condition binds its own variables.
  Names within(const std::vector<Literal>& condition, const Names& bound) {
    Names local = bound;
    bind(condition, {}, local);
    body(condition, local);
    return local;
  }

  void choice(const Choice& choice, const Names& bound) {
    if (choice.lower) term(*choice.lower, bound);
    if (choice.upper) term(*choice.upper, bound);
    for (const ChoiceElement& element : choice.elements) {
      terms(element.atom.arguments, within(element.condition, bound));
    }
  }

  void terms(const std::vector<Term>& all, const Names& bound) {
    for (const Term& each : all) term(each, bound);
  }

  void term(const Term& term, const Names& bound) {
    const Term* found = unbound(term, bound);
    if (!found) return;
    throw InputError(Place{file_, found->position.line, found->position.column},
                     "the variable " + found->name +
                         " is unsafe: expected it in a condition without \"not\" too");
  }

  const std::string& file_;
};

}  // namespace

void check_safety(const Rule& rule, const std::string& file) { SafetyCheck(file).rule(rule); }

}  // namespace holdfast::logic
