#include "holdfast/macro/facts_alone.h"

#include <algorithm>

namespace holdfast {

Action FactsAlone::action_of(const logic::GroundAction& action) const {
  const auto& all = vocabulary().ground_actions();
  return static_cast<Action>(std::ranges::find(all, action) - all.begin());
}

std::optional<logic::GroundAction> FactsAlone::ground_action(Action action) const {
  const auto& all = vocabulary().ground_actions();
  if (action < 0 || action >= static_cast<Action>(all.size())) return std::nullopt;
  return all[static_cast<std::size_t>(action)];
}

}  // namespace holdfast
