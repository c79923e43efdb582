// The picture of models whose states are numbers with names and no place: the likeliest states.
// M::State has a `number`, and model.state_name(number) says what it is called.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "holdfast/play/scene.h"

namespace holdfast {

template <Model M>
Scene likely_states(const M& model, const typename M::State& world,
                    const ParticleBelief<M>* belief) {
  constexpr std::size_t kMost = 8;
  std::map<std::uint32_t, std::size_t> counts{{world.number, 0}};
  if (belief) {
    for (const typename M::State& s : belief->particles()) ++counts[s.number];
  }
  std::vector<std::pair<std::uint32_t, std::size_t>> order(counts.begin(), counts.end());
  std::ranges::stable_sort(order, std::greater<>(), [&](const auto& entry) {
    return std::pair(entry.first == world.number, entry.second);
  });
  Scene scene;
  for (std::size_t i = 0; i < std::min(kMost, order.size()); ++i) {
    const auto& [state, count] = order[i];
    std::optional<double> share;
    if (belief) share = static_cast<double>(count) / static_cast<double>(belief->size());
    scene.chance({model.state_name(state), share, state == world.number});
  }
  return scene;
}

}  // namespace holdfast
