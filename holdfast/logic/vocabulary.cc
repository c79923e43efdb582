#include "holdfast/logic/vocabulary.h"

#include <fmt/format.h>

#include <algorithm>

#include "holdfast/base/error.h"
#include "holdfast/logic/memory_words.h"

namespace holdfast::logic {
namespace {

// The entity of an atom's first argument: E, or that of check(E); null if the feature is about
// none. False if the argument is not about the feature's action.
bool read_subject(const Feature& feature, const Term& subject, const Term*& entity) {
  if (feature.action.empty()) {
    entity = &subject;
    return true;
  }
  if (!feature.of_entity) return subject == Term::symbol(feature.action);
  if (subject.kind != Term::Kind::function || subject.name != feature.action) return false;
  if (subject.arguments.size() != 1) return false;
  entity = &subject.arguments[0];
  return true;
}

}  // namespace

std::string shape_of(const Feature& feature) {
  std::string inside = feature.of_entity ? "E" : "";
  if (!feature.action.empty()) inside = feature.action + (feature.of_entity ? "(E)" : "");
  if (feature.kind == Feature::Kind::series) inside += inside.empty() ? "I" : ",I";
  if (feature.kind != Feature::Kind::flag) inside += inside.empty() ? "V" : ",V";
  return inside.empty() ? feature.name : feature.name + "(" + inside + ")";
}

Vocabulary::Vocabulary(std::vector<Term> entities, std::vector<Feature> features,
                       std::vector<ActionWord> actions)
    : words_(std::make_shared<const Words>(std::move(entities), std::move(features),
                                           std::move(actions))) {}

Vocabulary::Words::Words(std::vector<Term> with_entities, std::vector<Feature> with_features,
                         std::vector<ActionWord> with_actions)
    : entities(std::move(with_entities)),
      features(std::move(with_features)),
      actions(std::move(with_actions)) {
  if (entities.size() > kMaxEntities)
    throw InputError(fmt::format("rules can speak of at most {} entities, found {}", kMaxEntities,
                                 entities.size()));
  number_columns();
  number_actions();
}

void Vocabulary::Words::number_columns() {
  columns.push_back(0);
  for (const Feature& feature : features) {
    if (is_memory_word(feature.name) && !is_memory_word(feature)) {
      throw InputError(fmt::format(
          "{} is a word of every domain, about what the agent has done; call the feature otherwise",
          feature.name));
    }
    columns.push_back(columns.back() + feature.column_count());
  }
}

void Vocabulary::Words::number_actions() {
  for (std::size_t a = 0; a < actions.size(); ++a) {
    firsts.push_back(static_cast<int>(ground_actions.size()));
    if (actions[a].of_entity) {
      for (const Term& entity : entities) ground_actions.push_back({actions[a].name, {entity}, {}});
    } else {
      ground_actions.push_back({actions[a].name, {}, {}});
    }
    action_of.resize(ground_actions.size(), static_cast<int>(a));
  }
}

const ActionWord& Vocabulary::word_of(int ground_action) const {
  return actions()[static_cast<std::size_t>(action_of(ground_action))];
}

int Vocabulary::feature(std::string_view name) const {
  for (std::size_t i = 0; i < features().size(); ++i) {
    if (features()[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

int Vocabulary::action(std::string_view name) const {
  for (std::size_t i = 0; i < actions().size(); ++i) {
    if (actions()[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

int Vocabulary::entity(const Term& term) const {
  const auto found = std::find(entities().begin(), entities().end(), term);
  return found == entities().end() ? -1 : static_cast<int>(found - entities().begin());
}

std::optional<FeatureAtom> Vocabulary::read(const Atom& atom) const {
  for (std::size_t f = 0; f < features().size(); ++f) {
    const Feature& feature = features()[f];
    const std::vector<Term>& arguments = atom.arguments;
    if (feature.name != atom.predicate) continue;
    if (static_cast<int>(arguments.size()) != feature.arity()) continue;
    FeatureAtom result{.feature = static_cast<int>(f)};
    if (feature.has_subject() && !read_subject(feature, arguments[0], result.entity)) continue;
    if (feature.value_count() > 0) result.value = &arguments.back();
    if (feature.value_count() > 1) result.index = &arguments[arguments.size() - 2];
    return result;
  }
  return std::nullopt;
}

std::optional<int> Vocabulary::ground_action(const Atom& atom) const {
  const int a = action(atom.predicate);
  if (a < 0) return std::nullopt;
  const bool of_entity = actions()[static_cast<std::size_t>(a)].of_entity;
  if (atom.arguments.size() != (of_entity ? 1u : 0u)) return std::nullopt;
  if (!of_entity) return first_ground_action(a);
  const int e = entity(atom.arguments[0]);
  if (e < 0) return std::nullopt;
  return first_ground_action(a) + e;
}

std::vector<std::string> Vocabulary::feature_names() const {
  std::vector<std::string> names;
  for (const Feature& feature : features()) {
    if (std::find(names.begin(), names.end(), feature.name) == names.end()) {
      names.push_back(feature.name);
    }
  }
  return names;
}

std::vector<std::string> Vocabulary::action_names() const {
  std::vector<std::string> names;
  for (const ActionWord& action : actions()) names.push_back(action.name);
  return names;
}

std::vector<Term> numbered_entities(int n) {
  std::vector<Term> entities;
  for (int i = 0; i < n; ++i) entities.push_back(Term::integer(i));
  return entities;
}

}  // namespace holdfast::logic
