#include "holdfast/study/recorded_study.h"

#include <fmt/format.h>

#include <algorithm>

#include "holdfast/base/error.h"
#include "holdfast/base/files.h"
#include "holdfast/base/json.h"
#include "holdfast/play/episode_fields.h"
#include "holdfast/study/metrics.h"

namespace holdfast {
namespace {

using nlohmann::json;

constexpr const char* kDomain = "domain";
constexpr const char* kAgent = "agent";
constexpr int kVersion = 2;

json read_line(const std::string& line, const Place& place) {
  try {
    json recording = parse_json(line);
    if (recording.at("format") == "holdfast-recording" && recording.at("version") == kVersion) {
      return recording;
    }
  } catch (const json::exception&) {
    // Said below.
  } catch (const InputError& e) {
    throw InputError(place, e.what());
  }
  throw InputError(place, fmt::format("expected a recording of version {}, as `holdfast play "
                                      "--record` writes it",
                                      kVersion));
}

// Adds the label to an axis, unless it is there.
void mention(Axis& axis, const std::string& label) {
  const auto same = [&](const AxisPoint& p) { return p.label == label; };
  if (std::ranges::none_of(axis.points, same)) axis.points.push_back({label, {}});
}

// What tells agents apart for people; the same label twice in a domain gets a number.
std::string label_of(const json& recording, const std::vector<ArmSummary>& arms) {
  std::string label = fmt::format("{}, {}", recording.at("planner").get<std::string>(),
                                  recording.at("guide").get<std::string>());
  const auto taken = [&](const std::string& text) {
    return std::ranges::any_of(arms, [&](const ArmSummary& arm) {
      return arm.arm.point.at(kAgent) == text && arm.planned.domain == recording.at("domain");
    });
  };
  if (!taken(label)) return label;
  int number = 2;
  while (taken(fmt::format("{} ({})", label, number))) ++number;
  return fmt::format("{} ({})", label, number);
}

// The arm of a recording: that of the same domain, agent and options.
ArmSummary& arm_of(const json& recording, ExperimentSummary& summary) {
  const std::string domain = recording.at("domain"), options = recording.at("options").dump();
  const std::string planner = recording.at("planner"), guide = recording.at("guide");
  for (ArmSummary& arm : summary.arms) {
    const PlannedArm& p = arm.planned;
    if (p.domain == domain && p.planner == planner && p.guide == guide && p.options == options) {
      return arm;
    }
  }
  const std::string label = label_of(recording, summary.arms);
  mention(summary.experiment.axes[0], domain);
  mention(summary.experiment.axes[1], label);
  ArmSummary arm{};
  arm.arm.point = {{kDomain, domain}, {kAgent, label}};
  arm.arm.domain = domain;
  arm.planned = {fmt::format("arm{}", summary.arms.size()), domain, planner, guide, options};
  summary.arms.push_back(std::move(arm));
  return summary.arms.back();
}

// A domain that all share tells nothing apart: it is said once.
void leave_out_one_domain(ExperimentSummary& summary) {
  std::vector<Axis>& axes = summary.experiment.axes;
  if (axes[0].points.size() > 1) return;
  summary.experiment.note = summary.arms.front().planned.domain;
  axes.erase(axes.begin());
  summary.experiment.x.clear();
  for (ArmSummary& arm : summary.arms) arm.arm.point.erase(kDomain);
}

void add_recording(const json& recording, const std::string& text, ReportedStudy& study) {
  ArmSummary& arm = arm_of(recording, study.summary.experiments.front());
  const EpisodeResult result = episode_from(recording.at("result"));
  arm.episodes.push_back(result);
  for (const Metric& metric : metric_table()) arm.metrics[metric.name].add(metric.of(result));
  study.recordings[fmt::format("{}/{}", arm.planned.key, result.seed)] = text;
  const std::string revision = recording.value("revision", "");
  std::vector<std::string>& versions = study.summary.versions;
  if (!revision.empty() && std::ranges::find(versions, revision) == versions.end()) {
    versions.push_back(revision);
  }
}

}  // namespace

ReportedStudy read_recordings(const std::filesystem::path& path) {
  return recorded_study(read_file(path), path);
}

ReportedStudy recorded_study(const std::string& text, const std::filesystem::path& path) {
  ReportedStudy study;
  study.summary.study.name = path.stem().string();
  study.summary.study.title = "Recorded episodes";
  ExperimentSummary& summary = study.summary.experiments.emplace_back();
  summary.experiment.name = "episodes";
  summary.experiment.title = path.filename().string();
  summary.experiment.layout = Layout::table;
  summary.experiment.x = kDomain;
  summary.experiment.metrics = {"discounted", "steps"};
  summary.experiment.axes = {{kDomain, {}}, {kAgent, {}}};
  int number = 0;
  std::size_t next = 0;
  for (std::size_t first = 0; first < text.size(); first = next) {
    next = std::min(text.find('\n', first), text.size() - 1) + 1;
    const std::string line = text.substr(first, next - first - (text[next - 1] == '\n'));
    const Place place{path.string(), ++number, 1};
    if (line.empty()) continue;
    try {
      add_recording(read_line(line, place), line, study);
    } catch (const json::exception&) {
      throw InputError(place,
                       "this recording is broken: a field is missing, or is not what it should be");
    }
  }
  if (summary.arms.empty()) throw InputError(path.string() + ": has no recording");
  for (const ArmSummary& arm : summary.arms) {
    summary.experiment.seeds =
        std::max(summary.experiment.seeds, static_cast<std::int64_t>(arm.episodes.size()));
  }
  leave_out_one_domain(summary);
  compare_arms(summary);
  return study;
}

}  // namespace holdfast
