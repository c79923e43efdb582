// Bounds by name, for planners that search between them.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>

#include "holdfast/agents/agent_config.h"
#include "holdfast/base/error.h"
#include "holdfast/guide/adviser.h"
#include "holdfast/guide/rule_policy.h"
#include "holdfast/plan/agent.h"
#include "holdfast/plan/policy_lower.h"
#include "holdfast/pomdp/refuse.h"

namespace holdfast {

// Gives the upper bound of the configuration to `then`, which makes an agent of it.
template <Model M, class Then>
std::unique_ptr<Agent<M>> with_upper_bound(const M& model, const AgentConfig& config, Then then) {
  if (config.despot.upper == "trivial") {
    if constexpr (Bounded<M>) {
      return then(TrivialUpper<M>(model));
    } else {
      refuse("--upper trivial", "Bounded (knows its largest reward)");
    }
  }
  if (config.despot.upper == "mdp") {
    if constexpr (MdpBounded<M>) {
      return then(model.mdp_bound());
    } else {
      refuse("--upper mdp", "MdpBounded (bounds its fully observable value); try --upper trivial");
    }
  }
  if (config.despot.upper == "relaxed") {
    if constexpr (RelaxedBounded<M>) {
      return then(model.relaxed_bound());
    } else {
      refuse("--upper relaxed", "RelaxedBounded (has values of an easier problem)");
    }
  }
  throw InputError(fmt::format("there is no upper bound '{}'; they are trivial, mdp, relaxed",
                               config.despot.upper));
}

// Gives the lower bound, and the adviser that it has its advice from (or none), to `then`.
template <Model M, class Then>
std::unique_ptr<Agent<M>> with_lower_bound(const std::shared_ptr<const M>& model,
                                           const AgentConfig& config, Then then) {
  const std::string name = config.lower_bound();
  const auto simulated = [&]<class P>(P policy, std::unique_ptr<Adviser<M>> adviser = nullptr) {
    const PolicyLower<M, P> lower(*model, std::move(policy), name, config.despot.depth);
    return then(lower, std::move(adviser));
  };
  if (name == "trivial") {
    if constexpr (DefaultValued<M>) {
      return then(TrivialLower<M>(*model), std::unique_ptr<Adviser<M>>());
    } else if constexpr (Defaulting<M>) {
      return simulated(TrivialGuide{});
    } else {
      refuse("--lower trivial", "Defaulting (has a default action)");
    }
  }
  if (name == "expert" || name == "preferred") {
    if constexpr (Expert<M>) {
      return simulated(model->expert());
    } else if constexpr (Preferring<M>) {
      if (name == "expert") refuse("--lower expert", "Expert; try --lower preferred");
      return simulated(PreferredGuide{});
    } else {
      refuse("--lower preferred", "Preferring (has a handcrafted policy)");
    }
  }
  if (name == "relaxed") {
    throw InputError(
        "--lower relaxed: values of an easier problem are no policy; try --upper "
        "relaxed");
  }
  if constexpr (Defaulting<M> && Symbolic<M>) {
    // Where rules say nothing, the model goes on.
    auto adviser = make_adviser(model, config.advice);
    const auto in_search = [&]<bool kOfPast>(std::bool_constant<kOfPast>) {
      RulePolicy<M, OnwardPolicy, kOfPast> policy(adviser->template advice_in_search<kOfPast>(),
                                                  OnwardPolicy{});
      return simulated(std::move(policy), std::move(adviser));
    };
    if (adviser->asks_in_search()) {
      return adviser->of_past() ? in_search(std::true_type{}) : in_search(std::false_type{});
    }
    AdvisedPolicy policy(adviser->advice(), OnwardPolicy{});
    return simulated(std::move(policy), std::move(adviser));
  } else {
    refuse(fmt::format("--lower {}", name),
           "Defaulting and Symbolic (has a default action and speaks to rules)");
  }
}

}  // namespace holdfast
