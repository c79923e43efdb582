#include "holdfast/learn/atom_table.h"

#include "holdfast/base/error.h"
#include "holdfast/logic/print.h"

namespace holdfast::learn {
namespace {

using logic::Atom;
using logic::Term;

bool is_constant(const Term& t) { return t.kind != Term::Kind::function; }

void shape_of(const std::vector<Term>& arguments, bool (*is_leaf)(const Term&), std::string& shape,
              std::vector<Term>& leaves) {
  if (arguments.empty()) return;
  shape += '(';
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (i > 0) shape += ',';
    const Term& t = arguments[i];
    if (is_leaf(t)) {
      shape += '_';
      leaves.push_back(t);
    } else {
      shape += t.name;
      shape_of(t.arguments, is_leaf, shape, leaves);
    }
  }
  shape += ')';
}

// Puts the leaves, in order, where the prototype has its leaves.
void fill(std::vector<Term>& arguments, const std::vector<Term>& leaves, std::size_t& next) {
  for (Term& t : arguments) {
    if (t.kind == Term::Kind::function) {
      fill(t.arguments, leaves, next);
    } else {
      t = leaves[next++];
    }
  }
}

// The prototype's own leaves become `_`, so that no function is left among them.
void hollow(std::vector<Term>& arguments, bool (*is_leaf)(const Term&)) {
  for (Term& t : arguments) {
    if (is_leaf(t)) {
      t = Term::variable("_");
    } else {
      hollow(t.arguments, is_leaf);
    }
  }
}

}  // namespace

int AtomTable::predicate(const Atom& atom, bool (*is_leaf)(const Term&),
                         std::vector<Term>& leaves) {
  std::string shape = atom.predicate;
  shape_of(atom.arguments, is_leaf, shape, leaves);
  const auto [it, fresh] = predicate_ids_.try_emplace(shape, predicates());
  if (fresh) {
    shapes_.push_back(shape);
    arity_.push_back(static_cast<int>(leaves.size()));
    prototypes_.push_back(atom);
    hollow(prototypes_.back().arguments, is_leaf);
  }
  return it->second;
}

Value AtomTable::value(const Term& constant) {
  if (constant.is_integer()) {
    if (constant.value >= kFirstSymbol) throw InputError("an integer above 2^30 in a task");
    return constant.value;
  }
  if (constant.kind == Term::Kind::operation && constant.name == "-" &&
      constant.arguments.size() == 1 && constant.arguments[0].is_integer()) {
    return -constant.arguments[0].value;
  }
  if (constant.kind != Term::Kind::symbol && constant.kind != Term::Kind::string) {
    throw InputError("expected a constant, found " + logic::to_string(constant));
  }
  const auto [it, fresh] = symbol_ids_.try_emplace(
      logic::to_string(constant), kFirstSymbol + static_cast<Value>(symbols_.size()));
  if (fresh) symbols_.push_back(constant);
  return it->second;
}

FlatAtom AtomTable::flatten(const Atom& ground) {
  std::vector<Term> leaves;
  FlatAtom flat;
  flat.predicate = predicate(ground, is_constant, leaves);
  flat.arguments.reserve(leaves.size());
  for (const Term& t : leaves) flat.arguments.push_back(value(t));
  return flat;
}

Term AtomTable::term(Value v) const {
  return is_number(v) ? Term::integer(v) : symbols_[static_cast<std::size_t>(v - kFirstSymbol)];
}

Atom AtomTable::atom(int predicate, const std::vector<Term>& leaves) const {
  Atom atom = prototypes_[static_cast<std::size_t>(predicate)];
  std::size_t next = 0;
  fill(atom.arguments, leaves, next);
  return atom;
}

Atom AtomTable::atom(const FlatAtom& flat) const {
  std::vector<Term> leaves;
  for (const Value v : flat.arguments) leaves.push_back(term(v));
  return atom(flat.predicate, leaves);
}

}  // namespace holdfast::learn
