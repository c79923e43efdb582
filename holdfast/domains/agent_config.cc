#include "holdfast/domains/agent_config.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "holdfast/base/error.h"
#include "holdfast/domains/ais_config.h"
#include "holdfast/plan/pomcp.h"

namespace holdfast {
namespace {

void require(bool good, const std::string& what) {
  if (!good) throw InputError(what);
}

}  // namespace

void check(const PomcpOptions& o) {
  require(o.simulations >= 1, fmt::format("--sims {} must be at least 1", o.simulations));
  require(o.seconds >= 0, fmt::format("--time {} must not be negative", o.seconds));
  require(o.particles >= 0, fmt::format("--particles {} must not be negative", o.particles));
  require(o.exploration > 0, fmt::format("--exploration {} must be above 0", o.exploration));
  require(o.depth >= 1 && o.depth <= kMaxDepth,
          fmt::format("--depth {} must be from 1 to {}", o.depth, kMaxDepth));
  require(o.prior_count >= 0 && o.prior_count <= Prior::kMost,
          fmt::format("--prior-count {} must be from 0 to {}", o.prior_count, Prior::kMost));
  require(o.rollout_decay > 0 && o.rollout_decay <= 1,
          fmt::format("--rollout-decay {} must be above 0 and at most 1", o.rollout_decay));
  require(o.threads >= 1 && o.threads <= 256,
          fmt::format("--threads {} must be from 1 to 256", o.threads));
}

void check(const DespotOptions& o) {
  require(o.scenarios >= 1, fmt::format("--scenarios {} must be at least 1", o.scenarios));
  require(o.trials >= 0, fmt::format("--trials {} must be at least 1", o.trials));
  require(o.seconds >= 0, fmt::format("--time {} must not be negative", o.seconds));
  require(o.particles >= 0, fmt::format("--particles {} must not be negative", o.particles));
  require(o.depth >= 1 && o.depth <= kMaxDepth,
          fmt::format("--depth {} must be from 1 to {}", o.depth, kMaxDepth));
  require(o.xi >= 0 && o.xi < 1, fmt::format("--xi {} must be from 0 to below 1", o.xi));
  require(o.lambda >= 0, fmt::format("--lambda {} must not be negative", o.lambda));
  require(o.megabytes >= 1, fmt::format("--memory {} must be at least 1 megabyte", o.megabytes));
  require(o.epsilon >= 0, fmt::format("--epsilon {} must not be negative", o.epsilon));
  require(o.threads >= 1 && o.threads <= 256,
          fmt::format("--threads {} must be from 1 to 256", o.threads));
}

namespace {

nlohmann::json options_json(const PomcpOptions& p) {
  return {{"simulations", p.simulations},
          {"seconds", p.seconds},
          {"particles", p.particles},
          {"exploration", p.exploration},
          {"depth", p.depth},
          {"prior_count", p.prior_count},
          {"prior_value", p.prior_value},
          {"threads", p.threads},
          {"reuse_tree", p.reuse_tree},
          {"prior_fades", p.prior_fades},
          {"rollout_decay", p.rollout_decay}};
}

nlohmann::json options_json(const DespotOptions& d, const std::string& lower) {
  return {{"lower", lower},
          {"upper", d.upper},
          {"scenarios", d.scenarios},
          {"seconds", d.seconds},
          {"trials", d.trials},
          {"depth", d.depth},
          {"xi", d.xi},
          {"lambda", d.lambda},
          {"epsilon", d.epsilon},
          {"particles", d.particles},
          {"memory", d.megabytes},
          {"threads", d.threads}};
}

}  // namespace

nlohmann::json config_json(const AgentConfig& config) {
  if (config.planner == "ais") return ais_json(config.ais);
  nlohmann::json json = config.planner == "despot"
                            ? options_json(config.despot, config.lower_bound())
                            : options_json(config.pomcp_options());
  json["horizon"] = config.advice.horizon;
  json["reading"] = name_of(config.advice.reading);
  return json;
}

}  // namespace holdfast
