// A study: experiments, each a grid of arms (a domain and an agent), every arm played on the same
// seeds so that differences between arms are paired. docs/studies.md describes the file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "holdfast/agents/agent_options.h"
#include "holdfast/base/error.h"

namespace holdfast {

// One point of an axis: what people read, and the variables it sets (`{size = 12}`).
struct AxisPoint {
  std::string label;
  std::map<std::string, std::string> variables;
};

// A dimension of the grid, such as `guide` or `size`.
struct Axis {
  std::string name;
  std::vector<AxisPoint> points;
};

// A figure of the paper (or of another source) for one arm and metric.
struct PaperValue {
  double mean = 0;
  std::optional<double> error;
};

// One cell of the grid.
struct Arm {
  // axis name -> label
  std::map<std::string, std::string> point;
  std::string domain;
  AgentSettings settings;
  // metric -> what the paper says
  std::map<std::string, PaperValue> paper;
  Place place;
};

enum class Layout { curve, table };

struct Experiment {
  std::string name;
  std::string title;
  // What the paper says about it, in words; what nobody but us says is a note.
  std::string claim;
  std::string note;
  Layout layout = Layout::curve;
  // The axis along which curves run or tables have their columns.
  std::string x;
  std::vector<std::string> metrics;
  std::vector<Axis> axes;
  // The arms that others are compared with, seed by seed: axis -> label; if empty, those of the
  // first series are (baseline_of in summary.h).
  std::map<std::string, std::string> baseline;
  std::uint64_t first_seed = 1;
  std::int64_t seeds = 1;
  // This many of the first seeds are recorded for the replay.
  std::int64_t record = 0;
  std::vector<Arm> arms;
};

struct Study {
  std::string name;
  std::string title;
  std::string description;
  // The file as it was read.
  std::string text;
  std::vector<Experiment> experiments;
};

constexpr std::int64_t kMostSeeds = 1'000'000;
constexpr std::size_t kMostArms = 100'000;

// Whether the value of this option is the name of a file, if there is such a file: of a theory that
// does not ship, or of an agent.
bool names_file(const std::string& option, const std::string& value);

// Reads a study; options are checked by name only, so that a study may name guides and domains that
// are checked when it runs. Throws InputError with the place.
Study parse_study(const std::string& text, const std::filesystem::path& path);
Study read_study(const std::filesystem::path& path);

}  // namespace holdfast
