// From traces to theories, and what studies found.
#include <nlohmann/json.hpp>

#include "holdfast/base/error.h"
#include "holdfast/learn/learnt_theory.h"
#include "holdfast/learn/trace_task.h"
#include "holdfast/learn/traces.h"
#include "holdfast/logic/print.h"
#include "holdfast/python/binding.h"
#include "holdfast/study/report.h"
#include "holdfast/study/tables.h"

namespace holdfast::python {
namespace {

py::dict scores_of(const learn::Task& task, const std::vector<bool>& covered) {
  py::dict result;
  for (const auto& [action, s] : learn::scores(task, covered)) {
    py::dict score;
    score["examples"] = s.examples;
    score["coverage"] = s.coverage();
    score["balanced"] = s.balanced();
    score["precision"] = s.precision();
    score["recall"] = s.recall();
    result[py::str(action)] = score;
  }
  return result;
}

// As `holdfast learn` does with its defaults.
py::dict learn_from(const std::string& path, bool local, bool all_episodes, double seconds,
                    int jobs) {
  learn::TraceTask made;
  learn::LearnResult result;
  std::string domain;
  unlocked([&] {
    const learn::Traces traces = learn::read_traces(path);
    domain = traces.header.domain;
    made = learn::make_task(traces, {.local = local, .select = !all_episodes});
    result = learn::learn(made.task,
                          {.limits = learn::kTraceLimits, .seconds = seconds, .threads = jobs});
  });
  const auto theory = std::make_shared<logic::Theory>(learn::to_theory(
      made.task, result, {"Learnt by holdfast from episodes of " + domain + "."}, made.words));
  py::dict answer;
  answer["theory"] = theory;
  answer["cost"] = result.cost;
  answer["bound"] = result.bound;
  answer["optimal"] = result.optimal;
  answer["examples"] = result.covered.size();
  answer["scores"] = scores_of(made.task, result.covered);
  return answer;
}

std::vector<ReportedStudy> read_studies(const std::vector<std::string>& files) {
  std::vector<ReportedStudy> studies;
  for (const std::string& file : files) studies.push_back(read_for_report(file));
  return studies;
}

}  // namespace

void add_learning(py::module_& m) {
  m.def("learn_traces", &learn_from);
  m.def("study_csv", [](const std::vector<std::string>& files) {
    std::vector<StudySummary> summaries;
    for (const ReportedStudy& s : read_studies(files)) summaries.push_back(s.summary);
    return csv_table(summaries);
  });
  m.def("report_page",
        [](const std::vector<std::string>& files) { return report_page(read_studies(files)); });
}

}  // namespace holdfast::python
