#include "holdfast/app/run.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "holdfast/app/command.h"
#include "holdfast/app/help.h"
#include "holdfast/base/error.h"
#include "holdfast/base/files.h"
#include "holdfast/base/interrupt.h"
#include "holdfast/base/utf8.h"
#include "holdfast/base/version.h"
#include "holdfast/domains/load_domains.h"

namespace holdfast::app {
namespace {

constexpr const char* kDescription =
    "Holdfast: planning under uncertainty with macro-actions learnt as logic rules.\n"
    "The pipeline is traces -> theory -> macro-actions -> planner -> results.\n"
    "Begin with: holdfast studio, or holdfast play 'rocksample(7,8)' --show --episodes 1";

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

// To the program and to every command: --load may stand before or after its name. Files are loaded
// as soon as the call is read, before the command runs.
void add_load_option(CLI::App& app) {
  app.add_option_function<std::vector<std::string>>(
         "--load",
         [](const std::vector<std::string>& files) {
           for (const std::string& file : files) load_domains(file);
         },
         "Domains from outside: a file that holdfast_add_domain() built; may be repeated")
      ->type_name("FILE.so")
      ->allow_extra_args(false);
  for (CLI::App* command : app.get_subcommands({})) add_load_option(*command);
}

// An empty value would be read as zero, or as an option that was not given.
void refuse_empty_values(CLI::App& app) {
  const CLI::Validator has_text(
      [](const std::string& value) -> std::string {
        return value.empty() ? "the value is empty" : "";
      },
      "");
  for (CLI::Option* option : app.get_options()) option->check(has_text);
  for (CLI::App* command : app.get_subcommands({})) refuse_empty_values(*command);
}

int call(int argc, char** argv) {
  CLI::App app(kDescription, "holdfast");
  // Before the commands, which take it over.
  app.formatter(std::make_shared<WrappedHelp>());
  app.require_subcommand(1);
  app.set_version_flag("--version", "holdfast " + version_with_revision(),
                       "Which version and revision this is");
  add_domains_command(app);
  add_play_command(app);
  add_studio_command(app);
  add_explain_command(app);
  add_trace_command(app);
  add_learn_command(app);
  add_train_command(app);
  add_study_command(app);
  add_report_command(app);
  add_bench_command(app);
  add_options_command(app);
  group_commands(app);
  add_load_option(app);
  refuse_empty_values(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    // Help and the version are no failures.
    if (e.get_exit_code() == 0) return app.exit(e);
    const int code = failed(call_error(app, e, argc, argv), 2, wants_json(argc, argv));
    fmt::print(stderr, "Run with --help for more information.\n");
    return code;
  }
  return 0;
}

// Names end up in JSON, databases and pages, all of them UTF-8: said before any work is done.
void check_encoding(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    if (is_utf8(argv[i])) continue;
    throw InputError(fmt::format("word {} of the call is not UTF-8 text; rename the file", i));
  }
}

int run_to_exit_code(int argc, char** argv) {
  const bool json = wants_json(argc, argv);
  try {
    check_encoding(argc, argv);
    return call(argc, argv);
  } catch (const InputError& e) {
    return failed(e.what(), 2, json);
  } catch (const AlreadyPrinted& e) {
    return failed(e.what(), 1, false);
  } catch (const std::bad_alloc&) {
    return failed("out of memory", 1, json);
  } catch (const std::exception& e) {
    return failed(e.what(), 1, json);
  }
}

// A file that got the number of a standard output that is closed would get what is printed, too.
void occupy_standard_files() {
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(file, F_GETFD) >= 0) continue;
    // The lowest number that is free is this one. It cannot be written, so that printing fails.
    [[maybe_unused]] const int opened = ::open("/dev/null", O_RDONLY);
  }
}

// Where an exception cannot be caught (memory that runs out while something is destroyed), the end
// is as orderly as it can be.
[[noreturn]] void give_up() {
  remove_temporary_files();
  std::fputs("holdfast: out of memory, or a fault of its own; nothing half-written is left\n",
             stderr);
  std::_Exit(1);
}

// What was printed may still be in a buffer, and fail to get out of it.
bool flush_output() {
  std::cout.flush();
  return std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout.good();
}

}  // namespace

int run(int argc, char** argv) {
  std::set_terminate(give_up);
  occupy_standard_files();
  handle_signals();
  const int code = run_to_exit_code(argc, argv);
  if (flush_output() || code != 0) return code;
  fmt::print(
      stderr,
      "holdfast: standard output could not be written; is the disk full, or its reader gone?\n");
  return 1;
}

}  // namespace holdfast::app
