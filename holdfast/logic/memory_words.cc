#include "holdfast/logic/memory_words.h"

#include <algorithm>
#include <array>

namespace holdfast::logic {
namespace {

struct MemoryWord {
  std::string_view name;
  Feature::Kind kind;
  bool of_action;
  std::string_view says;
};

constexpr auto kWords = std::to_array<MemoryWord>(
    {{"last", Feature::Kind::flag, true, "the action before was {}"},
     {"done", Feature::Kind::value, true, "{} was done {} times"},
     {"ago", Feature::Kind::value, true, "{} was done {} steps ago"},
     {"run", Feature::Kind::value, false, "the action before was done {} times in a row"}});

Feature feature_of(const MemoryWord& word, const ActionWord& action) {
  Feature feature{
      .name = std::string(word.name), .kind = word.kind, .says = std::string(word.says)};
  feature.of_entity = action.of_entity && !action.shared;
  feature.action = action.name;
  return feature;
}

}  // namespace

bool is_memory_word(std::string_view name) {
  return std::ranges::count(kWords, name, &MemoryWord::name) > 0;
}

bool is_memory_word(const Feature& feature) {
  const auto word = std::ranges::find(kWords, feature.name, &MemoryWord::name);
  if (word == kWords.end() || feature.kind != word->kind) return false;
  return word->of_action ? !feature.action.empty() : !feature.has_subject();
}

std::vector<Feature> memory_words(const std::vector<ActionWord>& actions) {
  std::vector<Feature> result;
  for (const MemoryWord& word : kWords) {
    if (word.of_action) {
      for (const ActionWord& action : actions) result.push_back(feature_of(word, action));
    } else {
      result.push_back(feature_of(word, {}));
    }
  }
  return result;
}

Recall Recall::everything() {
  Recall result;
  result.everything_ = true;
  return result;
}

Recall Recall::asked_by(const Theory& theory) {
  Recall result;
  for (const Rule& rule : theory.rules) {
    result.ask(rule.body);
    if (const Choice* choice = std::get_if<Choice>(&rule.head)) {
      for (const ChoiceElement& element : choice->elements) result.ask(element.condition);
    }
  }
  return result;
}

void Recall::ask(const std::vector<Literal>& body) {
  for_each_atom(body, [&](const Atom& atom) {
    if (!is_memory_word(atom.predicate) || atom.arguments.empty()) return;
    asked_.emplace(atom.predicate, atom.predicate == "run" ? "" : atom.arguments[0].name);
  });
}

std::vector<Feature> Recall::words(const std::vector<ActionWord>& actions) const {
  std::vector<Feature> result;
  // How long the next run is depends on what the last action was.
  const bool run = asked_.contains({"run", ""});
  for (Feature& word : memory_words(actions)) {
    if (everything_ || asked_.contains({word.name, word.action}) || (run && word.name == "last")) {
      result.push_back(std::move(word));
    }
  }
  return result;
}

}  // namespace holdfast::logic
