// holdfast studio: a local page to plan in, watch, and change rules.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <optional>

#include "holdfast/app/command.h"
#include "holdfast/app/open_page.h"
#include "holdfast/base/error.h"
#include "holdfast/base/interrupt.h"
#include "holdfast/domains/registry.h"
#include "holdfast/studio/server.h"

namespace holdfast::app {
namespace {

constexpr int kUsualPort = 7070;

struct StudioCommand {
  std::string domain = "rocksample(size=7,rocks=8)";
  std::optional<int> port;
  bool open = false;
};

// The usual port, so that the browser finds again what it has kept; if it is taken, any.
std::unique_ptr<studio::Server> make_server(studio::Studio& studio,
                                            const std::optional<int>& port) {
  if (port) return std::make_unique<studio::Server>(studio, *port);
  try {
    return std::make_unique<studio::Server>(studio, kUsualPort);
  } catch (const InputError&) {
    return std::make_unique<studio::Server>(studio, 0);
  }
}

void run(const StudioCommand& command) {
  make_domain(command.domain);  // a mistake in its name is said here, not in the page
  studio::Studio studio({.domain = command.domain, .folder = std::filesystem::current_path()});
  const std::unique_ptr<studio::Server> server = make_server(studio, command.port);
  const Listening listening;
  fmt::print("the studio is at {}\nopen it in a browser; Ctrl-C ends it\n", server->address());
  std::fflush(stdout);
  if (command.open) open_page(server->address());
  server->serve([] { return interrupted(); });
  fmt::print(stderr, "the studio has ended\n");
}

}  // namespace

void add_studio_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "studio", "Serves a local page: plan, watch, read why, change a rule, plan again");
  auto c = std::make_shared<StudioCommand>();
  command->add_option("domain", c->domain, "Where to begin; the page has the others too")
      ->capture_default_str();
  command
      ->add_option("--port", c->port,
                   fmt::format("The port to listen on, of this machine alone; 0: any that is free "
                               "(default: {} if it is free)",
                               kUsualPort))
      ->check(CLI::Range(0, 65535));
  command->add_flag("--open", c->open, "Open the page in the browser");
  command->footer("Example: holdfast studio 'rocksample(size=12,rocks=8)'");
  command->callback([c] { run(*c); });
}

}  // namespace holdfast::app
