#include "holdfast/logic/constants.h"

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <map>

#include "holdfast/base/error.h"
#include "holdfast/logic/print.h"

namespace holdfast::logic {
namespace {

class Replacer {
 public:
  explicit Replacer(const Theory& theory) : file_(theory.file) {
    for (const Constant& constant : theory.constants) {
      if (values_.contains(constant.name)) {
        fail(constant.value.position, "the constant " + constant.name + " is defined twice");
      }
      // Only constants above it are known, so that definitions cannot go round in a circle.
      Term value = replaced(constant.value);
      if (!value.is_integer() && value.kind != Term::Kind::symbol) {
        fail(constant.value.position, "expected a number or a name as the value of a constant");
      }
      values_.emplace(constant.name, std::move(value));
    }
  }

  Term replaced(Term term) const {
    for (Term& argument : term.arguments) argument = replaced(std::move(argument));
    if (term.kind == Term::Kind::symbol) {
      const auto found = values_.find(term.name);
      if (found == values_.end()) return term;
      Term value = found->second;
      value.position = term.position;
      return value;
    }
    return term.kind == Term::Kind::operation ? folded(std::move(term)) : term;
  }

  Atom replaced(Atom atom) const {
    for (Term& argument : atom.arguments) argument = replaced(std::move(argument));
    return atom;
  }

  Literal replaced(Literal literal) const {
    if (const Atom* atom = literal.atom()) {
      literal.content = replaced(*atom);
    } else if (Aggregate* aggregate = std::get_if<Aggregate>(&literal.content)) {
      replace_in(*aggregate);
    } else {
      const Comparison& c = *literal.comparison();
      literal.content = Comparison{replaced(c.left), c.comparator, replaced(c.right)};
    }
    return literal;
  }

  Rule replaced(Rule rule) const {
    for (Literal& literal : rule.body) literal = replaced(std::move(literal));
    if (Atom* atom = std::get_if<Atom>(&rule.head)) *atom = replaced(std::move(*atom));
    if (Choice* choice = std::get_if<Choice>(&rule.head)) replace_in(*choice);
    if (Weight* weight = std::get_if<Weight>(&rule.head)) {
      weight->weight = replaced(std::move(weight->weight));
      weight->level = replaced(std::move(weight->level));
      for (Term& term : weight->tuple) term = replaced(std::move(term));
    }
    return rule;
  }

 private:
  [[noreturn]] void fail(Position at, const std::string& what) const {
    throw InputError(Place{file_, at.line, at.column}, what);
  }

  void replace_in(Choice& choice) const {
    if (choice.lower) choice.lower = replaced(std::move(*choice.lower));
    if (choice.upper) choice.upper = replaced(std::move(*choice.upper));
    for (ChoiceElement& element : choice.elements) {
      element.atom = replaced(std::move(element.atom));
      for (Literal& literal : element.condition) literal = replaced(std::move(literal));
    }
  }

  void replace_in(Aggregate& aggregate) const {
    if (aggregate.left) aggregate.left->term = replaced(std::move(aggregate.left->term));
    if (aggregate.right) aggregate.right->term = replaced(std::move(aggregate.right->term));
    for (AggregateElement& element : aggregate.elements) {
      for (Term& term : element.tuple) term = replaced(std::move(term));
      for (Literal& literal : element.condition) literal = replaced(std::move(literal));
    }
  }

  // The number an operation on numbers gives; others, and divisions by zero, stay.
  Term folded(Term term) const {
    for (const Term& argument : term.arguments) {
      if (!argument.is_integer()) return term;
    }
    if (term.name == "..") return term;
    const std::int64_t a = term.arguments[0].value;
    const std::int64_t b = term.arguments.size() > 1 ? term.arguments[1].value : 0;
    std::int64_t result = 0;
    if (term.arguments.size() == 1) {
      result = term.name == "|" ? std::llabs(a) : -a;
    } else if (term.name == "+") {
      result = a + b;
    } else if (term.name == "-") {
      result = a - b;
    } else if (term.name == "*") {
      result = a * b;
    } else if (b == 0) {
      return term;
    } else {
      result = term.name == "/" ? a / b : a % b;
    }
    if (result > std::numeric_limits<int>::max() || result < -std::numeric_limits<int>::max()) {
      fail(term.position, to_string(term) + " does not fit the integers of the language");
    }
    Term number = Term::integer(static_cast<int>(result));
    number.position = term.position;
    return number;
  }

  std::string file_;
  std::map<std::string, Term> values_;
};

}  // namespace

Theory with_constants_replaced(const Theory& theory) {
  const Replacer replacer(theory);
  Theory result = theory;
  result.constants.clear();
  for (Rule& rule : result.rules) rule = replacer.replaced(std::move(rule));
  return result;
}

}  // namespace holdfast::logic
