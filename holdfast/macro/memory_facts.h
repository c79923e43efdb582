// The agent's past as facts (logic/memory_words.h), and back.
#pragma once

#include <vector>

#include "holdfast/logic/facts.h"
#include "holdfast/logic/memory_words.h"
#include "holdfast/pomdp/history.h"

namespace holdfast {

class MemoryFacts {
 public:
  // For the words of the past that the vocabulary has. `action_of` says what the model calls a
  // ground action.
  template <class ActionOf>
  MemoryFacts(const logic::Vocabulary& words, ActionOf&& action_of)
      : entities_(words.entity_count()) {
    for (std::size_t f = 0; f < words.features().size(); ++f) {
      const logic::Feature& feature = words.features()[f];
      if (!logic::is_memory_word(feature)) continue;
      Entry entry{kind_of(feature), words.first_column(static_cast<int>(f)), feature.of_entity, {}};
      if (!feature.action.empty()) {
        const int word = words.action(feature.action);
        for (int e = 0; e < (feature.of_entity ? entities_ : 1); ++e) {
          entry.actions.push_back(action_of(logic::GroundAction{word, e}));
        }
      }
      entries_.push_back(std::move(entry));
    }
  }

  // Whether there is nothing to remember.
  bool empty() const { return entries_.empty(); }

  void state(const History& history, logic::Facts& facts) const;
  // The history that facts tell of. What they do not tell was not done.
  History read(const logic::Facts& facts) const;

 private:
  enum class Kind { last, run, done, ago };
  struct Entry {
    Kind kind;
    int column;
    bool of_entity;
    std::vector<Action> actions;  // by entity; one if it is about none
  };

  static Kind kind_of(const logic::Feature& feature);
  static int value(Kind kind, const History& history, Action a);
  static void recall(Kind kind, int value, Action a, History& history);

  int entities_;
  std::vector<Entry> entries_;
};

}  // namespace holdfast
