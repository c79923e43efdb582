// Words for rules of a model whose states are numbered: functions of the number, declared by its
// author at run time. A word is either known, because it is the same in all particles, or believed:
// true or not of a state, and then a fact says in how many percent of the particles it is, floored
// to tens as elsewhere.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "holdfast/logic/facts.h"
#include "holdfast/logic/memory_words.h"
#include "holdfast/macro/memory_facts.h"
#include "holdfast/pomdp/action_set.h"

namespace holdfast {

// A name as rules have it: open-left is open_left, 3 is n3.
std::string rule_name(std::string_view name);

struct StateWord {
  std::string name;
  // For people: "door {} is {} steps away"; may be empty.
  std::string says = {};
  bool of_entity = false;
  bool believed = false;
  // Of a believed one, 0 or 1; of a known one, a number, or Column::kAbsent for no fact.
  std::function<int(int entity, std::uint32_t state)> of = {};
};

struct StateDeed {
  std::string name;
  bool of_entity = false;
  // By entity; one of an action about none.
  std::vector<Action> actions = {};
  // Whether the facts after it can be told before it is taken, so that rules look beyond it.
  bool foreseeable = false;
};

// What an author declares.
struct StateLanguage {
  std::vector<logic::Term> entities = {};
  std::vector<StateWord> words = {};
  std::vector<StateDeed> deeds = {};
};

// The same with what `recall` asks of the past.
class StateWords {
 public:
  // Throws InputError if two words, or two deeds, have one name, or a name is none of the rule
  // language.
  StateWords(const StateLanguage& language, const logic::Recall& recall);

  const logic::Vocabulary& vocabulary() const { return vocabulary_; }
  const MemoryFacts& past() const { return past_; }
  Action action_of(const logic::GroundAction& g) const;
  bool foreseeable(const logic::GroundAction& g) const;

  // The facts of particles that are these states. Throws InputError if a value does not fit, or if
  // particles differ in what is said to be known.
  void state(std::span<const std::uint32_t> states, const History& history,
             logic::Facts& facts) const;

 private:
  int value(const StateWord& word, int entity, std::span<const std::uint32_t> states) const;

  StateLanguage language_;
  logic::Vocabulary vocabulary_;
  MemoryFacts past_;
};

}  // namespace holdfast
