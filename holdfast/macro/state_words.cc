#include "holdfast/macro/state_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "holdfast/base/error.h"
#include "holdfast/logic/parser.h"
#include "holdfast/macro/symbols.h"

namespace holdfast {
namespace {

void check_name(const std::string& name) {
  try {
    if (logic::parse_atom(name).arguments.empty()) return;
  } catch (const InputError&) {
  }
  throw InputError(fmt::format(
      "'{}' is no word of the rule language; expected a small letter, then letters, digits and _",
      name));
}

logic::Vocabulary vocabulary_of(const StateLanguage& language, const logic::Recall& recall) {
  std::vector<logic::Feature> features;
  for (const StateWord& w : language.words) {
    check_name(w.name);
    features.push_back({w.name, logic::Feature::Kind::value, 0, 0, w.says, w.of_entity});
  }
  std::vector<logic::ActionWord> actions;
  for (const StateDeed& d : language.deeds) {
    check_name(d.name);
    if (d.actions.size() != (d.of_entity ? language.entities.size() : 1)) {
      throw InputError(fmt::format("the deed '{}' must have one action{}", d.name,
                                   d.of_entity ? " for each entity" : ""));
    }
    actions.push_back({d.name, d.of_entity, false});
  }
  const std::vector<logic::Feature> past = recall.words(actions);
  features.insert(features.end(), past.begin(), past.end());
  logic::Vocabulary vocabulary(language.entities, std::move(features), std::move(actions));
  check_names(vocabulary);
  return vocabulary;
}

int fitting(int value, const std::string& word) {
  const bool fits = value == logic::Column::kAbsent ||
                    (value >= -logic::Column::kGivenMost && value <= logic::Column::kGivenMost);
  if (fits) return value;
  throw InputError(fmt::format("the word '{}' has the value {}; values lie between {} and {}", word,
                               value, -logic::Column::kGivenMost, logic::Column::kGivenMost));
}

// Of a known word: where there is a fact, it is one and the same.
int shared(const StateWord& word, int entity, std::span<const std::uint32_t> states) {
  int result = logic::Column::kAbsent;
  for (const std::uint32_t state : states) {
    const int value = word.of(entity, state);
    if (value == result || value == logic::Column::kAbsent) continue;
    if (result != logic::Column::kAbsent) {
      throw InputError(
          fmt::format("the word '{}' is {} in one state of a belief and {} in another, so it is "
                      "not known; declare it as believed",
                      word.name, result, value));
    }
    result = fitting(value, word.name);
  }
  return result;
}

}  // namespace

std::string rule_name(std::string_view name) {
  std::string result;
  for (const char c : name) {
    const bool upper = c >= 'A' && c <= 'Z';
    const bool plain = upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    result += upper ? static_cast<char>(c - 'A' + 'a') : plain ? c : '_';
  }
  const bool begins = !result.empty() && result.front() >= 'a' && result.front() <= 'z';
  return begins ? result : "n" + result;
}

StateWords::StateWords(const StateLanguage& language, const logic::Recall& recall)
    : language_(language),
      vocabulary_(vocabulary_of(language, recall)),
      past_(vocabulary_, [this](const logic::GroundAction& g) { return action_of(g); }) {}

Action StateWords::action_of(const logic::GroundAction& g) const {
  const StateDeed& deed = language_.deeds[static_cast<std::size_t>(g.word)];
  return deed.actions[static_cast<std::size_t>(deed.of_entity ? g.entity : 0)];
}

bool StateWords::foreseeable(const logic::GroundAction& g) const {
  return language_.deeds[static_cast<std::size_t>(g.word)].foreseeable;
}

int StateWords::value(const StateWord& word, int entity,
                      std::span<const std::uint32_t> states) const {
  if (!word.believed) return shared(word, entity, states);
  const auto count = static_cast<std::size_t>(std::ranges::count_if(
      states, [&](std::uint32_t state) { return word.of(entity, state) != 0; }));
  return static_cast<int>(10 * count / states.size() * 10);
}

void StateWords::state(std::span<const std::uint32_t> states, const History& history,
                       logic::Facts& facts) const {
  int column = 0;
  for (const StateWord& word : language_.words) {
    if (word.of_entity) {
      for (int e = 0; e < vocabulary_.entity_count(); ++e) {
        facts.set(column, e, value(word, e, states));
      }
    } else {
      facts.set_all(column, value(word, 0, states));
    }
    ++column;
  }
  past_.state(history, facts);
}

}  // namespace holdfast
