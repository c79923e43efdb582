#include "holdfast/domains/agent_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "holdfast/base/error.h"
#include "holdfast/base/spec.h"
#include "holdfast/domains/ais_config.h"

namespace holdfast {
namespace {

template <class T>
bool parse(const std::string& text, T& value) {
  const char* end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, value);
  return code == std::errc{} && stop == end;
}

}  // namespace

std::int64_t OptionText::integer() const {
  std::int64_t value = 0;
  if (!parse(text_, value)) {
    throw InputError(fmt::format("--{} {}: expected a whole number", name_, text_));
  }
  return value;
}

int OptionText::small_integer() const {
  const std::int64_t value = integer();
  if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max()) {
    throw InputError(fmt::format("--{} {}: is too large a number", name_, text_));
  }
  return static_cast<int>(value);
}

double OptionText::real() const {
  double value = 0;
  // Not "inf" or "nan", nor what overflows when it is added up.
  if (!parse(text_, value) || !(std::abs(value) <= 1e9)) {
    throw InputError(fmt::format("--{} {}: expected a number from -1e9 to 1e9", name_, text_));
  }
  return value;
}

bool OptionText::boolean() const {
  if (text_ == "true") return true;
  if (text_ == "false") return false;
  throw InputError(fmt::format("--{} {}: expected true or false", name_, text_));
}

const std::string& OptionText::choice(const std::vector<std::string>& choices) const {
  if (std::find(choices.begin(), choices.end(), text_) != choices.end()) return text_;
  throw InputError(
      fmt::format("--{} {}: expected one of {}", name_, text_, fmt::join(choices, ", ")));
}

const std::vector<AgentOption>& all_agent_options() {
  using C = AgentConfig;
  using Text = OptionText;
  static const std::vector<AgentOption> options{
      {"planner", "pomcp, despot, or ais (a trained network; give --agent)", false,
       [](C& c, const Text& t) { c.planner = t.text(); }},
      {"guide",
       "Who advises the planner: pure (nobody), trivial (a fixed action), preferred (the "
       "handcrafted policy), local, timed, learnt or learnt-local (rules that ship), or a theory "
       "file (FILE.lp)",
       false, [](C& c, const Text& t) { c.guide = t.text(); }},
      {"sims", "Simulations per step (default 1024)", false,
       [](C& c, const Text& t) { c.pomcp.simulations = c.despot.trials = t.integer(); }},
      {"time", "Seconds per step, instead of --sims", false,
       [](C& c, const Text& t) {
         c.pomcp.seconds = c.despot.seconds = t.real();
         if (!(c.pomcp.seconds > 0)) throw InputError("--time must be above 0 seconds");
       }},
      {"particles",
       "Particles of the belief (default: as many as simulations; despot: 8 per scenario)", false,
       [](C& c, const Text& t) { c.pomcp.particles = c.despot.particles = t.small_integer(); }},
      {"exploration", "c of UCT, about the range of returns (default: the domain's)", false,
       [](C& c, const Text& t) { c.pomcp.exploration = t.real(); }},
      {"depth", "How far simulations look ahead (default: the domain's)", false,
       [](C& c, const Text& t) { c.pomcp.depth = c.despot.depth = t.small_integer(); }},
      {"prior-count", "Count with which suggested actions start in the tree (default 10)", false,
       [](C& c, const Text& t) { c.pomcp.prior_count = t.small_integer(); }},
      {"prior-value", "Value with which suggested actions start in the tree", false,
       [](C& c, const Text& t) { c.pomcp.prior_value = t.real(); }},
      {"prior-fades",
       "true: each real visit replaces one of the prior; false: it stays, as in Silver & Veness "
       "(default: true for rules by --reading situated)",
       false, [](C& c, const Text& t) { c.prior_fades = t.boolean(); }},
      {"rollout-decay",
       "How much each step of a rollout counts of the one before, beside the discount (default: "
       "0.8 for rules by --reading situated; else 1)",
       false, [](C& c, const Text& t) { c.rollout_decay = t.real(); }},
      {"horizon", "How many steps ahead macro-actions reach (default 12)", false,
       [](C& c, const Text& t) { c.advice.horizon = t.small_integer(); }},
      {"reading",
       "situated: rules are asked wherever the search goes; temporal: depth d of the search "
       "follows the root's macro-actions at t + d; printed: those at t guide the whole search, as "
       "Algorithm 1 is printed",
       false,
       [](C& c, const Text& t) {
         const std::string name = t.choice({"printed", "temporal", "situated"});
         for (Reading r : {Reading::printed, Reading::temporal, Reading::situated}) {
           if (name_of(r) == name) c.advice.reading = r;
         }
       }},
      {"threads", "Threads that search together (root-parallel; default 1)", false,
       [](C& c, const Text& t) { c.pomcp.threads = c.despot.threads = t.small_integer(); }},
      {"fresh-tree", "Do not reuse the tree of the last step", true,
       [](C& c, const Text& t) { c.pomcp.reuse_tree = !t.boolean(); }},
      {"lower",
       "despot: the default policy of the lower bound: trivial, preferred, or any guide (default: "
       "the one of --guide; trivial if that is pure)",
       false, [](C& c, const Text& t) { c.despot.lower = t.text(); }},
      {"upper", "despot: the upper bound: trivial or mdp (default: the domain's)", false,
       [](C& c, const Text& t) { c.despot.upper = t.text(); }},
      {"scenarios", "despot: K, the number of scenarios (default: the domain's)", false,
       [](C& c, const Text& t) { c.despot.scenarios = t.small_integer(); }},
      {"trials", "despot: trials per step; with --time, whichever is spent first (default 100)",
       false, [](C& c, const Text& t) { c.despot.trials = t.integer(); }},
      {"xi", "despot: share of the root's gap at which a trial ends (default 0.95)", false,
       [](C& c, const Text& t) { c.despot.xi = t.real(); }},
      {"lambda", "despot: regularisation, the price of a node (default: the domain's)", false,
       [](C& c, const Text& t) { c.despot.lambda = t.real(); }},
      {"memory", "despot: megabytes at which a search ends (default 2000)", false,
       [](C& c, const Text& t) { c.despot.megabytes = t.small_integer(); }},
      {"epsilon", "despot: gap at the root at which the search ends (default 0)", false,
       [](C& c, const Text& t) { c.despot.epsilon = t.real(); }},
      {"agent", "The file of --planner ais, from `holdfast train ais`", false,
       [](C& c, const Text& t) { c.ais.path = t.text(); }},
      {"transfer", "Let the agent play in another instance than it was trained in", true,
       [](C& c, const Text& t) { c.ais.transfer = t.boolean(); }}};
  return options;
}

void check_option_names(const AgentSettings& said) {
  for (const auto& [name, value] : said) {
    std::vector<std::string> names;
    for (const AgentOption& option : all_agent_options()) names.push_back(option.name);
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    const std::string near = nearest(name, names);
    throw InputError(fmt::format("there is no option '{}'{}; see `holdfast play --help`", name,
                                 near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near)));
  }
}

AgentConfig configure(const Domain& domain, const AgentSettings& said) {
  check_option_names(said);
  if (said.contains("sims") && said.contains("time")) {
    throw InputError("--sims and --time exclude each other; give one budget per step");
  }
  AgentConfig config = domain.default_config();
  for (const AgentOption& option : all_agent_options()) {
    const auto found = said.find(option.name);
    if (found != said.end()) option.set(config, OptionText(option.name, found->second));
  }
  if (config.planner == "ais") load_ais(config.ais, domain);
  return config;
}

}  // namespace holdfast
