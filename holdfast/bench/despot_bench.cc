#include "holdfast/bench/despot_bench.h"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "holdfast/bench/measure.h"
#include "holdfast/bench/reference_pomcp.h"
#include "holdfast/domains/registry.h"
#include "holdfast/play/domain.h"

namespace holdfast {
namespace {

// AdaCompNUS's DESPOT on rocksample(11,11), K = 500, 0.1 s per step: the upper ends of what was
// measured on a machine where the reference program makes kReferenceQuiet steps per second.
constexpr double kReferenceQuiet = 82e6;
constexpr double kPeerTrials = 170;
constexpr double kPeerModelSteps = 8.6e6;

enum class Unit { trials, model_steps };

AgentConfig config_of(const Domain& domain, const std::string& lower, std::int64_t trials,
                      const std::string& planner = "despot") {
  AgentConfig config = domain.default_config();
  config.planner = planner;
  config.despot.lower = lower;
  config.despot.scenarios = 500;
  config.despot.trials = trials;
  return config;
}

// Searches from the first belief again and again, each time with new scenarios. The session is made
// once, so tables and pools are warm as they are from the second step of an episode on.
Contender searches(Session& session, int count, Unit unit) {
  return {"", [&session, count, unit] {
            double units = 0;
            for (int i = 0; i < count; ++i) {
              const Decision d = session.decide();
              units += static_cast<double>(unit == Unit::trials ? d.trials : d.model_steps);
            }
            return units;
          }};
}

}  // namespace

void bench_despot(nlohmann::json& results, int rounds) {
  const auto domain = make_domain("rocksample(11,11)");
  const auto trivial = domain->start(1, config_of(*domain, "trivial", 1000));
  const auto preferred = domain->start(1, config_of(*domain, "preferred", 20));
  const std::vector<double> rates =
      best_rates({{"reference", [] { return reference_pomcp_steps(1 << 15, 4); }},
                  searches(*trivial, 2, Unit::trials),
                  searches(*trivial, 2, Unit::model_steps),
                  searches(*preferred, 2, Unit::trials)},
                 rounds);
  const double scale = kReferenceQuiet / rates[0];
  results["despot_trials_per_second"] = rates[1];
  results["despot_model_steps_per_second"] = rates[2];
  results["despot_preferred_trials_per_second"] = rates[3];
  results["despot_trials_vs_peer"] = rates[1] * scale / kPeerTrials;
  results["despot_model_steps_vs_peer"] = rates[2] * scale / kPeerModelSteps;

  // AdaOPS weighs its particles besides; by its own defaults.
  for (const auto& [size, rocks] : {std::pair(7, 8), {11, 11}, {15, 15}}) {
    const auto task = make_domain(fmt::format("rocksample({},{})", size, rocks));
    const auto despot = task->start(1, config_of(*task, "trivial", 1000));
    const auto adaops = task->start(1, config_of(*task, "trivial", 300, "adaops"));
    const std::vector<double> steps = best_rates(
        {searches(*despot, 1, Unit::model_steps), searches(*adaops, 1, Unit::model_steps)}, rounds);
    results[fmt::format("adaops_model_steps_vs_despot_{}_{}", size, rocks)] = steps[1] / steps[0];
  }

  AgentConfig two = config_of(*domain, "trivial", 2000);
  two.despot.threads = 2;
  const auto two_threads = domain->start(1, two);
  const std::vector<double> wall = best_wall_rates(
      {searches(*trivial, 2, Unit::trials), searches(*two_threads, 2, Unit::trials)}, rounds);
  results["despot_two_threads_vs_one"] = wall[1] / wall[0];
}

}  // namespace holdfast
