// The words in which a domain speaks to rules: its features (paper: the set F), the entities they
// are about (rocks, directions), and its actions (the set A).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "holdfast/logic/syntax.h"

namespace holdfast::logic {

// A feature of the belief, about one entity E.
struct Feature {
  enum class Kind {
    flag,    // wall(E): holds or not
    value,   // dist(E,V): one integer
    series,  // food(E,I,V): an integer for each I in first..last
  };
  std::string name;
  Kind kind = Kind::value;
  int first = 0;
  int last = 0;
  // For people: "rock {} is good with {} %"; may be empty.
  std::string says = {};

  int arity() const { return kind == Kind::flag ? 1 : kind == Kind::value ? 2 : 3; }
  int column_count() const { return kind == Kind::series ? last - first + 1 : 1; }
};

// `north`, or `check(E)` with one action for each entity.
struct ActionWord {
  std::string name;
  bool of_entity = false;
};

class Vocabulary {
 public:
  static constexpr int kMaxEntities = 32;

  Vocabulary(std::vector<Term> entities, std::vector<Feature> features,
             std::vector<ActionWord> actions);

  const std::vector<Term>& entities() const { return entities_; }
  int entity_count() const { return static_cast<int>(entities_.size()); }
  const std::vector<Feature>& features() const { return features_; }
  const std::vector<ActionWord>& actions() const { return actions_; }

  // Each feature has its columns in a row (see Facts).
  int first_column(int feature) const { return columns_[static_cast<std::size_t>(feature)]; }
  int column_count() const { return columns_.back(); }

  // Ground actions: north, ..., check(0), check(1), ..., numbered in the order of actions().
  const std::vector<Atom>& ground_actions() const { return ground_actions_; }
  // The number of the action's first ground action; that of entity e is first + e.
  int first_ground_action(int action) const { return firsts_[static_cast<std::size_t>(action)]; }
  // The number of a ground action's word in actions(), and the word.
  int action_of(int ground_action) const { return words_[static_cast<std::size_t>(ground_action)]; }
  const ActionWord& word_of(int ground_action) const;

  // Indices by name, or -1.
  int feature(std::string_view name) const;
  int action(std::string_view name) const;
  int entity(const Term& term) const;
  // The number of a ground action such as check(2), if the domain has it.
  std::optional<int> ground_action(const Atom& atom) const;

  std::vector<std::string> feature_names() const;
  std::vector<std::string> action_names() const;

 private:
  std::vector<Term> entities_;
  std::vector<Feature> features_;
  std::vector<ActionWord> actions_;
  std::vector<int> columns_;  // one more than features: the last is the total
  std::vector<int> firsts_;
  std::vector<Atom> ground_actions_;
  std::vector<int> words_;  // by ground action
};

// The entities 0, 1, ..., n - 1.
std::vector<Term> numbered_entities(int n);

}  // namespace holdfast::logic
