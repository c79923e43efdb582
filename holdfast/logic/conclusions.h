// What follows from facts by the auxiliary words and aggregates of a theory, as columns that its
// rules test like those of the facts.
#pragma once

#include <vector>

#include "holdfast/logic/compiled_theory.h"
#include "holdfast/logic/facts.h"

namespace holdfast::logic {

// One object serves one thread; nothing is allocated after it is made.
class Conclusions {
 public:
  explicit Conclusions(CompiledTheory theory);

  // The columns of the facts and the derived ones. Valid until the facts change or the next call.
  Columns of(const Facts& facts) {
    return theory_.derived().all().empty() ? facts.columns() : derived_from(facts);
  }

 private:
  Columns derived_from(const Facts& facts);

  CompiledTheory theory_;
  std::vector<Column> columns_;
};

}  // namespace holdfast::logic
