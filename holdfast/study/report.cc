#include "holdfast/study/report.h"

#include <fmt/format.h>
#include <zlib.h>

#include <nlohmann/json.hpp>

#include "holdfast/base/files.h"
#include "holdfast/base/json.h"
#include "holdfast/play/recording.h"
#include "holdfast/study/metrics.h"

namespace holdfast {
namespace {

using nlohmann::json;

// Stands in the built page where the data goes (see web/index.html).
constexpr std::string_view kMark = "{\"holdfast-report\":\"data goes here\"}";

std::string base64(const std::string& bytes) {
  constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string result;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      result += i + k <= bytes.size() ? letters[group >> (18 - 6 * k) & 63] : '=';
    }
  }
  return result;
}

// Recordings repeat themselves; deflated they are a twentieth. Browsers can undo it.
std::string packed(const std::string& text) {
  uLongf length = compressBound(text.size());
  std::string bytes(length, '\0');
  compress2(reinterpret_cast<Bytef*>(bytes.data()), &length,
            reinterpret_cast<const Bytef*>(text.data()), text.size(), Z_BEST_COMPRESSION);
  bytes.resize(length);
  return base64(bytes);
}

json counted_json(const RunningStatistics& s) {
  json result = statistics_json(s);
  result["n"] = s.count();
  return result;
}

json all_counted(const std::map<std::string, RunningStatistics>& all) {
  json result = json::object();
  for (const auto& [name, s] : all) result[name] = counted_json(s);
  return result;
}

json paper_json(const std::map<std::string, PaperValue>& paper) {
  json result = json::object();
  for (const auto& [metric, value] : paper) {
    result[metric] = {{"mean", value.mean}};
    if (value.error) result[metric]["error"] = *value.error;
  }
  return result;
}

json arm_json(const ArmSummary& arm, const std::map<std::string, std::string>& recordings) {
  json episodes = json::array();
  for (const EpisodeResult& r : arm.episodes) {
    const std::string id = fmt::format("{}/{}", arm.planned.key, r.seed);
    episodes.push_back({{"seed", r.seed},
                        {"discounted", r.discounted},
                        {"undiscounted", r.undiscounted},
                        {"steps", r.steps},
                        {"terminal", r.terminal}});
    if (recordings.contains(id)) episodes.back()["recording"] = id;
  }
  return {{"key", arm.planned.key},
          {"point", arm.arm.point},
          {"domain", arm.planned.domain},
          {"planner", arm.planned.planner},
          {"guide", arm.planned.guide},
          {"options", parse_json(arm.planned.options)},
          {"metrics", all_counted(arm.metrics)},
          {"differences", all_counted(arm.differences)},
          {"paper", paper_json(arm.arm.paper)},
          {"episodes", std::move(episodes)}};
}

json experiment_json(const ExperimentSummary& summary,
                     const std::map<std::string, std::string>& recordings) {
  const Experiment& e = summary.experiment;
  json axes = json::array();
  for (const Axis& axis : e.axes) {
    json labels = json::array();
    for (const AxisPoint& point : axis.points) labels.push_back(point.label);
    axes.push_back({{"name", axis.name}, {"labels", std::move(labels)}});
  }
  json arms = json::array();
  for (const ArmSummary& arm : summary.arms) arms.push_back(arm_json(arm, recordings));
  return {{"name", e.name},
          {"title", e.title},
          {"claim", e.claim},
          {"layout", e.layout == Layout::curve ? "curve" : "table"},
          {"x", e.x},
          {"metrics", e.metrics},
          {"baseline", e.baseline},
          {"seeds", e.seeds},
          {"axes", std::move(axes)},
          {"arms", std::move(arms)}};
}

std::string described(const StudySummary& summary) {
  const std::string note = failure_note(summary);
  const std::string& description = summary.study.description;
  return description + (description.empty() || note.empty() ? "" : "\n\n") + note;
}

// A JSON text must not end the script element that it stands in, nor hide its end as "<!--" does.
// Outside of strings JSON has no "<". Texts of databases may be anything, also no UTF-8.
std::string for_script(const json& data) {
  std::string result;
  for (const char c : data.dump(-1, ' ', false, json::error_handler_t::replace)) {
    if (c == '<') {
      result += "\\u003c";
    } else {
      result += c;
    }
  }
  return result;
}

}  // namespace

ReportedStudy read_for_report(const std::filesystem::path& database) {
  Store store(database, Database::Access::read);
  ReportedStudy result{summarize(store), {}};
  for (const ExperimentSummary& experiment : result.summary.experiments) {
    for (const ArmSummary& arm : experiment.arms) {
      for (auto& [seed, text] : store.recordings(arm.planned.key)) {
        result.recordings[fmt::format("{}/{}", arm.planned.key, seed)] = std::move(text);
      }
    }
  }
  return result;
}

void leave_out_timing(ReportedStudy& study) {
  leave_out_timing(study.summary);
  for (auto& [id, text] : study.recordings) text = without_timing(text);
}

nlohmann::json read_learning(const std::filesystem::path& path) {
  json result;
  try {
    result = parse_json(read_file(path));
  } catch (const json::exception&) {
    // Said below.
  } catch (const InputError& e) {
    throw InputError(Place{path.string()}, e.what());
  }
  if (result.is_object() && !result.contains("learn")) result = {{"learn", std::move(result)}};
  for (const char* key : {"rules", "coverage", "examples", "covered", "candidates"}) {
    if (!result.is_object() || !result["learn"].is_object() || !result["learn"].contains(key)) {
      throw InputError(fmt::format(
          "{}: expected a study's database, or what `holdfast learn --json` prints (no '{}' found)",
          path.string(), key));
    }
  }
  if (!result.contains("title")) result["title"] = path.stem().string();
  return result;
}

nlohmann::json report_json(std::span<const ReportedStudy> studies, std::span<const json> learning) {
  json metrics = json::object();
  for (const Metric& m : metric_table()) {
    metrics[m.name] = {{"label", m.label()}, {"unit", m.unit()}};
  }
  json list = json::array();
  json recordings = json::object();
  for (const ReportedStudy& study : studies) {
    json experiments = json::array();
    for (const ExperimentSummary& e : study.summary.experiments) {
      experiments.push_back(experiment_json(e, study.recordings));
    }
    list.push_back({{"name", study.summary.study.name},
                    {"title", study.summary.study.title},
                    {"description", described(study.summary)},
                    {"versions", study.summary.versions},
                    {"experiments", std::move(experiments)}});
    for (const auto& [id, text] : study.recordings) recordings[id] = packed(text);
  }
  return {{"format", "holdfast-report"},
          {"version", 1},
          {"metrics", std::move(metrics)},
          {"studies", std::move(list)},
          {"learning", json(std::vector<json>(learning.begin(), learning.end()))},
          {"recordings", std::move(recordings)}};
}

std::string report_page(std::span<const ReportedStudy> studies, std::span<const json> learning) {
  std::string page(embedded_page());
  const std::size_t mark = page.find(kMark);
  if (mark == std::string::npos) throw Error("the embedded page has no place for data");
  return page.replace(mark, kMark.size(), for_script(report_json(studies, learning)));
}

}  // namespace holdfast
