#include "holdfast/logic/variables.h"

#include <algorithm>

namespace holdfast::logic {
namespace {

void collect_variables(const Aggregate& aggregate, Inside inside, Variables& to) {
  if (aggregate.left) collect_variables(aggregate.left->term, to);
  if (aggregate.right) collect_variables(aggregate.right->term, to);
  if (inside == Inside::guards_only) return;
  for (const AggregateElement& element : aggregate.elements) {
    collect_variables(element.tuple, to);
    collect_variables(element.condition, inside, to);
  }
}

}  // namespace

bool contains(const Variables& variables, const std::string& name) {
  return std::find(variables.begin(), variables.end(), name) != variables.end();
}

void collect_variables(const Term& term, Variables& to) {
  if (term.is_variable() && !term.is_anonymous() && !contains(to, term.name)) {
    to.push_back(term.name);
  }
  collect_variables(term.arguments, to);
}

void collect_variables(const std::vector<Term>& terms, Variables& to) {
  for (const Term& term : terms) collect_variables(term, to);
}

void collect_variables(const Literal& literal, Inside inside, Variables& to) {
  if (const Atom* atom = literal.atom()) {
    collect_variables(atom->arguments, to);
  } else if (const Aggregate* aggregate = literal.aggregate()) {
    collect_variables(*aggregate, inside, to);
  } else {
    collect_variables(literal.comparison()->left, to);
    collect_variables(literal.comparison()->right, to);
  }
}

void collect_variables(const std::vector<Literal>& body, Inside inside, Variables& to) {
  for (const Literal& literal : body) collect_variables(literal, inside, to);
}

Variables global_variables(const Rule& rule) {
  Variables result;
  collect_variables(rule.body, Inside::guards_only, result);
  if (const Atom* head = rule.atom()) collect_variables(head->arguments, result);
  if (const Weight* weight = std::get_if<Weight>(&rule.head)) {
    collect_variables(weight->weight, result);
    collect_variables(weight->level, result);
    collect_variables(weight->tuple, result);
  }
  if (const Choice* choice = std::get_if<Choice>(&rule.head)) {
    if (choice->lower) collect_variables(*choice->lower, result);
    if (choice->upper) collect_variables(*choice->upper, result);
  }
  return result;
}

}  // namespace holdfast::logic
