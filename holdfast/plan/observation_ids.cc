#include "holdfast/plan/observation_ids.h"

#include <algorithm>
#include <bit>

namespace holdfast {

void ObservationIds::grow() {
  table_.assign(std::max<std::size_t>(1024, 2 * table_.size()), Entry{0, kUnknown, 0});
  shift_ = 64 - std::countr_zero(table_.size());
  for (std::size_t id = 0; id < known_.size(); ++id) {
    table_[probe(known_[id])] = {known_[id], static_cast<std::int32_t>(id), generation_};
  }
}

}  // namespace holdfast
