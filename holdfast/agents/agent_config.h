// Everything that names an agent, stored with every result: two agents of equal configuration and
// seed act alike.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "holdfast/guide/adviser_options.h"
#include "holdfast/plan/adaops_options.h"
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
  // pomcp | despot | adaops | ais | random | noop
  std::string planner = "pomcp";
  // pure | trivial | preferred | expert | relaxed | a theory that ships (timed, learnt, ...) | a
  // theory file
  std::string guide = "pure";
  // What leaves of POMCP's tree are worth: rollouts (the guide's), or relaxed (values of an easier
  // problem).
  std::string leaves = "rollouts";
  AdviserOptions advice{};
  PomcpOptions pomcp{};
  // Of AdaOPS too, but for scenarios and lambda.
  DespotOptions despot{};
  AdaOpsOptions adaops{};
  AisConfig ais{};
  // Of POMCP: whether it searches with the extras below, and each of them if it is said.
  std::optional<bool> extras{};
  std::optional<double> exploration{};
  std::optional<bool> prior_fades{};
  std::optional<double> urgency{};
  std::optional<double> rollout_decay{};
  std::optional<bool> trust{};
  // Whether the model's observations are measurements; the domain says so.
  bool measures = false;

  // Whether the planner searches between bounds, the lower one by a default policy.
  bool by_bounds() const { return planner == "despot" || planner == "adaops"; }
  // Who advises the planner: of one that searches between bounds, who makes the default policy.
  std::string adviser() const { return by_bounds() ? lower_bound() : guide; }
  // Whether that is a theory.
  bool has_rules() const {
    const std::string name = adviser();
    return searches() && name != "pure" && name != "trivial" && name != "preferred" &&
           name != "expert" && name != "relaxed";
  }
  // Whether the planner looks ahead with the model, so that it can be advised.
  bool searches() const { return planner == "pomcp" || by_bounds(); }

  // Rules that are asked at every node deserve a search that listens, and may be wrong at many: by
  // default they have the extras. Other guides, and other readings, keep to the literature unless
  // they are given the extras too, so that comparisons differ in the advice alone.
  bool has_extras() const {
    return extras.value_or(has_rules() && advice.reading == Reading::situated);
  }

  // One set of extras for every guide (docs/results.md measures them): c is a quarter of the
  // domain's (half of it in a guided search that is ample), untried actions wait where others are
  // suggested, priors fade, rollouts decay (by a guide only in a search that is not ample), and the
  // guide is trusted as far as its rollouts earn it.
  PomcpOptions pomcp_options() const {
    constexpr double kExploration = 0.25, kAmpleExploration = 0.5, kUrgency = 0.3, kDecay = 0.95;
    const bool extra = has_extras();
    PomcpOptions options = pomcp;
    options.exploration = exploration.value_or(pomcp.exploration * (extra ? kExploration : 1));
    options.prior_fades = prior_fades.value_or(extra);
    options.urgency = urgency.value_or(extra ? kUrgency : 0);
    options.rollout_decay = rollout_decay.value_or(extra ? kDecay : 1);
    options.ample_decay = rollout_decay.value_or(1);
    options.ample_exploration =
        exploration.value_or(pomcp.exploration * (extra ? kAmpleExploration : 1));
    options.trust = trust.value_or(extra);
    return options;
  }

  // Who makes the default policy of bounds: --lower, or else --guide. Where that is nobody (pure),
  // it is the model's default action.
  std::string lower_bound() const {
    const std::string& name = despot.lower.empty() ? guide : despot.lower;
    return name == "pure" ? "trivial" : name;
  }
};

}  // namespace holdfast
