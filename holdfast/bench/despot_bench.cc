#include "holdfast/bench/despot_bench.h"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "holdfast/agents/agent_options.h"
#include "holdfast/bench/measure.h"
#include "holdfast/bench/peers.h"
#include "holdfast/bench/reference_pomcp.h"
#include "holdfast/bench/searches.h"
#include "holdfast/domains/registry.h"
#include "holdfast/play/configure.h"

namespace holdfast {

void bench_despot(nlohmann::json& results, int rounds) {
  const auto domain = make_domain("rocksample(11,11)");
  const auto session_of = [&](AgentSettings settings) {
    settings["planner"] = "despot";
    settings["scenarios"] = "500";
    return domain->start(1, configure(*domain, settings));
  };
  const auto trivial = session_of({{"lower", "trivial"}, {"trials", "1000"}});
  const auto preferred = session_of({{"lower", "preferred"}, {"trials", "20"}});
  const auto rates = best_rates({{"reference", [] { return reference_pomcp_searches(1 << 15, 4); }},
                                 searches(*trivial, 2, &Decision::trials),
                                 searches(*trivial, 2, &Decision::model_steps),
                                 searches(*preferred, 2, &Decision::trials)},
                                rounds);
  results["despot_trials_per_second"] = rates[1];
  results["despot_model_steps_per_second"] = rates[2];
  results["despot_preferred_trials_per_second"] = rates[3];
  results["despot_trials_vs_peer"] = rates[1] / rates[0] / peers::kDespotTrials;
  results["despot_model_steps_vs_peer"] = rates[2] / rates[0] / peers::kDespotSteps;

  const auto one = session_of({{"lower", "trivial"}, {"time", "0.05"}});
  const auto two = session_of({{"lower", "trivial"}, {"time", "0.05"}, {"threads", "2"}});
  bench_two_threads(results, "despot", searches(*one, 2, &Decision::trials),
                    searches(*two, 2, &Decision::trials), rounds);

  // AdaOPS weighs its particles besides; by its own defaults.
  for (const auto& [size, rocks] : {std::pair(7, 8), {11, 11}, {15, 15}}) {
    const auto task = make_domain(fmt::format("rocksample({},{})", size, rocks));
    const auto start = [&](AgentSettings settings) {
      settings["lower"] = "trivial";
      return task->start(1, configure(*task, settings));
    };
    const auto despot = start({{"planner", "despot"}, {"scenarios", "500"}, {"trials", "1000"}});
    const auto adaops = start({{"planner", "adaops"}, {"trials", "300"}});
    const std::vector<double> steps = best_rates({searches(*despot, 1, &Decision::model_steps),
                                                  searches(*adaops, 1, &Decision::model_steps)},
                                                 rounds);
    results[fmt::format("adaops_model_steps_vs_despot_{}_{}", size, rocks)] = steps[1] / steps[0];
  }
}

}  // namespace holdfast
