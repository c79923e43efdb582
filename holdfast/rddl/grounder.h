// Makes formulas ground: quantifiers are expanded and non-fluents take their values.
#pragma once

#include <vector>

#include "holdfast/rddl/pool.h"
#include "holdfast/rddl/program.h"

namespace holdfast::rddl {

class Grounder {
 public:
  // `first_bit` is, by fluent, the bit of its first ground fluent.
  Grounder(const Program& program, const std::vector<int>& first_bit, Pool& pool)
      : program_(program), first_bit_(first_bit), pool_(pool) {}

  // With these objects for the variables that are bound outside.
  Ref ground(const Expression& e, std::vector<int> objects = {});

  // How many formulas `ground` looks at, at most.
  static double visits(const Program& program, const Expression& e);

 private:
  using Kind = Expression::Kind;

  Ref visit(const Expression& e);
  Ref fluent(const Expression& e);
  Ref connective(const Expression& e, bool is_all);
  Ref quantifier(const Expression& e);
  Ref comparison(const Expression& e);
  std::vector<Ref> operands(const Expression& e);
  int object(const Expression& e) const {
    return e.kind == Expression::Kind::variable ? objects_[static_cast<std::size_t>(e.index)]
                                                : e.index;
  }

  const Program& program_;
  const std::vector<int>& first_bit_;
  Pool& pool_;
  std::vector<int> objects_;    // by variable
  std::vector<int> arguments_;  // scratch
};

}  // namespace holdfast::rddl
