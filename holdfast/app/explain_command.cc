// holdfast explain: why these macro-actions, at this belief.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>

#include "holdfast/app/agent_options.h"
#include "holdfast/app/command.h"
#include "holdfast/app/progress.h"
#include "holdfast/base/error.h"
#include "holdfast/base/files.h"
#include "holdfast/base/version.h"
#include "holdfast/domains/registry.h"
#include "holdfast/learn/traces.h"
#include "holdfast/logic/print.h"
#include "holdfast/macro/explain.h"
#include "holdfast/macro/in_words.h"
#include "holdfast/macro/shipped.h"
#include "holdfast/play/configure.h"
#include "holdfast/play/explanation_json.h"
#include "holdfast/play/logged_belief.h"
#include "holdfast/play/needed_symbols.h"

namespace holdfast::app {
namespace {

struct ExplainOptions {
  // Or a file of traces or of somebody's log.
  std::string domain;
  std::string theory = "timed";
  std::string facts;
  std::string engine = "automatic";
  AgentOptions agent;
  std::uint64_t seed = 1;
  int step = 0;
  bool program = false;
  bool json = false;
};

// --horizon is about the theory that is explained, whoever plays the steps before.
int horizon_of(const AgentSettings& said) {
  AgentConfig config;
  const auto found = said.find("horizon");
  if (found != said.end()) {
    find_agent_option("horizon")->set(config, OptionText("horizon", found->second));
  }
  return config.advice.horizon;
}

AgentConfig player(const Domain& domain, AgentSettings said) {
  if (!applicable(domain, said).contains("horizon")) said.erase("horizon");
  return configure(domain, said);
}

// The episode after some steps of the agent.
std::unique_ptr<Session> session_at(const Domain& domain, const ExplainOptions& options) {
  std::unique_ptr<Session> session =
      domain.start(options.seed, player(domain, options.agent.said()));
  Progress progress("playing", options.step);
  for (int i = 0; i < options.step; ++i) {
    session->act(session->decide().action);
    progress.advance("steps");
    if (session->over()) {
      throw InputError(
          fmt::format("the episode with seed {} is over after {} steps; use a smaller "
                      "--step or another --seed",
                      options.seed, i + 1));
    }
  }
  needed_symbols(*session, domain);
  return session;
}

GammaOptions::Engine engine_named(const std::string& name) {
  if (name == "automatic") return GammaOptions::Engine::automatic;
  if (name == "compiled") return GammaOptions::Engine::compiled;
  if (name == "clingo") return GammaOptions::Engine::clingo;
  throw InputError("--engine must be automatic, compiled or clingo, found " + name);
}

// What is explained, with everything that it refers to.
struct Case {
  std::shared_ptr<const SymbolicBelief> belief;
  Gamma gamma;
  std::vector<Explanation> explanations;
};

Case explain_at(const ExplainOptions& options, const logic::Theory& theory,
                std::shared_ptr<const SymbolicBelief> belief) {
  Gamma gamma(
      theory, belief->vocabulary(),
      {.horizon = horizon_of(options.agent.said()), .engine = engine_named(options.engine)});
  std::vector<Explanation> explanations = explain(gamma, belief->facts(), *belief->ahead());
  return {std::move(belief), std::move(gamma), std::move(explanations)};
}

// By its name, so that one that is not there is missed as a file and not as a domain.
bool is_log(const std::string& domain) {
  return !domain.ends_with(')') && learn::is_trace_file(domain);
}

// Where no domain is ours: a theory is asked in the words of a log.
Case explain_log(const ExplainOptions& options) {
  const learn::Traces traces = learn::read_traces(options.domain);
  if (!std::filesystem::exists(options.theory)) {
    throw InputError(
        fmt::format("which theory? no file is named {}; write --theory FILE.lp, as `holdfast learn "
                    "{}` makes it",
                    options.theory, options.domain));
  }
  return explain_at(options, logic::read_theory(options.theory),
                    options.facts.empty()
                        ? logged_belief(traces, options.seed, options.step)
                        : belief_in_words_of(traces, read_file(options.facts), options.facts));
}

Case explain_case(const ExplainOptions& options) {
  if (is_log(options.domain)) return explain_log(options);
  const std::unique_ptr<Domain> domain = make_domain(options.domain);
  const std::unique_ptr<Session> session = session_at(*domain, options);
  const logic::Theory theory =
      find_theory(std::string(session->symbols()->domain()), options.theory);
  std::shared_ptr<const SymbolicBelief> belief = session->symbols(logic::Recall::asked_by(theory));
  if (!options.facts.empty()) {
    belief = belief->with(
        logic::parse_facts(read_file(options.facts), belief->vocabulary(), options.facts));
  }
  return explain_at(options, theory, std::move(belief));
}

std::string action_text(const Case& c, const logic::GroundAction& action) {
  return to_string(c.belief->vocabulary().atom(action));
}

nlohmann::json to_json(const Case& c, const ExplainOptions& options) {
  nlohmann::json json = explanation_json(*c.belief, c.gamma, c.explanations);
  json.update({{"domain", options.domain},
               {"theory", c.gamma.theory().theory().file},
               {"seed", options.seed},
               {"step", options.step},
               {"revision", std::string(revision())}});
  return json;
}

void print_facts(const logic::Facts& facts) {
  fmt::print("facts\n");
  std::string line;
  std::string entity;
  for (const logic::Atom& atom : facts.atoms()) {
    const logic::Term* subject = facts.vocabulary().read(atom)->entity;
    const std::string about = subject ? to_string(*subject) : "";
    if (about != entity && !line.empty()) {
      fmt::print("  {}\n", line);
      line.clear();
    }
    entity = about;
    line += to_string(atom) + ". ";
  }
  if (!line.empty()) fmt::print("  {}\n", line);
}

// What variables stand for over some steps by one rule: "R = 2, D2 = 8 … 1".
std::string binding_text(std::span<const Reason> reasons) {
  std::string text;
  const logic::Binding& first = reasons.front().binding;
  const logic::Binding& last = reasons.back().binding;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const std::string value = to_string(first[i].second);
    const std::string end = i < last.size() ? to_string(last[i].second) : value;
    text += fmt::format("{}{} = {}{}", text.empty() ? "" : ", ", first[i].first, value,
                        value == end ? "" : " … " + end);
  }
  return text.empty() ? text : " with " + text;
}

// As many reasons as go on by the same rule.
std::size_t stretch(std::span<const Reason> reasons) {
  std::size_t length = 1;
  while (length < reasons.size() && *reasons[length].rule == *reasons.front().rule) ++length;
  return length;
}

void print_reasons(const Case& c, std::span<const Reason> reasons) {
  while (!reasons.empty()) {
    const std::size_t length = stretch(reasons);
    const Reason& first = reasons.front();
    const std::string when = length == 1
                                 ? fmt::format("step {}", first.time)
                                 : fmt::format("steps {}–{}", first.time, reasons[length - 1].time);
    fmt::print("  {}: {}{}\n", when, to_string(*first.rule), binding_text(reasons.first(length)));
    const std::string words = in_words(*first.rule, first.binding, c.belief->vocabulary(),
                                       c.gamma.theory().theory().rules);
    if (first.time == 0 && !words.empty()) fmt::print("    {}\n", words);
    reasons = reasons.subspan(length);
  }
}

void print_macro_action(const Case& c, const Explanation& e) {
  fmt::print("\n{} for {} step{}{}\n", action_text(c, e.action), e.length, e.length == 1 ? "" : "s",
             c.belief->action(e.action) ? "" : " (not possible here)");
  print_reasons(c, e.reasons);
  fmt::print("  ended by: {}\n", e.ended_by());
}

void print(const Case& c) {
  print_facts(c.belief->facts());
  fmt::print("\ntheory {}, {} rules, engine {}\n", c.gamma.theory().theory().file,
             c.gamma.theory().theory().rules.size(), c.gamma.engine());
  for (const logic::OutsideRule& rule : c.gamma.theory().outside()) {
    fmt::print("  for clingo: {}\n    as {}\n", to_string(*rule.rule), rule.reason);
  }
  for (const Explanation& e : c.explanations) {
    if (e.length > 0) print_macro_action(c, e);
  }
  fmt::print("\nnot suggested\n");
  for (const Explanation& e : c.explanations) {
    if (e.length == 0) fmt::print("  {:<12} {}\n", action_text(c, e.action), e.ended_by());
  }
}

void run(const ExplainOptions& options) {
  if (options.step < 0) throw InputError("--step must be at least 0");
  const Case c = explain_case(options);
  if (options.program) {
    const std::unique_ptr<Ahead> ahead = c.belief->ahead();
    fmt::print("{}", c.gamma.reference().program({&c.belief->facts(), ahead.get()}));
  } else if (options.json) {
    fmt::print("{}\n", to_json(c, options).dump(2));
  } else {
    print(c);
  }
}

}  // namespace

void add_explain_command(CLI::App& app) {
  CLI::App* command =
      app.add_subcommand("explain", "Says which macro-actions rules suggest at a belief, and why");
  auto options = std::make_shared<ExplainOptions>();
  command
      ->add_option(
          "domain", options->domain,
          "Where, such as 'rocksample(size=12,rocks=8)'; see `holdfast domains`. Or a file "
          "of traces or of a log of your own (docs/learning.md)")
      ->required();
  command
      ->add_option(
          "--theory", options->theory,
          "A theory file, or the name of one that ships: timed, learnt, local, learnt-local")
      ->capture_default_str();
  add_seed(*command, options->seed, "Seed of the episode; of a log its number");
  command->add_option("--step", options->step, "Steps that the agent plays before, or has logged")
      ->capture_default_str();
  command->add_option("--facts", options->facts,
                      "Explain at the facts in this file, such as 'dist(2,2). guess(2,90).'");
  command->add_option("--engine", options->engine, "automatic, compiled or clingo")
      ->capture_default_str();
  options->agent.add_to(*command);
  CLI::Option* json = command->add_flag("--json", options->json, "Print one JSON object");
  command
      ->add_flag("--program", options->program,
                 "Print the ASP program that clingo solves for this belief")
      ->excludes(json);
  command->footer(
      "Example: holdfast explain 'rocksample(size=12,rocks=8)' --theory timed --seed 7 --step 3\n"
      "         holdfast explain robot.jsonl --theory learnt.lp --facts now.lp");
  command->callback([options] { run(*options); });
}

}  // namespace holdfast::app
