// What is measured of an episode, by name: the same names in study files, tables and reports.
#pragma once

#include <string>
#include <vector>

#include "holdfast/play/episode.h"

namespace holdfast {

struct Metric {
  std::string name;
  // For people: "discounted return", "time per step".
  std::string label;
  std::string unit;
  double (*of)(const EpisodeResult&);
};

const std::vector<Metric>& metric_table();
const std::vector<std::string>& all_metrics();
// Must be a name of all_metrics().
const Metric& metric(const std::string& name);

}  // namespace holdfast
