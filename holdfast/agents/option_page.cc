#include "holdfast/agents/option_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "holdfast/agents/agent_options.h"

namespace holdfast {
namespace {

constexpr const char* kOpening =
    "# The options of agents\n\n"
    "The same names are flags of `play`, `trace` and `--versus`, keys of `options` and `grid` in "
    "a\n"
    "study, and, with underscores, fields of results. An option that the chosen planner or guide\n"
    "does not have is refused. What is not said comes from the domain. `holdfast options` prints\n"
    "this page.\n\n"
    "| option | in results | planners | for | values | meaning |\n|---|---|---|---|---|---|\n";

const char* of_whom(AgentOption::Of of) {
  switch (of) {
    case AgentOption::Of::everybody:
      return "all";
    case AgentOption::Of::suggesting:
      return "guides that suggest actions";
    case AgentOption::Of::rules:
      return "rules";
    case AgentOption::Of::measuring:
      return "domains with measurements";
  }
  return "";
}

std::string values(const AgentOption& option) {
  if (option.flag) return "stands alone";
  if (option.range) return option.range->text();
  return option.file ? "a name or a file" : "a word";
}

}  // namespace

std::string option_page() {
  std::string page = kOpening;
  for (const AgentOption& o : all_agent_options()) {
    page += fmt::format("| `--{}` | `{}` | {} | {} | {} | {} |\n", o.name, o.key,
                        fmt::join(o.planners, ", "), of_whom(o.of), values(o), o.help);
  }
  return page;
}

}  // namespace holdfast
