// What follows from facts by the auxiliary words and aggregates of a theory, as columns that its
// rules test like those of the facts.
#pragma once

#include <vector>

#include "holdfast/logic/derived_columns.h"
#include "holdfast/logic/facts.h"

namespace holdfast::logic {

// One object serves one thread; nothing is allocated after it is made.
class Conclusions {
 public:
  // The derived columns must outlive this.
  explicit Conclusions(const DerivedColumns& derived);

  // The columns of the facts and the derived ones. Valid until the facts change or the next call.
  Columns of(const Facts& facts) {
    return derived_->all().empty() ? facts.columns() : derived_from(facts);
  }

 private:
  Columns derived_from(const Facts& facts);

  const DerivedColumns* derived_;
  std::vector<Column> columns_;
};

}  // namespace holdfast::logic
