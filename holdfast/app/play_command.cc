// holdfast play: plays episodes and says how well it went.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "holdfast/app/agent_options.h"
#include "holdfast/app/command.h"
#include "holdfast/app/numbers.h"
#include "holdfast/app/open_page.h"
#include "holdfast/app/play_report.h"
#include "holdfast/app/progress.h"
#include "holdfast/app/show_episodes.h"
#include "holdfast/base/error.h"
#include "holdfast/base/files.h"
#include "holdfast/base/interrupt.h"
#include "holdfast/base/worker_pool.h"
#include "holdfast/domains/registry.h"
#include "holdfast/play/configure.h"
#include "holdfast/play/recording.h"
#include "holdfast/study/recorded_study.h"

namespace holdfast::app {
namespace {

struct PlayOptions {
  std::string domain;
  AgentOptions agent;
  int episodes = 10;
  std::uint64_t seed = 1;
  int jobs = 1;
  bool json = false;
  bool show = false;
  double pause = 0;
  bool no_timing = false;
  std::string record;
  bool open = false;
  std::string versus;
};

constexpr int kMostEpisodes = 1'000'000;

// The recordings of the episodes that were finished, one a line: of each agent in the order of
// their seeds, the one that it is compared with last.
class RecordingFile {
 public:
  RecordingFile(const PlayOptions& options, const std::vector<std::filesystem::path>& inputs)
      : shown_(options.open) {
    if (!options.record.empty()) file_.emplace(options.record, inputs);
  }
  bool wanted() const { return file_.has_value() || shown_; }
  // Those of the next agent.
  void begin(int episodes) {
    first_ = lines_.size();
    lines_.resize(first_ + static_cast<std::size_t>(episodes));
  }
  void set(int episode, std::string line) {
    lines_[first_ + static_cast<std::size_t>(episode)] = std::move(line) + '\n';
  }
  void commit() {
    if (!file_) return;
    for (const std::string& line : lines_) file_->stream() << line;
    file_->commit();
  }
  // One after the other.
  std::string text() const { return fmt::format("{}", fmt::join(lines_, "")); }

 private:
  std::vector<std::string> lines_;
  std::size_t first_ = 0;
  bool shown_;
  std::optional<AtomicFile> file_;
};

// Episode i has seed `seed + i`, so `--seed` of any one episode plays it again. After a signal only
// those that were finished.
std::vector<EpisodeResult> play_all(const Domain& domain, const AgentConfig& config,
                                    const PlayOptions& options, RecordingFile& recordings) {
  std::vector<std::optional<EpisodeResult>> results(static_cast<std::size_t>(options.episodes));
  recordings.begin(options.episodes);
  Progress progress("playing", options.episodes);
  std::atomic<int> next{0};
  const auto play_one = [&](int i) {
    std::optional<EpisodeResult>& result = results[static_cast<std::size_t>(i)];
    const std::uint64_t seed = options.seed + static_cast<std::uint64_t>(i);
    const auto tell = [&](const Session&, int step, const Decision&) {
      progress.note(fmt::format("step {}", step + 1));
    };
    if (recordings.wanted()) {
      RecordedEpisode recorded =
          record_episode(domain, seed, config, {.before = tell, .timing = !options.no_timing});
      result = recorded.result;
      recordings.set(i, std::move(recorded.recording));
    } else {
      result = play_episode(domain, seed, config, {.start = {}, .before = tell, .after = {}});
    }
    progress.advance(fmt::format("return {:.2f}", result->discounted));
  };
  try {
    WorkerPool(options.jobs).run([&](int) {
      for (int i = next++; i < options.episodes; i = next++) play_one(i);
    });
  } catch (const Interrupted&) {
    // What is finished is shown.
  }
  std::vector<EpisodeResult> finished;
  for (const auto& result : results) {
    if (result) finished.push_back(*result);
  }
  return finished;
}

AgentConfig versus_config(const Domain& domain, const AgentConfig& config,
                          const PlayOptions& options) {
  AgentConfig versus = configure(domain, other_side(domain, options.agent.said(), options.versus));
  if (identity(versus) == identity(config)) {
    throw InputError(fmt::format(
        "--versus {}: this is the same agent, and would be compared with itself; name another "
        "guide, or other options: --versus lower=trivial",
        options.versus));
  }
  // What the domain refuses of an agent it says when one starts: not after the first side played.
  domain.start(options.seed, versus);
  return versus;
}

Versus play_versus(const Domain& domain, const AgentConfig& config, const PlayOptions& options,
                   RecordingFile& recordings, const std::vector<EpisodeResult>& ours) {
  Versus versus{options.versus, config, play_all(domain, config, options, recordings), {}};
  std::map<std::uint64_t, double> theirs;
  for (const EpisodeResult& r : versus.results) theirs[r.seed] = r.discounted;
  for (const EpisodeResult& r : ours) {
    const auto found = theirs.find(r.seed);
    if (found != theirs.end()) versus.difference.add(r.discounted - found->second);
  }
  return versus;
}

void check(const PlayOptions& options) {
  if (options.episodes < 1 || options.episodes > kMostEpisodes) {
    throw InputError(fmt::format("--episodes must be from 1 to {}", kMostEpisodes));
  }
  check_jobs(options.jobs);
  if (options.json && options.record == "-") {
    throw InputError("--json and --record - both want standard output; name a file to record to");
  }
}

void report(const Domain& domain, const AgentConfig& config, const PlayOptions& options,
            const std::vector<EpisodeResult>& results, const std::optional<Versus>& versus) {
  if (options.record == "-") return;
  const PlayReport report{domain, config, results, versus, !options.no_timing};
  if (options.json) {
    fmt::print("{}\n", report_json(report, options.seed).dump(2));
  } else {
    print_report(report);
  }
}

// Of both agents.
std::vector<std::filesystem::path> input_files(const AgentConfig& config,
                                               const std::optional<AgentConfig>& other) {
  std::vector<std::filesystem::path> files = holdfast::input_files(config);
  if (!other) return files;
  const std::vector<std::filesystem::path> others = holdfast::input_files(*other);
  files.insert(files.end(), others.begin(), others.end());
  return files;
}

// The replays as a page of their own, in the browser.
void open_replays(const RecordingFile& recordings, const Domain& domain) {
  const ReportedStudy study = recorded_study(recordings.text(), domain.name());
  const std::filesystem::path page =
      std::filesystem::temp_directory_path() / fmt::format("holdfast-play-{}.html", ::getpid());
  AtomicFile file(page);
  file.stream() << report_page({&study, 1});
  file.commit();
  fmt::print(stderr, "{} written\n", page.string());
  open_page("file://" + page.string());
}

// Models from files are read, and may be compiled.
std::unique_ptr<Domain> opened(const std::string& domain) {
  const Progress progress("opening " + domain, 0);
  return make_domain(domain);
}

void play(const PlayOptions& options) {
  check(options);
  const std::unique_ptr<Domain> domain = opened(options.domain);
  const AgentConfig config = options.agent.config_for(*domain);
  std::optional<AgentConfig> other;
  if (!options.versus.empty()) other = versus_config(*domain, config, options);
  RecordingFile recordings(options, input_files(config, other));
  const Listening listening;
  const std::vector<EpisodeResult> results =
      options.show ? show_episodes(*domain, config, options.seed, options.episodes, options.pause)
                   : play_all(*domain, config, options, recordings);
  std::optional<Versus> versus;
  if (other && !interrupted()) {
    versus = play_versus(*domain, *other, options, recordings, results);
  }
  recordings.commit();
  const std::string stopped = fmt::format("stopped after {} of {} episodes",
                                          results.size() + (versus ? versus->results.size() : 0),
                                          other ? 2 * options.episodes : options.episodes);
  // A signal may leave nothing to compare with.
  if (versus && versus->results.empty()) versus.reset();
  if (results.empty()) throw Error(stopped);
  if (options.open) open_replays(recordings, *domain);
  report(*domain, config, options, results, versus);
  if (interrupted()) throw AlreadyPrinted(stopped);
}

}  // namespace

void add_play_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("play", "Plays episodes with a planner");
  auto options = std::make_shared<PlayOptions>();
  command
      ->add_option("domain", options->domain,
                   "What to play, such as 'rocksample(size=11,rocks=11)'; see `holdfast domains`")
      ->required();
  options->agent.add_to(*command);
  command->add_option("--episodes", options->episodes, "How many episodes")->capture_default_str();
  add_seed(*command, options->seed, "Seed of the first episode; the next has seed + 1");
  command->add_option("--jobs", options->jobs, "Episodes played side by side (same results)")
      ->capture_default_str();
  CLI::Option* json = command->add_flag("--json", options->json, "Print one JSON object");
  CLI::Option* show =
      command->add_flag("--show", options->show, "Draw the world and the belief at each step")
          ->excludes(json);
  command->add_option("--pause", options->pause, "Seconds to wait after each step that is drawn")
      ->check(seconds())
      ->needs(show);
  command
      ->add_option("--record", options->record,
                   "Write every step with its reasons to this file (docs/recordings.md); with "
                   "--versus of both agents")
      ->excludes(show);
  command
      ->add_flag("--open", options->open,
                 "Open the episodes in the browser: every step with the belief and the reasons")
      ->excludes(show);
  command
      ->add_option(
          "--versus", options->versus,
          "Play the same seeds with another agent too, and compare in pairs: another guide "
          "(timed), or other options (lower=trivial, or planner=despot,trials=50)")
      ->excludes(show);
  command->add_flag("--no-timing", options->no_timing,
                    "Leave out what depends on the clock, so that runs compare byte for byte");
  command->footer(
      "Example: holdfast play 'rocksample(7,8)' --guide preferred --sims 4096 --episodes 1 --show");
  command->callback([options] { play(*options); });
}

}  // namespace holdfast::app
