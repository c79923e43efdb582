// How a rule becomes threshold tests (see CompiledRule).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>

#include "holdfast/logic/compiled_rule.h"

namespace holdfast::logic {

class RuleCompiler {
 public:
  RuleCompiler(const Rule& rule, const Vocabulary& vocabulary);

  std::variant<CompiledRule, std::string> run();

 private:
  // What bounds a number: low <= X <= high, and X != each of `not_equal`.
  struct Bounds {
    int low = Column::kLeast;
    int high = Column::kMost;
    std::vector<int> not_equal;
    std::vector<int> literals;
  };

  // Each throws Outside with the reason.
  void read_head();
  void read_atom(int literal);
  void read_comparison(int literal);
  void make_test(int literal);
  void read_entity(const Term& term);
  void restrict_entities(Comparator comparator, const Term& value, int literal);
  // The bounds that a term gives: a number itself, or a variable's comparisons.
  Bounds bounds_of(const Term& term, bool negated);
  void add_source(CompiledRule::Source::Kind kind, const Term& term, int first_index);
  void claim(const std::string& variable);

  const Rule& rule_;
  const Vocabulary& vocabulary_;
  CompiledRule result_;
  std::optional<Term> entity_;
  std::map<std::string, Bounds> bounds_;  // by variable
  std::map<std::string, int> uses_;       // of value and index variables
};

}  // namespace holdfast::logic
