#include "holdfast/rddl/expression_resolver.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "holdfast/base/spec.h"

namespace holdfast::rddl {

void ExpressionResolver::fail(Position at, const std::string& what) const {
  rddl::fail(scope_.program.file, at, what);
}

void ExpressionResolver::bind(const Name& variable, int type) {
  for (const Variable& v : variables_) {
    if (v.name == variable.text) {
      fail(variable.at, fmt::format("?{} is bound already; use another name", variable.text));
    }
  }
  variables_.push_back({variable.text, type});
}

void ExpressionResolver::resolve_condition(Expression& e) {
  switch (resolve(e)) {
    case Sort::boolean:
      return;
    case Sort::number:
      fail(e.at, "expected a condition (true or false), found a number");
    case Sort::object:
      fail(e.at, fmt::format("expected a condition, found '{}', an object", e.name));
  }
}

// Conditions are 0 or 1 where numbers are expected.
void ExpressionResolver::resolve_number(Expression& e) {
  if (resolve(e) == Sort::object) {
    fail(e.at, fmt::format("expected a number, found '{}', an object", e.name));
  }
}

void ExpressionResolver::resolve_distribution(Expression& e) {
  switch (e.kind) {
    case Kind::choice:
      resolve_condition(e.operands[0]);
      resolve_distribution(e.operands[1]);
      resolve_distribution(e.operands[2]);
      return;
    case Kind::kron_delta:
      return resolve_condition(e.operands[0]);
    case Kind::bernoulli:
      return resolve_number(e.operands[0]);
    default:
      return resolve_condition(e);
  }
}

ExpressionResolver::Sort ExpressionResolver::resolve(Expression& e) {
  switch (e.kind) {
    case Kind::number:
      return Sort::number;
    case Kind::boolean:
      return Sort::boolean;
    case Kind::variable:
    case Kind::object:
      return Sort::object;
    case Kind::fluent:
      // What is no fluent may be an object: `?x == c2`.
      if (e.operands.empty() && !e.primed && scope_.fluents.find(e.name) < 0 &&
          std::any_of(scope_.objects.begin(), scope_.objects.end(),
                      [&](const NameTable& t) { return t.find(e.name) >= 0; })) {
        e.kind = Kind::object;
        return Sort::object;
      }
      resolve_fluent(e);
      return scope_.program.fluent(e.index).is_boolean ? Sort::boolean : Sort::number;
    case Kind::negation:
    case Kind::all:
    case Kind::any:
    case Kind::implies:
    case Kind::same:
      return resolve_operands(e, Sort::boolean, Sort::boolean);
    case Kind::sum:
    case Kind::product:
    case Kind::quotient:
    case Kind::minus:
      return resolve_operands(e, Sort::number, Sort::number);
    case Kind::equal:
    case Kind::unequal:
    case Kind::less:
    case Kind::at_most:
    case Kind::more:
    case Kind::at_least:
      resolve_comparison(e);
      return Sort::boolean;
    case Kind::choice:
      return resolve_choice(e);
    case Kind::exists:
    case Kind::forall:
    case Kind::sum_over:
    case Kind::prod_over:
      return resolve_quantifier(e);
    case Kind::function:
      resolve_function(e);
      return Sort::number;
    case Kind::kron_delta:
    case Kind::bernoulli:
      fail(e.at, fmt::format("{} is supported as a whole formula or a branch of an if in one, not "
                             "inside of other formulas",
                             e.kind == Kind::bernoulli ? "Bernoulli" : "KronDelta"));
  }
  return Sort::number;
}

ExpressionResolver::Sort ExpressionResolver::resolve_operands(Expression& e, Sort operands,
                                                              Sort result) {
  for (Expression& operand : e.operands) {
    operands == Sort::boolean ? resolve_condition(operand) : resolve_number(operand);
  }
  return result;
}

void ExpressionResolver::resolve_fluent(Expression& e) {
  e.index = scope_.fluents.at({e.name, e.at}, scope_.program.file);
  const Fluent& fluent = scope_.program.fluent(e.index);
  check_readable(e, fluent);
  if (e.operands.size() != fluent.types.size()) {
    fail(e.at, fmt::format("{} takes {} arguments, found {}", e.name, fluent.types.size(),
                           e.operands.size()));
  }
  for (std::size_t i = 0; i < fluent.types.size(); ++i) {
    resolve_object(e.operands[i], fluent.types[i]);
  }
}

void ExpressionResolver::check_readable(const Expression& e, const Fluent& fluent) const {
  const char* kind = to_string(fluent.kind);
  if (fluent.kind == FluentKind::observation) {
    fail(e.at,
         fmt::format("{} is an observation; formulas that read those are not supported", e.name));
  }
  if (fluent.kind != FluentKind::state) {
    if (e.primed) fail(e.at, fmt::format("{} is a {}, which has no next value", e.name, kind));
    return;
  }
  if (e.primed && where_ == Where::transition) {
    fail(e.at, fmt::format("{}' is the next state; formulas of state-fluents that read it are not "
                           "supported",
                           e.name));
  }
  if (e.primed && where_ == Where::constraint) {
    fail(e.at, fmt::format("{}' is the next state, which constraints cannot read", e.name));
  }
  if (!e.primed && where_ == Where::observation) {
    fail(e.at, fmt::format("observations of the state before the action are not supported; did you "
                           "mean {}'?",
                           e.name));
  }
}

int ExpressionResolver::resolve_variable(Expression& e) const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < variables_.size(); ++i) {
    if (variables_[i].name == e.name) {
      e.index = static_cast<int>(i);
      return variables_[i].type;
    }
    names.push_back(variables_[i].name);
  }
  const std::string near = nearest(e.name, names);
  fail(e.at, fmt::format("?{} is not bound here{}", e.name,
                         near.empty() ? "" : fmt::format("; did you mean ?{}?", near)));
}

void ExpressionResolver::resolve_object(Expression& e, int type) {
  const std::string& expected = scope_.program.type(type).name;
  if (e.kind == Kind::variable) {
    const int found = resolve_variable(e);
    if (found != type) {
      fail(e.at, fmt::format("expected an object of type {}, but ?{} is one of {}", expected,
                             e.name, scope_.program.type(found).name));
    }
    return;
  }
  const auto t = static_cast<std::size_t>(type);
  for (std::size_t other = 0; other < scope_.objects.size(); ++other) {
    if (scope_.objects[t].find(e.name) >= 0 || scope_.objects[other].find(e.name) < 0) continue;
    fail(e.at, fmt::format("expected an object of type {}, but {} is one of {}", expected, e.name,
                           scope_.program.types[other].name));
  }
  e.index = scope_.objects[t].at({e.name, e.at}, scope_.program.file);
}

void ExpressionResolver::resolve_comparison(Expression& e) {
  const Sort left = resolve(e.operands[0]), right = resolve(e.operands[1]);
  if (left == Sort::object || right == Sort::object) compare_objects(e);
}

// At least one of them is a variable, which tells the type.
void ExpressionResolver::compare_objects(Expression& e) {
  if (e.kind != Kind::equal && e.kind != Kind::unequal) {
    fail(e.at, "objects are compared by == and ~= only");
  }
  Expression& left = e.operands[0];
  Expression& right = e.operands[1];
  for (const Expression* side : {&left, &right}) {
    if (side->kind == Kind::variable || side->kind == Kind::object) continue;
    fail(side->at, "expected an object, because it is compared with one");
  }
  Expression& known = left.kind == Kind::variable ? left : right;
  if (known.kind != Kind::variable) fail(e.at, "expected a variable on one side");
  resolve_object(&known == &left ? right : left, resolve_variable(known));
}

ExpressionResolver::Sort ExpressionResolver::resolve_choice(Expression& e) {
  resolve_condition(e.operands[0]);
  Sort sort = Sort::boolean;
  for (std::size_t i = 1; i < 3; ++i) {
    const Sort branch = resolve(e.operands[i]);
    if (branch == Sort::object) fail(e.operands[i].at, "expected a number or a condition");
    if (branch == Sort::number) sort = Sort::number;
  }
  return sort;
}

ExpressionResolver::Sort ExpressionResolver::resolve_quantifier(Expression& e) {
  for (Binding& b : e.bindings) {
    b.type_index = scope_.types.at(b.type, scope_.program.file);
    bind(b.variable, b.type_index);
  }
  const bool of_conditions = e.kind == Kind::exists || e.kind == Kind::forall;
  of_conditions ? resolve_condition(e.operands[0]) : resolve_number(e.operands[0]);
  variables_.resize(variables_.size() - e.bindings.size());
  return of_conditions ? Sort::boolean : Sort::number;
}

void ExpressionResolver::resolve_function(Expression& e) {
  constexpr std::array<const char*, 4> known = {"exp", "ln", "sqrt", "abs"};
  if (std::find(known.begin(), known.end(), e.name) == known.end()) {
    fail(e.at,
         fmt::format("the function '{}' is not supported; exp, ln, sqrt and abs are", e.name));
  }
  if (e.operands.size() != 1) {
    fail(e.at, fmt::format("{} takes one argument, found {}", e.name, e.operands.size()));
  }
  resolve_number(e.operands[0]);
}

}  // namespace holdfast::rddl
