// The program: it reads the call, runs one command, and turns errors into exit codes
// (0 done, 1 a failure at run time, 2 a mistake in the call or an input file).
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <nlohmann/json.hpp>
#include <string_view>

#include "holdfast/app/command.h"
#include "holdfast/base/error.h"
#include "holdfast/base/version.h"

namespace {

constexpr const char* kDescription =
    "Holdfast: planning under uncertainty with macro-actions learnt as logic rules.\n"
    "The pipeline is traces -> theory -> macro-actions -> planner -> results.";

// Whoever asked for JSON gets JSON, also of a call that cannot be understood.
bool wants_json(int argc, char** argv) {
  return std::any_of(argv, argv + argc,
                     [](const char* word) { return std::string_view(word) == "--json"; });
}

int failed(const std::string& what, int code, bool json) {
  fmt::print(stderr, "holdfast: {}\n", what);
  if (json) {
    const nlohmann::json error{{"error", what}};
    fmt::print("{}\n", error.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  }
  return code;
}

int run(int argc, char** argv) {
  CLI::App app(kDescription, "holdfast");
  app.require_subcommand(1);
  app.set_version_flag("--version", "holdfast " + holdfast::version_with_revision(),
                       "Which version and revision this is");
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
    // Help and the version are no failures.
    if (e.get_exit_code() == 0) return app.exit(e);
    if (wants_json(argc, argv)) return failed(e.what(), 2, true);
    app.exit(e);
    return 2;
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const bool json = wants_json(argc, argv);
  try {
    return run(argc, argv);
  } catch (const holdfast::InputError& e) {
    return failed(e.what(), 2, json);
  } catch (const std::exception& e) {
    return failed(e.what(), 1, json);
  }
}
