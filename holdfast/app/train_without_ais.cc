// holdfast train, in a build without AIS: says so.
#include "holdfast/agents/without_ais.h"
#include "holdfast/app/command.h"

namespace holdfast::app {

void add_train_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "train", "Trains a neural agent to compare with (not in this build: it is without AIS)");
  command->allow_extras();
  command->callback([] { refuse_ais(); });
}

}  // namespace holdfast::app
