// The table of options: everything that is said about one of them is said here.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "holdfast/agents/agent_options.h"
#include "holdfast/base/error.h"
#include "holdfast/plan/pomcp.h"

namespace holdfast {
namespace {

using C = AgentConfig;
using Text = OptionText;
using Of = AgentOption::Of;
using Planners = std::vector<std::string>;

const Planners kPlanners{"pomcp", "despot", "adaops", "ais", "random", "noop"};
const Planners kSearch{"pomcp", "despot", "adaops"};
const Planners kBounds{"despot", "adaops"};
const Planners kPomcp{"pomcp"};
const Planners kDespot{"despot"};
const Planners kAdaOps{"adaops"};
const Planners kAis{"ais"};

// Large enough for everybody, small enough for the arithmetic.
constexpr double kManySteps = 1e12;
constexpr double kManySeconds = 1e6;
constexpr double kManyParticles = 1e8;
constexpr double kLargeReturn = 1e9;
constexpr double kThreads = 256;

// `key` of prior-count is prior_count.
std::string key_of(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

// An option that is one number of the configuration, by a function that finds it.
template <class Find>
AgentOption number(const std::string& name, std::string help, Planners planners, Range range,
                   Find find) {
  using T = std::remove_cvref_t<decltype(find(std::declval<C&>()))>;
  AgentOption option{name, key_of(name), std::move(help), std::move(planners)};
  option.range = range;
  option.set = [find](C& c, const Text& t) {
    if constexpr (std::is_same_v<T, double>) {
      find(c) = t.real();
    } else if constexpr (std::is_same_v<T, int>) {
      find(c) = t.small_integer();
    } else {
      find(c) = t.integer();
    }
  };
  option.get = [find](const C& c) { return nlohmann::json(find(const_cast<C&>(c))); };
  return option;
}

// The same for a text.
template <class Find>
AgentOption word(const std::string& name, std::string help, Planners planners, Find find) {
  AgentOption option{name, key_of(name), std::move(help), std::move(planners)};
  option.set = [find](C& c, const Text& t) { find(c) = t.text(); };
  option.get = [find](const C& c) { return nlohmann::json(find(const_cast<C&>(c))); };
  return option;
}

AgentOption of(Of of, AgentOption option) {
  option.of = of;
  return option;
}

AgentOption key(std::string key, AgentOption option) {
  option.key = std::move(key);
  return option;
}

AgentOption file(AgentOption option) {
  option.file = true;
  return option;
}

AgentOption planner_option() {
  AgentOption option = word("planner",
                            "pomcp, despot, adaops, ais (a trained network; give --agent), or "
                            "who does not plan: random, noop (does nothing)",
                            kPlanners, [](C& c) -> std::string& { return c.planner; });
  option.set = [](C& c, const Text& t) { c.planner = t.choice(kPlanners); };
  return option;
}

AgentOption time_option() {
  AgentOption option =
      key("seconds", number("time", "Seconds per step, instead of --sims", kSearch,
                            {.least = 0, .most = kManySeconds}, [](C& c) -> double& {
                              return c.by_bounds() ? c.despot.seconds : c.pomcp.seconds;
                            }));
  option.set = [set = option.set](C& c, const Text& t) {
    set(c, t);
    if (t.real() == 0) throw InputError("--time must be above 0 seconds");
  };
  return option;
}

AgentOption clock_option() {
  AgentOption option{"clock", "clock",
                     "What --time counts: wall, or processor (what the searching thread is given, "
                     "which is fair on a busy machine; default wall)",
                     kSearch};
  const auto clock = [](C& c) -> SearchClock& {
    return c.by_bounds() ? c.despot.clock : c.pomcp.clock;
  };
  option.set = [clock](C& c, const Text& t) {
    clock(c) =
        t.choice({"wall", "processor"}) == "wall" ? SearchClock::wall : SearchClock::processor;
  };
  option.get = [clock](const C& c) {
    const bool wall = clock(const_cast<C&>(c)) == SearchClock::wall;
    return nlohmann::json(wall ? "wall" : "processor");
  };
  return option;
}

// An option of POMCP that depends on the extras unless it is said: by functions that find what was
// said, and what is in force.
template <class Said, class Get>
AgentOption extra(const std::string& name, std::string help, Of of, Said said, Get get) {
  using T = typename std::remove_cvref_t<decltype(said(std::declval<C&>()))>::value_type;
  AgentOption option{name, key_of(name), std::move(help), kPomcp, of};
  option.set = [said](C& c, const Text& t) {
    if constexpr (std::is_same_v<T, bool>) {
      said(c) = t.boolean();
    } else {
      said(c) = t.real();
    }
  };
  option.get = [get](const C& c) { return nlohmann::json(get(c)); };
  return option;
}

AgentOption in(Range range, AgentOption option) {
  option.range = range;
  return option;
}

// Whether each search is an ample one (pomcp_options.h). By time nobody can say so before.
bool is_ample(const C& c) {
  return c.adviser() != "pure" && c.pomcp.seconds <= 0 &&
         c.pomcp.simulations / c.pomcp.threads >= PomcpOptions::kAmple;
}

std::vector<AgentOption> extra_options() {
  return {
      extra(
          "extras",
          "Search with all of the extras (a smaller c, --urgency, --prior-fades, --rollout-decay, "
          "--trust); each can be set by itself (default: true for rules by --reading situated)",
          Of::everybody, [](C & c) -> auto& { return c.extras; },
          [](const C& c) { return c.has_extras(); }),
      in({.least = 0, .most = kLargeReturn, .above = true},
         extra(
             "exploration",
             "c of UCT, about the range of returns (default: the domain's; a quarter of it with "
             "--extras, half of it by a guide in searches of 4096 simulations and more)",
             Of::everybody, [](C & c) -> auto& { return c.exploration; },
             [](const C& c) {
               const PomcpOptions o = c.pomcp_options();
               return is_ample(c) ? o.ample_exploration : o.exploration;
             })),
      extra(
          "prior-fades",
          "true: each real visit replaces one of the prior; false: it stays, as in Silver & Veness "
          "(default: that of --extras)",
          Of::suggesting, [](C & c) -> auto& { return c.prior_fades; },
          [](const C& c) { return c.pomcp_options().prior_fades; }),
      in({.least = 0, .most = 1},
         extra(
             "urgency",
             "How urgent untried actions are where others are suggested: each scores as value 0 "
             "tried 1/urgency^2 times; 0: they come first (default: 0.3 with --extras, else 0)",
             Of::suggesting, [](C & c) -> auto& { return c.urgency; },
             [](const C& c) { return c.pomcp_options().urgency; })),
      in({.least = 0, .most = 1, .above = true},
         extra(
             "rollout-decay",
             "How much each step of a rollout counts of the one before, beside the discount "
             "(default: 0.95 with --extras, but 1 for rollouts by a guide in searches of 4096 "
             "simulations and more; else 1)",
             Of::everybody, [](C & c) -> auto& { return c.rollout_decay; },
             [](const C& c) {
               const PomcpOptions o = c.pomcp_options();
               return is_ample(c) ? o.ample_decay : o.rollout_decay;
             })),
      extra(
          "trust",
          "true: rollouts are the guide's while they mostly earn more than uniform ones from the "
          "same leaf (default: that of --extras)",
          Of::suggesting, [](C & c) -> auto& { return c.trust; },
          [](const C& c) { return c.pomcp_options().trust; })};
}

AgentOption reading_option() {
  AgentOption option{"reading", "reading",
                     "situated: rules are asked wherever the search goes; temporal: depth d of the "
                     "search follows the root's macro-actions at t + d; printed: those at t guide "
                     "the whole search, as Algorithm 1 is printed (default: situated; temporal "
                     "where clingo serves the theory)",
                     kSearch, Of::rules};
  option.set = [](C& c, const Text& t) {
    const std::string name = t.choice({"printed", "temporal", "situated"});
    for (const Reading r : {Reading::printed, Reading::temporal, Reading::situated}) {
      if (name_of(r) == name) c.advice.reading = r;
    }
  };
  option.get = [](const C& c) { return nlohmann::json(name_of(c.advice.reading)); };
  return option;
}

AgentOption leaves_option() {
  AgentOption option{"leaves", "leaves",
                     "What leaves of the tree are worth where rules advise: rollouts (by the "
                     "rules), or relaxed (values of an easier problem, of RDDL models; default: "
                     "rollouts)",
                     kPomcp, Of::rules};
  option.set = [](C& c, const Text& t) { c.leaves = t.choice({"rollouts", "relaxed"}); };
  option.get = [](const C& c) { return nlohmann::json(c.leaves); };
  return option;
}

AgentOption fresh_tree_option() {
  AgentOption option{"fresh-tree", "fresh_tree", "Do not reuse the tree of the last step", kPomcp};
  option.flag = true;
  option.set = [](C& c, const Text& t) { c.pomcp.reuse_tree = !t.boolean(); };
  option.get = [](const C& c) { return nlohmann::json(!c.pomcp.reuse_tree); };
  return option;
}

AgentOption lower_option() {
  AgentOption option = file(word(
      "lower",
      "The default policy of the lower bound: trivial (a fixed action), preferred, or any guide "
      "(default: the one of --guide; pure means trivial)",
      kBounds, [](C& c) -> std::string& { return c.despot.lower; }));
  option.get = [](const C& c) { return nlohmann::json(c.lower_bound()); };
  return option;
}

AgentOption trials_option() {
  AgentOption option = number(
      "trials", "Trials per step; with --time, whichever is spent first (default 100)", kBounds,
      {.least = 0, .most = kManySteps}, [](C& c) -> std::int64_t& { return c.despot.trials; });
  option.set = [set = option.set](C& c, const Text& t) {
    set(c, t);
    if (t.integer() == 0) throw InputError("--trials must be at least 1");
  };
  option.get = [](const C& c) {
    const bool unsaid = c.despot.trials == 0 && c.despot.seconds == 0;
    return nlohmann::json(unsaid ? kDefaultTrials : c.despot.trials);
  };
  return option;
}

AgentOption transfer_option() {
  AgentOption option{"transfer", "transfer",
                     "Let the agent play in another instance than it was trained in", kAis};
  option.flag = true;
  option.set = [](C& c, const Text& t) { c.ais.transfer = t.boolean(); };
  option.get = [](const C& c) { return nlohmann::json(c.ais.transfer); };
  return option;
}

// The planner comes first: some options mean another number for another planner.
std::vector<AgentOption> make_table() {
  std::vector<AgentOption> table{
      planner_option(),
      file(word("guide",
                "Who advises the planner: pure (nobody), trivial (a fixed action), preferred (the "
                "handcrafted policy), expert (RockSample's, which decides by itself), relaxed "
                "(values of an "
                "easier problem, of RDDL models), local, "
                "timed, learnt or learnt-local (rules that ship), or a "
                "theory file (FILE.lp)",
                kSearch, [](C& c) -> std::string& { return c.guide; })),
      key("simulations",
          number("sims", "Simulations per step (default 1024); of despot and adaops: trials",
                 kPomcp, {.least = 1, .most = kManySteps},
                 [](C& c) -> std::int64_t& { return c.pomcp.simulations; })),
      time_option(),
      clock_option(),
      number("particles",
             "Particles of the belief (default: as many as simulations; despot: 8 per scenario; "
             "adaops: 8 per particle of --m-max)",
             kSearch, {.least = 0, .most = kManyParticles},
             [](C& c) -> int& { return c.by_bounds() ? c.despot.particles : c.pomcp.particles; }),
      number("depth", "How far simulations look ahead (default: the domain's)", kSearch,
             {.least = 1, .most = kMaxDepth},
             [](C& c) -> int& { return c.by_bounds() ? c.despot.depth : c.pomcp.depth; }),
      of(Of::suggesting,
         number("prior-count", "Count with which suggested actions start in the tree (default 10)",
                kPomcp, {.least = 0, .most = Prior::kMost},
                [](C& c) -> int& { return c.pomcp.prior_count; })),
      of(Of::suggesting,
         number("prior-value", "Value with which suggested actions start in the tree", kPomcp,
                {.least = -kLargeReturn, .most = kLargeReturn},
                [](C& c) -> double& { return c.pomcp.prior_value; })),
      of(Of::rules,
         number("horizon", "How many steps ahead macro-actions reach (default 12)", kSearch,
                {.least = 1, .most = 1000}, [](C& c) -> int& { return c.advice.horizon; })),
      reading_option(),
      leaves_option(),
      number("threads", "Threads that search together (root-parallel; default 1)", kSearch,
             {.least = 1, .most = kThreads},
             [](C& c) -> int& { return c.by_bounds() ? c.despot.threads : c.pomcp.threads; }),
      fresh_tree_option(),
      of(Of::measuring,
         number("k-o",
                "k_o: an action tried n times has at most k_o n^alpha_o observations (default 4)",
                kPomcp, {.least = 0, .most = kManySteps, .above = true},
                [](C& c) -> double& { return c.pomcp.k_o; })),
      of(Of::measuring,
         number("alpha-o", "alpha_o, see --k-o, from 0 to 1 (default 0.1)", kPomcp,
                {.least = 0, .most = 1}, [](C& c) -> double& { return c.pomcp.alpha_o; })),
      lower_option(),
      word("upper", "The upper bound: trivial, mdp or relaxed (default: the domain's)", kBounds,
           [](C& c) -> std::string& { return c.despot.upper; }),
      number("scenarios", "K, the number of scenarios (default: the domain's)", kDespot,
             {.least = 1, .most = 1e6}, [](C& c) -> int& { return c.despot.scenarios; }),
      trials_option(),
      number("xi", "Share of the root's gap at which a trial ends (default 0.95)", kBounds,
             {.least = 0, .most = 1, .below = true}, [](C& c) -> double& { return c.despot.xi; }),
      number("lambda", "Regularisation, the price of a node (default: the domain's)", kDespot,
             {.least = 0, .most = kLargeReturn}, [](C& c) -> double& { return c.despot.lambda; }),
      number("memory", "Megabytes at which a search ends (default 2000)", kBounds,
             {.least = 1, .most = 1e6}, [](C& c) -> int& { return c.despot.megabytes; }),
      number("epsilon", "Gap at the root at which the search ends (default 0)", kBounds,
             {.least = 0, .most = kLargeReturn}, [](C& c) -> double& { return c.despot.epsilon; }),
      number(
          "delta",
          "L1 distance of beliefs up to which observations share a child, 0 to 2 (default 0.1; 1 "
          "where they are measurements)",
          kAdaOps, {.least = 0, .most = 2}, [](C& c) -> double& { return c.adaops.delta; }),
      number("m-min", "Particles of a belief in the tree, at least (default 30)", kAdaOps,
             {.least = 1, .most = 1e6}, [](C& c) -> int& { return c.adaops.m_min; }),
      number("m-max", "Particles of a belief in the tree, at most (default 200)", kAdaOps,
             {.least = 1, .most = 1e6}, [](C& c) -> int& { return c.adaops.m_max; }),
      number("design-effect",
             "Particles over effective ones above which a belief is resampled (default 2)", kAdaOps,
             {.least = 1, .most = 1e9}, [](C& c) -> double& { return c.adaops.design_effect; }),
      file(word("agent", "The file of the agent, from `holdfast train ais`", kAis,
                [](C& c) -> std::string& { return c.ais.path; })),
      transfer_option()};
  const auto last = std::ranges::find(table, "horizon", &AgentOption::name);
  const std::vector<AgentOption> extras = extra_options();
  table.insert(last, extras.begin(), extras.end());
  return table;
}

}  // namespace

const std::vector<AgentOption>& all_agent_options() {
  static const std::vector<AgentOption> table = make_table();
  return table;
}

}  // namespace holdfast
