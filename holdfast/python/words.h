// Words for rules as Python declares them (words.py), for tables and for classes.
#pragma once

#include <string>
#include <vector>

#include "holdfast/macro/state_words.h"
#include "holdfast/python/binding.h"

namespace holdfast::python {

struct DeclaredWord {
  std::string name;
  std::string says;
  bool believed = true;
  bool of_entity = false;
  // Of a class: a function of the state, and of the entity. Of a table: numbers by entity and
  // state.
  py::object of;
};

struct Declared {
  std::vector<py::object> entities;
  std::vector<DeclaredWord> words;
  std::vector<StateDeed> deeds;
};

// `function(word)` is what StateWord::of will be. Throws InputError as StateWords does.
template <class Function>
StateLanguage language_of(const Declared& declared, Function function);

// The entities as terms. Throws InputError if one is neither a whole number nor a name.
std::vector<logic::Term> entity_terms(const std::vector<py::object>& entities);

template <class Function>
StateLanguage language_of(const Declared& declared, Function function) {
  StateLanguage language;
  if (declared.words.empty()) return language;
  language.entities = entity_terms(declared.entities);
  language.deeds = declared.deeds;
  for (const DeclaredWord& word : declared.words) {
    language.words.push_back({.name = word.name,
                              .says = word.says,
                              .of_entity = word.of_entity,
                              .believed = word.believed,
                              .of = function(word)});
  }
  const StateWords checked(language, {});
  return language;
}

}  // namespace holdfast::python
