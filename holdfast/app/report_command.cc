// holdfast report: what studies found, as one page to look at, or as tables.
#include <fmt/format.h>

#include <map>

#include "holdfast/app/command.h"
#include "holdfast/base/error.h"
#include "holdfast/base/files.h"
#include "holdfast/study/recorded_study.h"
#include "holdfast/study/report.h"
#include "holdfast/study/tables.h"

namespace holdfast::app {
namespace {

struct ReportOptions {
  std::vector<std::string> studies;
  std::string output;
  std::string format = "html";
  bool no_timing = false;
};

std::string report_text(const ReportOptions& options) {
  std::vector<ReportedStudy> studies;
  std::vector<StudySummary> summaries;
  std::vector<nlohmann::json> learning;
  for (const std::string& file : options.studies) {
    if (file.ends_with(".json")) {
      learning.push_back(read_learning(file));
    } else {
      studies.push_back(file.ends_with(".jsonl") ? read_recordings(file) : read_for_report(file));
      if (options.no_timing) leave_out_timing(studies.back());
      summaries.push_back(studies.back().summary);
    }
  }
  if (options.format == "markdown") return markdown_tables(summaries);
  if (options.format == "latex") return latex_tables(summaries);
  if (options.format == "csv") return csv_table(summaries);
  return report_page(studies, learning);
}

void run(const ReportOptions& options) {
  if (options.output.empty() && options.format == "html") {
    throw InputError("name the file to write: -o report.html");
  }
  const std::string output = options.output.empty() ? "-" : options.output;
  AtomicFile file(output, {options.studies.begin(), options.studies.end()});
  file.stream() << report_text(options);
  file.commit();
  if (output != "-") fmt::print(stderr, "{} written\n", output);
}

}  // namespace

void add_report_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "report", "Makes one offline page of studies: curves, tables, rules, replays");
  auto options = std::make_shared<ReportOptions>();
  command
      ->add_option("studies", options->studies,
                   "Databases of `holdfast study`, recordings (.jsonl) of `holdfast play "
                   "--record`, and .json "
                   "files of `holdfast learn`")
      ->required();
  command->add_option("-o,--output", options->output,
                      "The file to write, - for standard output (where tables go without it)");
  command->add_option("--format", options->format, "html, markdown, latex or csv")
      ->capture_default_str()
      ->check(CLI::IsMember({"html", "markdown", "latex", "csv"}));
  command->add_flag("--no-timing", options->no_timing,
                    "Leave out what depends on the clock, so that runs compare byte for byte");
  command->footer(
      "Example: holdfast report figure1.sqlite table1.sqlite -o report.html\n"
      "         holdfast report episodes.jsonl -o replay.html\n"
      "         holdfast report table1.sqlite --format latex > table1.tex");
  command->callback([options] { run(*options); });
}

}  // namespace holdfast::app
