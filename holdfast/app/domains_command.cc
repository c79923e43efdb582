// holdfast domains: what there is, with parameters and their defaults.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "holdfast/app/command.h"
#include "holdfast/domains/domain.h"

namespace holdfast::app {
namespace {

void print_domains() {
  for (const DomainInfo& domain : all_domains()) {
    fmt::print("{}\n  {}\n", domain.name, domain.summary);
    for (const ParameterInfo& p : domain.parameters) {
      fmt::print("    {:<14}{:<10}{}\n", p.name, p.default_value, p.help);
    }
  }
  fmt::print("\nName an instance like this: rocksample(size=12,rocks=8)\n");
}

nlohmann::json domains_json() {
  nlohmann::json list = nlohmann::json::array();
  for (const DomainInfo& domain : all_domains()) {
    nlohmann::json parameters = nlohmann::json::array();
    for (const ParameterInfo& p : domain.parameters) {
      parameters.push_back({{"name", p.name}, {"default", p.default_value}, {"help", p.help}});
    }
    list.push_back({{"name", domain.name},
                    {"summary", domain.summary},
                    {"parameters", std::move(parameters)}});
  }
  return {{"domains", std::move(list)}};
}

}  // namespace

void add_domains_command(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("domains", "What there is to plan in, with parameters and defaults");
  auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "Print one JSON object");
  command->callback([json] {
    if (*json) {
      fmt::print("{}\n", domains_json().dump(2));
    } else {
      print_domains();
    }
  });
}

}  // namespace holdfast::app
