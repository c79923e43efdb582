#include "holdfast/macro/symbols.h"

#include <fmt/format.h>

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

}  // namespace holdfast
