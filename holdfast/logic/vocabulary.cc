#include "holdfast/logic/vocabulary.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "holdfast/base/error.h"

namespace holdfast::logic {
namespace {

template <class Words>
void check_distinct(const Words& words) {
  std::set<std::string> names;
  for (const auto& word : words) {
    if (names.insert(word.name).second) continue;
    throw InputError(fmt::format("the word '{}' is declared twice; rename one", word.name));
  }
}

}  // namespace

Vocabulary::Vocabulary(std::vector<Term> entities, std::vector<Feature> features,
                       std::vector<ActionWord> actions)
    : entities_(std::move(entities)), features_(std::move(features)), actions_(std::move(actions)) {
  if (entity_count() > kMaxEntities)
    throw InputError(fmt::format("rules can speak of at most {} entities, found {}", kMaxEntities,
                                 entity_count()));
  check_distinct(features_);
  check_distinct(actions_);
  columns_.push_back(0);
  for (const Feature& feature : features_) {
    columns_.push_back(columns_.back() + feature.column_count());
  }
  for (std::size_t a = 0; a < actions_.size(); ++a) {
    firsts_.push_back(static_cast<int>(ground_actions_.size()));
    if (actions_[a].of_entity) {
      for (const Term& entity : entities_)
        ground_actions_.push_back({actions_[a].name, {entity}, {}});
    } else {
      ground_actions_.push_back({actions_[a].name, {}, {}});
    }
    words_.resize(ground_actions_.size(), static_cast<int>(a));
  }
}

const ActionWord& Vocabulary::word_of(int ground_action) const {
  return actions_[static_cast<std::size_t>(action_of(ground_action))];
}

int Vocabulary::feature(std::string_view name) const {
  for (std::size_t i = 0; i < features_.size(); ++i) {
    if (features_[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

int Vocabulary::action(std::string_view name) const {
  for (std::size_t i = 0; i < actions_.size(); ++i) {
    if (actions_[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

int Vocabulary::entity(const Term& term) const {
  const auto found = std::find(entities_.begin(), entities_.end(), term);
  return found == entities_.end() ? -1 : static_cast<int>(found - entities_.begin());
}

std::optional<int> Vocabulary::ground_action(const Atom& atom) const {
  const int a = action(atom.predicate);
  if (a < 0) return std::nullopt;
  const bool of_entity = actions_[static_cast<std::size_t>(a)].of_entity;
  if (atom.arguments.size() != (of_entity ? 1u : 0u)) return std::nullopt;
  if (!of_entity) return first_ground_action(a);
  const int e = entity(atom.arguments[0]);
  if (e < 0) return std::nullopt;
  return first_ground_action(a) + e;
}

std::vector<std::string> Vocabulary::feature_names() const {
  std::vector<std::string> names;
  for (const Feature& feature : features_) names.push_back(feature.name);
  return names;
}

std::vector<std::string> Vocabulary::action_names() const {
  std::vector<std::string> names;
  for (const ActionWord& action : actions_) names.push_back(action.name);
  return names;
}

std::vector<Term> numbered_entities(int n) {
  std::vector<Term> entities;
  for (int i = 0; i < n; ++i) entities.push_back(Term::integer(i));
  return entities;
}

}  // namespace holdfast::logic
