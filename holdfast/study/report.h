// The report: one HTML file that needs no network, made of the page (web/, built and embedded) and
// the data of the studies. Summaries are one JSON object, which the page reads at once; the rows of
// episodes and the recordings are parts of their own, which it unpacks when somebody looks at them.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "holdfast/study/summary.h"

namespace holdfast {

// A study's file, with what was read from it.
struct ReportedStudy {
  StudySummary summary;
  // Recordings by "key/seed", each one line of JSON.
  std::map<std::string, std::string> recordings;
};

ReportedStudy read_for_report(const std::filesystem::path& database);

// Takes out the metrics that depend on the clock, also of recordings.
void leave_out_timing(ReportedStudy& study);

// What `holdfast learn --json` printed, alone or in an object with `title`, `claim` and `paper`
// (see web/README.md). Throws InputError if the file is something else.
nlohmann::json read_learning(const std::filesystem::path& path);

// What the page shows; its shape is described in web/README.md.
struct ReportData {  // NOLINT(bugprone-exception-escape): json may throw where it is moved
  nlohmann::json summary;
  // Rows of arms and recordings by the names that the summary gives them, deflated, in base64.
  std::map<std::string, std::string> parts;
};
ReportData report_data(std::span<const ReportedStudy> studies,
                       std::span<const nlohmann::json> learning = {});

std::string report_page(std::span<const ReportedStudy> studies,
                        std::span<const nlohmann::json> learning = {});

// The built page, with a mark where the data goes.
std::string_view embedded_page();

}  // namespace holdfast
