// holdfast train ais: trains the neural baseline in a domain.
#include <fmt/format.h>

#include <ctime>
#include <nlohmann/json.hpp>
#include <optional>

#include "holdfast/agents/ais_config.h"
#include "holdfast/ais/agent_file.h"
#include "holdfast/app/agent_options.h"
#include "holdfast/app/command.h"
#include "holdfast/app/learning_curve.h"
#include "holdfast/app/progress.h"
#include "holdfast/base/error.h"
#include "holdfast/base/files.h"
#include "holdfast/base/interrupt.h"
#include "holdfast/base/json.h"
#include "holdfast/base/version.h"
#include "holdfast/domains/registry.h"

namespace holdfast::app {
namespace {

struct TrainOptions {
  std::string domain;
  std::int64_t batches = 20000;
  std::uint64_t seed = 1;
  std::string output;
  std::string resume;
  std::string loss = "kl";
  std::optional<double> lambda;
  ais::Options ais;
  bool json = false;
  bool no_timing = false;
};

struct Times {
  double training = 0;
  double evaluation = 0;
};

// Processor time, so that a busy machine does not look like a slow trainer.
double now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

ais::Options ais_options(const TrainOptions& options, const Domain& domain) {
  ais::Options result = options.ais;
  result.loss = ais::loss_from_string(options.loss);
  result.lambda = options.lambda.value_or(ais::default_lambda(result.loss));
  result.evaluation_steps = domain.step_limit();
  ais::check(result);
  return result;
}

// Throws InputError if the file is of another training than the one asked for.
ais::Progress resumed(const TrainOptions& options, const ais::Options& wanted,
                      const std::string& domain) {
  ais::AgentFile file = ais::load_agent(options.resume);
  const auto refuse = [&](const std::string& what) {
    throw InputError(fmt::format("{}: cannot be resumed here: {}", options.resume, what));
  };
  if (file.domain != domain) refuse(fmt::format("it was trained in {}", file.domain));
  if (file.seed != options.seed) refuse(fmt::format("its seed is {}; say --seed", file.seed));
  if (!(file.options == wanted)) refuse("it was trained with other options");
  if (file.progress.batches > options.batches) {
    refuse(fmt::format("it has {} batches already; ask for more with --batches",
                       file.progress.batches));
  }
  return std::move(file.progress);
}

std::string return_text(const ais::Evaluation& e) {
  return e.ci95 ? fmt::format("{:.2f} ± {:.2f}", e.mean, *e.ci95) : fmt::format("{:.2f}", e.mean);
}

Times run(ais::Trainer& trainer, const TrainOptions& options, const auto& save) {
  Times times;
  Progress progress("training", options.batches - trainer.batches());
  const auto evaluate = [&](bool last) {
    const double start = now();
    if (trainer.evaluate_if_due(last)) save();
    times.evaluation += now() - start;
  };
  while (trainer.batches() < options.batches) {
    if (interrupted()) {
      save();
      throw Error(fmt::format("stopped after {} of {} batches; go on with --resume {}",
                              trainer.batches(), options.batches, options.output));
    }
    evaluate(false);
    const double start = now();
    trainer.train_batch();
    times.training += now() - start;
    const ais::Evaluation& last = trainer.curve().back();
    progress.advance(fmt::format("return {}  {}", return_text(last), spark(trainer.curve())));
  }
  evaluate(true);
  save();
  return times;
}

nlohmann::json result_json(const ais::AgentFile& agent, const TrainOptions& options,
                           const Times& times, std::int64_t batches) {
  nlohmann::json curve = nlohmann::json::array();
  for (const ais::Evaluation& e : agent.progress.curve) {
    curve.push_back({{"batch", e.batch},
                     {"episodes", e.episodes},
                     {"mean", e.mean},
                     {"ci95", or_null(e.ci95)}});
  }
  const ais::Options& o = agent.options;
  return {
      {"domain", agent.domain},
      {"layout", agent.layout},
      {"sees", kAisSees},
      {"seed", agent.seed},
      {"revision", std::string(revision())},
      {"agent", options.output},
      {"options",
       {{"loss", to_string(o.loss)},
        {"lambda", o.lambda},
        {"state_rate", o.state_rate},
        {"policy_rate", o.policy_rate},
        {"hidden", o.hidden},
        {"head", o.head},
        {"batch_steps", o.batch_steps}}},
      {"batches", agent.progress.batches},
      {"episodes", agent.progress.episodes},
      {"steps", agent.progress.batches * o.batch_steps},
      {"curve", std::move(curve)},
      {"cpu_seconds", times.training},
      {"evaluation_cpu_seconds", times.evaluation},
      {"cpu_seconds_per_batch", batches > 0 ? times.training / static_cast<double>(batches) : 0.0}};
}

void print_result(const ais::AgentFile& agent, const TrainOptions& options, const Times& times,
                  std::int64_t batches) {
  fmt::print("{}\n  AIS sees {}.\n", agent.domain, kAisSees);
  if (!agent.layout.empty()) fmt::print("  Trained with one layout: {}\n", agent.layout);
  const ais::Evaluation& first = agent.progress.curve.front();
  const ais::Evaluation& last = agent.progress.curve.back();
  fmt::print("\n{}\n", plot(agent.progress.curve));
  fmt::print("  discounted return  {} before, {} after {} batches\n", return_text(first),
             return_text(last), last.batch);
  fmt::print("  episodes           {}\n", agent.progress.episodes);
  if (!options.no_timing) {
    fmt::print("  processor time     {:.1f} s, {:.2f} ms per batch (and {:.1f} s to evaluate)\n",
               times.training,
               batches > 0 ? 1e3 * times.training / static_cast<double>(batches) : 0,
               times.evaluation);
  }
  fmt::print("  agent              {}\n", options.output);
}

void train(const TrainOptions& options) {
  if (options.batches < 1) throw InputError("--batches must be at least 1");
  const std::unique_ptr<Domain> domain = make_domain(options.domain);
  if (options.output == "-") throw InputError("an agent needs a file; name one instead of -");
  // A place that cannot be written is said before the work.
  { const AtomicFile probe(options.output); }
  const Listening listening;
  const std::unique_ptr<World> world = domain->world(options.seed);
  const ais::Options wanted = ais_options(options, *domain);
  ais::Trainer trainer(*world, wanted, options.seed);
  if (!options.resume.empty()) trainer.restore(resumed(options, wanted, domain->name()));
  const std::int64_t before = trainer.batches();

  const auto agent = [&]() -> ais::AgentFile {
    return {domain->name(), domain->layout(options.seed), options.seed, wanted, trainer.progress()};
  };
  // Saved at every point of the curve, so that an interrupted training can be resumed.
  const Times times = run(trainer, options, [&] { ais::save_agent(agent(), options.output); });
  if (options.json) {
    nlohmann::json json = result_json(agent(), options, times, trainer.batches() - before);
    if (options.no_timing) {
      for (const char* name : {"cpu_seconds", "evaluation_cpu_seconds", "cpu_seconds_per_batch"}) {
        json.erase(name);
      }
    }
    fmt::print("{}\n", json.dump(2));
  } else {
    print_result(agent(), options, times, trainer.batches() - before);
  }
}

}  // namespace

void add_train_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("train", "Trains a neural agent to compare with");
  command->require_subcommand(1);
  command->footer("Example: holdfast train ais 'rocksample(5,3)' --batches 200 -o agent.bin");
  CLI::App* ais = command->add_subcommand(
      "ais",
      "Trains a recurrent agent on an approximate information state (Subramanian et al. 2022).\n"
      "It is told observations, its own actions and rewards: not its position, not the layout.\n"
      "A layout that the domain draws per episode is drawn once, from --seed.");
  auto options = std::make_shared<TrainOptions>();
  ais->add_option("domain", options->domain,
                  "Where to train, such as 'rocksample(size=12,rocks=4,layout=meli)'")
      ->required();
  ais->add_option("--batches", options->batches, "Updates; each follows 200 steps")
      ->capture_default_str();
  add_seed(*ais, options->seed, "Names weights, layout and episodes");
  ais->add_option("-o,--output", options->output, "The agent's file")->required();
  ais->add_option("--resume", options->resume, "Go on from this file, with the same options");
  ais->add_option("--loss", options->loss, "Of the predicted observation: kl or mmd")
      ->capture_default_str();
  ais->add_option("--lambda", options->lambda,
                  "Weight of the reward's loss (default 1e-4 for kl, 1e-3 for mmd)");
  ais->add_option("--evaluate-every", options->ais.evaluate_every,
                  "Batches between two points of the learning curve")
      ->capture_default_str();
  ais->add_option("--evaluation-episodes", options->ais.evaluation_episodes,
                  "Episodes that make a point of the learning curve")
      ->capture_default_str();
  ais->add_flag("--json", options->json, "Print one JSON object");
  ais->add_flag("--no-timing", options->no_timing,
                "Leave out what depends on the clock, so that runs compare byte for byte");
  ais->footer(
      "Example: holdfast train ais 'rocksample(12,4,layout=meli,illegal=0)' --seed 1 -o agent.bin\n"
      "then:    holdfast play 'rocksample(12,4,layout=meli,illegal=0)' --planner ais --agent "
      "agent.bin");
  ais->callback([options] { train(*options); });
}

}  // namespace holdfast::app
