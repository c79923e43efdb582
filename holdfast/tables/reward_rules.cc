#include "holdfast/tables/reward_rules.h"

namespace holdfast::tables {

void RewardRules::add(const Case& where, double reward) {
  std::size_t shape = 0;
  for (std::size_t i = 0; i < where.size(); ++i) shape |= (where[i] == kAny ? 0U : 1U) << i;
  by_shape_[shape][where] = {count_++, reward};
}

double RewardRules::of(const Case& exactly) const {
  Said latest;
  bool found = false;
  for (std::size_t shape = 0; shape < by_shape_.size(); ++shape) {
    if (by_shape_[shape].empty()) continue;
    Case where = exactly;
    for (std::size_t i = 0; i < where.size(); ++i) {
      if (!(shape >> i & 1)) where[i] = kAny;
    }
    const auto said = by_shape_[shape].find(where);
    if (said == by_shape_[shape].end() || (found && said->second.when < latest.when)) continue;
    latest = said->second;
    found = true;
  }
  return latest.reward;
}

double RewardRules::mean(Case where, std::span<const Distributions::Entry> sights) const {
  bool asks = false;
  for (std::size_t shape = 8; shape < by_shape_.size(); ++shape) {
    asks = asks || !by_shape_[shape].empty();
  }
  if (!asks) return of(where);
  double sum = 0;
  for (const Distributions::Entry& seen : sights) {
    where[3] = static_cast<std::int32_t>(seen.value);
    sum += seen.probability * of(where);
  }
  return sum;
}

}  // namespace holdfast::tables
