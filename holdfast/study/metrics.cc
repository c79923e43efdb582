#include "holdfast/study/metrics.h"

#include <algorithm>
#include <stdexcept>

namespace holdfast {
namespace {

double per_step(double amount, const EpisodeResult& r) {
  return r.steps > 0 ? amount / r.steps : 0;
}

}  // namespace

const std::vector<Metric>& metric_table() {
  using R = EpisodeResult;
  static const std::vector<Metric> table{
      {"discounted", "discounted return", "", [](const R& r) { return r.discounted; }},
      {"undiscounted", "undiscounted return", "", [](const R& r) { return r.undiscounted; }},
      {"steps", "steps", "", [](const R& r) { return static_cast<double>(r.steps); }},
      {"terminal", "ended by itself", "", [](const R& r) { return r.terminal ? 1.0 : 0.0; }},
      {"seconds_per_step", "time per step", "s", [](const R& r) { return per_step(r.seconds, r); }},
      {"search_seconds_per_step", "search time per step", "s",
       [](const R& r) { return per_step(r.search_seconds, r); }},
      {"simulations_per_step", "simulations per step", "",
       [](const R& r) { return per_step(static_cast<double>(r.simulations), r); }},
      {"trials_per_step", "trials per step", "",
       [](const R& r) { return per_step(static_cast<double>(r.trials), r); }},
      {"gamma_calls_per_step", "calls of Γ per step", "",
       [](const R& r) { return per_step(static_cast<double>(r.gamma_calls), r); }},
      {"repairs", "belief repairs", "", [](const R& r) { return static_cast<double>(r.repairs); }}};
  return table;
}

const std::vector<std::string>& all_metrics() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> result;
    for (const Metric& m : metric_table()) result.push_back(m.name);
    return result;
  }();
  return names;
}

const Metric& metric(const std::string& name) {
  for (const Metric& m : metric_table()) {
    if (m.name == name) return m;
  }
  throw std::logic_error("no metric is named " + name);
}

}  // namespace holdfast
