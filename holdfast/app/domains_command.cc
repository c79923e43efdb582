// holdfast domains: what there is, with parameters and their defaults.
#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "holdfast/app/command.h"
#include "holdfast/app/help.h"
#include "holdfast/domains/registry.h"
#include "holdfast/logic/print.h"
#include "holdfast/macro/in_words.h"
#include "holdfast/play/domain.h"

namespace holdfast::app {
namespace {

void print_domains() {
  for (const DomainInfo& domain : all_domains()) {
    fmt::print("{}\n  {}\n", domain.name, wrapped(domain.summary, 2));
    for (const ParameterInfo& p : domain.parameters) {
      fmt::print("    {:<14}{:<10}{}\n", p.name, p.default_value, wrapped(p.help, 28));
    }
  }
  fmt::print(
      "\nName an instance like this: rocksample(size=12,rocks=8)\n"
      "Its words for rules: holdfast domains 'rocksample(size=12,rocks=8)'\n");
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

void print_word(const logic::Feature& word) {
  const bool series = word.kind == logic::Feature::Kind::series;
  fmt::print("    {:<18}{}{}\n", shape_of(word), sentence_of(word),
             series ? fmt::format(", for each I from {} to {}", word.first, word.last) : "");
}

nlohmann::json word_json(const logic::Feature& word) {
  return {{"word", shape_of(word)}, {"says", sentence_of(word)}};
}

std::string entities(const logic::Vocabulary& words) {
  std::string text;
  for (const logic::Term& e : words.entities()) text += (text.empty() ? "" : ", ") + to_string(e);
  return text;
}

const char* kForeseen = "rules look beyond it";
const char* kUnforeseen = "what it brings only the world can tell";

void print_words(const Domain& domain, const SymbolicBelief* belief) {
  fmt::print("{}\n  {}\n", domain.name(), wrapped(find_domain(domain.name()).summary, 2));
  for (const Domain::Section& section : domain.contents()) {
    fmt::print("  {}\n", section.title);
    for (const std::string& line : section.lines) fmt::print("    {}\n", line);
  }
  if (!belief) {
    fmt::print("  has no words for rules\n");
    return;
  }
  const logic::Vocabulary& words = belief->vocabulary();
  fmt::print("  entities E: {}\n  words for rules\n", entities(words));
  for (const logic::Feature& word : words.features()) print_word(word);
  fmt::print("  words of what was done, where V counts to {}\n", logic::kMostRemembered);
  for (const logic::Feature& word : logic::memory_words(words.actions())) print_word(word);
  fmt::print("  actions in heads, also as init(ACTION) and contd(ACTION)\n");
  for (int a = 0; a < static_cast<int>(words.actions().size()); ++a) {
    const logic::ActionWord& word = words.actions()[static_cast<std::size_t>(a)];
    fmt::print("    {:<18}{}\n", word.name + (word.of_entity ? "(E)" : ""),
               is_foreseeable(*belief, a) ? kForeseen : kUnforeseen);
  }
}

nlohmann::json words_json(const Domain& domain, const SymbolicBelief* belief) {
  nlohmann::json result = {{"name", domain.name()}};
  for (const Domain::Section& section : domain.contents()) {
    result["contents"][section.title] = section.lines;
  }
  if (!belief) return result;
  const logic::Vocabulary& words = belief->vocabulary();
  for (const logic::Term& e : words.entities()) result["entities"].push_back(to_string(e));
  for (const logic::Feature& word : words.features()) result["words"].push_back(word_json(word));
  for (const logic::Feature& word : logic::memory_words(words.actions())) {
    result["memory"].push_back(word_json(word));
  }
  for (int a = 0; a < static_cast<int>(words.actions().size()); ++a) {
    const logic::ActionWord& word = words.actions()[static_cast<std::size_t>(a)];
    result["actions"].push_back({{"action", word.name + (word.of_entity ? "(E)" : "")},
                                 {"foreseeable", is_foreseeable(*belief, a)}});
  }
  return result;
}

void describe(const std::string& text, bool json) {
  const std::unique_ptr<Domain> domain = make_domain(text);
  const std::shared_ptr<const SymbolicBelief> belief =
      domain->start(1, domain->in_force(domain->default_config()))->symbols();
  if (json) {
    fmt::print("{}\n", words_json(*domain, belief.get()).dump(2));
  } else {
    print_words(*domain, belief.get());
  }
}

}  // namespace

void add_domains_command(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("domains", "What there is to plan in, with parameters and defaults");
  auto json = std::make_shared<bool>(false);
  auto domain = std::make_shared<std::string>();
  command->add_option("domain", *domain,
                      "Show the words in which rules speak of this one, such as rocksample");
  command->add_flag("--json", *json, "Print one JSON object");
  command->footer("Example: holdfast domains 'rocksample(size=12,rocks=8)'");
  command->callback([json, domain] {
    if (!domain->empty()) {
      describe(*domain, *json);
    } else if (*json) {
      fmt::print("{}\n", domains_json().dump(2));
    } else {
      print_domains();
    }
  });
}

}  // namespace holdfast::app
