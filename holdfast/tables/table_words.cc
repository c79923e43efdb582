#include "holdfast/tables/table_words.h"

#include <fmt/format.h>

#include <set>

namespace holdfast::tables {
namespace {

// Names that rules have for something else already, or that stand for another state.
class Taken {
 public:
  std::string one_for(const std::string& name, const char* prefix, std::size_t number) {
    std::string word = rule_name(name);
    if (taken_.contains(word)) word = prefix + word;
    if (!taken_.insert(word).second) {
      word = fmt::format("{}{}", prefix, number);
      while (!taken_.insert(word).second) word += '_';
    }
    return word;
  }

 private:
  // Negation, time, and words of the past.
  std::set<std::string> taken_ = {"not", "init", "contd", "last", "run", "done", "ago"};
};

// As a sentence has it: braces are places for values there.
std::string told(const std::string& state) {
  const bool plain = state.find_first_of("{}") == std::string::npos;
  return fmt::format("the state is {} with {{}} %", plain ? state : rule_name(state));
}

}  // namespace

StateLanguage table_words(const Table& table) {
  StateLanguage language;
  if (table.states.size() > kMostStatesAsWords) return language;
  Taken taken;
  for (std::size_t a = 0; a < table.actions.size(); ++a) {
    language.deeds.push_back(
        {.name = taken.one_for(table.actions[a], "do_", a), .actions = {static_cast<Action>(a)}});
  }
  for (std::size_t s = 0; s < table.states.size(); ++s) {
    language.words.push_back({.name = taken.one_for(table.states[s], "in_", s),
                              .says = told(table.states[s]),
                              .believed = true,
                              .of = [s](int, std::uint32_t state) { return state == s ? 1 : 0; }});
  }
  return language;
}

}  // namespace holdfast::tables
