#include "holdfast/logic/print.h"

#include <fmt/format.h>

#include <array>

namespace holdfast::logic {
namespace {

template <class T>
std::string join(const std::vector<T>& items, const char* separator) {
  std::string text;
  for (const T& item : items) {
    if (!text.empty()) text += separator;
    text += to_string(item);
  }
  return text;
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '\n') {
      result += "\\n";
    } else {
      if (c == '"' || c == '\\') result += '\\';
      result += c;
    }
  }
  return result + '"';
}

// How tightly an operator binds; arguments of a looser or equal one get parentheses, so that the
// reading never depends on associativity.
int tightness(const Term& term) {
  if (term.is_integer()) return term.value < 0 ? 3 : 5;
  if (term.kind != Term::Kind::operation || term.name == "|") return 5;
  if (term.arguments.size() == 1) return 3;
  if (term.name == "..") return 0;
  return term.name == "+" || term.name == "-" ? 1 : 2;
}

std::string operand(const Term& term, int outer) {
  const std::string text = to_string(term);
  return tightness(term) > outer ? text : "(" + text + ")";
}

std::string operation_text(const Term& term) {
  const int outer = tightness(term);
  if (term.name == "|") return "|" + to_string(term.arguments[0]) + "|";
  if (term.arguments.size() == 1) {
    // "-5" is an integer, "-(5)" the negation of one.
    const Term& inner = term.arguments[0];
    return inner.is_integer() ? "-(" + to_string(inner) + ")" : "-" + operand(inner, outer);
  }
  return operand(term.arguments[0], outer) + term.name + operand(term.arguments[1], outer);
}

std::string with_arguments(const std::string& name, const std::vector<Term>& arguments) {
  return arguments.empty() ? name : name + "(" + join(arguments, ",") + ")";
}

std::string function_text(const Term& term) {
  if (!term.name.empty()) return with_arguments(term.name, term.arguments);
  // A tuple of one needs its comma.
  return "(" + join(term.arguments, ",") + (term.arguments.size() == 1 ? ",)" : ")");
}

// "dist(R,D)", or "dist(R,D) : guess(R,V), V > 50".
std::string element_text(const std::string& what, const std::vector<Literal>& condition) {
  return condition.empty() ? what : what + " : " + join(condition, ", ");
}

std::string to_string(const Choice& choice) {
  std::string text = choice.lower ? to_string(*choice.lower) + " " : "";
  text += "{ " + join(choice.elements, " ; ") + " }";
  return choice.upper ? text + " " + to_string(*choice.upper) : text;
}

std::string to_string(const Weight& weight) {
  std::string text = "[" + to_string(weight.weight) + "@" + to_string(weight.level);
  for (const Term& term : weight.tuple) text += "," + to_string(term);
  return text + "]";
}

}  // namespace

std::string to_string(const Term& term) {
  switch (term.kind) {
    case Term::Kind::integer:
      return std::to_string(term.value);
    case Term::Kind::string:
      return quoted(term.name);
    case Term::Kind::symbol:
    case Term::Kind::variable:
      return term.name;
    case Term::Kind::function:
      return function_text(term);
    case Term::Kind::operation:
      return operation_text(term);
  }
  return {};
}

std::string to_string(const Atom& atom) { return with_arguments(atom.predicate, atom.arguments); }

std::string to_string(const ChoiceElement& element) {
  return element_text(to_string(element.atom), element.condition);
}

std::string to_string(const AggregateElement& element) {
  return element_text(join(element.tuple, ","), element.condition);
}

std::string to_string(Aggregate::Function function) {
  static constexpr std::array<const char*, 3> kText = {"#count", "#min", "#max"};
  return kText[static_cast<std::size_t>(function)];
}

std::string value_text(const Aggregate& aggregate) {
  return to_string(aggregate.function) + "{" + join(aggregate.elements, " ; ") + "}";
}

std::string to_string(const Aggregate& aggregate) {
  std::string text = value_text(aggregate);
  if (const auto& left = aggregate.left) {
    text = fmt::format("{} {} {}", to_string(left->term), to_string(left->comparator), text);
  }
  if (const auto& right = aggregate.right) {
    text += fmt::format(" {} {}", to_string(right->comparator), to_string(right->term));
  }
  return text;
}

std::string to_string(Comparator comparator) {
  static constexpr std::array<const char*, 6> kText = {"<", "<=", ">", ">=", "=", "!="};
  return kText[static_cast<std::size_t>(comparator)];
}

std::string to_string(const Literal& literal) {
  const std::string prefix = literal.negated ? "not " : "";
  if (const Atom* atom = literal.atom()) return prefix + to_string(*atom);
  if (const Aggregate* aggregate = literal.aggregate()) return prefix + to_string(*aggregate);
  const Comparison& c = *literal.comparison();
  return fmt::format("{}{} {} {}", prefix, to_string(c.left), to_string(c.comparator),
                     to_string(c.right));
}

std::string to_string(const Rule& rule) {
  const std::string body = join(rule.body, ", ");
  if (const Weight* weight = std::get_if<Weight>(&rule.head)) {
    return fmt::format(":~ {}. {}", body, to_string(*weight));
  }
  std::string text;
  if (const Atom* atom = rule.atom()) text = to_string(*atom);
  if (const Choice* choice = std::get_if<Choice>(&rule.head)) text = to_string(*choice);
  if (!body.empty() || text.empty()) {
    text += text.empty() ? ":-" : " :-";
    if (!body.empty()) text += " " + body;
  }
  return text + ".";
}

}  // namespace holdfast::logic
