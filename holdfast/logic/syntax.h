// The rule language: the part of ASP in which theories are written, as plain values.
//
//   term        3   north   R   _   "text"   D+1   0..5   rock(2)
//   atom        delta_x(R,D)   north
//   comparison  V > 70
//   aggregate   #count{ R : guess(R,V), V > 70 } = 0   D = #min{ M : dist(Q,M), guess(Q,V), V > 70
//   } literal     an atom, comparison or aggregate, perhaps after `not` rule        head :- body.
//   normal rule; a fact without a body
//               :- body.                   constraint
//               l { a : c ; ... } u :- b.  choice rule
//               :~ body. [w@l,terms]       weak constraint
//
// Values are equal if they mean the same text; where they stood in a file does not count.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace holdfast::logic {

// Where something stands in its file, from 1; 0 if it was made, not read. Never part of equality.
struct Position {
  int line = 0;
  int column = 0;
  friend bool operator==(const Position&, const Position&) { return true; }
};

struct Term {
  enum class Kind { integer, symbol, string, variable, function, operation };
  // The value of a symbol or string, the name of a variable or function ("" for a tuple), the
  // operator of an operation: + - * / \ .. with two arguments, - and | (absolute value) with one.
  Kind kind = Kind::integer;
  int value = 0;
  std::string name;
  std::vector<Term> arguments;
  Position position;

  static Term integer(int value) { return {Kind::integer, value, {}, {}, {}}; }
  static Term symbol(std::string name) { return {Kind::symbol, 0, std::move(name), {}, {}}; }
  static Term variable(std::string name) { return {Kind::variable, 0, std::move(name), {}, {}}; }
  static Term function(std::string name, std::vector<Term> arguments) {
    return {Kind::function, 0, std::move(name), std::move(arguments), {}};
  }
  static Term operation(std::string name, std::vector<Term> arguments) {
    return {Kind::operation, 0, std::move(name), std::move(arguments), {}};
  }

  bool is_integer() const { return kind == Kind::integer; }
  bool is_variable() const { return kind == Kind::variable; }
  // The variable `_`, different at each place.
  bool is_anonymous() const { return is_variable() && name == "_"; }

  friend bool operator==(const Term&, const Term&) = default;
};

struct Atom {
  std::string predicate;
  std::vector<Term> arguments;
  Position position;
  friend bool operator==(const Atom&, const Atom&) = default;
};

enum class Comparator { less, less_equal, greater, greater_equal, equal, not_equal };

struct Comparison {
  Term left;
  Comparator comparator = Comparator::equal;
  Term right;
  friend bool operator==(const Comparison&, const Comparison&) = default;
};

struct Literal;

// `tuple : condition` inside the braces of an aggregate.
struct AggregateElement {
  std::vector<Term> tuple;
  std::vector<Literal> condition;
  friend bool operator==(const AggregateElement&, const AggregateElement&);
};

// What an aggregate is compared with: `= 0`.
struct Guard {
  Comparator comparator = Comparator::equal;
  Term term;
  friend bool operator==(const Guard&, const Guard&) = default;
};

// A number that follows from all tuples whose condition holds: how many there are, or the least or
// greatest first term (#sup or #inf if there are none). It is compared on one side or on both.
struct Aggregate {
  enum class Function { count, min, max };
  Function function = Function::count;
  std::vector<AggregateElement> elements;
  std::optional<Guard> left = {};  // `term comparator #count{...}`
  std::optional<Guard> right = {};
  Position position = {};
  friend bool operator==(const Aggregate&, const Aggregate&);
};

struct Literal {
  bool negated = false;  // negation as failure
  std::variant<Atom, Comparison, Aggregate> content;

  const Atom* atom() const { return std::get_if<Atom>(&content); }
  const Comparison* comparison() const { return std::get_if<Comparison>(&content); }
  const Aggregate* aggregate() const { return std::get_if<Aggregate>(&content); }
  friend bool operator==(const Literal&, const Literal&) = default;
};

inline bool operator==(const AggregateElement&, const AggregateElement&) = default;
inline bool operator==(const Aggregate&, const Aggregate&) = default;

// Calls f with each atom of a body, also with those inside aggregates.
template <class F>
void for_each_atom(const std::vector<Literal>& body, F&& f) {
  for (const Literal& literal : body) {
    if (const Atom* atom = literal.atom()) f(*atom);
    if (const Aggregate* aggregate = literal.aggregate()) {
      for (const AggregateElement& element : aggregate->elements) {
        for_each_atom(element.condition, f);
      }
    }
  }
}

// `atom : condition` inside the braces of a choice rule.
struct ChoiceElement {
  Atom atom;
  std::vector<Literal> condition;
  friend bool operator==(const ChoiceElement&, const ChoiceElement&) = default;
};

struct Choice {
  std::optional<Term> lower;
  std::vector<ChoiceElement> elements;
  std::optional<Term> upper;
  friend bool operator==(const Choice&, const Choice&) = default;
};

// `[weight@level,tuple]` of a weak constraint.
struct Weight {
  Term weight;
  Term level;
  std::vector<Term> tuple;
  friend bool operator==(const Weight&, const Weight&) = default;
};

struct NoHead {
  friend bool operator==(const NoHead&, const NoHead&) = default;
};

struct Rule {
  // NoHead: a constraint. Weight: a weak constraint.
  std::variant<NoHead, Atom, Choice, Weight> head;
  std::vector<Literal> body;
  // The comment lines above the rule, without their `%`.
  std::vector<std::string> comments;
  Position position;

  // The head of a normal rule, else null.
  const Atom* atom() const { return std::get_if<Atom>(&head); }
  friend bool operator==(const Rule&, const Rule&) = default;
};

// 1 for the head and 1 for each body literal, comparisons, aggregates and negated literals
// included.
inline int length(const Rule& rule) { return 1 + static_cast<int>(rule.body.size()); }

}  // namespace holdfast::logic
