#include "holdfast/bench/planner_bench.h"

#include <nlohmann/json.hpp>

#include "holdfast/bench/measure.h"
#include "holdfast/bench/reference_pomcp.h"
#include "holdfast/domains/registry.h"
#include "holdfast/play/episode.h"

namespace holdfast {
namespace {

AgentConfig pomcp_config(const Domain& domain, const std::string& guide, std::int64_t simulations) {
  AgentConfig config = domain.default_config();
  config.guide = guide;
  config.pomcp.simulations = simulations;
  return config;
}

enum class Unit { simulations, model_steps };

// Searches from the first belief again and again, each time from an empty tree, as the reference
// program does.
Contender searches(const Domain& domain, AgentConfig config, int count, Unit unit) {
  return {"", [&domain, config, count, unit]() mutable {
            double units = 0;
            config.pomcp.reuse_tree = false;
            for (int i = 0; i < count; ++i) {
              const Decision d = domain.start(static_cast<std::uint64_t>(i), config)->decide();
              units +=
                  static_cast<double>(unit == Unit::simulations ? d.simulations : d.model_steps);
            }
            return units;
          }};
}

// Whole episodes, belief updates included.
Contender episodes(const Domain& domain, const AgentConfig& config, int count) {
  return {"", [&domain, config, count] {
            double simulations = 0;
            for (int i = 0; i < count; ++i) {
              simulations += static_cast<double>(
                  play_episode(domain, static_cast<std::uint64_t>(i), config).simulations);
            }
            return simulations;
          }};
}

// Silver's POMCP, measured on a machine where the reference program makes kReferenceQuiet steps per
// second: the ratio to it is taken through the reference.
constexpr double kReferenceQuiet = 82e6;
constexpr double kSilverRockSample = 30000;
constexpr double kSilverPocman = 26000;

}  // namespace

void bench_pomcp(nlohmann::json& results, int rounds) {
  const auto rocksample = make_domain("rocksample(11,11)");
  const auto pure = pomcp_config(*rocksample, "pure", 1 << 15);
  const auto preferred = pomcp_config(*rocksample, "preferred", 1 << 15);
  const std::vector<double> rates =
      best_rates({{"reference", [] { return reference_pomcp_steps(1 << 15, 4); }},
                  searches(*rocksample, pure, 4, Unit::model_steps),
                  searches(*rocksample, pure, 4, Unit::simulations),
                  episodes(*rocksample, preferred, 1)},
                 rounds);
  results["reference_steps_per_second"] = rates[0];
  results["pomcp_pure_steps_per_second"] = rates[1];
  results["pomcp_pure_simulations_per_second"] = rates[2];
  results["pomcp_pure_vs_reference"] = rates[1] / rates[0];
  results["pomcp_preferred_simulations_per_second"] = rates[3];
  const double scale = kReferenceQuiet / rates[0];
  results["pomcp_preferred_vs_silver"] = rates[3] * scale / kSilverRockSample;

  auto two_threads = pure;
  two_threads.pomcp.threads = 2;
  const std::vector<double> wall =
      best_wall_rates({searches(*rocksample, pure, 4, Unit::simulations),
                       searches(*rocksample, two_threads, 4, Unit::simulations)},
                      rounds);
  results["pomcp_two_threads_vs_one"] = wall[1] / wall[0];
}

}  // namespace holdfast
