// Studies: played from here, and what they found.
#include <string>
#include <vector>

#include "holdfast/base/worker_pool.h"
#include "holdfast/python/binding.h"
#include "holdfast/study/recorded_study.h"
#include "holdfast/study/report.h"
#include "holdfast/study/runner.h"
#include "holdfast/study/tables.h"

namespace holdfast::python {
namespace {

std::vector<ReportedStudy> read_studies(const std::vector<std::string>& files) {
  std::vector<ReportedStudy> studies;
  for (const std::string& file : files) {
    studies.push_back(file.ends_with(".jsonl") ? read_recordings(file) : read_for_report(file));
  }
  return studies;
}

// As `holdfast study` does; returns how many episodes were played now.
std::int64_t run(const std::string& file, const std::string& output, int jobs) {
  check_jobs(jobs, "jobs");
  return unlocked([&] {
    const Study study = read_study(file);
    const Schedule schedule = schedule_study(study);
    check_arms(study, schedule);
    const WriteLock lock(output);
    Store store(output, Database::Access::write);
    store.adopt(study, file, schedule.by_experiment);
    Ranks ranks;
    const RunResult result = run_study(schedule, pending(schedule, store.finished()), store, ranks,
                                       {.jobs = jobs, .stop = interrupted});
    if (result.stopped) throw Interrupted();
    return result.played;
  });
}

}  // namespace

void add_studies(py::module_& m) {
  m.def("run_study", &run);
  m.def("study_csv", [](const std::vector<std::string>& files) {
    std::vector<StudySummary> summaries;
    for (const ReportedStudy& s : read_studies(files)) summaries.push_back(s.summary);
    return csv_table(summaries);
  });
  m.def("report_page",
        [](const std::vector<std::string>& files) { return report_page(read_studies(files)); });
  m.def("replay_page", [](const std::string& recording) {
    return report_page(std::vector{recorded_study(recording + "\n", "replay")});
  });
}

}  // namespace holdfast::python
