// holdfast study: plays a grid of domains, agents and seeds into a database; goes on where it was.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "holdfast/app/command.h"
#include "holdfast/app/progress.h"
#include "holdfast/base/error.h"
#include "holdfast/base/interrupt.h"
#include "holdfast/base/worker_pool.h"
#include "holdfast/study/runner.h"

namespace holdfast::app {
namespace {

struct StudyOptions {
  std::string file;
  std::string output;
  int jobs = 0;
  bool json = false;
  bool dry_run = false;
};

void report_change(const StudyChange& change) {
  if (change.changed) {
    fmt::print(stderr, "holdfast: the study file has changed since its last run: {} new arms\n",
               change.new_arms);
  }
  if (change.gone_episodes > 0) {
    fmt::print(
        stderr,
        "holdfast: {} episodes of {} arms that the study no longer has (or whose options, "
        "theory or defaults have changed) stay in the database and are left out of reports\n",
        change.gone_episodes, change.gone_arms);
  }
}

void report_result(const StudyOptions& options, const Schedule& schedule, std::size_t before,
                   const RunResult& result) {
  if (options.json) {
    const nlohmann::json summary{
        {"study", options.file},         {"output", options.output},
        {"arms", schedule.arms.size()},  {"episodes", schedule.tasks.size()},
        {"already_stored", before},      {"played", result.played},
        {"failed", result.failed.size()}};
    fmt::print("{}\n", summary.dump(2));
  } else {
    fmt::print("{}: {} episodes of {} arms, {} of them played now\n", options.output,
               schedule.tasks.size(), schedule.arms.size(), result.played);
    fmt::print("Look at them: holdfast report {} -o report.html\n", options.output);
  }
}

// The study is done but for these; an exit code of 1 says so to scripts.
void report_failures(const Schedule& schedule, const RunResult& result) {
  constexpr std::size_t kMostShown = 10;
  if (result.failed.empty()) return;
  for (std::size_t i = 0; i < std::min(kMostShown, result.failed.size()); ++i) {
    const FinishedEpisode& f = result.failed[i];
    const PlannedArm& arm = planned_arm(schedule, f.key);
    fmt::print(stderr, "holdfast: failed: {} of {} with guide {} (options {}), seed {}: {}\n",
               arm.planner, arm.domain, arm.guide, arm.options, f.result.seed, f.failure);
  }
  throw AlreadyPrinted(
      fmt::format("{} of {} episodes failed, and are left out of reports (the table `failure` of "
                  "the database lists them); the same command tries them again",
                  result.failed.size(), schedule.tasks.size()));
}

RunResult play_pending(const StudyOptions& options, const Schedule& schedule, Store& store,
                       Ranks& ranks, const std::vector<EpisodeTask>& tasks) {
  Progress progress("study", static_cast<std::int64_t>(tasks.size()));
  return run_study(
      schedule, tasks, store, ranks,
      {.jobs = options.jobs, .stop = interrupted, .on_stored = [&](const FinishedEpisode& e) {
         progress.advance(fmt::format("return {:.2f}", e.result.discounted));
       }});
}

void lead(const StudyOptions& options, const Study& study, const Schedule& schedule, Ranks& ranks) {
  check_arms(study, schedule);
  const WriteLock lock(options.output);
  Store store(options.output, Database::Access::write);
  report_change(store.adopt(study, options.file, schedule.by_experiment));
  const std::vector<EpisodeTask> tasks = pending(schedule, store.finished());
  ranks.broadcast(study.text);
  const Listening listening;
  const RunResult result = play_pending(options, schedule, store, ranks, tasks);
  if (result.stopped) {
    throw Error(
        fmt::format("stopped with {} of {} episodes stored; the same command goes on",
                    schedule.tasks.size() - tasks.size() + static_cast<std::size_t>(result.played),
                    schedule.tasks.size()));
  }
  report_result(options, schedule, schedule.tasks.size() - tasks.size(), result);
  report_failures(schedule, result);
}

void follow(const StudyOptions& options, Ranks& ranks) {
  // An empty text: rank 0 has found a mistake, and says so.
  const std::string text = ranks.broadcast("");
  if (text.empty()) return;
  play_for_rank_zero(schedule_study(parse_study(text, options.file)), ranks, options.jobs);
}

void run_ranks(const StudyOptions& options, Ranks& ranks) {
  if (ranks.rank() > 0) return follow(options, ranks);
  Study study;
  Schedule schedule;
  try {
    study = read_study(options.file);
    schedule = schedule_study(study);
  } catch (...) {
    ranks.broadcast("");
    throw;
  }
  lead(options, study, schedule, ranks);
}

void describe_in_json(const StudyOptions& options, const Study& study, const Schedule& schedule) {
  nlohmann::json experiments = nlohmann::json::array();
  for (const Experiment& e : study.experiments) {
    experiments.push_back({{"title", e.title}, {"arms", e.arms.size()}, {"seeds", e.seeds}});
  }
  const nlohmann::json description{{"study", options.file},
                                   {"title", study.title},
                                   {"experiments", std::move(experiments)},
                                   {"arms", schedule.arms.size()},
                                   {"episodes", schedule.tasks.size()}};
  fmt::print("{}\n", description.dump(2));
}

void describe(const StudyOptions& options) {
  const Study study = read_study(options.file);
  const Schedule schedule = schedule_study(study);
  if (options.json) return describe_in_json(options, study, schedule);
  fmt::print("{}\n", study.title);
  for (const Experiment& e : study.experiments) {
    fmt::print("  {}: {} arms, {} seeds each\n", e.title, e.arms.size(), e.seeds);
  }
  fmt::print("{} episodes of {} different arms\n", schedule.tasks.size(), schedule.arms.size());
}

void run(StudyOptions options) {
  if (options.dry_run) return describe(options);
  if (options.output.empty()) options.output = options.file + ".sqlite";
  if (options.output == "-") {
    throw InputError("a study goes on from its database; name a file instead of -");
  }
  if (options.jobs != 0) check_jobs(options.jobs);
  on_ranks([&](Ranks& ranks) {
    if (options.jobs == 0) options.jobs = default_jobs(ranks);
    run_ranks(options, ranks);
  });
}

}  // namespace

void add_study_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "study", "Plays a grid of domains, agents and seeds into a database; resumable");
  auto options = std::make_shared<StudyOptions>();
  command->add_option("file", options->file, "The study, a TOML file; see docs/studies.md")
      ->required();
  command->add_option("-o,--output", options->output,
                      "The database (default: the study's name and .sqlite); if it is there, the "
                      "study goes on");
  command->add_option(
      "--jobs", options->jobs,
      "Episodes played side by side (default: one for each core; one per rank under "
      "mpirun)");
  command->add_flag("--dry-run", options->dry_run, "Only say what would be played");
  command->add_flag("--json", options->json, "Print one JSON object");
  command->footer(
      "Example: holdfast study studies/figure1-quick.toml -o figure1.sqlite\n"
      "Stop it whenever you like; the same command goes on. On several machines:\n"
      "  mpirun -n 8 holdfast study studies/figure1-full.toml -o figure1.sqlite");
  command->callback([options] { run(*options); });
}

}  // namespace holdfast::app
