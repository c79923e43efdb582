// holdfast trace: plays episodes and writes what the agent believed and did, for `learn`.
#include <fmt/format.h>

#include <atomic>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "holdfast/app/agent_options.h"
#include "holdfast/app/command.h"
#include "holdfast/app/progress.h"
#include "holdfast/base/error.h"
#include "holdfast/base/interrupt.h"
#include "holdfast/base/json.h"
#include "holdfast/base/statistics.h"
#include "holdfast/base/version.h"
#include "holdfast/base/worker_pool.h"
#include "holdfast/domains/registry.h"
#include "holdfast/play/trace.h"

namespace holdfast::app {
namespace {

struct TraceOptions {
  std::string domain;
  std::string output;
  AgentOptions agent;
  int episodes = 1000;
  std::uint64_t seed = 1;
  int jobs = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  bool past = false;
  bool json = false;

  logic::Recall recall() const { return past ? logic::Recall::everything() : logic::Recall(); }
};

// Episodes finish in any order; they are written, and their returns added up, in theirs: another
// order would round otherwise.
class InOrder {
 public:
  explicit InOrder(learn::TraceWriter& writer) : writer_(writer) {}

  void add(int index, learn::TraceEpisode episode) {
    const std::lock_guard lock(mutex_);
    waiting_.emplace(index, std::move(episode));
    while (!waiting_.empty() && waiting_.begin()->first == writer_.episodes()) {
      writer_.add(waiting_.begin()->second);
      returns_.add(waiting_.begin()->second.discounted);
      waiting_.erase(waiting_.begin());
    }
  }

  const RunningStatistics& returns() const { return returns_; }

 private:
  learn::TraceWriter& writer_;
  RunningStatistics returns_;
  std::mutex mutex_;
  std::map<int, learn::TraceEpisode> waiting_;
};

void report(const TraceOptions& options, const Domain& domain, int resumed,
            const AgentConfig& config, const RunningStatistics& returns) {
  if (options.json) {
    const nlohmann::json result = {{"domain", domain.name()},
                                   {"planner", config.planner},
                                   {"guide", config.adviser()},
                                   {"traces", options.output},
                                   {"seed", options.seed},
                                   {"episodes", options.episodes},
                                   {"resumed", resumed},
                                   {"discounted", statistics_json(returns)},
                                   {"revision", std::string(revision())}};
    fmt::print("{}\n", result.dump(2));
    return;
  }
  fmt::print("{}: {} episodes of {}", options.output, options.episodes, domain.name());
  fmt::print(", played by {} ({})", config.planner, config.adviser());
  if (resumed > 0) fmt::print(", {} of them from an earlier run", resumed);
  fmt::print("\n");
  if (returns.count() > 0) {
    fmt::print("  discounted return of the new ones {}\n", with_interval(returns));
  }
  fmt::print("Next: holdfast learn {} -o theory.lp\n", options.output);
}

// Plays what the writer does not have yet; returns the statistics of the new episodes. After a
// signal, the writer has those that were finished in a row.
RunningStatistics play_missing(const TraceOptions& options, const Domain& domain,
                               const AgentConfig& config, learn::TraceWriter& writer) {
  const int resumed = writer.episodes();
  InOrder in_order(writer);
  Progress progress("tracing", options.episodes - resumed);
  std::atomic<int> next{resumed};
  const auto play_one = [&](int i) {
    learn::TraceEpisode episode = trace_episode(
        domain, options.seed + static_cast<std::uint64_t>(i), config, options.recall());
    progress.advance(fmt::format("return {:.2f}", episode.discounted));
    in_order.add(i, std::move(episode));
  };
  WorkerPool(options.jobs).run([&](int) {
    for (int i = next++; i < options.episodes; i = next++) play_one(i);
  });
  return in_order.returns();
}

void trace(const TraceOptions& options) {
  if (options.episodes < 1) throw InputError("--episodes must be at least 1");
  check_jobs(options.jobs);
  const std::unique_ptr<Domain> domain = make_domain(options.domain);
  const AgentConfig config = configure(*domain, as_teacher(*domain, options.agent.said()));
  learn::TraceWriter writer(options.output,
                            trace_header(*domain, config, options.seed, options.recall()),
                            input_files(config), options.episodes);
  const int resumed = writer.episodes();
  const Listening listening;
  try {
    const RunningStatistics returns = play_missing(options, *domain, config, writer);
    writer.finish();
    report(options, *domain, resumed, config, returns);
  } catch (const Interrupted&) {
    throw Error(fmt::format("stopped with {} of {} episodes in {}.part; the same command goes on",
                            writer.episodes(), options.episodes, options.output));
  }
}

}  // namespace

void add_trace_command(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("trace", "Plays episodes and writes beliefs and actions, for learn");
  auto options = std::make_shared<TraceOptions>();
  command
      ->add_option("domain", options->domain,
                   "What to play, such as 'rocksample(size=12,rocks=4)'; see `holdfast domains`")
      ->required();
  options->agent.add_to(*command);
  command
      ->add_option("-o,--output", options->output,
                   "The file of traces; compressed if its name ends in .zst")
      ->required();
  command->add_option("--episodes", options->episodes, "How many episodes")->capture_default_str();
  command->add_flag(
      "--past", options->past,
      "Also write what the agent has done (last, run, done, ago), for rules about it");
  add_seed(*command, options->seed, "Seed of the first episode; the next has seed + 1");
  command->add_option("--jobs", options->jobs, "Episodes played side by side (same traces)")
      ->capture_default_str();
  command->add_flag("--json", options->json, "Print one JSON object");
  command->footer(
      "Example: holdfast trace 'rocksample(size=12,rocks=4)' --episodes 300 --seed 1 "
      "-o traces.jsonl.zst\n"
      "Without --planner, --guide and --sims the domain's teacher plays: the planner that makes "
      "the "
      "best traces per second without handcrafted advice (despot in rocksample and tag, pomcp in "
      "pocman).\n"
      "An interrupted run goes on where it was: call it again in the same way.");
  command->callback([options] { trace(*options); });
}

}  // namespace holdfast::app
