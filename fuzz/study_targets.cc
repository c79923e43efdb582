// Studies, domains and options by name, and the files that results are kept in.
#include "fuzz/targets.h"
#include "fuzz/temporary_file.h"
#include "holdfast/agents/agent_options.h"
#include "holdfast/agents/ais_config.h"
#include "holdfast/bench/compare.h"
#include "holdfast/domains/registry.h"
#include "holdfast/play/configure.h"
#include "holdfast/study/recorded_study.h"
#include "holdfast/study/report.h"
#include "holdfast/study/study.h"
#include "holdfast/study/tables.h"

namespace holdfast::fuzz {

void study(std::string_view bytes) { parse_study(std::string(bytes), "study.toml"); }

void domain(std::string_view bytes) {
  // The canonical name makes the same domain again.
  const std::string name = make_domain(std::string(bytes))->name();
  if (make_domain(name)->name() != name) std::abort();
}

void settings(std::string_view bytes) {
  static const std::unique_ptr<Domain> tiger = make_domain("tiger");
  configure(*tiger, other_side(*tiger, {}, std::string(bytes)));
}

void agent_file(std::string_view bytes) {
  const TemporaryFile file(bytes, ".bin");
  AisConfig config;
  config.path = file.path().string();
  load_ais(config, "tiger");
}

void database(std::string_view bytes) {
  const TemporaryFile file(bytes, ".sqlite");
  const ReportedStudy read = read_for_report(file.path());
  report_page({&read, 1});
}

void recording(std::string_view bytes) {
  ReportedStudy read = recorded_study(std::string(bytes), "episodes.jsonl");
  report_page({&read, 1});
  leave_out_timing(read);
  report_page({&read, 1});
  csv_table({&read.summary, 1});
}

void bench_run(std::string_view bytes) {
  const nlohmann::json read = read_bench(TemporaryFile(bytes, ".json").path().string());
  compare_benches({{"rate", 2.5}, {"revision", "now"}}, read);
}

void learning(std::string_view bytes) {
  const nlohmann::json read = read_learning(TemporaryFile(bytes, ".json").path());
  report_page({}, {&read, 1});
}

}  // namespace holdfast::fuzz
