// A learning task: examples with their contexts, and the bias that spans the space of rules
// (paper, section 2.3: T = <B, S_M, E>; B is closed over each context before it comes here).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "holdfast/learn/atom_table.h"
#include "holdfast/learn/columns.h"
#include "holdfast/learn/contexts.h"

namespace holdfast::learn {

// Atoms that stay as they are, so that examples share them: many say the same of other contexts.
class AtomList {
 public:
  AtomList() = default;
  explicit AtomList(std::vector<FlatAtom> atoms) {
    if (!atoms.empty()) atoms_ = std::make_shared<const std::vector<FlatAtom>>(std::move(atoms));
  }

  std::span<const FlatAtom> all() const {
    return atoms_ ? std::span<const FlatAtom>(*atoms_) : std::span<const FlatAtom>();
  }
  auto begin() const { return all().begin(); }
  auto end() const { return all().end(); }
  std::size_t size() const { return all().size(); }
  bool empty() const { return all().empty(); }
  const FlatAtom& operator[](std::size_t i) const { return all()[i]; }

 private:
  std::shared_ptr<const std::vector<FlatAtom>> atoms_;
};

// Lists of one atom, each made once.
class SingleAtoms {
 public:
  const AtomList& list_of(const FlatAtom& atom) {
    const auto it = lists_.find(atom);
    return it != lists_.end() ? it->second : lists_.emplace(atom, AtomList({atom})).first->second;
  }

 private:
  std::map<FlatAtom, AtomList> lists_;
};

// A context-dependent partial interpretation (CDPI) with its penalty; none means hard.
struct Example {
  std::string id;
  bool positive = true;
  int context = 0;
  std::optional<Cost> penalty = {};
  AtomList inclusions = {};
  AtomList exclusions = {};
};

// What stands in a hole of a mode's predicate: a variable of a type, or a constant.
struct Hole {
  std::string type;  // empty for a constant
  Value constant = 0;
};

struct Mode {
  int predicate = 0;
  std::vector<Hole> places = {};
  // Modes that come from one declaration share its recall.
  int declaration = 0;
  int recall = 1;
  bool positive = true;
  bool negative = false;
  bool anti_reflexive = false;
  bool symmetric = false;
};

// `var(type) comparator constant`, for each of the constants.
struct ComparisonMode {
  std::string type;
  logic::Comparator comparator = logic::Comparator::greater;
  std::vector<Value> constants = {};
  int declaration = 0;
  int recall = 1;
};

// `var(left) comparator var(right)`, of two different variables.
struct PairMode {
  std::string left;
  logic::Comparator comparator = logic::Comparator::not_equal;
  std::string right;
  int declaration = 0;
  int recall = 1;
};

struct Bias {
  std::vector<Mode> heads = {};
  std::vector<Mode> bodies = {};
  std::vector<ComparisonMode> comparisons = {};
  std::vector<PairMode> pairs = {};
  int max_variables = 3;
  // The head counts 1, and so does each literal and comparison of the body.
  int max_length = 8;
  // What the head costs, and each literal and comparison of the body: a rule costs its length
  // unless the task says otherwise. Rules that are given cost what is given with them.
  int head_cost = 1;
  int literal_cost = 1;
  // How many thresholds one variable may have: 2 allows intervals; 0: as many as recall and length
  // allow.
  int max_thresholds = 0;
  // How many variables of a type one rule may have, where it is not max_variables.
  std::map<std::string, int> max_of_type = {};
  // Bytes that the coverages of the literals of one head, with their thresholds, may take.
  std::size_t memory = std::size_t{2} << 30;

  bool costs_length() const { return head_cost == 1 && literal_cost == 1; }
  int cost(int length) const { return head_cost + literal_cost * (length - 1); }
};

// A candidate given as such, with its own length (`5 ~ rule.`).
struct GivenRule {
  logic::Rule rule;
  int length = 0;
};

struct Task {
  AtomTable vocabulary = {};
  Contexts contexts = {};
  std::vector<Example> examples = {};
  Bias bias = {};
  std::vector<GivenRule> given = {};
  // #max_penalty: hypotheses that cost more are no solutions.
  std::optional<Cost> max_cost = {};
};

}  // namespace holdfast::learn
