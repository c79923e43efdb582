// holdfast learn: from traces or an ILASP task to the best theory, with proof.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "holdfast/app/command.h"
#include "holdfast/app/numbers.h"
#include "holdfast/app/progress.h"
#include "holdfast/base/error.h"
#include "holdfast/base/files.h"
#include "holdfast/base/json.h"
#include "holdfast/base/version.h"
#include "holdfast/base/worker_pool.h"
#include "holdfast/learn/ilasp.h"
#include "holdfast/learn/learnt_theory.h"
#include "holdfast/learn/trace_task.h"
#include "holdfast/learn/trace_words.h"
#include "holdfast/logic/check.h"
#include "holdfast/logic/constants.h"
#include "holdfast/logic/print.h"

namespace holdfast::app {
namespace {

using learn::ActionScore;
using learn::LearnResult;
using learn::Task;
using Scores = std::map<std::string, ActionScore>;

struct LearnCommand {
  std::string input;
  std::string output;
  std::string check;
  std::string las;
  bool las_joint = false;
  std::string engine = "auto";
  double time = 0;
  int rules_per_head = 2;
  int jobs = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  int memory = 2048;
  std::optional<int> penalty;
  std::optional<int> max_length;
  std::optional<int> max_body;
  double balance = 0.5;
  std::string weights = "auto";
  std::string examples = "all";
  learn::RuleLimits limits = learn::kTraceLimits;
  bool no_overall = false;
  bool local = false;
  bool all_episodes = false;
  int entities = 1;
  int thresholds = 8;
  bool intervals = false;
  double held_out = 0;
  int counterexamples = 0;
  bool json = false;
  bool no_timing = false;

  // Standard output belongs to the theory or the task alone.
  bool piped() const { return output == "-" || las == "-"; }
  // Options that were given and are about traces.
  std::vector<std::string> for_traces = {};
};

// Of a rule, head included.
std::optional<int> max_length(const LearnCommand& c) {
  return c.max_body ? *c.max_body + 1 : c.max_length;
}

// What is learnt from, and what is kept to judge it by.
struct Material {
  Task task;
  std::optional<Task> held_out;
  // --check: what is scored instead.
  std::optional<logic::Theory> theory;
  std::vector<std::string> about;
  // Over all entities, that rules may have.
  std::vector<learn::OverallWord> words = {};
  // Of one example of the commoner class; 0 if the task's file says.
  learn::Cost penalty = 0;
};

const std::map<std::string, learn::Weights> kWeights{{"auto", learn::Weights::automatic},
                                                     {"class", learn::Weights::by_class},
                                                     {"stake", learn::Weights::by_stake}};

learn::TraceTaskOptions trace_options(const LearnCommand& c) {
  learn::TraceTaskOptions options{.balance = c.balance,
                                  .weights = kWeights.at(c.weights),
                                  .paper = c.examples == "paper",
                                  .local = c.local,
                                  .thresholds = c.thresholds,
                                  .overall = !c.no_overall,
                                  .intervals = c.intervals,
                                  .entities = c.entities,
                                  .select = !c.all_episodes};
  if (c.penalty) options.penalty = *c.penalty;
  if (max_length(c)) options.max_length = *max_length(c);
  return options;
}

std::optional<logic::Theory> theory_to_score(const LearnCommand& c) {
  if (c.check.empty()) return std::nullopt;
  return logic::with_constants_replaced(logic::read_theory(c.check));
}

std::vector<std::string> about_traces(const LearnCommand& c, const learn::Traces& traces,
                                      const learn::EpisodeSplit& split,
                                      const learn::TraceTask& made) {
  std::vector<std::string> about = {
      fmt::format(
          "Learnt by holdfast from {} episodes of {}{},",
          static_cast<int>(traces.episodes.size()) - split.held_out_episodes, traces.header.domain,
          c.held_out > 0 ? fmt::format(" ({} others held out)", split.held_out_episodes) : ""),
      fmt::format(
          "{} of them {}used; {} examples, penalty {} per example of the commoner class{}{}.",
          split.training.size(),
          c.all_episodes || !traces.judged
              ? ""
              : fmt::format("above the mean return {:.2f} and ", split.mean_return),
          made.task.examples.size(), made.penalty, c.penalty ? "" : " (by description length)",
          made.by_stake ? ", weighed by what was at stake" : "")};
  for (const learn::ActionSummary& a : made.actions) {
    if (a.stretches == 0) continue;
    about.push_back(fmt::format("{}: {} stretches of {:.2f} steps on average{}", a.name,
                                a.stretches, a.mean_stretch,
                                a.macro ? "" : "; rules without time"));
  }
  return about;
}

Material from_traces(const LearnCommand& c) {
  const learn::Traces traces = learn::read_traces(c.input);
  learn::TraceTaskOptions options = trace_options(c);
  const learn::EpisodeSplit split = learn::split_episodes(traces, c.held_out, options.select);
  if (c.held_out > 0 && split.held_out.empty()) {
    throw InputError(
        fmt::format("--held-out {} leaves no episode to score: of {} held out none is "
                    "above the mean return {:.2f} of the others; take more episodes "
                    "or a larger share",
                    c.held_out, split.held_out_episodes, split.mean_return));
  }
  std::optional<logic::Theory> theory = theory_to_score(c);
  if (theory) {
    const logic::Vocabulary vocabulary = learn::vocabulary_of(traces.header);
    logic::check(*theory, vocabulary);
    options.words = learn::take_definitions(theory->rules, vocabulary);
    // Scores are shares of all examples, unless somebody asks for others.
    if (options.weights == learn::Weights::automatic) options.weights = learn::Weights::by_class;
  }
  // What a theory is scored on follows its heads: those of the file to check, or those declared for
  // what is learnt.
  learn::TraceTask made =
      learn::make_task_from(traces, split.training, options,
                            theory ? learn::forms_of(theory->rules) : learn::HeadForms{});
  Material material{.task = {},
                    .held_out = {},
                    .theory = std::move(theory),
                    .about = about_traces(c, traces, split, made),
                    .words = made.words,
                    .penalty = made.penalty};
  if (!split.held_out.empty()) {
    options.words = made.words;
    options.weights = learn::Weights::by_class;
    material.held_out =
        learn::make_task_from(traces, split.held_out, options, learn::forms_of(made)).task;
  }
  material.task = std::move(made.task);
  return material;
}

Material from_task(const LearnCommand& c) {
  if (!c.for_traces.empty()) {
    throw InputError(
        fmt::format("{} is about traces, but {} is a task: its file says what it is for",
                    c.for_traces.front(), c.input));
  }
  learn::ReadOptions options{.max_length = max_length(c), .threads = c.jobs, .seconds = c.time};
  if (c.penalty) options.penalty = *c.penalty;
  return {.task = learn::read_task(c.input, options),
          .held_out = {},
          .theory = theory_to_score(c),
          .about = {"Learnt by holdfast from " + c.input + "."},
          .penalty = c.penalty.value_or(0)};
}

nlohmann::json score_json(const ActionScore& s) {
  return {{"examples", s.examples},
          {"covered", s.covered},
          {"coverage", s.coverage()},
          {"balanced", s.balanced()},
          {"precision", or_null(s.precision())},
          {"recall", or_null(s.recall())},
          {"right", s.right},
          {"missed", s.missed},
          {"wrong", s.wrong}};
}

nlohmann::json scores_json(const Scores& scores) {
  nlohmann::json result = nlohmann::json::object();
  for (const auto& [action, score] : scores) result[action] = score_json(score);
  return result;
}

nlohmann::json coverage_json(const Scores& scores) {
  nlohmann::json result = nlohmann::json::object();
  for (const auto& [action, score] : scores) result[action] = score.coverage();
  return result;
}

// A share of nothing has no number.
std::string percent(std::optional<double> share) {
  return share ? fmt::format("{:.1f}%", 100 * *share) : "-";
}

void print_scores(const char* title, const Scores& scores) {
  fmt::print("{:<12} {:>9} {:>9} {:>9} {:>9} {:>9}\n", title, "examples", "coverage", "balanced",
             "precision", "recall");
  for (const auto& [action, s] : scores) {
    fmt::print("  {:<10} {:>9} {:>9} {:>9} {:>9} {:>9}\n", action, s.examples,
               percent(s.coverage()), percent(s.balanced()), percent(s.precision()),
               percent(s.recall()));
  }
}

void print_counterexamples(const Task& task, const std::vector<bool>& covered, int most) {
  if (most <= 0) return;
  fmt::print("Examples not covered:\n");
  for (const std::string& line :
       learn::counterexamples(task, covered, static_cast<std::size_t>(most))) {
    fmt::print("  {}\n", line);
  }
}

std::vector<logic::Rule> rules_of(const LearnResult& result) {
  std::vector<logic::Rule> rules;
  for (const learn::LearntRule& r : result.rules) rules.push_back(r.rule);
  return rules;
}

nlohmann::json result_json(const LearnCommand& c, const Material& material,
                           const LearnResult& result, const std::string& theory, double seconds) {
  nlohmann::json rules = nlohmann::json::array();
  for (const learn::LearntRule& r : result.rules) rules.push_back(logic::to_string(r.rule));
  const Scores scores = learn::scores(material.task, result.covered);
  nlohmann::json j = {{"rules", std::move(rules)},
                      {"theory", theory},
                      {"cost", result.cost},
                      {"length", result.length},
                      {"penalty", result.penalty},
                      {"examples", result.covered.size()},
                      {"covered", std::count(result.covered.begin(), result.covered.end(), true)},
                      {"coverage", coverage_json(scores)},
                      {"candidates", result.space},
                      {"optimal", result.optimal},
                      {"seconds", seconds},
                      {"bound", result.bound},
                      {"rules_per_head", result.rules_per_head},
                      {"precision", result.limits.precision},
                      {"support", result.limits.support},
                      {"kept_candidates", result.candidates},
                      {"engine", c.engine},
                      {"example_penalty", material.penalty},
                      {"scores", scores_json(scores)},
                      {"revision", std::string(revision())}};
  if (c.counterexamples > 0) {
    j["counterexamples"] = learn::counterexamples(material.task, result.covered,
                                                  static_cast<std::size_t>(c.counterexamples));
  }
  if (material.held_out) {
    const auto covered = learn::covered_by(*material.held_out, rules_of(result));
    j["held_out"] = scores_json(learn::scores(*material.held_out, covered));
  }
  return j;
}

void print_result(const LearnCommand& c, const Material& material, const LearnResult& result,
                  const std::string& theory, double seconds) {
  if (c.output.empty()) fmt::print("{}\n", theory);
  fmt::print("{} rules {} {}, {} of {} examples covered, cost {}{}{}\n", result.rules.size(),
             material.task.bias.costs_length() ? "of length" : "that cost", result.length,
             std::count(result.covered.begin(), result.covered.end(), true), result.covered.size(),
             result.cost,
             result.optimal ? ", proven optimal" : fmt::format(", at least {}", result.bound),
             c.no_timing ? "" : fmt::format(" in {:.2f} s", seconds));
  print_scores("training", learn::scores(material.task, result.covered));
  if (material.held_out) {
    print_scores(
        "held out",
        learn::scores(*material.held_out, learn::covered_by(*material.held_out, rules_of(result))));
  }
  if (result.rules.empty()) {
    fmt::print(
        "The empty theory is best: rules would break more than they explain. Larger "
        "penalties for the rarer examples help.\n");
  }
  print_counterexamples(material.task, result.covered, c.counterexamples);
  if (!c.output.empty()) fmt::print("Theory written to {}\n", c.output);
}

// --check: scores a theory on the examples of the input.
void check_theory(const LearnCommand& c, const Material& material) {
  const std::vector<bool> covered = learn::covered_by(material.task, material.theory->rules);
  const Scores scores = learn::scores(material.task, covered);
  const auto count = std::count(covered.begin(), covered.end(), true);
  if (c.json) {
    nlohmann::json j = {{"theory", c.check},
                        {"examples", covered.size()},
                        {"covered", count},
                        {"coverage", coverage_json(scores)},
                        {"scores", scores_json(scores)},
                        {"revision", std::string(revision())}};
    if (c.counterexamples > 0) {
      j["counterexamples"] = learn::counterexamples(material.task, covered,
                                                    static_cast<std::size_t>(c.counterexamples));
    }
    fmt::print("{}\n", j.dump(2));
    return;
  }
  fmt::print("{} on {}: {} of {} examples covered\n", c.check, c.input, count, covered.size());
  print_scores("", scores);
  print_counterexamples(material.task, covered, c.counterexamples);
}

void write_las(const LearnCommand& c, const Material& material) {
  AtomicFile file(c.las, {c.input, c.check});
  file.stream() << learn::write_task(material.task,
                                     {.joint = c.las_joint, .comments = material.about});
  file.commit();
}

learn::LearnOptions learn_options(const LearnCommand& c) {
  static const std::map<std::string, learn::Engine> engines{{"auto", learn::Engine::automatic},
                                                            {"bb", learn::Engine::branch_and_bound},
                                                            {"clingo", learn::Engine::clingo}};
  return {.engine = engines.at(c.engine),
          .rules_per_head = c.rules_per_head,
          .limits = learn::is_trace_file(c.input) ? c.limits : learn::RuleLimits{},
          .seconds = c.time,
          .threads = c.jobs,
          .memory = static_cast<std::size_t>(c.memory) << 20};
}

// However it is spelt.
std::filesystem::path full_name(const std::filesystem::path& path) {
  std::error_code code;
  return std::filesystem::weakly_canonical(std::filesystem::absolute(path, code), code);
}

void check(const LearnCommand& c) {
  if (!(c.held_out >= 0 && c.held_out < 1)) throw InputError("--held-out must be in [0, 1)");
  check_jobs(c.jobs);
  if (c.json && c.piped()) {
    throw InputError("--json and - both want standard output; name a file to write");
  }
  if (!c.output.empty() && !c.las.empty() && full_name(c.output) == full_name(c.las)) {
    throw InputError(c.las + ": --output and --las name the same file");
  }
}

void run(const LearnCommand& c) {
  check(c);
  // Fails before any work if the result could not be written.
  std::optional<AtomicFile> output;
  if (!c.output.empty()) {
    output.emplace(c.output, std::vector<std::filesystem::path>{c.input, c.check});
  }
  const auto start = std::chrono::steady_clock::now();
  const Material material = learn::is_trace_file(c.input) ? from_traces(c) : from_task(c);
  if (!c.las.empty()) write_las(c, material);
  if (material.theory) return check_theory(c, material);
  const LearnResult result = [&] {
    const Progress progress("learning", 0);
    return learn::learn(material.task, learn_options(c));
  }();
  const std::string theory =
      logic::to_string(learn::to_theory(material.task, result, material.about, material.words));
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (output) {
    output->stream() << theory;
    output->commit();
  }
  if (c.json) {
    nlohmann::json json = result_json(c, material, result, theory, seconds);
    if (c.no_timing) json.erase("seconds");
    fmt::print("{}\n", json.dump(2));
  } else if (!c.piped()) {
    print_result(c, material, result, theory, seconds);
  }
}

}  // namespace

void add_learn_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "learn", "Learns the shortest theory from traces or an ILASP task, with proof");
  auto c = std::make_shared<LearnCommand>();
  command
      ->add_option("input", c->input,
                   "Traces or a log of your own (.jsonl, .jsonl.zst), or a task in ILASP's "
                   "language (.las)")
      ->required();
  CLI::Option* output =
      command->add_option("-o,--output", c->output,
                          "Where the theory goes (default: the terminal; -: the terminal, alone)");
  CLI::Option* check =
      command->add_option("--check", c->check, "Score this theory on the input instead of learning")
          ->excludes(output);
  CLI::Option* las = command->add_option(
      "--las", c->las, "Also write the task in ILASP's language, before anything is learnt");
  command->add_flag("--las-joint", c->las_joint, "With one example per belief, as the paper prints")
      ->needs(las);
  command
      ->add_option("--engine", c->engine, "bb (branch and bound), clingo, or auto: both in turns")
      ->check(CLI::IsMember({"auto", "bb", "clingo"}))
      ->capture_default_str();
  command->add_option("--time", c->time, "Seconds of search; then the best found, with a bound")
      ->check(seconds());
  command
      ->add_option("--rules-per-head", c->rules_per_head,
                   "Optimal among theories with at most so many rules per head; 0: any number")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command
      ->add_option("--penalty", c->penalty,
                   "Of an example that is not covered (default: by description length; in tasks: "
                   "what the file says)")
      ->check(CLI::Range(1, 1'000'000));
  command
      ->add_option("--balance", c->balance,
                   "Traces: the rarer class weighs (how much rarer)^balance; 0: all alike")
      ->check(number_between(0, 2))
      ->capture_default_str();
  command
      ->add_option("--weights", c->weights,
                   "Traces: class (all examples of a class alike), stake (by how much worse the "
                   "planner thought it to do otherwise), or auto: stake if the traces tell")
      ->check(CLI::IsMember({"auto", "class", "stake"}))
      ->capture_default_str();
  CLI::Option* examples =
      command
          ->add_option("--examples", c->examples,
                       "Traces: all, or paper: init at the first belief of a stretch only, no "
                       "stretches of one step, no ends of stretches")
          ->check(CLI::IsMember({"all", "paper"}))
          ->capture_default_str();
  command
      ->add_flag("--local", c->local,
                 "Traces: rules without time for every action, instead of init and contd")
      ->excludes(examples);
  command
      ->add_option("--precision", c->limits.precision,
                   "Traces: a rule is right in at least this share of what it says; 0: any share")
      ->check(number_between(0, 1))
      ->capture_default_str();
  command
      ->add_option("--support", c->limits.support,
                   "Traces: a rule is right in at least so many examples")
      ->check(CLI::Range(0, 1'000'000))
      ->capture_default_str();
  command->add_flag("--no-overall", c->no_overall,
                    "Traces: no words over all entities, such as \"no rock is promising\"");
  command->add_flag("--all-episodes", c->all_episodes,
                    "Traces: also use episodes at or below the mean return");
  CLI::Option* length =
      command
          ->add_option("--max-length", c->max_length,
                       "Of a rule, head included (default 8; 6 with words over all entities)")
          ->check(CLI::Range(1, 20));
  command
      ->add_option("--max-body", c->max_body,
                   "Literals in the body of a rule (ILASP looks at 3 unless told otherwise)")
      ->check(CLI::Range(0, 19))
      ->excludes(length);
  command
      ->add_option("--thresholds", c->thresholds,
                   "Traces: cuts of a feature's values, where the classes differ; 0: every value")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command->add_flag("--intervals", c->intervals,
                    "Traces: a feature may have a threshold on both sides");
  command->add_option("--entities", c->entities, "Traces: entities that one rule may speak of")
      ->check(CLI::Range(1, 3))
      ->capture_default_str();
  command
      ->add_option("--held-out", c->held_out,
                   "Traces: this share of the episodes is left out, and scored at the end")
      ->excludes(check);
  command
      ->add_option("--counterexamples", c->counterexamples,
                   "Show so many examples that the theory does not cover")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--memory", c->memory, "Megabytes that the candidates of a head may take")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command->add_option("--jobs", c->jobs, "Threads (same result)")->capture_default_str();
  command->add_flag("--json", c->json, "Print one JSON object");
  command->add_flag("--no-timing", c->no_timing,
                    "Leave out what depends on the clock, so that runs compare byte for byte");
  command->footer(
      "Example: holdfast learn traces.jsonl.zst -o theory.lp --held-out 0.2\n"
      "         holdfast play 'rocksample(size=12,rocks=8)' --guide theory.lp");
  command->callback([c, command] {
    // What is for traces alone says so in its help.
    for (const CLI::Option* option : command->get_options()) {
      const bool about_traces = option->get_description().starts_with("Traces: ");
      if (about_traces && option->count() > 0) c->for_traces.push_back(option->get_name());
    }
    run(*c);
  });
}

}  // namespace holdfast::app
