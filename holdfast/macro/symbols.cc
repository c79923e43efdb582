#include "holdfast/macro/symbols.h"

#include <fmt/format.h>

#include <set>

#include "holdfast/base/error.h"
#include "holdfast/logic/print.h"

namespace holdfast {

void refuse_fact(const logic::Vocabulary& vocabulary, int column, int entity, int value, int low,
                 int high) {
  const logic::Atom atom = logic::fact(vocabulary, column, entity, value);
  throw InputError(fmt::format(
      "the domain says {}, but its word {} goes from {} to {}; the mistake is in its declaration",
      to_string(atom), atom.predicate, low, high));
}

void check_names(const logic::Vocabulary& vocabulary) {
  std::set<std::string> words, deeds;
  const auto check = [](std::set<std::string>& seen, const std::string& key,
                        const std::string& name) {
    if (seen.insert(key).second) return;
    throw InputError(fmt::format("the word '{}' is declared twice; rename one", name));
  };
  // Words of the past have one name for all actions.
  for (const logic::Feature& f : vocabulary.features()) {
    check(words, f.name + " " + f.action, f.name);
  }
  for (const logic::ActionWord& a : vocabulary.actions()) check(deeds, a.name, a.name);
}

}  // namespace holdfast
