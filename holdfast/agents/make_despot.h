// From a configuration to a DESPOT agent for a model.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "holdfast/agents/choose_bounds.h"
#include "holdfast/plan/bounds_agent.h"
#include "holdfast/plan/despot.h"

namespace holdfast {

template <Model M>
std::unique_ptr<Agent<M>> make_despot(const std::shared_ptr<const M>& model, std::uint64_t seed,
                                      const AgentConfig& config) {
  constexpr int kParticlesPerScenario = 8;
  const DespotOptions& options = config.despot;
  return with_lower_bound(
      model, config, [&]<class L>(const L& lower, std::unique_ptr<Adviser<M>> adviser) {
        return with_upper_bound(
            *model, config, [&]<class U>(const U& upper) -> std::unique_ptr<Agent<M>> {
              using Search = Despot<M, L, U>;
              return std::make_unique<BoundsAgent<M, Search>>(
                  model, seed, options, kParticlesPerScenario * options.scenarios,
                  [&](const M& m) { return std::make_unique<Search>(m, options, lower, upper); },
                  std::move(adviser));
            });
      });
}

}  // namespace holdfast
