// holdfast bench: speed on this machine, and the signature number.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "holdfast/app/command.h"
#include "holdfast/base/error.h"
#include "holdfast/base/version.h"
#include "holdfast/bench/compare.h"
#include "holdfast/bench/despot_bench.h"
#include "holdfast/bench/gamma_bench.h"
#include "holdfast/bench/learn_bench.h"
#include "holdfast/bench/planner_bench.h"
#include "holdfast/bench/rddl_bench.h"
#include "holdfast/bench/signature.h"
#include "holdfast/bench/table_bench.h"

namespace holdfast::app {

namespace {

void print_signature(bool json) {
  const std::vector<SignaturePart> parts = signature_parts();
  nlohmann::json results = nlohmann::json::object();
  for (const SignaturePart& part : parts) results["parts"][part.name] = part.value;
  results["signature"] = signature(parts);
  if (json) {
    fmt::print("{}\n", results.dump(2));
    return;
  }
  for (const SignaturePart& part : parts) fmt::print("{:>10} {}\n", part.value, part.name);
  fmt::print("{:>10} signature\n", signature(parts));
}

}  // namespace

void add_bench_command(CLI::App& app) {
  struct Options {
    bool json = false;
    bool signature = false;
    int rounds = 5;
    std::vector<std::string> rddl;
    std::string compare;
    bool table = false;
  };
  CLI::App* command = app.add_subcommand(
      "bench", "Speed on this machine as rates and ratios, and the signature number");
  auto options = std::make_shared<Options>();
  command->add_flag("--json", options->json, "Print one flat JSON object");
  command->add_option("--rounds", options->rounds, "Turns of each contender; the best counts")
      ->capture_default_str();
  command->add_flag("--signature", options->signature,
                    "Only the signature, with the parts that it is made of");
  command
      ->add_option("--rddl", options->rddl,
                   "Only a model from RDDL files: interpreted, and compiled")
      ->type_name("DOMAIN INSTANCE")
      ->expected(2);
  command
      ->add_option("--compare", options->compare,
                   "Beside an earlier run of this machine, stored by --json")
      ->type_name("FILE");
  command->add_flag("--table", options->table,
                    "Only a table of 1000 states, against the same model written in C++");
  command->footer(
      "Example: holdfast bench --rounds 3\n"
      "Rates are per CPU second of one core; ratios compare contenders of this very run.\n"
      "The signature changes only if some decision of a fixed set of episodes changes.");
  command->callback([options] {
    if (options->signature) return print_signature(options->json);
    if (options->rounds < 1 || options->rounds > 1'000'000) {
      throw InputError("--rounds must be from 1 to 1000000");
    }
    nlohmann::json then;
    if (!options->compare.empty()) then = read_bench(options->compare);
    // An object from the start: the library does not survive that memory runs out when the first
    // member makes it one.
    nlohmann::json results = nlohmann::json::object();
    if (!options->rddl.empty()) {
      bench_rddl(results, options->rddl[0], options->rddl[1], options->rounds);
    } else if (options->table) {
      bench_table(results, options->rounds);
    } else {
      bench_pomcp(results, options->rounds);
      bench_despot(results, options->rounds);
      bench_gamma(results, options->rounds);
      bench_learner(results, options->rounds);
      results["signature"] = signature(signature_parts());
    }
    results["revision"] = std::string(revision());
    if (options->json) {
      fmt::print("{}\n", results.dump(2));
      return;
    }
    if (!then.is_null()) {
      fmt::print("{}", compare_benches(results, then));
      return;
    }
    for (const auto& [name, value] : results.items()) {
      fmt::print(
          "{:<44}{:>16}\n", name,
          value.is_number_float() ? fmt::format("{:.4g}", value.get<double>()) : value.dump());
    }
  });
}

}  // namespace holdfast::app
