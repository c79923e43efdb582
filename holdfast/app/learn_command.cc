// holdfast learn: from traces or an ILASP task to the best theory, with proof.
#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "holdfast/app/command.h"
#include "holdfast/app/learn_report.h"
#include "holdfast/app/numbers.h"
#include "holdfast/app/progress.h"
#include "holdfast/base/error.h"
#include "holdfast/base/files.h"
#include "holdfast/base/worker_pool.h"
#include "holdfast/learn/ilasp.h"
#include "holdfast/learn/material.h"
#include "holdfast/learn/option_names.h"
#include "holdfast/logic/print.h"

namespace holdfast::app {
namespace {

using learn::Material;

struct LearnCommand {
  std::string input;
  std::string output;
  std::string check;
  std::string las;
  bool las_joint = false;
  // But for what is said by a name, in megabytes or by its contrary, which stands below.
  learn::MaterialOptions material{.held_out_option = "--held-out "};
  learn::LearnOptions learner{
      .limits = learn::kTraceLimits,
      .threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()))};
  std::string engine = "auto";
  std::string weights = "auto";
  std::string examples = "all";
  bool no_overall = false;
  bool all_episodes = false;
  int memory = 2048;
  std::optional<int> max_body;
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
  return c.max_body ? *c.max_body + 1 : c.material.task.max_length;
}

std::optional<logic::Theory> theory_to_score(const LearnCommand& c) {
  if (c.check.empty()) return std::nullopt;
  return logic::read_theory(c.check);
}

Material from_traces(const LearnCommand& c) {
  const learn::Traces traces = learn::read_traces(c.input);
  learn::MaterialOptions options = c.material;
  options.task.weights = learn::weights_by_name().at(c.weights);
  options.task.paper = learn::examples_by_name().at(c.examples);
  options.task.overall = !c.no_overall;
  options.task.select = !c.all_episodes;
  options.task.max_length = max_length(c);
  return learn::material_from(traces, options, theory_to_score(c));
}

Material from_task(const LearnCommand& c) {
  if (!c.for_traces.empty()) {
    throw InputError(
        fmt::format("{} is about traces, but {} is a task: its file says what it is for",
                    c.for_traces.front(), c.input));
  }
  return learn::material_from_task(c.input,
                                   {.penalty = c.material.task.penalty,
                                    .max_length = max_length(c),
                                    .threads = c.learner.threads,
                                    .seconds = c.learner.seconds},
                                   theory_to_score(c));
}

// --check: scores a theory on the examples of the input.
void check_theory(const LearnCommand& c, const Material& material) {
  const CheckReport report{material, c.counterexamples};
  if (!c.json) return print(report, c.check + " on " + c.input);
  nlohmann::json json = to_json(report);
  json["theory"] = c.check;
  fmt::print("{}\n", json.dump(2));
}

void write_las(const LearnCommand& c, const Material& material) {
  AtomicFile file(c.las, {c.input, c.check});
  file.stream() << learn::write_task(material.task,
                                     {.joint = c.las_joint, .comments = material.about});
  file.commit();
}

learn::LearnOptions learn_options(const LearnCommand& c) {
  learn::LearnOptions options = c.learner;
  options.engine = learn::engines_by_name().at(c.engine);
  if (!learn::is_trace_file(c.input)) options.limits = {};
  options.memory = static_cast<std::size_t>(c.memory) << 20;
  return options;
}

// However it is spelt.
std::filesystem::path full_name(const std::filesystem::path& path) {
  std::error_code code;
  return std::filesystem::weakly_canonical(std::filesystem::absolute(path, code), code);
}

void check(const LearnCommand& c) {
  const double held_out = c.material.held_out;
  if (!(held_out >= 0 && held_out < 1)) throw InputError("--held-out must be in [0, 1)");
  check_jobs(c.learner.threads);
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
  // What was read is gone, and lay between what stays: its pages would be there beside the search.
#ifdef __GLIBC__
  malloc_trim(0);
#endif
  if (!c.las.empty()) write_las(c, material);
  if (material.theory) return check_theory(c, material);
  const learn::LearnResult result = [&] {
    const Progress progress("learning", 0);
    return learn::learn(material.task, learn_options(c));
  }();
  const std::string theory = logic::to_string(learn::to_theory(material, result));
  LearnReport report{material, result, {}, c.counterexamples};
  if (!c.no_timing) {
    report.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }
  if (output) {
    output->stream() << theory;
    output->commit();
  }
  if (c.json) {
    nlohmann::json json = to_json(report);
    json["theory"] = theory;
    json["engine"] = c.engine;
    fmt::print("{}\n", json.dump(2));
  } else if (!c.piped()) {
    if (!output) fmt::print("{}\n", theory);
    print(report);
    if (output) fmt::print("Theory written to {}\n", c.output);
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
      ->check(CLI::IsMember(learn::engines_by_name()))
      ->capture_default_str();
  command
      ->add_option("--time", c->learner.seconds,
                   "Seconds of search; then the best found, with a bound")
      ->check(seconds());
  command
      ->add_option("--rules-per-head", c->learner.rules_per_head,
                   "Optimal among theories with at most so many rules per head; 0: any number")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command
      ->add_option("--penalty", c->material.task.penalty,
                   "Of an example that is not covered (default: by description length; in tasks: "
                   "what the file says)")
      ->check(CLI::Range(1, 1'000'000));
  command
      ->add_option("--balance", c->material.task.balance,
                   "Traces: the rarer class weighs (how much rarer)^balance; 0: all alike")
      ->check(number_between(0, 2))
      ->capture_default_str();
  command
      ->add_option("--weights", c->weights,
                   "Traces: class (all examples of a class alike), stake (by how much worse the "
                   "planner thought it to do otherwise), or auto: stake if the traces tell")
      ->check(CLI::IsMember(learn::weights_by_name()))
      ->capture_default_str();
  CLI::Option* examples =
      command
          ->add_option("--examples", c->examples,
                       "Traces: all, or paper: init at the first belief of a stretch only, no "
                       "stretches of one step, no ends of stretches")
          ->check(CLI::IsMember(learn::examples_by_name()))
          ->capture_default_str();
  command
      ->add_flag("--local", c->material.task.local,
                 "Traces: rules without time for every action, instead of init and contd")
      ->excludes(examples);
  command
      ->add_option("--precision", c->learner.limits.precision,
                   "Traces: a rule is right in at least this share of what it says; 0: any share")
      ->check(number_between(0, 1))
      ->capture_default_str();
  command
      ->add_option("--support", c->learner.limits.support,
                   "Traces: a rule is right in at least so many examples")
      ->check(CLI::Range(0, 1'000'000))
      ->capture_default_str();
  command->add_flag("--no-overall", c->no_overall,
                    "Traces: no words over all entities, such as \"no rock is promising\"");
  command->add_flag("--all-episodes", c->all_episodes,
                    "Traces: also use episodes at or below the mean return");
  CLI::Option* length =
      command
          ->add_option("--max-length", c->material.task.max_length,
                       "Of a rule, head included (default 8; 6 with words over all entities)")
          ->check(CLI::Range(1, 20));
  command
      ->add_option("--max-body", c->max_body,
                   "Literals in the body of a rule (ILASP looks at 3 unless told otherwise)")
      ->check(CLI::Range(0, 19))
      ->excludes(length);
  command
      ->add_option("--thresholds", c->material.task.thresholds,
                   "Traces: cuts of a feature's values, where the classes differ; 0: every value")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command->add_flag("--intervals", c->material.task.intervals,
                    "Traces: a feature may have a threshold on both sides");
  command
      ->add_option("--entities", c->material.task.entities,
                   "Traces: entities that one rule may speak of")
      ->check(CLI::Range(1, 3))
      ->capture_default_str();
  command
      ->add_option("--held-out", c->material.held_out,
                   "Traces: this share of the episodes is left out, and scored at the end")
      ->excludes(check);
  command
      ->add_option("--counterexamples", c->counterexamples,
                   "Show so many examples that the theory does not cover")
      ->check(CLI::NonNegativeNumber);
  command->add_option("--memory", c->memory, "Megabytes that the candidates of a head may take")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command->add_option("--jobs", c->learner.threads, "Threads (same result)")->capture_default_str();
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
