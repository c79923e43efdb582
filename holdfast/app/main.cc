// The program: it reads the call, runs one command, and turns errors into exit codes
// (0 done, 1 a failure at run time, 2 a mistake in the call or an input file).
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>

#include "holdfast/app/command.h"
#include "holdfast/base/error.h"

namespace {

constexpr const char* kDescription =
    "Holdfast: planning under uncertainty with macro-actions learnt as logic rules.\n"
    "The pipeline is traces -> theory -> macro-actions -> planner -> results.";

int run(int argc, char** argv) {
  CLI::App app(kDescription, "holdfast");
  app.require_subcommand(1);
  holdfast::app::add_bench_command(app);
  holdfast::app::add_domains_command(app);
  holdfast::app::add_explain_command(app);
  holdfast::app::add_learn_command(app);
  holdfast::app::add_play_command(app);
  holdfast::app::add_trace_command(app);
  holdfast::app::add_train_command(app);
  holdfast::app::add_report_command(app);
  holdfast::app::add_study_command(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : 2;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const holdfast::InputError& e) {
    fmt::print(stderr, "holdfast: {}\n", e.what());
    return 2;
  } catch (const std::exception& e) {
    fmt::print(stderr, "holdfast: {}\n", e.what());
    return 1;
  }
}
