// holdfast options: every option of an agent, as a page.
#include <fmt/format.h>

#include "holdfast/agents/option_page.h"
#include "holdfast/app/command.h"

namespace holdfast::app {

void add_options_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "options", "Every option of an agent: who has it, what it may be, its name in results");
  command->footer("Example: holdfast options\nThe same page is docs/options.md.");
  command->callback([] { fmt::print("{}", option_page()); });
}

}  // namespace holdfast::app
