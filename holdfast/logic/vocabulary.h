// The words in which a domain speaks to rules: its features (paper: the set F), the entities they
// are about (rocks, directions), and its actions (the set A).
#pragma once

#include <compare>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "holdfast/logic/entity_set.h"
#include "holdfast/logic/syntax.h"

namespace holdfast::logic {

// A feature of the belief: about one entity E, or about none; then it is said of the whole belief,
// as left(V) and dark are.
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
  bool of_entity = true;
  // A word of the agent's past (memory_words.h) is about an action, which stands first, around the
  // entity: done(check(E),V), last(east).
  std::string action = {};

  int arity() const { return (has_subject() ? 1 : 0) + value_count(); }
  int column_count() const { return kind == Kind::series ? last - first + 1 : 1; }
  // Arguments after the entity or the action.
  int value_count() const { return kind == Kind::flag ? 0 : kind == Kind::value ? 1 : 2; }
  bool has_subject() const { return of_entity || !action.empty(); }
};

// "dist(E,V)", "dark", "done(check(E),V)".
std::string shape_of(const Feature& feature);

// `north`, or `check(E)` with one action for each entity.
struct ActionWord {
  std::string name;
  bool of_entity = false;
  // Of an entity, but one action for all: sample(E) is to sample, where E is.
  bool shared = false;
};

// An action as rules speak of it: check(2), or north. What number the model has for it only the
// domain knows (SymbolicBelief::action_of).
struct GroundAction {
  int word = 0;    // in Vocabulary::actions()
  int entity = 0;  // 0 for an action of none
  friend auto operator<=>(const GroundAction&, const GroundAction&) = default;
};

// An atom of a feature, taken apart; what it does not have is null.
struct FeatureAtom {
  int feature = 0;
  const Term* entity = nullptr;
  const Term* index = nullptr;
  const Term* value = nullptr;
};

// A value whose copies share the words: who keeps a vocabulary keeps them.
class Vocabulary {
 public:
  static constexpr int kMaxEntities = EntitySet::kCapacity;

  // Throws InputError if there are too many entities, or if a feature that is not of the past has
  // the name of one that is.
  Vocabulary(std::vector<Term> entities, std::vector<Feature> features,
             std::vector<ActionWord> actions);

  const std::vector<Term>& entities() const { return words_->entities; }
  int entity_count() const { return static_cast<int>(entities().size()); }
  const std::vector<Feature>& features() const { return words_->features; }
  const std::vector<ActionWord>& actions() const { return words_->actions; }

  // Each feature has its columns in a row (see Facts).
  int first_column(int feature) const { return words_->columns[static_cast<std::size_t>(feature)]; }
  int column_count() const { return words_->columns.back(); }

  // Ground actions: north, ..., check(0), check(1), ..., in the order of actions().
  const std::vector<GroundAction>& ground_actions() const { return words_->ground_actions; }
  // Those of one word.
  std::vector<GroundAction> ground_actions(int word) const;
  const ActionWord& word_of(const GroundAction& action) const {
    return actions()[static_cast<std::size_t>(action.word)];
  }
  Atom atom(const GroundAction& action) const;

  // Indices by name, or -1. Words of the past of one name differ by their action: the first.
  int feature(std::string_view name) const;
  int action(std::string_view name) const;
  int entity(const Term& term) const;
  // The feature of an atom such as dist(R,V) or last(check(R)), if there is one of its name, action
  // and number of arguments; refers to the atom.
  std::optional<FeatureAtom> read(const Atom& atom) const;
  // A ground action such as check(2), if the domain has it.
  std::optional<GroundAction> ground_action(const Atom& atom) const;

  std::vector<std::string> feature_names() const;
  std::vector<std::string> action_names() const;

 private:
  struct Words {
    Words(std::vector<Term> entities, std::vector<Feature> features,
          std::vector<ActionWord> actions);
    void number_columns();
    void ground();

    std::vector<Term> entities;
    std::vector<Feature> features;
    std::vector<ActionWord> actions;
    std::vector<int> columns;  // one more than features: the last is the total
    std::vector<GroundAction> ground_actions;
  };

  std::shared_ptr<const Words> words_;
};

// The entities 0, 1, ..., n - 1.
std::vector<Term> numbered_entities(int n);

}  // namespace holdfast::logic
