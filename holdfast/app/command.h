// The commands of the program; each adds itself to the parser, and runs when it is called.
#pragma once

#include <CLI/CLI.hpp>

#include "holdfast/base/error.h"

namespace holdfast::app {

// A failure (exit code 1) after the command has printed its result: with --json there is an object
// already, and no second one for the failure.
class AlreadyPrinted : public Error {
 public:
  using Error::Error;
};

void add_bench_command(CLI::App& app);
void add_domains_command(CLI::App& app);
void add_explain_command(CLI::App& app);
void add_learn_command(CLI::App& app);
void add_options_command(CLI::App& app);
void add_play_command(CLI::App& app);
void add_trace_command(CLI::App& app);
void add_train_command(CLI::App& app);
void add_report_command(CLI::App& app);
void add_studio_command(CLI::App& app);
void add_study_command(CLI::App& app);

}  // namespace holdfast::app
