// Reads the facts of traces: ground atoms over numbers and names, "dist(0,8). wall(north).", of
// which the first may be that of an action, "done(check(2),3)."
// Traces hold millions of them, so this is a plain scan and not the parser of the rule language.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "holdfast/learn/atom_table.h"

namespace holdfast::learn {

class FactReader {
 public:
  explicit FactReader(AtomTable& vocabulary) : vocabulary_(vocabulary) {}

  // Calls visit(fact) for each fact; throws InputError that shows the text where it stops.
  template <class Visit>
  void read(std::string_view text, Visit&& visit) {
    std::size_t at = 0;
    while (skip_blanks(text, at)) {
      next(text, at);
      visit(fact_);
    }
  }

  Value value(std::string_view word);
  // The predicate of facts such as dist(0,8), or done(check(2),3) with the inner name check; with
  // as many holes as arity says.
  int predicate(std::string_view name, std::size_t arity, std::string_view inner = "");

 private:
  static bool skip_blanks(std::string_view text, std::size_t& at);
  void next(std::string_view text, std::size_t& at);

  AtomTable& vocabulary_;
  FlatAtom fact_;
  struct Shape {
    std::string name;
    std::string inner;
    std::size_t arity;
    int predicate;
  };
  std::vector<Shape> predicates_;
  std::map<std::string, Value, std::less<>> symbols_;
};

}  // namespace holdfast::learn
