#include "holdfast/app/play_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "holdfast/agents/agent_options.h"
#include "holdfast/agents/ais_config.h"
#include "holdfast/app/numbers.h"
#include "holdfast/base/json.h"
#include "holdfast/base/version.h"
#include "holdfast/play/episode_fields.h"

namespace holdfast::app {
namespace {

// The totals over episodes that rates are made of.
struct Totals {
  RunningStatistics discounted, undiscounted, steps, lower, upper;
  double step_count = 0, seconds = 0, search_seconds = 0;
  double simulations = 0, model_steps = 0, trials = 0;
  int repairs = 0, terminal = 0;
  std::int64_t dropped = 0;

  explicit Totals(const std::vector<EpisodeResult>& results) {
    for (const EpisodeResult& r : results) {
      discounted.add(r.discounted);
      undiscounted.add(r.undiscounted);
      steps.add(r.steps);
      lower.add(r.lower);
      upper.add(r.upper);
      step_count += r.steps;
      seconds += r.seconds;
      search_seconds += r.search_seconds;
      simulations += static_cast<double>(r.simulations);
      model_steps += static_cast<double>(r.model_steps);
      trials += static_cast<double>(r.trials);
      repairs += r.repairs;
      dropped += r.dropped;
      terminal += r.terminal;
    }
  }
  double per_step() const { return step_count > 0 ? seconds / step_count : 0; }
  double per_second(double count) const { return search_seconds > 0 ? count / search_seconds : 0; }
};

nlohmann::json episodes_json(const std::vector<EpisodeResult>& results) {
  nlohmann::json episodes = nlohmann::json::array();
  for (const EpisodeResult& r : results) episodes.push_back(episode_json(r));
  return episodes;
}

nlohmann::json result_json(const Domain& domain, const AgentConfig& config, std::uint64_t seed,
                           const std::vector<EpisodeResult>& results) {
  const Totals totals(results);
  nlohmann::json json{
      {"domain", domain.name()},
      {"planner", config.planner},
      {"guide", config.guide},
      {"options", config_json(config)},
      {"revision", std::string(revision())},
      {"seed", seed},
      {"threads", config.by_bounds() ? config.despot.threads : config.pomcp.threads},
      {"episodes", episodes_json(results)},
      {"summary",
       {{"discounted", statistics_json(totals.discounted)},
        {"undiscounted", statistics_json(totals.undiscounted)},
        {"steps", statistics_json(totals.steps)},
        {"seconds_per_step", totals.per_step()},
        {"simulations_per_second", totals.per_second(totals.simulations)},
        {"model_steps_per_second", totals.per_second(totals.model_steps)},
        {"trials_per_second", totals.per_second(totals.trials)},
        {"repairs", totals.repairs}}}};
  if (const std::optional<double> optimum = domain.optimum()) json["summary"]["optimum"] = *optimum;
  return json;
}

// "pomcp with guide timed", "despot with lower bound trivial", "ais"
std::string agent_text(const AgentConfig& config) {
  if (!config.searches()) return config.planner;
  const char* role = config.by_bounds() ? "lower bound" : "guide";
  std::string text = fmt::format("{} with {} {}", config.planner, role, config.adviser());
  if (config.has_rules()) text += fmt::format(" (reading {})", name_of(config.advice.reading));
  return text;
}

void print_statistics(const char* name, const RunningStatistics& s, int digits,
                      const char* note = "") {
  fmt::print("  {:<20} {}{}\n", name, with_interval(s, digits), s.ci95() ? note : "");
}

void erase(nlohmann::json& object, std::initializer_list<const char*> names) {
  for (const char* name : names) object.erase(name);
}

// What depends on the clock: without it, two runs of one call compare byte for byte.
void leave_out_timing(nlohmann::json& result) {
  for (nlohmann::json& e : result["episodes"]) holdfast::leave_out_timing(e);
  if (result.contains("summary")) {
    erase(result["summary"], {"seconds_per_step", "simulations_per_second",
                              "model_steps_per_second", "trials_per_second"});
  }
  if (result.contains("versus")) {
    erase(result["versus"], {"time_ratio"});
    leave_out_timing(result["versus"]);
  }
}

void print_timing(const Totals& t) {
  fmt::print("  time per step        {:8.2f} ms, of which the search is {:.2f} ms\n",
             1e3 * t.per_step(), t.step_count > 0 ? 1e3 * t.search_seconds / t.step_count : 0);
  fmt::print("  speed                {:8.0f} {}/s, {:.1f} million model steps/s\n",
             t.per_second(t.trials > 0 ? t.trials : t.simulations),
             t.trials > 0 ? "trials" : "simulations", 1e-6 * t.per_second(t.model_steps));
}

void print_summary(const Domain& domain, const AgentConfig& config,
                   const std::vector<EpisodeResult>& results, bool timing) {
  const Totals t(results);
  if (config.planner == "ais") fmt::print("{}", describe_ais(config.ais));
  fmt::print("{}\n{}, {} episode{}, {} ended by themselves\n", domain.name(), agent_text(config),
             results.size(), results.size() == 1 ? "" : "s", t.terminal);
  print_statistics("discounted return", t.discounted, 2, "  (95 % interval)");
  if (const std::optional<double> optimum = domain.optimum()) {
    fmt::print("  the best policy      {:8.2f} on average, exactly\n", *optimum);
  }
  print_statistics("undiscounted return", t.undiscounted, 2);
  print_statistics("steps", t.steps, 1);
  if (timing) print_timing(t);
  if (t.trials > 0) {
    fmt::print("  value at the start   {:8.2f} to {:.2f} (mean bounds)\n", t.lower.mean(),
               t.upper.mean());
  }
  fmt::print("  belief repairs       {:8}\n", t.repairs);
  if (t.dropped > 0) {
    fmt::print("  dropped suggestions  {:8}: rules asked for actions that were not legal there\n",
               t.dropped);
  }
}

double time_ratio(const Versus& versus, const std::vector<EpisodeResult>& ours) {
  return Totals(ours).per_step() / Totals(versus.results).per_step();
}

nlohmann::json versus_json(const Versus& versus, const std::vector<EpisodeResult>& ours) {
  return {{"planner", versus.config.planner},
          {"guide", versus.config.guide},
          {"options", config_json(versus.config)},
          {"episodes", episodes_json(versus.results)},
          {"difference", statistics_json(versus.difference)},
          {"time_ratio", time_ratio(versus, ours)}};
}

std::string verdict(const RunningStatistics& difference) {
  if (!difference.ci95()) return "one pair tells nothing";
  if (difference.mean() - *difference.ci95() > 0) return "better";
  if (difference.mean() + *difference.ci95() < 0) return "worse";
  return "no difference that these episodes show";
}

void print_versus(const Versus& versus, const PlayReport& report) {
  fmt::print("{} minus the one with {}, paired on the same seeds\n", agent_text(report.config),
             versus.said);
  fmt::print("  {:<20} {}{}: {}\n", "discounted return", versus.difference.mean() < 0 ? "" : "+",
             with_interval(versus.difference), verdict(versus.difference));
  if (report.timing) {
    fmt::print("  time per step        {:8.2f} times\n", time_ratio(versus, report.results));
  }
}

}  // namespace

nlohmann::json report_json(const PlayReport& report, std::uint64_t seed) {
  nlohmann::json json = result_json(report.domain, report.config, seed, report.results);
  if (report.versus) json["versus"] = versus_json(*report.versus, report.results);
  if (!report.timing) leave_out_timing(json);
  return json;
}

void print_report(const PlayReport& report) {
  print_summary(report.domain, report.config, report.results, report.timing);
  if (!report.versus) return;
  const Versus& versus = *report.versus;
  print_summary(report.domain, versus.config, versus.results, report.timing);
  print_versus(versus, report);
}

}  // namespace holdfast::app
