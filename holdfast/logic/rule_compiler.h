// How a rule becomes threshold tests (see CompiledRule).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>

#include "holdfast/logic/compiled_aggregate.h"
#include "holdfast/logic/compiled_rule.h"
#include "holdfast/logic/derived_columns.h"

namespace holdfast::logic {

// Why a rule is not in the compiled fragment.
struct Outside {
  std::string reason;
};

class RuleCompiler {
 public:
  RuleCompiler(const Rule& rule, DerivedColumns& derived);

  std::variant<CompiledRule, std::string> run();
  // The body alone; throws Outside.
  CompiledRule condition();

 private:
  // What bounds a number: low <= X <= high, and X != each of `not_equal`.
  struct Bounds {
    int low = Column::kLeast;
    int high = Column::kMost;
    std::vector<int> not_equal;
    std::vector<int> literals;
  };

  // A variable that an aggregate gives its value, as N in `N = #count{...}`.
  struct Assigned {
    std::vector<CompiledAggregate::Bound> bounds;
    std::vector<int> literals;
  };

  // Each throws Outside with the reason.
  void read_body();
  void read_head();
  void read_auxiliary_head(const Atom& head);
  void read_atom(int literal);
  void read_values(const FeatureAtom& parts);
  void read_assigned(int literal);
  void read_comparison(int literal);
  void make_test(int literal);
  void test_word(int column, int literal);
  void test_feature(const FeatureAtom& parts, int literal);
  void test_aggregate(int literal);
  void add_bound(const Guard& guard, bool negated, CompiledAggregate& to, ThresholdTest& test);
  CompiledAggregate::Bound bound_of(Comparator comparator, const Term& term) const;
  void read_entity(const Term& term);
  void restrict_entities(Comparator comparator, const Term& value, int literal);
  // The bounds that a term gives: a number itself, or a variable's comparisons.
  Bounds bounds_of(const Term& term, bool negated);
  void add_source(CompiledRule::Source::Kind kind, const Term& term, int first_index);
  void claim(const std::string& variable);

  const Literal& at(int literal) const { return rule_.body[static_cast<std::size_t>(literal)]; }

  const Rule& rule_;
  DerivedColumns& derived_;
  const Vocabulary& vocabulary_;
  CompiledRule result_;
  std::optional<Term> entity_;
  std::map<std::string, Bounds> bounds_;  // by variable
  std::map<std::string, int> uses_;       // of value and index variables
  std::map<std::string, Assigned> assigned_;
};

}  // namespace holdfast::logic
