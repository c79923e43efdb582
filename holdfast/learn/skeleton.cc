#include "holdfast/learn/skeleton.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "holdfast/base/error.h"
#include "holdfast/logic/comparator.h"
#include "holdfast/logic/print.h"

namespace holdfast::learn {
namespace {

using logic::Term;

constexpr std::size_t kMostSkeletons = 1'000'000;

// Safe: variables of the head, of negated literals and of comparisons stand in a positive literal.
bool is_safe(const Skeleton& s) {
  const auto bound = [&](const Argument& a) {
    return a.variable < 0 || std::ranges::any_of(s.body, [&](const SkeletonLiteral& l) {
             return l.binds() && l.mentions(a.variable);
           });
  };
  const auto safe = [&](const SkeletonLiteral& l) {
    return std::ranges::all_of(l.arguments, bound);
  };
  return safe(s.head) &&
         std::ranges::all_of(s.body, [&](const auto& l) { return l.binds() || safe(l); });
}

// The same skeleton with its variables numbered anew: the shared ones first.
Skeleton shared_first(const Skeleton& s) {
  std::vector<int> order = s.shared();
  for (int v = 0; v < static_cast<int>(s.types.size()); ++v) {
    if (std::ranges::find(order, v) == order.end()) order.push_back(v);
  }
  Skeleton result = s;
  const auto renumber = [&](SkeletonLiteral& literal) {
    for (Argument& a : literal.arguments) {
      if (a.variable < 0) continue;
      a.variable = static_cast<int>(std::ranges::find(order, a.variable) - order.begin());
    }
  };
  renumber(result.head);
  std::ranges::for_each(result.body, renumber);
  for (std::size_t i = 0; i < order.size(); ++i) {
    result.types[i] = s.types[static_cast<std::size_t>(order[i])];
  }
  return result;
}

class Enumerator {
 public:
  Enumerator(const Bias& bias, const Mode& head, Timer& timer) : bias_(bias), timer_(timer) {
    place(head, false, 0, {}, [&](SkeletonLiteral literal) {
      skeleton_.head = std::move(literal);
      extend(0);
    });
  }

  std::vector<Skeleton> found;

 private:
  // Adds literals of the modes from `first` on: in the order of the modes, so each set comes once.
  void extend(std::size_t first) {
    timer_.check(10 * (skeleton_.body.size() + 1));
    if (is_safe(skeleton_)) {
      if (found.size() == kMostSkeletons) {
        throw InputError(
            "the mode declarations allow more than a million rules before any threshold: lower "
            "#maxv or the maximum length (--max-length)");
      }
      found.push_back(shared_first(skeleton_));
    }
    if (static_cast<int>(skeleton_.body.size()) + 1 >= bias_.max_length) return;
    for (std::size_t m = first; m < bias_.bodies.size(); ++m) {
      const Mode& mode = bias_.bodies[m];
      if (used_[mode.declaration] >= mode.recall) continue;
      ++used_[mode.declaration];
      if (mode.positive) add(mode, false, m);
      if (mode.negative) add(mode, true, m);
      --used_[mode.declaration];
    }
    const std::size_t bodies = bias_.bodies.size();
    for (std::size_t m = std::max(first, bodies); m < bodies + bias_.pairs.size(); ++m) {
      const PairMode& mode = bias_.pairs[m - bodies];
      if (used_[mode.declaration] >= mode.recall) continue;
      ++used_[mode.declaration];
      compare(mode, m);
      --used_[mode.declaration];
    }
  }

  // Pairs come last: all variables are there. Of two ways to write the same, one is enough.
  void compare(const PairMode& mode, std::size_t index) {
    const bool symmetric =
        mode.left == mode.right && logic::mirrored(mode.comparator) == mode.comparator;
    const int variables = static_cast<int>(skeleton_.types.size());
    for (int a = 0; a < variables; ++a) {
      for (int b = symmetric ? a + 1 : 0; b < variables; ++b) {
        const bool fits = a != b && skeleton_.types[static_cast<std::size_t>(a)] == mode.left &&
                          skeleton_.types[static_cast<std::size_t>(b)] == mode.right;
        if (fits) append({.arguments = {{a, 0}, {b, 0}}, .comparator = mode.comparator}, index);
      }
    }
  }

  void add(const Mode& mode, bool negated, std::size_t index) {
    place(mode, negated, 0, {},
          [&](SkeletonLiteral literal) { append(std::move(literal), index); });
  }

  void append(SkeletonLiteral literal, std::size_t index) {
    if (std::ranges::find(skeleton_.body, literal) != skeleton_.body.end()) return;
    skeleton_.body.push_back(std::move(literal));
    extend(index);
    skeleton_.body.pop_back();
  }

  int count_of(const std::string& type) const {
    return static_cast<int>(std::ranges::count(skeleton_.types, type));
  }

  bool may_add(const std::string& type) const {
    const auto it = bias_.max_of_type.find(type);
    return static_cast<int>(skeleton_.types.size()) < bias_.max_variables &&
           (it == bias_.max_of_type.end() || count_of(type) < it->second);
  }

  // Fills the holes of a mode from `hole` on with constants, known variables and a new one.
  template <class Done>
  void place(const Mode& mode, bool negated, std::size_t hole, std::vector<Argument> arguments,
             const Done& done) {
    if (hole == mode.places.size()) {
      if (mode.anti_reflexive && arguments.size() == 2 && arguments[0] == arguments[1]) return;
      if (mode.symmetric && arguments.size() == 2 &&
          arguments[0].variable > arguments[1].variable) {
        return;
      }
      done(SkeletonLiteral{mode.predicate, negated, std::move(arguments)});
      return;
    }
    const Hole& p = mode.places[hole];
    arguments.push_back({-1, p.constant});
    if (p.type.empty()) return place(mode, negated, hole + 1, arguments, done);
    for (std::size_t v = 0; v < skeleton_.types.size(); ++v) {
      if (skeleton_.types[v] != p.type) continue;
      arguments.back() = {static_cast<int>(v), 0};
      place(mode, negated, hole + 1, arguments, done);
    }
    if (!may_add(p.type)) return;
    arguments.back() = {static_cast<int>(skeleton_.types.size()), 0};
    skeleton_.types.push_back(p.type);
    place(mode, negated, hole + 1, arguments, done);
    skeleton_.types.pop_back();
  }

  const Bias& bias_;
  Timer& timer_;
  Skeleton skeleton_;
  std::map<int, int> used_;
};

// R for the only rock, D1 and D2 for two distances, in the order in which the rule mentions them.
std::vector<std::string> variable_names(const Skeleton& skeleton) {
  std::vector<std::string> names(skeleton.types.size());
  std::map<char, int> count, seen;
  const auto initial = [](const std::string& type) {
    return type.empty() || !std::isalpha(static_cast<unsigned char>(type[0]))
               ? 'X'
               : static_cast<char>(std::toupper(static_cast<unsigned char>(type[0])));
  };
  for (const std::string& type : skeleton.types) ++count[initial(type)];
  const auto name = [&](const SkeletonLiteral& literal) {
    for (const Argument& a : literal.arguments) {
      if (a.variable < 0) continue;
      const auto v = static_cast<std::size_t>(a.variable);
      if (!names[v].empty()) continue;
      const char c = initial(skeleton.types[v]);
      names[v] = std::string(1, c) + (count[c] > 1 ? std::to_string(++seen[c]) : "");
    }
  };
  name(skeleton.head);
  std::ranges::for_each(skeleton.body, name);
  return names;
}

}  // namespace

bool SkeletonLiteral::mentions(int variable) const {
  return std::ranges::any_of(arguments, [&](const Argument& a) { return a.variable == variable; });
}

std::vector<int> Skeleton::shared() const {
  std::vector<int> result;
  for (int v = 0; v < static_cast<int>(types.size()); ++v) {
    const auto in_body =
        std::ranges::count_if(body, [&](const SkeletonLiteral& l) { return l.mentions(v); });
    if (head.mentions(v) || in_body > 1) result.push_back(v);
  }
  return result;
}

bool Skeleton::can_drop(std::size_t literal) const {
  return std::ranges::all_of(body[literal].arguments, [&](const Argument& a) {
    if (a.variable < 0) return true;
    bool alone = true;
    for (std::size_t i = 0; i < body.size(); ++i) {
      if (i == literal || !body[i].mentions(a.variable)) continue;
      if (body[i].binds()) return true;
      alone = false;
    }
    return alone && !head.mentions(a.variable);
  });
}

std::vector<Skeleton> skeletons_of(const Bias& bias, const Mode& head, Timer& timer) {
  return Enumerator(bias, head, timer).found;
}

GivenSkeleton skeleton_of(AtomTable& vocabulary, const logic::Rule& rule) {
  GivenSkeleton given;
  std::map<std::string, int> variables;
  const auto refuse = [&](const std::string& what) {
    throw InputError("beyond the learner's rules: " + what + " in " + logic::to_string(rule));
  };
  const auto argument = [&](const Term& t) -> Argument {
    if (!t.is_variable()) return {-1, vocabulary.value(t)};
    const std::string name = t.is_anonymous() ? "_" + std::to_string(variables.size()) : t.name;
    const auto [it, fresh] = variables.try_emplace(name, static_cast<int>(variables.size()));
    if (fresh) given.skeleton.types.push_back(name);
    return {it->second, 0};
  };
  const auto literal = [&](const logic::Atom& atom, bool negated) {
    std::vector<Term> leaves;
    SkeletonLiteral l{
        .predicate = vocabulary.predicate(
            atom, [](const Term& t) { return t.kind != Term::Kind::function; }, leaves),
        .negated = negated};
    for (const Term& t : leaves) l.arguments.push_back(argument(t));
    return l;
  };
  if (!rule.atom()) refuse("a head that is not an atom");
  given.skeleton.head = literal(*rule.atom(), false);
  for (const logic::Literal& l : rule.body) {
    if (const logic::Atom* atom = l.atom())
      given.skeleton.body.push_back(literal(*atom, l.negated));
    if (l.aggregate()) refuse("an aggregate");
  }
  for (const logic::Literal& l : rule.body) {
    const logic::Comparison* c = l.comparison();
    if (!c) continue;
    if (l.negated) refuse("a negated comparison");
    if (c->left.is_variable() && c->right.is_variable()) {
      given.skeleton.body.push_back(
          {.arguments = {argument(c->left), argument(c->right)}, .comparator = c->comparator});
      continue;
    }
    const bool left = c->left.is_variable();
    const Term& variable = left ? c->left : c->right;
    const Term& constant = left ? c->right : c->left;
    if (!variable.is_variable()) refuse("a comparison of two constants");
    given.bounds.push_back({.variable = argument(variable).variable,
                            .comparator = left ? c->comparator : logic::mirrored(c->comparator),
                            .constant = vocabulary.value(constant)});
  }
  const auto occurs = [&](int v) {
    return std::ranges::any_of(
        given.skeleton.body, [&](const SkeletonLiteral& l) { return l.binds() && l.mentions(v); });
  };
  for (int v = 0; v < static_cast<int>(variables.size()); ++v) {
    if (!occurs(v)) refuse("a variable that no positive literal binds");
  }
  return given;
}

logic::Rule to_rule(const AtomTable& vocabulary, const Skeleton& skeleton,
                    const std::vector<Bound>& bounds) {
  const std::vector<std::string> names = variable_names(skeleton);
  const auto name = [&](int variable) {
    return Term::variable(names[static_cast<std::size_t>(variable)]);
  };
  const auto atom = [&](const SkeletonLiteral& l) {
    std::vector<Term> leaves;
    for (const Argument& a : l.arguments) {
      leaves.push_back(a.variable < 0 ? vocabulary.term(a.constant) : name(a.variable));
    }
    return vocabulary.atom(l.predicate, leaves);
  };
  logic::Rule rule;
  rule.head = atom(skeleton.head);
  std::set<std::size_t> written;
  for (const SkeletonLiteral& l : skeleton.body) {
    if (l.comparator) {
      rule.body.push_back({false, logic::Comparison{name(l.arguments[0].variable), *l.comparator,
                                                    name(l.arguments[1].variable)}});
      continue;
    }
    rule.body.push_back({l.negated, atom(l)});
    for (std::size_t b = 0; b < bounds.size(); ++b) {
      if (l.negated || !l.mentions(bounds[b].variable) || !written.insert(b).second) continue;
      rule.body.push_back({false, logic::Comparison{name(bounds[b].variable), bounds[b].comparator,
                                                    vocabulary.term(bounds[b].constant)}});
    }
  }
  return rule;
}

}  // namespace holdfast::learn
