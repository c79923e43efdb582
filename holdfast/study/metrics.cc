#include "holdfast/study/metrics.h"

#include <stdexcept>

namespace holdfast {

using Measured = EpisodeField::Measured;

double Metric::of(const EpisodeResult& result) const {
  const double number = field->number(result);
  if (field->measured == Measured::whole) return number;
  return result.steps > 0 ? number / result.steps : 0;
}

const std::vector<Metric>& metric_table() {
  static const std::vector<Metric> table = [] {
    std::vector<Metric> result;
    for (const EpisodeField& field : episode_fields()) {
      if (field.measured == Measured::no) continue;
      const char* share = field.measured == Measured::per_step ? "_per_step" : "";
      result.push_back({std::string(field.name) + share, &field});
    }
    return result;
  }();
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
