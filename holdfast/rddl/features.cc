#include "holdfast/rddl/features.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>

#include "holdfast/base/error.h"
#include "holdfast/logic/comparator.h"
#include "holdfast/logic/print.h"
#include "holdfast/rddl/orders.h"
#include "holdfast/rddl/places.h"
#include "holdfast/rddl/word_names.h"

namespace holdfast::rddl {
namespace {

using logic::Atom;
using logic::Literal;
using logic::Term;

// What variables stand for: integers and objects; a chance is chance(BIT).
using Environment = std::map<std::string, Term>;

constexpr std::size_t kMostCases = 200'000;
// Literals and values of variables that are looked at, while bodies are matched.
constexpr std::size_t kMostLooks = 1'000'000;

class FeatureMaker {
 public:
  FeatureMaker(const logic::Theory& features, const BitFilter& filter, WordTable& table)
      : theory_(features),
        filter_(filter),
        program_(filter.model().program),
        orders_(find_orders(program_)),
        table_(table) {
    for (int b = static_cast<int>(filter.model().state.size()); b-- > 0;) {
      const Bit& bit = filter.model().state[static_cast<std::size_t>(b)];
      first_bit_[bit.fluent] = b - bit.index;
    }
  }

  void run() {
    for (const logic::Rule& rule : theory_.rules) {
      rule_ = &rule;
      const Atom* head = rule.atom();
      if (!head || head->arguments.empty() || head->arguments.size() > 2) {
        fail(rule.position, "expected a feature: name(ENTITY,VALUE) :- ... or name(VALUE) :- ...");
      }
      conditions_.clear();
      join(rule.body, {});
    }
    for (const auto& [name, values] : found_) add_word(name, values);
  }

 private:
  [[noreturn]] void fail(logic::Position at, const std::string& what) const {
    throw InputError(Place{theory_.file, at.line, at.column}, what);
  }

  // Takes the literals one after the other, those first that decide most.
  void join(std::vector<Literal> rest, const Environment& env) {
    if (rest.empty()) return conclude(env);
    look_at(rest.size());
    const auto next = std::ranges::min_element(
        rest, {}, [&](const Literal& literal) { return rank(literal, env); });
    const Literal literal = *next;
    if (rank(literal, env) == kStuck) {
      fail(rule_->position, "its variables are not all given by fluents without `not`");
    }
    rest.erase(next);
    if (const logic::Comparison* c = literal.comparison()) return compare(*c, rest, env);
    const Atom& atom = *literal.atom();
    if (literal.negated) return deny(atom, rest, env);
    if (atom.predicate == "prob") return ask_chance(atom, rest, env);
    match(fluent_of(atom), atom, atom.arguments, rest, env);
  }

  // A body that fits in too many ways would take for ever.
  void look_at(std::size_t count) {
    looks_ += count;
    if (looks_ > kMostLooks) {
      fail(rule_->position, "its body fits in too many ways; use fewer fluents in a rule");
    }
  }

  static constexpr int kStuck = 9;
  int rank(const Literal& literal, const Environment& env) const {
    if (literal.aggregate()) {
      fail(rule_->position, "features have no aggregates; put them into the theory that uses them");
    }
    if (const logic::Comparison* c = literal.comparison()) {
      const bool assigns = c->comparator == logic::Comparator::equal && c->left.is_variable();
      return is_bound(c->right, env) && (assigns || is_bound(c->left, env)) ? 0 : kStuck;
    }
    const Atom& atom = *literal.atom();
    if (literal.negated) {
      const bool bound =
          std::ranges::all_of(atom.arguments, [&](const Term& t) { return is_bound(t, env); });
      return bound ? 4 : kStuck;
    }
    if (atom.predicate == "prob") return 3;
    return program_.fluent(fluent_of(atom)).kind == FluentKind::constant ? 1 : 2;
  }
  static bool is_bound(const Term& term, const Environment& env) {
    if (term.is_variable()) return env.contains(term.name);
    return std::ranges::all_of(term.arguments, [&](const Term& t) { return is_bound(t, env); });
  }

  int fluent_of(const Atom& atom) const {
    std::string all;
    for (int f = 0; f < static_cast<int>(program_.fluents.size()); ++f) {
      const Fluent& fluent = program_.fluent(f);
      if (fluent.kind != FluentKind::constant && fluent.kind != FluentKind::state) continue;
      if (rule_name(fluent.name) == atom.predicate) {
        const std::size_t arity = fluent.types.size() + (fluent.is_boolean ? 0 : 1);
        if (arity == atom.arguments.size()) return f;
        fail(atom.position, fmt::format("{} takes {} arguments, found {}", atom.predicate, arity,
                                        atom.arguments.size()));
      }
      all += (all.empty() ? "" : ", ") + rule_name(fluent.name);
    }
    fail(atom.position, fmt::format("{} is no fluent of the model; it has {}, and prob(FLUENT,V)",
                                    atom.predicate, all));
  }

  // Objects as rules speak of them.
  Term term_of(int type, int object) const {
    const auto& order = orders_[static_cast<std::size_t>(type)];
    if (order) return Term::integer(order->coordinate[static_cast<std::size_t>(object)]);
    return Term::symbol(rule_name(program_.type(type).objects[static_cast<std::size_t>(object)]));
  }
  Term value_of(const Term& term, const Environment& env) const {
    if (term.is_variable()) return env.at(term.name);
    if (term.kind == Term::Kind::function) {
      fail(rule_->position, fmt::format("{} is no object and no number", to_string(term)));
    }
    if (term.kind != Term::Kind::operation) return term;
    std::vector<std::int64_t> numbers;
    for (const Term& t : term.arguments) {
      const Term v = value_of(t, env);
      if (!v.is_integer()) {
        fail(rule_->position, fmt::format("{} is no number to calculate with", to_string(t)));
      }
      numbers.push_back(v.value);
    }
    const std::optional<std::int64_t> result = calculated(term.name, numbers);
    if (!result || *result != static_cast<int>(*result)) {
      fail(rule_->position, fmt::format("{} cannot be calculated", to_string(term)));
    }
    return Term::integer(static_cast<int>(*result));
  }
  // Of numbers that fit an int, so that nothing overflows here.
  static std::optional<std::int64_t> calculated(const std::string& operation,
                                                const std::vector<std::int64_t>& numbers) {
    const std::int64_t a = numbers[0];
    if (numbers.size() == 1) return operation == "|" ? std::abs(a) : -a;
    const std::int64_t b = numbers[1];
    if (operation == "+") return a + b;
    if (operation == "-") return a - b;
    if (operation == "*") return a * b;
    if (b == 0) return std::nullopt;
    if (operation == "/") return a / b;
    if (operation == "\\") return a % b;
    return std::nullopt;
  }
  // Downwards; what fits no int is far beyond all that rules tell apart.
  static int floored(double value) {
    return static_cast<int>(std::clamp(std::floor(value), -1e9, 1e9));
  }
  bool unify(const Term& term, const Term& value, Environment& env) const {
    if (term.is_anonymous()) return true;
    if (term.is_variable()) return env.emplace(term.name, value).first->second == value;
    return is_bound(term, env) && value_of(term, env) == value;
  }

  // Goes on with each ground fluent that the arguments may mean.
  void match(int f, const Atom& atom, const std::vector<Term>& arguments,
             const std::vector<Literal>& rest, const Environment& env) {
    const Fluent& fluent = program_.fluent(f);
    for (int i = 0; i < fluent.ground_count; ++i) {
      const double v =
          fluent.kind == FluentKind::constant
              ? program_.values[static_cast<std::size_t>(f)][static_cast<std::size_t>(i)]
              : 1;
      if (fluent.is_boolean && v == 0) continue;
      look_at(env.size());
      Environment here = env;
      if (!unify_all(f, i, arguments, here)) continue;
      if (!fluent.is_boolean && !unify(arguments.back(), Term::integer(floored(v)), here)) {
        continue;
      }
      with_condition(f, i, true, atom, [&] { join(rest, here); });
    }
  }
  bool unify_all(int f, int index, const std::vector<Term>& arguments, Environment& env) const {
    const std::vector<int> objects = arguments_of(program_, f, index);
    for (std::size_t p = 0; p < objects.size(); ++p) {
      if (!unify(arguments[p], term_of(program_.fluent(f).types[p], objects[p]), env)) return false;
    }
    return true;
  }
  template <class Then>
  void with_condition(int f, int index, bool value, const Atom& atom, Then&& then) {
    if (program_.fluent(f).kind == FluentKind::constant) return then();
    const int bit = first_bit_.at(f) + index;
    if (!filter_.is_known(bit)) {
      fail(atom.position,
           fmt::format("{0} is hidden; ask for its chance: prob({0},V)", to_string(atom)));
    }
    conditions_.push_back(value ? bit : ~bit);
    then();
    conditions_.pop_back();
  }

  void deny(const Atom& atom, const std::vector<Literal>& rest, const Environment& env) {
    const int f = fluent_of(atom);
    for (int i = 0; i < program_.fluent(f).ground_count; ++i) {
      look_at(env.size());
      Environment here = env;
      if (!unify_all(f, i, atom.arguments, here)) continue;
      if (program_.fluent(f).kind == FluentKind::constant) {
        const auto& values = program_.values[static_cast<std::size_t>(f)];
        if (values[static_cast<std::size_t>(i)] != 0) return;
      }
      return with_condition(f, i, false, atom, [&] { join(rest, env); });
    }
    join(rest, env);
  }

  void ask_chance(const Atom& atom, const std::vector<Literal>& rest, const Environment& env) {
    const bool fits = atom.arguments.size() == 2 && atom.arguments[1].is_variable();
    if (!fits) fail(atom.position, "expected prob(FLUENT,V)");
    const Term& of = atom.arguments[0];
    const Atom inner{of.name, of.arguments, atom.position};
    const int f = fluent_of(inner);
    if (program_.fluent(f).kind != FluentKind::state) {
      fail(atom.position, inner.predicate + " is a non-fluent, which has no chance");
    }
    for (int i = 0; i < program_.fluent(f).ground_count; ++i) {
      look_at(env.size());
      Environment here = env;
      if (!unify_all(f, i, inner.arguments, here)) continue;
      here[atom.arguments[1].name] =
          Term::function("chance", {Term::integer(first_bit_.at(f) + i)});
      join(rest, here);
    }
  }

  void compare(const logic::Comparison& c, const std::vector<Literal>& rest,
               const Environment& env) {
    const Term right = value_of(c.right, env);
    if (!is_bound(c.left, env)) {
      Environment here = env;
      here[c.left.name] = right;
      return join(rest, here);
    }
    const Term left = value_of(c.left, env);
    if (!left.is_integer() || !right.is_integer()) {
      if (left.kind == Term::Kind::function || right.kind == Term::Kind::function) {
        fail(rule_->position, "chances are compared in the rules that use the feature");
      }
      const bool same = left == right;
      if (same == (c.comparator == logic::Comparator::equal)) join(rest, env);
      return;
    }
    if (logic::satisfies(left.value, c.comparator, right.value)) join(rest, env);
  }

  void conclude(const Environment& env) {
    const Atom& head = *rule_->atom();
    const Term& value = head.arguments.back();
    if (!is_bound(value, env)) fail(head.position, "the value is not given by the body");
    std::optional<int> entity = -1;
    if (head.arguments.size() == 2) {
      if (!is_bound(head.arguments[0], env))
        fail(head.position, "the entity is not given by the body");
      entity = entity_of(value_of(head.arguments[0], env));
      if (!entity) return;
    }
    if (++count_ > kMostCases) fail(rule_->position, "this has too many cases");
    std::map<int, std::vector<Case>>& word = found_[head.predicate];
    if (!word.empty() && (word.begin()->first < 0) != (*entity < 0)) {
      fail(head.position, fmt::format("{0} is said of entities, {0}(ENTITY,VALUE), and of none, "
                                      "{0}(VALUE); use two names",
                                      head.predicate));
    }
    std::vector<Case>& cases = word[*entity];
    const Term said = value_of(value, env);
    if (const std::optional<int> bit = known_bit(said)) {
      cases.push_back({{Source::Kind::constant, 100}, conditions_});
      cases.back().conditions.push_back(*bit);
      cases.push_back({{Source::Kind::constant, 0}, conditions_});
    } else {
      cases.push_back({source_of(said), conditions_});
    }
  }
  // Whose chance it is.
  std::optional<int> known_bit(const Term& value) const {
    if (value.kind != Term::Kind::function || !filter_.is_known(value.arguments[0].value)) {
      return std::nullopt;
    }
    return value.arguments[0].value;
  }
  // None if rules do not speak of the object.
  std::optional<int> entity_of(const Term& term) const {
    for (std::size_t e = 0; e < table_.entities.size(); ++e) {
      if (is_named(table_.entities[e], term)) return static_cast<int>(e);
    }
    return std::nullopt;
  }
  bool is_named(const std::string& entity, const Term& term) const {
    if (term.kind == Term::Kind::symbol) return term.name == entity;
    if (!term.is_integer()) return false;
    for (int t = 0; t < static_cast<int>(program_.types.size()); ++t) {
      for (int o = 0; o < program_.object_count(t); ++o) {
        if (term_of(t, o) == term &&
            rule_name(program_.type(t).objects[static_cast<std::size_t>(o)]) == entity) {
          return true;
        }
      }
    }
    return false;
  }
  Source source_of(const Term& value) const {
    if (value.is_integer()) {
      constexpr int kMost = logic::Column::kGivenMost;
      return {Source::Kind::constant, std::clamp(value.value, -kMost, kMost)};
    }
    if (value.kind != Term::Kind::function) {
      fail(rule_->position, fmt::format("the value {} is no number", to_string(value)));
    }
    return {Source::Kind::chance, filter_.number(value.arguments[0].value)};
  }

  void add_word(const std::string& name, const std::map<int, std::vector<Case>>& values) {
    const bool whole = values.begin()->first < 0;
    std::vector<DerivedWord>& words = whole ? table_.whole_words : table_.words;
    for (auto* all : {&table_.words, &table_.whole_words}) {
      std::erase_if(*all, [&](const DerivedWord& w) { return w.name == name; });
    }
    DerivedWord word{name, whole ? name + ": {}" : name + " of {}: {}",
                     std::vector<Source>(whole ? 1 : table_.entities.size())};
    for (const auto& [entity, cases] : values) {
      const int first = static_cast<int>(table_.cases.size());
      table_.cases.insert(table_.cases.end(), cases.begin(), cases.end());
      word.values[static_cast<std::size_t>(std::max(entity, 0))] = {
          Source::Kind::cases, first, static_cast<int>(table_.cases.size())};
    }
    words.push_back(std::move(word));
  }

  const logic::Theory& theory_;
  const BitFilter& filter_;
  const Program& program_;
  std::vector<std::optional<Order>> orders_;
  WordTable& table_;
  std::map<int, int> first_bit_;
  const logic::Rule* rule_ = nullptr;
  std::vector<int> conditions_;
  std::size_t count_ = 0;
  std::size_t looks_ = 0;
  // By word and entity, -1 for none.
  std::map<std::string, std::map<int, std::vector<Case>>> found_;
};

}  // namespace

void add_features(const logic::Theory& features, const BitFilter& filter, WordTable& table) {
  FeatureMaker(features, filter, table).run();
}

}  // namespace holdfast::rddl
