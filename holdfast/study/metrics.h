// What is measured of an episode, by name: the same names in study files, tables and reports.
#pragma once

#include <string>
#include <vector>

#include "holdfast/play/episode_fields.h"

namespace holdfast {

// A field of the result that is measured, or its share of one step ("seconds_per_step").
struct Metric {
  std::string name;
  const EpisodeField* field;

  double of(const EpisodeResult& result) const;
  // For people: "discounted return", "time per step".
  std::string label() const { return field->label; }
  std::string unit() const { return field->unit; }
};

const std::vector<Metric>& metric_table();
const std::vector<std::string>& all_metrics();
// Must be a name of all_metrics().
const Metric& metric(const std::string& name);

}  // namespace holdfast
