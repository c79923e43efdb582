#include "holdfast/study/report.h"

#include <fmt/format.h>
#include <zlib.h>

#include <new>
#include <nlohmann/json.hpp>

#include "holdfast/base/files.h"
#include "holdfast/base/json.h"
#include "holdfast/play/recording.h"
#include "holdfast/study/metrics.h"

namespace holdfast {
namespace {

using nlohmann::json;

// Stands in the built page where the data goes (see web/report.html).
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
  const int code =
      compress2(reinterpret_cast<Bytef*>(bytes.data()), &length,
                reinterpret_cast<const Bytef*>(text.data()), text.size(), Z_BEST_COMPRESSION);
  if (code != Z_OK) throw std::bad_alloc();  // nothing else can go wrong
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

// The rows of an arm by columns: what tells episodes apart, and what the experiment shows.
json rows_json(const ArmSummary& arm, const std::vector<std::string>& metrics) {
  json rows = json::object();
  for (const char* name : {"seed", "discounted", "undiscounted", "steps", "terminal"}) {
    rows[name] = json::array();
  }
  for (const EpisodeResult& r : arm.episodes) {
    rows["seed"].push_back(r.seed);
    rows["discounted"].push_back(r.discounted);
    rows["undiscounted"].push_back(r.undiscounted);
    rows["steps"].push_back(r.steps);
    rows["terminal"].push_back(r.terminal ? 1 : 0);
  }
  for (const std::string& name : metrics) {
    if (rows.contains(name)) continue;
    json& column = rows[name] = json::array();
    for (const EpisodeResult& r : arm.episodes) column.push_back(metric(name).of(r));
  }
  return rows;
}

// One study of the report, as it is taken apart. Its parts are named by its place in the report,
// since two files may have arms of the same key.
class StudyParts {
 public:
  StudyParts(const ReportedStudy& study, std::size_t place, std::map<std::string, std::string>& to)
      : study_(study), place_(place), parts_(to) {}

  json experiment(const ExperimentSummary& summary, std::size_t number) {
    const Experiment& e = summary.experiment;
    json axes = json::array();
    for (const Axis& axis : e.axes) {
      json labels = json::array();
      for (const AxisPoint& point : axis.points) labels.push_back(point.label);
      axes.push_back({{"name", axis.name}, {"labels", std::move(labels)}});
    }
    json arms = json::array();
    for (const ArmSummary& a : summary.arms) {
      arms.push_back(arm(a, e.metrics, fmt::format("rows/{}/{}/{}", place_, number, arms.size())));
    }
    return {{"name", e.name},
            {"title", e.title},
            {"claim", e.claim},
            {"note", e.note},
            {"layout", e.layout == Layout::curve ? "curve" : "table"},
            {"x", e.x},
            {"metrics", e.metrics},
            {"baseline", baseline_of(e)},
            {"seeds", e.seeds},
            {"axes", std::move(axes)},
            {"arms", std::move(arms)}};
  }

 private:
  json arm(const ArmSummary& arm, const std::vector<std::string>& metrics,
           const std::string& rows) {
    parts_[rows] = packed(rows_json(arm, metrics).dump());
    return {{"key", arm.planned.key},
            {"point", arm.arm.point},
            {"domain", arm.planned.domain},
            {"planner", arm.planned.planner},
            {"guide", arm.planned.guide},
            {"options", parse_json(arm.planned.options)},
            {"metrics", all_counted(arm.metrics)},
            {"differences", all_counted(arm.differences)},
            {"best", arm.best},
            {"paper", paper_json(arm.arm.paper)},
            {"episodes", arm.episodes.size()},
            {"rows", rows},
            {"recorded", recorded(arm)}};
  }

  json recorded(const ArmSummary& arm) {
    json result = json::array();
    for (const EpisodeResult& r : arm.episodes) {
      const auto found = study_.recordings.find(fmt::format("{}/{}", arm.planned.key, r.seed));
      if (found == study_.recordings.end()) continue;
      const std::string part = fmt::format("recording/{}/{}", place_, found->first);
      // An arm may be part of several experiments.
      if (std::string& text = parts_[part]; text.empty()) text = packed(found->second);
      result.push_back(
          {{"seed", r.seed}, {"discounted", r.discounted}, {"steps", r.steps}, {"part", part}});
    }
    return result;
  }

  const ReportedStudy& study_;
  std::size_t place_;
  std::map<std::string, std::string>& parts_;
};

std::string described(const StudySummary& summary) {
  const std::string note = failure_note(summary);
  const std::string& description = summary.study.description;
  return description + (description.empty() || note.empty() ? "" : "\n\n") + note;
}

// Names of parts are of keys, which a database may have changed to anything.
std::string for_attribute(const std::string& name) {
  std::string result;
  for (const char c : name) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
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

ReportData report_data(std::span<const ReportedStudy> studies, std::span<const json> learning) {
  json metrics = json::object();
  for (const Metric& m : metric_table()) {
    metrics[m.name] = {{"label", m.label()}, {"unit", m.unit()}};
  }
  ReportData result;
  json list = json::array();
  for (const ReportedStudy& study : studies) {
    StudyParts parts(study, list.size(), result.parts);
    json experiments = json::array();
    for (const ExperimentSummary& e : study.summary.experiments) {
      experiments.push_back(parts.experiment(e, experiments.size()));
    }
    list.push_back({{"name", study.summary.study.name},
                    {"title", study.summary.study.title},
                    {"description", described(study.summary)},
                    {"versions", study.summary.versions},
                    {"experiments", std::move(experiments)}});
  }
  result.summary = {{"format", "holdfast-report"},
                    {"version", 2},
                    {"metrics", std::move(metrics)},
                    {"studies", std::move(list)},
                    {"learning", json(std::vector<json>(learning.begin(), learning.end()))}};
  return result;
}

std::string report_page(std::span<const ReportedStudy> studies, std::span<const json> learning) {
  constexpr std::string_view end = "</script>";
  const std::string_view page = embedded_page();
  const std::size_t mark = page.find(kMark);
  if (mark == std::string_view::npos) throw Error("the embedded page has no place for data");
  const ReportData data = report_data(studies, learning);
  std::string result(page.substr(0, mark));
  result += for_script(data.summary);
  result += end;
  for (const auto& [name, text] : data.parts) {
    result += fmt::format("\n<script type=\"text/plain\" data-part=\"{}\">{}{}",
                          for_attribute(name), text, end);
  }
  result += page.substr(mark + kMark.size() + end.size());
  return result;
}

}  // namespace holdfast
