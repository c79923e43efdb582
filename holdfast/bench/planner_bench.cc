#include "holdfast/bench/planner_bench.h"

#include <memory>
#include <nlohmann/json.hpp>

#include "holdfast/agents/agent_options.h"
#include "holdfast/bench/measure.h"
#include "holdfast/bench/peers.h"
#include "holdfast/bench/reference_pomcp.h"
#include "holdfast/bench/searches.h"
#include "holdfast/domains/registry.h"
#include "holdfast/play/configure.h"

namespace holdfast {
namespace {

// Each search starts from an empty tree, as the reference program does.
std::unique_ptr<Session> session_of(const Domain& domain, AgentSettings settings) {
  settings["fresh-tree"] = "true";
  return domain.start(1, configure(domain, settings));
}

void bench_rocksample(nlohmann::json& results, int rounds) {
  const auto domain = make_domain("rocksample(11,11)");
  const auto pure = session_of(*domain, {{"sims", "32768"}});
  const auto preferred = session_of(*domain, {{"sims", "32768"}, {"guide", "preferred"}});
  const auto rates = best_rates({{"reference", [] { return reference_pomcp_searches(1 << 15, 4); }},
                                 searches(*pure, 4, &Decision::simulations),
                                 searches(*preferred, 2, &Decision::simulations)},
                                rounds);
  results["reference_simulations_per_second"] = rates[0];
  results["pomcp_pure_simulations_per_second"] = rates[1];
  results["pomcp_pure_vs_reference"] = rates[1] / rates[0];
  results["pomcp_pure_vs_silver"] = rates[1] / rates[0] / peers::kSilverPure;
  results["pomcp_preferred_simulations_per_second"] = rates[2];
  results["pomcp_preferred_vs_silver"] = rates[2] / rates[0] / peers::kSilverPreferred;
}

// The same search with rules, without, and by the handcrafted guide, whose rollouts look as those
// by rules do: equally deep, with the same extras.
void bench_rules(nlohmann::json& results, int rounds) {
  const auto domain = make_domain("rocksample(size=12,rocks=8)");
  const auto pure = session_of(*domain, {{"sims", "4096"}, {"extras", "true"}});
  const auto learnt = session_of(*domain, {{"sims", "4096"}, {"guide", "learnt"}});
  const auto preferred =
      session_of(*domain, {{"sims", "4096"}, {"guide", "preferred"}, {"extras", "true"}});
  const auto rates = best_rates(
      {searches(*pure, 16, &Decision::simulations), searches(*learnt, 4, &Decision::simulations),
       searches(*pure, 16, &Decision::model_steps), searches(*learnt, 4, &Decision::model_steps),
       searches(*preferred, 4, &Decision::simulations)},
      rounds);
  results["pomcp_extras_simulations_per_second"] = rates[0];
  results["pomcp_rules_simulations_per_second"] = rates[1];
  results["pomcp_rules_time_vs_pure"] = rates[0] / rates[1];
  results["pomcp_rules_time_vs_preferred"] = rates[4] / rates[1];
  results["pomcp_rules_steps_per_simulation"] = rates[3] / rates[1];
  results["pomcp_extras_steps_per_simulation"] = rates[2] / rates[0];
}

void bench_pocman(nlohmann::json& results, int rounds) {
  const auto domain = make_domain("pocman(full,rewards=silver)");
  const auto preferred = session_of(*domain, {{"sims", "4096"}, {"guide", "preferred"}});
  const auto rules = session_of(*domain, {{"sims", "4096"}, {"guide", "timed"}});
  const auto pure = session_of(*domain, {{"sims", "4096"}, {"extras", "true"}});
  const auto rates = best_rates({{"reference", [] { return reference_pomcp_searches(1 << 15, 4); }},
                                 searches(*preferred, 8, &Decision::simulations),
                                 searches(*rules, 8, &Decision::simulations),
                                 searches(*pure, 8, &Decision::simulations)},
                                rounds);
  results["pocman_preferred_simulations_per_second"] = rates[1];
  results["pocman_preferred_vs_silver"] = rates[1] / rates[0] / peers::kSilverPocman;
  results["pocman_rules_simulations_per_second"] = rates[2];
  results["pocman_rules_time_vs_pure"] = rates[3] / rates[2];
}

}  // namespace

void bench_pomcp(nlohmann::json& results, int rounds) {
  bench_rocksample(results, rounds);
  bench_rules(results, rounds);
  bench_pocman(results, rounds);
  const auto domain = make_domain("rocksample(11,11)");
  const auto one = session_of(*domain, {{"time", "0.02"}});
  const auto two = session_of(*domain, {{"time", "0.02"}, {"threads", "2"}});
  bench_two_threads(results, "pomcp", searches(*one, 4, &Decision::simulations),
                    searches(*two, 4, &Decision::simulations), rounds);
}

}  // namespace holdfast
