// Ground atoms as numbers. A predicate is the shape of an atom, with holes where constants stand:
// init(move(north)) is the predicate init(move(_)) with the argument north. So arguments are
// always flat, and rules need to look at nothing but numbers. The same atom is also an instance of
// init(_), with the argument move(north): terms in holes may be compound.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "holdfast/logic/syntax.h"

namespace holdfast::learn {

// An integer is itself; other ground terms are numbered from kFirstSymbol on.
using Value = std::int32_t;
constexpr Value kFirstSymbol = 1 << 30;
constexpr bool is_number(Value v) { return v < kFirstSymbol; }

struct FlatAtom {
  int predicate = 0;
  std::vector<Value> arguments;
  auto operator<=>(const FlatAtom&) const = default;
};

class AtomTable {
 public:
  // The shape of an atom; `leaves` receives the terms in its holes. A term for which is_leaf says
  // true is not looked into.
  int predicate(const logic::Atom& atom, bool (*is_leaf)(const logic::Term&),
                std::vector<logic::Term>& leaves);
  // Throws InputError if the term is not ground (a variable, an operation).
  Value value(const logic::Term& ground);
  // With holes for constants only.
  FlatAtom flatten(const logic::Atom& ground);

  // Whether every atom of `predicate` is one of `general`: init(move(_)) of init(_).
  bool is_instance(int predicate, int general) const;
  // The arguments of a flattened atom as one of a more general predicate; none if it is no such, or
  // if a term in a hole has no number yet.
  std::optional<std::vector<Value>> arguments_as(const FlatAtom& atom, int general) const;
  // The same, giving terms numbers.
  std::optional<std::vector<Value>> arguments_as(const FlatAtom& atom, int general);

  int arity(int predicate) const { return arity_[static_cast<std::size_t>(predicate)]; }
  int predicates() const { return static_cast<int>(arity_.size()); }
  // The predicate's text with holes: "dist(_,_)".
  const std::string& shape(int predicate) const {
    return shapes_[static_cast<std::size_t>(predicate)];
  }
  logic::Term term(Value v) const;
  // All terms with numbers from kFirstSymbol on, in that order.
  const std::vector<logic::Term>& symbols() const { return symbols_; }
  logic::Atom atom(int predicate, const std::vector<logic::Term>& leaves) const;
  logic::Atom atom(const FlatAtom& flat) const;

 private:
  std::optional<Value> find(const logic::Term& ground) const;
  std::vector<logic::Term> leaves_as(const FlatAtom& atom, int general) const;

  std::unordered_map<std::string, int> predicate_ids_;
  std::vector<std::string> shapes_;
  std::vector<logic::Atom> prototypes_;
  std::vector<int> arity_;
  std::unordered_map<std::string, Value> symbol_ids_;
  std::vector<logic::Term> symbols_;
};

}  // namespace holdfast::learn
