#include "holdfast/learn/atom_table.h"

#include <algorithm>
#include <utility>

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

bool is_ground(const Term& t) {
  return t.kind != Term::Kind::variable && t.kind != Term::Kind::operation &&
         std::ranges::all_of(t.arguments, is_ground);
}

// Whether terms have the form of a prototype's arguments.
bool fits(const std::vector<Term>& terms, const std::vector<Term>& shape) {
  return std::ranges::equal(terms, shape, [](const Term& t, const Term& s) {
    return s.is_variable() ||
           (t.kind == Term::Kind::function && t.name == s.name && fits(t.arguments, s.arguments));
  });
}

// The terms that stand where a prototype that they fit has its holes.
void gather(const std::vector<Term>& terms, const std::vector<Term>& shape,
            std::vector<Term>& leaves) {
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (shape[i].is_variable()) {
      leaves.push_back(terms[i]);
    } else {
      gather(terms[i].arguments, shape[i].arguments, leaves);
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

Value AtomTable::value(const Term& ground) {
  if (ground.is_integer()) {
    if (ground.value >= kFirstSymbol) throw InputError("an integer above 2^30 in a task");
    return ground.value;
  }
  if (ground.kind == Term::Kind::operation && ground.name == "-" && ground.arguments.size() == 1 &&
      ground.arguments[0].is_integer()) {
    return -ground.arguments[0].value;
  }
  if (!is_ground(ground)) {
    throw InputError("expected a constant, found " + logic::to_string(ground));
  }
  const auto [it, fresh] = symbol_ids_.try_emplace(
      logic::to_string(ground), kFirstSymbol + static_cast<Value>(symbols_.size()));
  if (fresh) symbols_.push_back(ground);
  return it->second;
}

std::optional<Value> AtomTable::find(const Term& ground) const {
  if (ground.is_integer()) return ground.value;
  const auto it = symbol_ids_.find(logic::to_string(ground));
  if (it == symbol_ids_.end()) return {};
  return it->second;
}

bool AtomTable::is_instance(int predicate, int general) const {
  const Atom& special = prototypes_[static_cast<std::size_t>(predicate)];
  const Atom& shape = prototypes_[static_cast<std::size_t>(general)];
  return special.predicate == shape.predicate && fits(special.arguments, shape.arguments);
}

std::optional<std::vector<Value>> AtomTable::arguments_as(const FlatAtom& flat, int general) const {
  if (flat.predicate == general) return flat.arguments;
  if (!is_instance(flat.predicate, general)) return {};
  std::vector<Value> arguments;
  for (const Term& t : leaves_as(flat, general)) {
    const std::optional<Value> v = find(t);
    if (!v) return {};
    arguments.push_back(*v);
  }
  return arguments;
}

std::optional<std::vector<Value>> AtomTable::arguments_as(const FlatAtom& flat, int general) {
  if (is_instance(flat.predicate, general)) {
    for (const Term& t : leaves_as(flat, general)) value(t);
  }
  return std::as_const(*this).arguments_as(flat, general);
}

std::vector<Term> AtomTable::leaves_as(const FlatAtom& flat, int general) const {
  std::vector<Term> leaves;
  gather(atom(flat).arguments, prototypes_[static_cast<std::size_t>(general)].arguments, leaves);
  return leaves;
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
