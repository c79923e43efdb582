// From a configuration to a DESPOT agent for a model: chooses the bounds by name.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "holdfast/agents/agent_config.h"
#include "holdfast/base/error.h"
#include "holdfast/guide/adviser.h"
#include "holdfast/plan/agent.h"
#include "holdfast/plan/despot_agent.h"
#include "holdfast/plan/policy_lower.h"
#include "holdfast/pomdp/refuse.h"

namespace holdfast {

// With the lower bound chosen, chooses the upper one.
template <Model M, LowerBound<M> L>
std::unique_ptr<Agent<M>> make_despot(const std::shared_ptr<const M>& model, std::uint64_t seed,
                                      const AgentConfig& config, const L& lower,
                                      std::unique_ptr<Adviser<M>> adviser = nullptr) {
  const auto make = [&]<class U>(const U& upper) -> std::unique_ptr<Agent<M>> {
    return std::make_unique<DespotAgent<M, L, U>>(model, seed, config.despot, lower, upper,
                                                  std::move(adviser));
  };
  if (config.despot.upper == "trivial") {
    if constexpr (Bounded<M>) {
      return make(TrivialUpper<M>(*model));
    } else {
      refuse("--upper trivial", "Bounded (knows its largest reward)");
    }
  }
  if (config.despot.upper == "mdp") {
    if constexpr (MdpBounded<M>) {
      return make(model->mdp_bound());
    } else {
      refuse("--upper mdp", "MdpBounded (bounds its fully observable value); try --upper trivial");
    }
  }
  throw InputError(fmt::format("there is no upper bound '{}'; the upper bounds are trivial, mdp",
                               config.despot.upper));
}

template <Model M>
std::unique_ptr<Agent<M>> make_despot(const std::shared_ptr<const M>& model, std::uint64_t seed,
                                      const AgentConfig& config) {
  const std::string name = config.lower_bound();
  const auto make = [&]<class P>(P policy, std::unique_ptr<Adviser<M>> adviser = nullptr) {
    const PolicyLower<M, P> lower(*model, std::move(policy), name, config.despot.depth);
    return make_despot(model, seed, config, lower, std::move(adviser));
  };
  if (name == "trivial") {
    if constexpr (DefaultValued<M>) {
      return make_despot(model, seed, config, TrivialLower<M>(*model));
    } else if constexpr (Defaulting<M>) {
      return make(TrivialGuide{});
    } else {
      refuse("--lower trivial", "Defaulting (has a default action)");
    }
  }
  if (name == "preferred") {
    if constexpr (Expert<M>) {
      return make(model->expert());
    } else if constexpr (Preferring<M>) {
      return make(PreferredGuide{});
    } else {
      refuse("--lower preferred", "Preferring (has a handcrafted policy)");
    }
  }
  if constexpr (Defaulting<M> && Symbolic<M>) {
    // Where rules say nothing, the model goes on.
    auto adviser = make_adviser(model, config.advice);
    const auto in_search = [&]<bool kOfPast>(std::bool_constant<kOfPast>) {
      RulePolicy<M, OnwardPolicy, kOfPast> policy(adviser->template advice_in_search<kOfPast>(),
                                                  OnwardPolicy{});
      return make(std::move(policy), std::move(adviser));
    };
    if (adviser->asks_in_search()) {
      return adviser->of_past() ? in_search(std::true_type{}) : in_search(std::false_type{});
    }
    AdvisedPolicy<OnwardPolicy> policy(adviser->advice(), OnwardPolicy{});
    return make(std::move(policy), std::move(adviser));
  } else {
    refuse(fmt::format("--lower {}", name),
           "Defaulting and Symbolic (has a default action and speaks to rules)");
  }
}

}  // namespace holdfast
