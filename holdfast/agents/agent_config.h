// Everything that names an agent, stored with every result: two agents of equal configuration and
// seed act alike.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "holdfast/guide/adviser_options.h"
#include "holdfast/plan/despot_options.h"
#include "holdfast/plan/pomcp_options.h"

namespace holdfast {

namespace ais {
struct AgentFile;
}

// The trained agent of `--planner ais`.
struct AisConfig {
  std::string path;
  // Whether it may play in another instance of its domain than it was trained in.
  bool transfer = false;
  std::shared_ptr<const ais::AgentFile> file;
};

struct AgentConfig {
  // pomcp | despot | ais | random | noop
  std::string planner = "pomcp";
  // pure | trivial | preferred | a theory that ships (timed, local, learnt, ...) | a theory file
  std::string guide = "pure";
  AdviserOptions advice{};
  PomcpOptions pomcp{};
  DespotOptions despot{};
  AisConfig ais{};
  // Of POMCP, if they are not to be what suits the guide (pomcp_options below).
  std::optional<bool> prior_fades{};
  std::optional<double> rollout_decay{};

  // Who advises the planner; of DESPOT, who makes the default policy.
  std::string adviser() const { return planner == "despot" ? lower_bound() : guide; }
  // Whether that is a theory.
  bool has_rules() const {
    const std::string name = adviser();
    return searches() && name != "pure" && name != "trivial" && name != "preferred";
  }
  // Whether the planner looks ahead with the model, so that it can be advised.
  bool searches() const { return planner == "pomcp" || planner == "despot"; }

  // Rules that are asked at every node may be wrong at many, so their priors fade; and their
  // rollouts act without looking, so they decay (docs/results.md measures both). Other guides and
  // other readings keep to the literature.
  PomcpOptions pomcp_options() const {
    constexpr double kDecayByRules = 0.8;
    const bool situated = has_rules() && advice.reading == Reading::situated;
    PomcpOptions options = pomcp;
    options.prior_fades = prior_fades.value_or(situated);
    options.rollout_decay = rollout_decay.value_or(situated ? kDecayByRules : 1);
    return options;
  }

  // Who makes DESPOT's default policy: --lower, or else --guide. Where that is nobody (pure), it is
  // the model's default action.
  std::string lower_bound() const {
    const std::string& name = despot.lower.empty() ? guide : despot.lower;
    return name == "pure" ? "trivial" : name;
  }
};

}  // namespace holdfast
