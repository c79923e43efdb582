#include "holdfast/rddl/grounder.h"

#include <algorithm>
#include <utility>

namespace holdfast::rddl {

namespace {

bool is_object(const Expression& e) {
  return e.kind == Expression::Kind::variable || e.kind == Expression::Kind::object;
}

// Non-fluents decide most conjunctions, and cost the least to look at.
bool is_cheap(const Program& program, const Expression& e) {
  if (e.kind == Expression::Kind::negation) return is_cheap(program, e.operands[0]);
  if (e.kind == Expression::Kind::equal || e.kind == Expression::Kind::unequal)
    return is_object(e.operands[0]);
  return e.kind == Expression::Kind::fluent && program.fluent(e.index).kind == FluentKind::constant;
}

}  // namespace

double Grounder::visits(const Program& program, const Expression& e) {
  double inside = 1;
  for (const Expression& operand : e.operands) inside += visits(program, operand);
  for (const Binding& b : e.bindings) inside *= program.object_count(b.type_index);
  return inside;
}

Ref Grounder::ground(const Expression& e, std::vector<int> objects) {
  objects_ = std::move(objects);
  return visit(e);
}

std::vector<Ref> Grounder::operands(const Expression& e) {
  std::vector<Ref> refs;
  for (const Expression& operand : e.operands) refs.push_back(visit(operand));
  return refs;
}

Ref Grounder::visit(const Expression& e) {
  switch (e.kind) {
    case Kind::number:
    case Kind::boolean:
      return pool_.constant(e.value);
    case Kind::fluent:
      return fluent(e);
    case Kind::negation:
      return pool_.negation(visit(e.operands[0]));
    case Kind::all:
    case Kind::any:
      return connective(e, e.kind == Kind::all);
    case Kind::implies:
      return pool_.any({pool_.negation(visit(e.operands[0])), visit(e.operands[1])});
    case Kind::same:
      return pool_.same(visit(e.operands[0]), visit(e.operands[1]));
    case Kind::sum:
      return pool_.sum(operands(e));
    case Kind::product:
      return pool_.product(operands(e));
    case Kind::quotient:
      return pool_.quotient(visit(e.operands[0]), visit(e.operands[1]));
    case Kind::minus:
      return pool_.product({pool_.constant(-1), visit(e.operands[0])});
    case Kind::choice: {
      const Ref condition = visit(e.operands[0]);
      if (condition == Pool::kTrue) return visit(e.operands[1]);
      if (condition == Pool::kFalse) return visit(e.operands[2]);
      const Ref yes = visit(e.operands[1]);
      return pool_.choice(condition, yes, visit(e.operands[2]));
    }
    case Kind::exists:
    case Kind::forall:
    case Kind::sum_over:
    case Kind::prod_over:
      return quantifier(e);
    case Kind::function: {
      const Op op = e.name == "exp"    ? Op::exp
                    : e.name == "ln"   ? Op::ln
                    : e.name == "sqrt" ? Op::sqrt
                                       : Op::abs;
      return pool_.function(op, visit(e.operands[0]));
    }
    case Kind::kron_delta:
      return visit(e.operands[0]);
    case Kind::bernoulli:
      return pool_.bernoulli(visit(e.operands[0]));
    default:
      return comparison(e);
  }
}

Ref Grounder::fluent(const Expression& e) {
  arguments_.clear();
  for (const Expression& operand : e.operands) arguments_.push_back(object(operand));
  const int index = program_.ground_index(e.index, arguments_);
  const auto f = static_cast<std::size_t>(e.index);
  switch (program_.fluents[f].kind) {
    case FluentKind::constant:
      return pool_.constant(program_.values[f][static_cast<std::size_t>(index)]);
    case FluentKind::action:
      return pool_.bit(Op::action, first_bit_[f] + index);
    default:
      return pool_.bit(e.primed ? Op::next : Op::state, first_bit_[f] + index);
  }
}

Ref Grounder::connective(const Expression& e, bool is_all) {
  const Ref absorbing = pool_.boolean(!is_all);
  std::vector<Ref> refs;
  for (const bool cheap : {true, false}) {
    for (const Expression& operand : e.operands) {
      if (is_cheap(program_, operand) != cheap) continue;
      refs.push_back(visit(operand));
      if (refs.back() == absorbing) return absorbing;
    }
  }
  return is_all ? pool_.all(std::move(refs)) : pool_.any(std::move(refs));
}

Ref Grounder::quantifier(const Expression& e) {
  const std::size_t outer = objects_.size();
  const std::size_t inner = e.bindings.size();
  const auto most = [&](std::size_t i) { return program_.object_count(e.bindings[i].type_index); };
  std::vector<Ref> refs;
  bool more = true;
  for (std::size_t i = 0; i < inner; ++i) more = more && most(i) > 0;
  objects_.resize(outer + inner, 0);
  while (more) {
    refs.push_back(visit(e.operands[0]));
    // Counts up; the last variable runs fastest.
    more = false;
    for (std::size_t i = inner; i-- > 0 && !more;) {
      int& object = objects_[outer + i];
      more = ++object < most(i);
      if (!more) object = 0;
    }
  }
  objects_.resize(outer);
  switch (e.kind) {
    case Kind::exists:
      return pool_.any(std::move(refs));
    case Kind::forall:
      return pool_.all(std::move(refs));
    case Kind::sum_over:
      return pool_.sum(refs);
    default:
      return pool_.product(refs);
  }
}

Ref Grounder::comparison(const Expression& e) {
  const Expression& left = e.operands[0];
  const Expression& right = e.operands[1];
  if (is_object(left)) {
    return pool_.boolean((object(left) == object(right)) == (e.kind == Kind::equal));
  }
  const Ref a = visit(left);
  const Ref b = visit(right);
  switch (e.kind) {
    case Kind::equal:
      return pool_.compare(Op::equal, a, b);
    case Kind::unequal:
      return pool_.negation(pool_.compare(Op::equal, a, b));
    case Kind::less:
      return pool_.compare(Op::less, a, b);
    case Kind::more:
      return pool_.compare(Op::less, b, a);
    case Kind::at_most:
      return pool_.compare(Op::at_most, a, b);
    default:
      return pool_.compare(Op::at_most, b, a);
  }
}

}  // namespace holdfast::rddl
