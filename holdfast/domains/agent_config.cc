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
  require(o.prior_count >= 0, fmt::format("--prior-count {} must not be negative", o.prior_count));
  require(o.threads >= 1 && o.threads <= 256,
          fmt::format("--threads {} must be from 1 to 256", o.threads));
}

nlohmann::json config_json(const AgentConfig& config) {
  if (config.planner == "ais") return ais_json(config.ais);
  const PomcpOptions& p = config.pomcp;
  return {{"simulations", p.simulations}, {"seconds", p.seconds}, {"particles", p.particles},
          {"exploration", p.exploration}, {"depth", p.depth},     {"prior_count", p.prior_count},
          {"prior_value", p.prior_value}, {"threads", p.threads}, {"reuse_tree", p.reuse_tree}};
}

}  // namespace holdfast
