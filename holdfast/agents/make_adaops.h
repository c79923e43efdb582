// From a configuration to an AdaOPS agent for a model. The search is compiled once for the model;
// bounds come to it as particle_bounds.h has them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "holdfast/agents/choose_bounds.h"
#include "holdfast/plan/adaops.h"
#include "holdfast/plan/bounds_agent.h"

namespace holdfast {

template <Model M>
struct ParticleBoundsMaker {
  std::function<std::unique_ptr<ParticleLower<M>>()> lower;
  std::function<std::unique_ptr<const ParticleUpper<M>>()> upper;
};

template <Likelihood M>
std::unique_ptr<Agent<M>> make_adaops(const std::shared_ptr<const M>& model, std::uint64_t seed,
                                      const AgentConfig& config, const ParticleBoundsMaker<M>& make,
                                      std::unique_ptr<Adviser<M>> adviser) {
  constexpr int kParticlesPerParticle = 8;
  return std::make_unique<BoundsAgent<M, AdaOps<M>>>(
      model, seed, config.despot, kParticlesPerParticle * config.adaops.m_max,
      [&](const M& m) {
        return std::make_unique<AdaOps<M>>(m, config.despot, config.adaops, make.lower(),
                                           make.upper());
      },
      std::move(adviser));
}

template <Model M>
std::unique_ptr<Agent<M>> make_adaops(const std::shared_ptr<const M>& model, std::uint64_t seed,
                                      const AgentConfig& config) {
  if constexpr (!Likelihood<M>) {
    refuse("--planner adaops", "a Likelihood (knows how likely an observation is)");
  } else {
    ParticleBoundsMaker<M> make;
    with_upper_bound(*model, config, [&]<class U>(const U& upper) -> std::unique_ptr<Agent<M>> {
      make.upper = [upper] { return std::make_unique<ParticleUpperOf<M, U>>(upper); };
      return nullptr;
    });
    return with_lower_bound(
        model, config, [&]<class L>(const L& lower, std::unique_ptr<Adviser<M>> adviser) {
          make.lower = [lower] { return std::make_unique<ParticleLowerOf<M, L>>(lower); };
          return make_adaops(model, seed, config, make, std::move(adviser));
        });
  }
}

}  // namespace holdfast
