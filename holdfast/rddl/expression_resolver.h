// Checks one formula and puts numbers in place of its names.
#pragma once

#include <string>
#include <vector>

#include "holdfast/rddl/names.h"
#include "holdfast/rddl/program.h"

namespace holdfast::rddl {

// The tables that names of formulas are looked up in.
struct Scope {
  const Program& program;
  const NameTable& types;
  const NameTable& fluents;
  const std::vector<NameTable>& objects;  // by type
};

// Where a formula stands, which decides what it may read: transitions (s, a), observations (a, s'),
// the reward (s, a, s'), constraints (s, a).
enum class Where { transition, observation, reward, constraint };

class ExpressionResolver {
 public:
  ExpressionResolver(const Scope& scope, Where where) : scope_(scope), where_(where) {}

  // A variable that is bound outside of the formula, such as a parameter of its fluent.
  void bind(const Name& variable, int type);

  // All throw InputError at the place of a mistake.
  void resolve_condition(Expression& e);
  void resolve_number(Expression& e);
  // KronDelta, Bernoulli, a condition, or an if over these.
  void resolve_distribution(Expression& e);

 private:
  using Kind = Expression::Kind;

  enum class Sort { boolean, number, object };
  struct Variable {
    std::string name;
    int type;
  };

  [[noreturn]] void fail(Position at, const std::string& what) const;
  Sort resolve(Expression& e);
  Sort resolve_operands(Expression& e, Sort operands, Sort result);
  void resolve_fluent(Expression& e);
  void check_readable(const Expression& e, const Fluent& fluent) const;
  // An object or variable of this type.
  void resolve_object(Expression& e, int type);
  int resolve_variable(Expression& e) const;
  void resolve_comparison(Expression& e);
  void compare_objects(Expression& e);
  Sort resolve_choice(Expression& e);
  Sort resolve_quantifier(Expression& e);
  void resolve_function(Expression& e);

  const Scope& scope_;
  Where where_;
  std::vector<Variable> variables_;
};

}  // namespace holdfast::rddl
