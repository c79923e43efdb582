// From a configuration to an agent for a model: the one place where planners and guides are chosen
// by name. Each domain compiles it for its model (see the domains' folders). A configuration with
// rules must be one of Domain::in_force.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <memory>

#include "holdfast/agents/agent_options.h"
#include "holdfast/agents/ais_config.h"
#include "holdfast/agents/make_adaops.h"
#include "holdfast/agents/make_despot.h"
#include "holdfast/base/error.h"
#include "holdfast/guide/adviser.h"
#include "holdfast/guide/spoken_adviser.h"
#include "holdfast/plan/agent.h"
#include "holdfast/plan/baseline_agents.h"
#include "holdfast/plan/player.h"
#include "holdfast/plan/pomcp_agent.h"
#include "holdfast/pomdp/refuse.h"

namespace holdfast {

template <Model M>
std::unique_ptr<Agent<M>> make_pomcp(const std::shared_ptr<const M>& model, std::uint64_t seed,
                                     const AgentConfig& config) {
  const PomcpOptions options = config.pomcp_options();
  const auto make = [&]<class G>(G guide) -> std::unique_ptr<Agent<M>> {
    return std::make_unique<PomcpAgent<M, G>>(model, seed, options, std::move(guide));
  };
  if (config.guide == "pure") return make(PureGuide{});
  if (config.guide == "trivial") {
    if constexpr (Defaulting<M>) {
      return make(TrivialGuide{});
    } else {
      refuse("--guide trivial", "Defaulting (has a default action)");
    }
  }
  if (config.guide == "preferred") {
    if constexpr (Preferring<M>) {
      return make(PreferredGuide{});
    } else {
      refuse("--guide preferred", "Preferring (has a handcrafted policy)");
    }
  }
  if (config.guide == "expert") {
    if constexpr (Expert<M>) {
      return make(ExpertGuide(model->expert()));
    } else {
      refuse("--guide expert", "Expert (has a handcrafted policy that decides by itself)");
    }
  }
  if (config.guide == "relaxed") {
    if constexpr (Relaxed<M>) {
      return make(model->relaxed_guide());
    } else {
      refuse("--guide relaxed", "Relaxed (has values of an easier problem)");
    }
  }
  if constexpr (Symbolic<M>) {
    auto adviser = make_adviser(model, config.advice);
    const auto advised = [&]<class G>(const G& guide) -> std::unique_ptr<Agent<M>> {
      if (config.leaves == "relaxed") {
        if constexpr (Relaxed<M>) {
          using Led = LeavesBy<G, decltype(model->relaxed_guide())>;
          return std::make_unique<PomcpAgent<M, Led>>(
              model, seed, options, Led(guide, model->relaxed_guide()), std::move(adviser));
        } else {
          refuse("--leaves relaxed", "Relaxed (has values of an easier problem)");
        }
      }
      return std::make_unique<PomcpAgent<M, G>>(model, seed, options, guide, std::move(adviser));
    };
    if (adviser->asks_in_search()) {
      if (adviser->of_past()) {
        return advised(RuleGuide<M, true>(adviser->template advice_in_search<true>()));
      }
      return advised(RuleGuide<M>(adviser->template advice_in_search<false>()));
    }
    return advised(AdvisedGuide(adviser->advice(), config.advice.reading != Reading::printed));
  } else if constexpr (Spoken<M>) {
    auto adviser = std::make_unique<SpokenAdviser<M>>(model, config.advice);
    AdvisedGuide guide(adviser->advice(), config.advice.reading != Reading::printed);
    return std::make_unique<PomcpAgent<M, decltype(guide)>>(model, seed, options, guide,
                                                            std::move(adviser));
  } else {
    refuse(fmt::format("the guide '{}'", config.guide), "Symbolic (speaks to rules)");
  }
}

template <Model M>
std::unique_ptr<Agent<M>> make_agent(const std::shared_ptr<const M>& model, std::uint64_t seed,
                                     const AgentConfig& config) {
  check_config(config);
  if (config.planner == "pomcp") return make_pomcp(model, seed, config);
  if (config.planner == "despot") return make_despot(model, seed, config);
  if (config.planner == "adaops") return make_adaops(model, seed, config);
  if (config.planner == "ais") {
    return std::make_unique<PlayerAgent<M>>(
        make_ais_player(config.ais, model->action_count(), model->observation_count(), seed));
  }
  if (config.planner == "random") return std::make_unique<RandomAgent<M>>(model, seed);
  if (config.planner == "noop") {
    if constexpr (Idle<M>) {
      return std::make_unique<NoopAgent<M>>(*model);
    } else {
      refuse("--planner noop", "Idle (can do nothing)");
    }
  }
  throw InputError(fmt::format(
      "there is no planner '{}'; the planners are pomcp, despot, adaops, ais, random, noop",
      config.planner));
}

}  // namespace holdfast
