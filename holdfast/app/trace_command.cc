// holdfast trace: plays episodes and writes what the agent believed and did, for `learn`.
#include <fmt/format.h>

#include <atomic>
#include <nlohmann/json.hpp>
#include <optional>
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
#include "holdfast/learn/traces_in_order.h"
#include "holdfast/play/trace.h"
#include "holdfast/study/ranks.h"

namespace holdfast::app {
namespace {

struct TraceOptions {
  std::string domain;
  std::string output;
  AgentOptions agent;
  int episodes = 1000;
  std::uint64_t seed = 1;
  std::optional<int> jobs = {};  // always there once the ranks are known
  bool past = false;
  bool json = false;

  logic::Recall recall() const { return past ? logic::Recall::everything() : logic::Recall(); }
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

learn::TraceEpisode play_one(const TraceOptions& options, const Domain& domain,
                             const AgentConfig& config, int index) {
  return trace_episode(domain, options.seed + static_cast<std::uint64_t>(index), config,
                       options.recall());
}

// Plays what the writer does not have yet, with the other ranks; returns the statistics of the new
// episodes. After a signal, the writer has those that were finished in a row.
RunningStatistics play_missing(const TraceOptions& options, const Domain& domain,
                               const AgentConfig& config, learn::TraceWriter& writer,
                               Ranks& ranks) {
  const int resumed = writer.episodes();
  learn::TracesInOrder in_order(writer);
  Progress progress("tracing", options.episodes - resumed);
  std::atomic<int> next{resumed};
  std::atomic<bool> failed{false};
  const auto add = [&](int i, learn::TraceEpisode episode) {
    progress.advance(fmt::format("return {:.2f}", episode.discounted));
    in_order.add(i, std::move(episode));
  };
  const auto play = [&] {
    try {
      for (int i = next++; i < options.episodes; i = next++) {
        add(i, play_one(options, domain, config, i));
      }
    } catch (...) {
      failed = true;
      throw;
    }
  };
  // An order is the number of an episode, and comes back before the episode.
  const auto serve = [&] {
    while (!ranks.all_dismissed(*options.jobs) && !failed) {
      ranks.serve([&](const std::string& done) -> std::string {
        if (const std::size_t end = done.find(' '); end != std::string::npos) {
          add(std::stoi(done), learn::episode_from_line(done.substr(end + 1)));
        }
        const int i = next++;
        return i < options.episodes ? std::to_string(i) : "";
      });
      if (interrupted()) throw Interrupted();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  };
  const bool alone = ranks.size() == 1;
  WorkerPool(*options.jobs + (alone ? 0 : 1)).run([&](int thread) {
    thread < *options.jobs ? play() : serve();
  });
  return in_order.returns();
}

void play_for_rank_zero(const TraceOptions& options, const Domain& domain,
                        const AgentConfig& config, Ranks& ranks) {
  WorkerPool(*options.jobs).run([&](int thread) {
    std::string done;
    for (;;) {
      const std::string order = ranks.exchange(thread, done);
      if (order.empty()) return;
      done = order + ' ' + learn::to_line(play_one(options, domain, config, std::stoi(order)));
    }
  });
}

void trace(const TraceOptions& options, Ranks& ranks) {
  // The others wait until rank 0 has found no mistake: one message is enough.
  if (ranks.rank() > 0) ranks.broadcast("");
  if (options.episodes < 1) throw InputError("--episodes must be at least 1");
  check_jobs(*options.jobs);
  const std::unique_ptr<Domain> domain = make_domain(options.domain);
  const AgentConfig config = configure(*domain, as_teacher(*domain, options.agent.said()));
  if (ranks.rank() > 0) return play_for_rank_zero(options, *domain, config, ranks);
  learn::TraceWriter writer(options.output,
                            trace_header(*domain, config, options.seed, options.recall()),
                            input_files(config), options.episodes);
  ranks.broadcast("go");
  const int resumed = writer.episodes();
  const Listening listening;
  try {
    const RunningStatistics returns = play_missing(options, *domain, config, writer, ranks);
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
  command->add_option("--jobs", options->jobs,
                      "Episodes played side by side (same traces; default: one for each core, one "
                      "per rank under mpirun)");
  command->add_flag("--json", options->json, "Print one JSON object");
  command->footer(
      "Example: holdfast trace 'rocksample(size=12,rocks=4)' --episodes 300 --seed 1 "
      "-o traces.jsonl.zst\n"
      "Without --planner, --guide and --sims the domain's teacher plays: the planner that makes "
      "the "
      "best traces per second without handcrafted advice (despot in rocksample and tag, pomcp in "
      "pocman).\n"
      "An interrupted run goes on where it was: call it again in the same way. On several "
      "machines:\n"
      "  mpirun -n 8 holdfast trace 'rocksample(size=12,rocks=4)' -o traces.jsonl.zst");
  command->callback([options] {
    on_ranks([&](Ranks& ranks) {
      if (!options->jobs) options->jobs = default_jobs(ranks);
      trace(*options, ranks);
    });
  });
}

}  // namespace holdfast::app
