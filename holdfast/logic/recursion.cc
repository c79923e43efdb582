#include "holdfast/logic/recursion.h"

#include <algorithm>
#include <map>
#include <vector>

#include "holdfast/base/error.h"

namespace holdfast::logic {
namespace {

// Predicates, with an edge from each to those that it is derived from, directly.
class Graph {
 public:
  explicit Graph(const Theory& theory) {
    for (const Rule& rule : theory.rules) {
      if (const Atom* head = rule.atom()) add(*head, rule.body);
      if (const Choice* choice = std::get_if<Choice>(&rule.head)) {
        for (const ChoiceElement& element : choice->elements) {
          add(element.atom, rule.body);
          add(element.atom, element.condition);
        }
      }
    }
  }

  int size() const { return static_cast<int>(edges_.size()); }
  const std::vector<int>& conditions_of(int node) const {
    return edges_[static_cast<std::size_t>(node)];
  }
  int node(const std::string& predicate) const { return nodes_.at(predicate); }

 private:
  int node_for(const std::string& predicate) {
    const auto [at, fresh] = nodes_.try_emplace(predicate, size());
    if (fresh) edges_.emplace_back();
    return at->second;
  }

  void add(const Atom& head, const std::vector<Literal>& body) {
    const int from = node_for(head.predicate);
    for_each_atom(body, [&](const Atom& atom) {
      const int to = node_for(atom.predicate);
      edges_[static_cast<std::size_t>(from)].push_back(to);
    });
  }

  std::map<std::string, int> nodes_;
  std::vector<std::vector<int>> edges_;
};

// The strongly connected components (Tarjan 1972), without recursion: theories may be long chains.
class Components {
 public:
  explicit Components(const Graph& graph)
      : graph_(graph), nodes_(static_cast<std::size_t>(graph.size())) {
    for (int n = 0; n < graph.size(); ++n) {
      if (at(n).order < 0) visit_from(n);
    }
  }

  bool together(int a, int b) const {
    return nodes_[static_cast<std::size_t>(a)].component ==
           nodes_[static_cast<std::size_t>(b)].component;
  }

 private:
  struct Node {
    int order = -1;
    int low = 0;
    int component = -1;
    std::size_t next = 0;  // the edge to follow
  };

  Node& at(int node) { return nodes_[static_cast<std::size_t>(node)]; }

  void enter(int node) {
    at(node).order = at(node).low = entered_++;
    path_.push_back(node);
    open_.push_back(node);
  }

  void visit_from(int root) {
    for (enter(root); !path_.empty();) {
      const int node = path_.back();
      const std::vector<int>& edges = graph_.conditions_of(node);
      if (at(node).next == edges.size()) {
        leave(node);
        continue;
      }
      const int to = edges[at(node).next++];
      if (at(to).order < 0) {
        enter(to);
      } else if (at(to).component < 0) {
        at(node).low = std::min(at(node).low, at(to).order);
      }
    }
  }

  // Closes a component if this node is its first, and tells the one it was reached from.
  void leave(int node) {
    path_.pop_back();
    if (!path_.empty()) at(path_.back()).low = std::min(at(path_.back()).low, at(node).low);
    if (at(node).low != at(node).order) return;
    int member = -1;
    do {
      member = open_.back();
      open_.pop_back();
      at(member).component = node;
    } while (member != node);
  }

  const Graph& graph_;
  std::vector<Node> nodes_;
  std::vector<int> path_;
  std::vector<int> open_;
  int entered_ = 0;
};

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
  explicit RecursionCheck(const Theory& theory)
      : theory_(theory), graph_(theory), components_(graph_) {}

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
    for_each_atom({condition}, [&](const Atom& atom) {
      // The head is derived from the atom, so if the atom is also derived from the head they are
      // together.
      if (!components_.together(graph_.node(atom.predicate), graph_.node(head.predicate))) return;
      const Place place{theory_.file, atom.position.line, atom.position.column};
      if (condition.negated || condition.aggregate()) {
        throw InputError(place, head.predicate + " depends on its own " +
                                    (condition.aggregate() ? "aggregate" : "negation") +
                                    "; expected a theory with one answer");
      }
      if (growing) {
        throw InputError(place, "endless recursion: " + head.predicate +
                                    " depends on itself; expected no choice, arithmetic or nested "
                                    "terms in such a rule");
      }
    });
  }

  const Theory& theory_;
  Graph graph_;
  Components components_;
};

}  // namespace

void check_recursion(const Theory& theory) { RecursionCheck(theory).run(); }

}  // namespace holdfast::logic
