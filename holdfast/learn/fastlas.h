// What FastLAS's task files have beyond ILASP's: the cost of rules as `#bias("penalty(...) ...")`,
// constants and types as facts, numeric variables with bounds.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "holdfast/learn/task.h"

namespace holdfast::learn {

// The programs of a file's #bias lines. Known here are a cost of the head and one that all literals
// of the body share, each written as FastLAS's users write it:
//
//   #bias("penalty(2, head(X)) :- in_head(X).").     also head, X, or the fact penalty(2, head).
//   #bias("penalty(1, body(X)) :- in_body(X).").     also X
//
// Without the first line heads cost nothing.
class Scoring {
 public:
  // Throws InputError, without a place, that names what costs something else.
  void add(const std::string& program);
  // After the last line: throws InputError, without a place, if literals of the body cost nothing.
  void apply(Bias& bias) const;

 private:
  void add(const logic::Rule& rule);

  std::optional<int> head_;
  std::optional<int> body_;
};

// The values that stand at a place of a predicate (its shape, such as "at(_,_)") in any context.
std::vector<Value> values_at(const Task& task, int predicate, std::size_t place);

// The constants of a type, from its facts type(c).
std::vector<Value> constants_of(Task& task, const std::string& type);

// Adds type(var(type)) to the bodies for each of these types that has facts and is no body mode
// yet: a variable of the head or of a negated literal may need it to be bound.
void add_type_literals(Task& task, const std::set<std::string>& types, int first_declaration);

// Adds the facts inclusion(a) and exclusion(a) of an example's context to the example.
void compute_examples(Task& task);

}  // namespace holdfast::learn
