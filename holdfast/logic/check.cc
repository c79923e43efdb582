#include "holdfast/logic/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "holdfast/base/error.h"
#include "holdfast/base/spec.h"
#include "holdfast/logic/memory_words.h"
#include "holdfast/logic/print.h"
#include "holdfast/logic/recursion.h"
#include "holdfast/logic/safety.h"

namespace holdfast::logic {
namespace {

// Ranges above this would fill the memory with atoms.
constexpr std::int64_t kMaxRange = 100'000;

std::string hint(const std::string& word, const std::vector<std::string>& candidates) {
  const std::string near = nearest(word, candidates);
  if (!near.empty()) return fmt::format("; did you mean {}?", near);
  std::string all;
  for (const std::string& candidate : candidates) all += (all.empty() ? "" : ", ") + candidate;
  return "; there are " + all;
}

class Check {
 public:
  Check(const Theory& theory, const Vocabulary& vocabulary)
      : theory_(theory), vocabulary_(vocabulary) {}

  void run() {
    collect_words();
    const bool timed = is_timed(theory_, vocabulary_);
    for (const Rule& rule : theory_.rules) {
      check_head(rule);
      check_body(rule.body);
      if (const Choice* choice = std::get_if<Choice>(&rule.head)) {
        for (const ChoiceElement& element : choice->elements) check_body(element.condition);
      }
      if (timed && !rule.atom()) {
        fail(rule.position,
             "a theory with init or contd has normal rules only; expected no choice rule or "
             "constraint");
      }
      check_ranges(rule);
      check_safety(rule, theory_.file);
    }
    check_coverage();
    check_recursion(theory_);
  }

 private:
  [[noreturn]] void fail(Position at, const std::string& what) const {
    throw InputError(Place{theory_.file, at.line, at.column}, what);
  }

  // The auxiliary words that heads define, with their arity, and those that bodies use.
  void collect_words() {
    for (const Rule& rule : theory_.rules) {
      if (const auto suggestion = suggestion_of(rule, vocabulary_)) {
        if (suggestion->role == Role::auxiliary) define(*rule.atom());
      }
      use(rule.body);
      if (const Choice* choice = std::get_if<Choice>(&rule.head)) {
        for (const ChoiceElement& element : choice->elements) {
          define(element.atom);
          use(element.condition);
        }
      }
    }
  }

  void define(const Atom& atom) {
    if (vocabulary_.feature(atom.predicate) >= 0 || is_memory_word(atom.predicate)) {
      fail(atom.position, atom.predicate + " is a feature of the belief; expected no rule for it");
    }
    const auto [at, added] = defined_.emplace(atom.predicate, atom.arguments.size());
    if (!added && at->second != atom.arguments.size()) fail_arity(atom, at->second);
  }

  void use(const std::vector<Literal>& body) {
    for_each_atom(body, [&](const Atom& atom) { used_.insert(atom.predicate); });
  }

  [[noreturn]] void fail_arity(const Atom& atom, std::size_t expected) const {
    fail(atom.position, fmt::format("{} takes {} argument{}, found {}", atom.predicate, expected,
                                    expected == 1 ? "" : "s", atom.arguments.size()));
  }

  void check_head(const Rule& rule) const {
    const auto suggestion = suggestion_of(rule, vocabulary_);
    if (!suggestion) return;
    if (suggestion->role == Role::auxiliary) {
      const Atom& atom = *rule.atom();
      if (used_.contains(atom.predicate)) return;
      fail(atom.position,
           fmt::format("{} is neither an action of the domain nor used by a rule{}", atom.predicate,
                       hint(atom.predicate, vocabulary_.action_names())));
    }
    const bool timed = suggestion->role != Role::now;
    if (timed && rule.atom()->arguments.size() != 1) fail_time(*rule.atom());
    check_action(suggestion->action);
  }

  // init(east,T), as in the paper: rules are about one moment, and time is added when they run.
  [[noreturn]] void fail_time(const Atom& head) const {
    fail(head.position, fmt::format("expected {}(ACTION) without a time, found {} arguments",
                                    head.predicate, head.arguments.size()));
  }

  void check_action(const Atom& action) const {
    const int a = vocabulary_.action(action.predicate);
    if (a < 0) {
      fail(action.position, fmt::format("{} is not an action of the domain{}", to_string(action),
                                        hint(action.predicate, vocabulary_.action_names())));
    }
    const bool of_entity = vocabulary_.actions()[static_cast<std::size_t>(a)].of_entity;
    if (action.arguments.size() != (of_entity ? 1u : 0u)) fail_arity(action, of_entity ? 1 : 0);
    if (of_entity && vocabulary_.entity_count() > 0 && !action.arguments[0].is_variable() &&
        !vocabulary_.ground_action(action)) {
      fail(action.arguments[0].position,
           fmt::format("the domain has no action {}; expected a variable or one of its {} entities",
                       to_string(action), vocabulary_.entity_count()));
    }
  }

  void check_body(const std::vector<Literal>& body) const {
    for_each_atom(body, [&](const Atom& atom) { check_condition(atom); });
  }

  std::vector<std::string> known_features() const {
    std::vector<std::string> names = vocabulary_.feature_names();
    for (const Feature& word : memory_words(vocabulary_.actions())) {
      if (std::ranges::find(names, word.name) == names.end()) names.push_back(word.name);
    }
    return names;
  }

  void check_condition(const Atom& atom) const {
    std::size_t arity = 0;
    if (is_memory_word(atom.predicate)) {
      check_memory(atom);
      return;
    }
    if (const int f = vocabulary_.feature(atom.predicate); f >= 0) {
      arity = static_cast<std::size_t>(vocabulary_.features()[static_cast<std::size_t>(f)].arity());
    } else if (const auto found = defined_.find(atom.predicate); found != defined_.end()) {
      arity = found->second;
    } else if (vocabulary_.action(atom.predicate) >= 0 || atom.predicate == "init" ||
               atom.predicate == "contd") {
      fail(atom.position, atom.predicate + " is about actions; expected a feature as a condition");
    } else {
      fail(atom.position, fmt::format("{} is not a feature of the domain{}", atom.predicate,
                                      hint(atom.predicate, known_features())));
    }
    if (atom.arguments.size() != arity) fail_arity(atom, arity);
  }

  // last(check(R)): an action as rules name it, with or without its entity.
  void check_memory(const Atom& atom) const {
    if (vocabulary_.read(atom)) return;
    const Vocabulary all({}, memory_words(vocabulary_.actions()), vocabulary_.actions());
    if (all.read(atom)) {
      fail(atom.position,
           fmt::format("these facts do not tell what was done, so {} is not known (traces tell it "
                       "if they are made with --past)",
                       to_string(atom)));
    }
    std::string shapes;
    for (const Feature& word : all.features()) {
      if (word.name == atom.predicate) shapes += (shapes.empty() ? "" : ", ") + shape_of(word);
    }
    fail(atom.position, fmt::format("{} is not about an action of the domain; expected one of {}",
                                    to_string(atom), shapes));
  }

  void check_ranges(const Rule& rule) const {
    if (const Atom* atom = rule.atom()) check_ranges(atom->arguments);
    check_ranges(rule.body);
  }

  void check_ranges(const std::vector<Literal>& body) const {
    for (const Literal& literal : body) {
      if (const Atom* atom = literal.atom()) check_ranges(atom->arguments);
      if (const Comparison* c = literal.comparison()) check_ranges({c->left, c->right});
      if (const Aggregate* aggregate = literal.aggregate()) check_ranges(*aggregate);
    }
  }

  void check_ranges(const Aggregate& aggregate) const {
    for (const auto& guard : {aggregate.left, aggregate.right}) {
      if (guard) check_ranges({guard->term});
    }
    for (const AggregateElement& element : aggregate.elements) {
      check_ranges(element.tuple);
      check_ranges(element.condition);
    }
  }

  void check_ranges(const std::vector<Term>& terms) const {
    for (const Term& term : terms) {
      check_ranges(term.arguments);
      if (term.kind != Term::Kind::operation || term.name != "..") continue;
      const Term& low = term.arguments[0];
      const Term& high = term.arguments[1];
      if (!low.is_integer() || !high.is_integer()) {
        fail(term.position, "expected numbers at both ends of a range");
      }
      if (std::int64_t{high.value} - low.value >= kMaxRange) {
        fail(term.position, to_string(term) + " is too large; a range has at most 100000 numbers");
      }
    }
  }

  void check_coverage() const {
    for (const auto& [action, ratio] : theory_.coverage) {
      if (vocabulary_.action(action) < 0) {
        throw InputError(Place{theory_.file, 0, 0},
                         fmt::format("coverage is given for {}, which is not an action of the "
                                     "domain{}",
                                     action, hint(action, vocabulary_.action_names())));
      }
    }
  }

  const Theory& theory_;
  const Vocabulary& vocabulary_;
  std::map<std::string, std::size_t> defined_;
  std::set<std::string> used_;
};

}  // namespace

std::optional<Suggestion> suggestion_of(const Rule& rule, const Vocabulary& vocabulary) {
  const Atom* head = rule.atom();
  if (!head) return std::nullopt;
  const bool init = head->predicate == "init";
  if (init || head->predicate == "contd") {
    Suggestion result{init ? Role::init : Role::contd, *head};
    if (head->arguments.size() == 1) {
      const Term& action = head->arguments[0];
      const bool named = action.kind == Term::Kind::symbol || action.kind == Term::Kind::function;
      result.action = {named ? action.name : to_string(action), action.arguments, action.position};
    }
    return result;
  }
  if (vocabulary.action(head->predicate) >= 0) return Suggestion{Role::now, *head};
  return Suggestion{Role::auxiliary, {}};
}

bool is_timed(const Theory& theory, const Vocabulary& vocabulary) {
  return std::any_of(theory.rules.begin(), theory.rules.end(), [&](const Rule& rule) {
    const auto suggestion = suggestion_of(rule, vocabulary);
    return suggestion && (suggestion->role == Role::init || suggestion->role == Role::contd);
  });
}

void check(const Theory& theory, const Vocabulary& vocabulary) { Check(theory, vocabulary).run(); }

}  // namespace holdfast::logic
