#include "holdfast/logic/recursion.h"

#include <algorithm>
#include <map>
#include <set>

#include "holdfast/base/error.h"

namespace holdfast::logic {
namespace {

// What each predicate is derived from, directly.
using Graph = std::map<std::string, std::set<std::string>>;

void add_conditions(const std::vector<Literal>& body, std::set<std::string>& to) {
  for (const Literal& literal : body) {
    if (const Atom* atom = literal.atom()) to.insert(atom->predicate);
  }
}

Graph dependencies(const Theory& theory) {
  Graph graph;
  for (const Rule& rule : theory.rules) {
    if (const Atom* head = rule.atom()) add_conditions(rule.body, graph[head->predicate]);
    if (const Choice* choice = std::get_if<Choice>(&rule.head)) {
      for (const ChoiceElement& element : choice->elements) {
        add_conditions(rule.body, graph[element.atom.predicate]);
        add_conditions(element.condition, graph[element.atom.predicate]);
      }
    }
  }
  return graph;
}

bool reaches(const Graph& graph, const std::string& from, const std::string& to) {
  std::set<std::string> seen;
  std::vector<std::string> open{from};
  while (!open.empty()) {
    const std::string at = std::move(open.back());
    open.pop_back();
    if (at == to) return true;
    if (!seen.insert(at).second) continue;
    if (const auto found = graph.find(at); found != graph.end()) {
      open.insert(open.end(), found->second.begin(), found->second.end());
    }
  }
  return false;
}

bool has_variable(const Term& term) {
  return term.is_variable() ||
         std::any_of(term.arguments.begin(), term.arguments.end(), has_variable);
}

// Whether the term can be larger than what its variables stand for.
bool grows(const Term& term) {
  const bool nested = term.kind == Term::Kind::operation || term.kind == Term::Kind::function;
  return (nested && has_variable(term)) ||
         std::any_of(term.arguments.begin(), term.arguments.end(), grows);
}

bool grows(const Rule& rule) {
  const std::vector<Term>& head = rule.atom()->arguments;
  return std::any_of(head.begin(), head.end(), [](const Term& t) { return grows(t); }) ||
         std::any_of(rule.body.begin(), rule.body.end(), [](const Literal& literal) {
           const Comparison* c = literal.comparison();
           return c && (grows(c->left) || grows(c->right));
         });
}

class RecursionCheck {
 public:
  explicit RecursionCheck(const Theory& theory) : theory_(theory), graph_(dependencies(theory)) {}

  void run() const {
    for (const Rule& rule : theory_.rules) {
      if (const Atom* head = rule.atom()) {
        for (const Literal& literal : rule.body) check(*head, literal, grows(rule));
      }
      if (const Choice* choice = std::get_if<Choice>(&rule.head)) {
        for (const ChoiceElement& element : choice->elements) {
          for (const Literal& literal : rule.body) check(element.atom, literal, true);
          for (const Literal& literal : element.condition) check(element.atom, literal, true);
        }
      }
    }
  }

 private:
  void check(const Atom& head, const Literal& condition, bool growing) const {
    const Atom* atom = condition.atom();
    if (!atom || !reaches(graph_, atom->predicate, head.predicate)) return;
    const Place place{theory_.file, atom->position.line, atom->position.column};
    if (condition.negated) {
      throw InputError(
          place,
          head.predicate + " depends on its own negation; expected a theory with one answer");
    }
    if (growing) {
      throw InputError(place, "endless recursion: " + head.predicate +
                                  " depends on itself; expected no choice, arithmetic or nested "
                                  "terms in such a rule");
    }
  }

  const Theory& theory_;
  Graph graph_;
};

}  // namespace

void check_recursion(const Theory& theory) { RecursionCheck(theory).run(); }

}  // namespace holdfast::logic
