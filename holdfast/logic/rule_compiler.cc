#include "holdfast/logic/rule_compiler.h"

#include <algorithm>
#include <limits>

#include "holdfast/logic/aggregate_compiler.h"
#include "holdfast/logic/comparator.h"
#include "holdfast/logic/print.h"

namespace holdfast::logic {
namespace {

template <class T>
int size(const std::vector<T>& items) {
  return static_cast<int>(items.size());
}

// What a derived word is about, if anything.
const Term* subject_of(const Atom& atom) {
  return atom.arguments.empty() ? nullptr : &atom.arguments[0];
}

bool is_constant(const Term& term) { return term.is_integer() || term.kind == Term::Kind::symbol; }

// A comparison as `variable comparator constant`.
struct Bound {
  std::string variable;
  Comparator comparator;
  Term constant;
};

Bound read_bound(const Literal& literal) {
  const Comparison& c = *literal.comparison();
  Comparator comparator = literal.negated ? opposite(c.comparator) : c.comparator;
  const bool forward = c.left.is_variable();
  const Term& variable = forward ? c.left : c.right;
  const Term& constant = forward ? c.right : c.left;
  if (!variable.is_variable() || !is_constant(constant)) {
    throw Outside{to_string(literal) + " does not compare a variable with a constant"};
  }
  return {variable.name, forward ? comparator : mirrored(comparator), constant};
}

}  // namespace

RuleCompiler::RuleCompiler(const Rule& rule, DerivedColumns& derived)
    : rule_(rule),
      derived_(derived),
      vocabulary_(derived.vocabulary()),
      result_(rule, derived.vocabulary()) {}

std::variant<CompiledRule, std::string> RuleCompiler::run() {
  try {
    read_body();
    read_head();
    return std::move(result_);
  } catch (Outside& outside) {
    return std::move(outside.reason);
  }
}

CompiledRule RuleCompiler::condition() {
  read_body();
  return std::move(result_);
}

void RuleCompiler::read_body() {
  result_.entities_ = EntitySet::first(vocabulary_.entity_count());
  const int count = size(rule_.body);
  for (int i = 0; i < count; ++i) read_atom(i);
  if (entity_ && entity_->is_variable() && uses_.contains(entity_->name)) {
    throw Outside{entity_->name + " is both an entity and a value"};
  }
  for (int i = 0; i < count; ++i) read_assigned(i);
  for (int i = 0; i < count; ++i) read_comparison(i);
  for (int i = 0; i < count; ++i) make_test(i);
  for (int i = 0; i < count; ++i) test_aggregate(i);
  if (!entity_) {
    result_.without_entity_ = true;
    result_.entities_ = EntitySet::of(0);
  }
  result_.flatten();
}

void RuleCompiler::read_head() {
  const std::optional<Suggestion> suggestion = suggestion_of(rule_, vocabulary_);
  if (!suggestion) throw Outside{"it is a choice rule or a constraint"};
  result_.role_ = suggestion->role;
  if (suggestion->role == Role::auxiliary) return read_auxiliary_head(*rule_.atom());
  const Atom& action = suggestion->action;
  if (const std::optional<GroundAction> ground = vocabulary_.ground_action(action)) {
    result_.word_ = ground->word;
    result_.named_ = ground->entity;
    return;
  }
  if (!entity_ || action.arguments[0] != *entity_) {
    throw Outside{to_string(action) + " is not about the entity of the conditions"};
  }
  result_.per_entity_ = true;
  result_.word_ = vocabulary_.action(action.predicate);
}

void RuleCompiler::read_auxiliary_head(const Atom& head) {
  if (head.arguments.empty()) return;
  if (head.arguments.size() > 1) throw Outside{to_string(head) + " is about more than an entity"};
  const Term& term = head.arguments[0];
  result_.per_entity_ = entity_ && term.is_variable() && term == *entity_;
  if (result_.per_entity_) return;
  result_.named_ = vocabulary_.entity(term);
  if (result_.named_ < 0) throw Outside{to_string(head) + " is not about an entity"};
}

// Finds the one entity of the rule, and how often each other variable occurs in atoms.
void RuleCompiler::read_atom(int literal) {
  const Atom* atom = at(literal).atom();
  if (!atom) return;
  const std::optional<FeatureAtom> parts = vocabulary_.read(*atom);
  if (!parts && derived_.column_of(atom->predicate) < 0) {
    throw Outside{atom->predicate + " is derived by rules outside the compiled fragment"};
  }
  const Term* entity = parts ? parts->entity : subject_of(*atom);
  if (entity) {
    if (at(literal).negated && entity->is_anonymous()) {
      throw Outside{"it asks that no entity at all has a feature"};
    }
    read_entity(*entity);
  }
  if (parts) read_values(*parts);
}

void RuleCompiler::read_values(const FeatureAtom& parts) {
  for (const Term* term : {parts.index, parts.value}) {
    if (!term) continue;
    if (term->is_variable() && !term->is_anonymous()) {
      claim(term->name);
    } else if (!term->is_integer() && !term->is_anonymous()) {
      throw Outside{to_string(*term) + " is neither a variable nor a number"};
    }
  }
}

// The variables that no atom binds, but an aggregate does.
void RuleCompiler::read_assigned(int literal) {
  const Aggregate* aggregate = at(literal).aggregate();
  if (!aggregate || at(literal).negated) return;
  for (const auto& guard : {aggregate->left, aggregate->right}) {
    if (!guard || guard->comparator != Comparator::equal || !guard->term.is_variable()) continue;
    const std::string& name = guard->term.name;
    if (uses_.contains(name) || (entity_ && guard->term == *entity_)) continue;
    if (!assigned_.try_emplace(name).second) throw Outside{name + " joins two conditions"};
  }
}

void RuleCompiler::read_entity(const Term& term) {
  if (!term.is_variable() && !is_constant(term)) {
    throw Outside{to_string(term) + " is neither a variable nor an entity"};
  }
  if (!entity_) {
    entity_ = term;
    if (term.is_variable()) {
      if (!term.is_anonymous()) {
        result_.sources_.push_back({CompiledRule::Source::entity, term.name, 0, 0});
      }
      return;
    }
    const int e = vocabulary_.entity(term);
    if (e < 0) throw Outside{to_string(term) + " is not an entity of the domain"};
    result_.entities_ = EntitySet::of(e);
    return;
  }
  if (term != *entity_ || term.is_anonymous()) {
    throw Outside{"its conditions are about more than one entity"};
  }
}

void RuleCompiler::claim(const std::string& variable) {
  if (++uses_[variable] > 1) throw Outside{variable + " joins two conditions"};
}

void RuleCompiler::read_comparison(int literal) {
  const Literal& content = rule_.body[static_cast<std::size_t>(literal)];
  if (!content.comparison()) return;
  const Bound bound = read_bound(content);
  if (entity_ && entity_->is_variable() && bound.variable == entity_->name) {
    restrict_entities(bound.comparator, bound.constant, literal);
    return;
  }
  const auto assigned = assigned_.find(bound.variable);
  if (!uses_.contains(bound.variable) && assigned == assigned_.end()) {
    throw Outside{bound.variable + " is bound by a comparison"};
  }
  if (!bound.constant.is_integer()) {
    throw Outside{to_string(content) + " compares a number with a name"};
  }
  if (assigned != assigned_.end()) {
    assigned->second.bounds.push_back(bound_of(bound.comparator, bound.constant));
    assigned->second.literals.push_back(literal);
    return;
  }
  Bounds& bounds = bounds_[bound.variable];
  bounds.literals.push_back(literal);
  const int value = bound.constant.value;
  const bool equal = bound.comparator == Comparator::equal;
  if (equal || bound.comparator == Comparator::greater_equal) {
    bounds.low = std::max(bounds.low, value);
  } else if (bound.comparator == Comparator::greater) {
    bounds.low = std::max(bounds.low, value == std::numeric_limits<int>::max() ? value : value + 1);
  }
  if (equal || bound.comparator == Comparator::less_equal) {
    bounds.high = std::min(bounds.high, value);
  } else if (bound.comparator == Comparator::less) {
    bounds.high = std::min(bounds.high, value - 1);
  }
  if (bound.comparator == Comparator::not_equal) bounds.not_equal.push_back(value);
}

void RuleCompiler::restrict_entities(Comparator comparator, const Term& value, int literal) {
  const bool by_equality = comparator == Comparator::equal || comparator == Comparator::not_equal;
  for (int e = 0; e < vocabulary_.entity_count(); ++e) {
    const Term& entity = vocabulary_.entities()[static_cast<std::size_t>(e)];
    bool holds = (entity == value) == (comparator == Comparator::equal);
    if (!by_equality) {
      if (!entity.is_integer() || !value.is_integer()) {
        throw Outside{to_string(rule_.body[static_cast<std::size_t>(literal)]) +
                      " orders names, not numbers"};
      }
      holds = satisfies(entity.value, comparator, value.value);
    }
    if (!holds) result_.entities_.erase(e);
  }
}

RuleCompiler::Bounds RuleCompiler::bounds_of(const Term& term, bool negated) {
  Bounds bounds;
  if (term.is_integer()) {
    bounds.low = bounds.high = term.value;
  } else if (!term.is_anonymous()) {
    if (negated) throw Outside{term.name + " is bound elsewhere and used after \"not\""};
    if (const auto found = bounds_.find(term.name); found != bounds_.end()) bounds = found->second;
  }
  return bounds;
}

void RuleCompiler::add_source(CompiledRule::Source::Kind kind, const Term& term, int first_index) {
  if (!term.is_variable() || term.is_anonymous()) return;
  result_.sources_.push_back(
      {kind, term.name, static_cast<int>(result_.tests_.size()), first_index});
}

void RuleCompiler::make_test(int literal) {
  const Atom* atom = at(literal).atom();
  if (!atom) return;
  if (const std::optional<FeatureAtom> parts = vocabulary_.read(*atom)) {
    test_feature(*parts, literal);
  } else {
    test_word(derived_.column_of(atom->predicate), literal);
  }
}

void RuleCompiler::test_word(int column, int literal) {
  ThresholdTest test;
  test.first = test.last = column;
  test.negated = at(literal).negated;
  test.literals.push_back(literal);
  result_.tests_.push_back(std::move(test));
}

void RuleCompiler::test_feature(const FeatureAtom& parts, int literal) {
  const Literal& content = at(literal);
  const int f = parts.feature;
  const Feature& feature = vocabulary_.features()[static_cast<std::size_t>(f)];
  ThresholdTest test;
  test.negated = content.negated;
  test.literals.push_back(literal);
  test.first = vocabulary_.first_column(f);
  test.last = test.first + feature.column_count() - 1;
  if (parts.index) {
    const Bounds index = bounds_of(*parts.index, content.negated);
    if (!index.not_equal.empty()) throw Outside{"it leaves out a single index with !="};
    const int first = std::max(feature.first, index.low);
    test.last = test.first + std::min(feature.last, index.high) - feature.first;
    test.first += first - feature.first;
    test.literals.insert(test.literals.end(), index.literals.begin(), index.literals.end());
    add_source(CompiledRule::Source::index, *parts.index, first);
  }
  std::vector<int> not_equal;
  if (parts.value) {
    const Bounds value = bounds_of(*parts.value, content.negated);
    test.low = value.low;
    test.high = value.high;
    test.literals.insert(test.literals.end(), value.literals.begin(), value.literals.end());
    not_equal = value.not_equal;
    add_source(CompiledRule::Source::value, *parts.value, 0);
  }
  if (!not_equal.empty() && test.first != test.last) {
    throw Outside{"it leaves out a single value of a series with !="};
  }
  result_.tests_.push_back(test);
  // V != 50 is one more test: no value in [50, 50].
  for (const int value : not_equal) {
    ThresholdTest without = test;
    without.low = without.high = value;
    without.negated = true;
    result_.tests_.push_back(without);
  }
}

void RuleCompiler::test_aggregate(int literal) {
  const Aggregate* aggregate = at(literal).aggregate();
  if (!aggregate) return;
  const bool negated = at(literal).negated;
  if (negated && aggregate->left && aggregate->right) {
    throw Outside{to_string(at(literal)) + " negates two comparisons"};
  }
  auto compiled = std::make_shared<CompiledAggregate>(
      compile_elements(*aggregate, global_variables(rule_), derived_));
  ThresholdTest test;
  test.literals.push_back(literal);
  if (const auto& left = aggregate->left) {
    add_bound({mirrored(left->comparator), left->term}, negated, *compiled, test);
  }
  if (aggregate->right) add_bound(*aggregate->right, negated, *compiled, test);
  if (derived_.full()) throw Outside{"the theory derives over 1000 words and aggregates"};
  test.first = test.last = derived_.add_aggregate(compiled);
  test.aggregate = std::move(compiled);
  if (result_.sources_.empty() || result_.sources_.back().test != size(result_.tests_)) {
    result_.sources_.push_back(
        {CompiledRule::Source::aggregate, value_text(*aggregate), size(result_.tests_), 0});
  }
  result_.tests_.push_back(std::move(test));
}

// aggregate comparator term; where the term is a variable that it gives its value, what that is
// compared with.
void RuleCompiler::add_bound(const Guard& guard, bool negated, CompiledAggregate& to,
                             ThresholdTest& test) {
  const auto assigned =
      guard.term.is_variable() ? assigned_.find(guard.term.name) : assigned_.end();
  if (assigned == assigned_.end()) {
    to.add(bound_of(negated ? opposite(guard.comparator) : guard.comparator, guard.term));
    return;
  }
  if (guard.comparator != Comparator::equal) {
    throw Outside{guard.term.name + " joins two conditions"};
  }
  for (const CompiledAggregate::Bound& bound : assigned->second.bounds) to.add(bound);
  const std::vector<int>& literals = assigned->second.literals;
  test.literals.insert(test.literals.end(), literals.begin(), literals.end());
  result_.sources_.push_back(
      {CompiledRule::Source::aggregate, guard.term.name, size(result_.tests_), 0});
}

CompiledAggregate::Bound RuleCompiler::bound_of(Comparator comparator, const Term& term) const {
  using Bound = CompiledAggregate::Bound;
  if (term.is_integer()) return {Bound::number, comparator, term.value};
  if (entity_ && term.is_variable() && term == *entity_) {
    if (!has_numbered_entities(vocabulary_)) throw Outside{term.name + " is a name, not a number"};
    return {Bound::entity, comparator, 0};
  }
  for (const CompiledRule::Source& source : result_.sources_) {
    if (!term.is_variable() || source.variable != term.name) continue;
    if (source.kind != CompiledRule::Source::value) break;
    const ThresholdTest& test = result_.tests_[static_cast<std::size_t>(source.test)];
    if (test.first == test.last) return {Bound::column, comparator, test.first};
  }
  throw Outside{to_string(term) + " is neither a number nor one value of the entity"};
}

}  // namespace holdfast::logic
