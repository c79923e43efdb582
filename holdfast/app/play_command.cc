// holdfast play: plays episodes and says how well it went.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>
#include <vector>

#include "holdfast/agents/ais_config.h"
#include "holdfast/app/agent_options.h"
#include "holdfast/app/command.h"
#include "holdfast/app/numbers.h"
#include "holdfast/app/open_page.h"
#include "holdfast/app/progress.h"
#include "holdfast/base/error.h"
#include "holdfast/base/files.h"
#include "holdfast/base/interrupt.h"
#include "holdfast/base/json.h"
#include "holdfast/base/version.h"
#include "holdfast/base/worker_pool.h"
#include "holdfast/domains/registry.h"
#include "holdfast/play/configure.h"
#include "holdfast/play/episode_fields.h"
#include "holdfast/play/recording.h"
#include "holdfast/play/scene_text.h"
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

// Colour for people alone: on a terminal, unless they asked for none (no-color.org).
Colour colour_of_output() {
  const char* none = std::getenv("NO_COLOR");
  const bool wanted = none == nullptr || *none == '\0';
  return wanted && ::isatty(STDOUT_FILENO) != 0 ? Colour::ansi : Colour::none;
}

void show_start(const Scene& scene, Colour colour) {
  if (const std::string kinds = legend(scene, colour); !kinds.empty()) fmt::print("{}\n", kinds);
  fmt::print("{}\n", draw(scene, colour));
}

EpisodeResult show_episode(const Domain& domain, std::uint64_t seed, const AgentConfig& config,
                           double pause) {
  fmt::print("episode with seed {}\n", seed);
  const Colour colour = colour_of_output();
  Why why;
  double earned = 0;
  const EpisodeObserver observer{
      .start = [&](const Session& session) { show_start(session.scene(), colour); },
      .before = [&](const Session& session, int,
                    const Decision& decision) { why = session.why(decision.action); },
      .after =
          [&](const Session& session, const StepEvent& event) {
            fmt::print("step {}: {}  (value {:.2f}, {} simulations)  saw {}, reward {}\n",
                       event.step + 1, domain.action_name(event.decision.action),
                       event.decision.value, event.decision.simulations + event.decision.trials,
                       domain.observation_name(event.outcome.observation), event.outcome.reward);
            earned += event.outcome.reward;
            if (!why.words.empty()) fmt::print("  as {}\n", why.words);
            if (!why.rule.empty())
              fmt::print("  suggested by {}  with {}\n", why.rule, why.binding);
            fmt::print("  earned so far {}\n{}\n", earned, draw(session.scene(), colour));
            std::fflush(stdout);
            std::this_thread::sleep_for(std::chrono::duration<double>(pause));
          }};
  return play_episode(domain, seed, config, observer);
}

// The totals over episodes that rates are made of.
struct Totals {
  RunningStatistics discounted, undiscounted, steps, lower, upper;
  double step_count = 0, seconds = 0, search_seconds = 0;
  double simulations = 0, model_steps = 0, trials = 0;
  int repairs = 0, terminal = 0;
  std::int64_t dropped = 0;

  explicit Totals(const std::vector<EpisodeResult>& results) {
    for (const EpisodeResult& r : results) {
      discounted.add(r.discounted);
      undiscounted.add(r.undiscounted);
      steps.add(r.steps);
      lower.add(r.lower);
      upper.add(r.upper);
      step_count += r.steps;
      seconds += r.seconds;
      search_seconds += r.search_seconds;
      simulations += static_cast<double>(r.simulations);
      model_steps += static_cast<double>(r.model_steps);
      trials += static_cast<double>(r.trials);
      repairs += r.repairs;
      dropped += r.dropped;
      terminal += r.terminal;
    }
  }
  double per_step() const { return step_count > 0 ? seconds / step_count : 0; }
  double per_second(double count) const { return search_seconds > 0 ? count / search_seconds : 0; }
};

nlohmann::json result_json(const Domain& domain, const AgentConfig& config,
                           const PlayOptions& options, const std::vector<EpisodeResult>& results) {
  const Totals totals(results);
  nlohmann::json episodes = nlohmann::json::array();
  for (const EpisodeResult& r : results) episodes.push_back(episode_json(r));
  nlohmann::json json{
      {"domain", domain.name()},
      {"planner", config.planner},
      {"guide", config.guide},
      {"options", config_json(config)},
      {"revision", std::string(revision())},
      {"seed", options.seed},
      {"threads", config.by_bounds() ? config.despot.threads : config.pomcp.threads},
      {"episodes", std::move(episodes)},
      {"summary",
       {{"discounted", statistics_json(totals.discounted)},
        {"undiscounted", statistics_json(totals.undiscounted)},
        {"steps", statistics_json(totals.steps)},
        {"seconds_per_step", totals.per_step()},
        {"simulations_per_second", totals.per_second(totals.simulations)},
        {"model_steps_per_second", totals.per_second(totals.model_steps)},
        {"trials_per_second", totals.per_second(totals.trials)},
        {"repairs", totals.repairs}}}};
  if (const std::optional<double> optimum = domain.optimum()) json["summary"]["optimum"] = *optimum;
  return json;
}

// "pomcp with guide timed", "despot with lower bound trivial", "ais"
std::string agent_text(const AgentConfig& config) {
  if (!config.searches()) return config.planner;
  const char* role = config.by_bounds() ? "lower bound" : "guide";
  std::string text = fmt::format("{} with {} {}", config.planner, role, config.adviser());
  if (config.has_rules()) text += fmt::format(" (reading {})", name_of(config.advice.reading));
  return text;
}

void print_statistics(const char* name, const RunningStatistics& s, int digits,
                      const char* note = "") {
  fmt::print("  {:<20} {}{}\n", name, with_interval(s, digits), s.ci95() ? note : "");
}

void erase(nlohmann::json& object, std::initializer_list<const char*> names) {
  for (const char* name : names) object.erase(name);
}

// What depends on the clock: without it, two runs of one call compare byte for byte.
void leave_out_timing(nlohmann::json& result) {
  for (nlohmann::json& e : result["episodes"]) holdfast::leave_out_timing(e);
  if (result.contains("summary")) {
    erase(result["summary"], {"seconds_per_step", "simulations_per_second",
                              "model_steps_per_second", "trials_per_second"});
  }
  if (result.contains("versus")) {
    erase(result["versus"], {"time_ratio"});
    leave_out_timing(result["versus"]);
  }
}

void print_timing(const Totals& t) {
  fmt::print("  time per step        {:8.2f} ms, of which the search is {:.2f} ms\n",
             1e3 * t.per_step(), t.step_count > 0 ? 1e3 * t.search_seconds / t.step_count : 0);
  fmt::print("  speed                {:8.0f} {}/s, {:.1f} million model steps/s\n",
             t.per_second(t.trials > 0 ? t.trials : t.simulations),
             t.trials > 0 ? "trials" : "simulations", 1e-6 * t.per_second(t.model_steps));
}

void print_summary(const Domain& domain, const AgentConfig& config,
                   const std::vector<EpisodeResult>& results, bool timing) {
  const Totals t(results);
  if (config.planner == "ais") fmt::print("{}", describe_ais(config.ais));
  fmt::print("{}\n{}, {} episode{}, {} ended by themselves\n", domain.name(), agent_text(config),
             results.size(), results.size() == 1 ? "" : "s", t.terminal);
  print_statistics("discounted return", t.discounted, 2, "  (95 % interval)");
  if (const std::optional<double> optimum = domain.optimum()) {
    fmt::print("  the best policy      {:8.2f} on average, exactly\n", *optimum);
  }
  print_statistics("undiscounted return", t.undiscounted, 2);
  print_statistics("steps", t.steps, 1);
  if (timing) print_timing(t);
  if (t.trials > 0) {
    fmt::print("  value at the start   {:8.2f} to {:.2f} (mean bounds)\n", t.lower.mean(),
               t.upper.mean());
  }
  fmt::print("  belief repairs       {:8}\n", t.repairs);
  if (t.dropped > 0) {
    fmt::print("  dropped suggestions  {:8}: rules asked for actions that were not legal there\n",
               t.dropped);
  }
}

// The paired comparison with another agent on the same seeds.
struct Versus {
  AgentConfig config;
  std::vector<EpisodeResult> results;
  RunningStatistics difference;

  double per_step() const { return Totals(results).per_step(); }
};

AgentConfig versus_config(const Domain& domain, const AgentConfig& config,
                          const PlayOptions& options) {
  const AgentConfig versus =
      configure(domain, other_side(domain, options.agent.said(), options.versus));
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
  Versus versus{config, play_all(domain, config, options, recordings), {}};
  std::map<std::uint64_t, double> theirs;
  for (const EpisodeResult& r : versus.results) theirs[r.seed] = r.discounted;
  for (const EpisodeResult& r : ours) {
    const auto found = theirs.find(r.seed);
    if (found != theirs.end()) versus.difference.add(r.discounted - found->second);
  }
  return versus;
}

nlohmann::json versus_json(const Versus& versus, const std::vector<EpisodeResult>& ours) {
  nlohmann::json episodes = nlohmann::json::array();
  for (const EpisodeResult& r : versus.results) episodes.push_back(episode_json(r));
  return {{"planner", versus.config.planner},
          {"guide", versus.config.guide},
          {"options", config_json(versus.config)},
          {"episodes", std::move(episodes)},
          {"difference", statistics_json(versus.difference)},
          {"time_ratio", Totals(ours).per_step() / versus.per_step()}};
}

std::string verdict(const RunningStatistics& difference) {
  if (!difference.ci95()) return "one pair tells nothing";
  if (difference.mean() - *difference.ci95() > 0) return "better";
  if (difference.mean() + *difference.ci95() < 0) return "worse";
  return "no difference that these episodes show";
}

void print_versus(const Versus& versus, const AgentConfig& config, const PlayOptions& options,
                  const std::vector<EpisodeResult>& ours) {
  fmt::print("{} minus the one with {}, paired on the same seeds\n", agent_text(config),
             options.versus);
  fmt::print("  {:<20} {}{}: {}\n", "discounted return", versus.difference.mean() < 0 ? "" : "+",
             with_interval(versus.difference), verdict(versus.difference));
  if (!options.no_timing) {
    fmt::print("  time per step        {:8.2f} times\n",
               Totals(ours).per_step() / versus.per_step());
  }
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

std::vector<EpisodeResult> show_all(const Domain& domain, const AgentConfig& config,
                                    const PlayOptions& options) {
  std::vector<EpisodeResult> results;
  try {
    for (int i = 0; i < options.episodes; ++i) {
      results.push_back(show_episode(domain, options.seed + static_cast<std::uint64_t>(i), config,
                                     options.pause));
    }
  } catch (const Interrupted&) {
    // What is finished is shown.
  }
  return results;
}

void report(const Domain& domain, const AgentConfig& config, const PlayOptions& options,
            const std::vector<EpisodeResult>& results, const std::optional<Versus>& versus) {
  if (options.record == "-") return;
  if (options.json) {
    nlohmann::json json = result_json(domain, config, options, results);
    if (versus) json["versus"] = versus_json(*versus, results);
    if (options.no_timing) leave_out_timing(json);
    fmt::print("{}\n", json.dump(2));
    return;
  }
  print_summary(domain, config, results, !options.no_timing);
  if (versus) {
    print_summary(domain, versus->config, versus->results, !options.no_timing);
    print_versus(*versus, config, options, results);
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
  const std::vector<EpisodeResult> results = options.show
                                                 ? show_all(*domain, config, options)
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
