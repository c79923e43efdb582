#include "holdfast/learn/differential.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "holdfast/base/error.h"
#include "holdfast/learn/ilasp.h"
#include "holdfast/learn/learner.h"
#include "holdfast/learn/random_task.h"
#include "holdfast/logic/clingo.h"
#include "holdfast/logic/print.h"

namespace holdfast::learn {
namespace {

// The shortest rule of each group for each coverage.
using Choices = std::map<std::pair<std::string, Coverage>, int>;

Choices choices_of(const RandomTask& task) {
  Texts heads, bodies;
  for (const SpaceRule& r : task.rules) {
    heads.push_back(r.head);
    bodies.push_back(r.in_clingo);
  }
  const std::vector<Coverage> covers = coverages(task.examples, heads, bodies);
  Choices choices;
  for (std::size_t i = 0; i < covers.size(); ++i) {
    const auto [it, fresh] =
        choices.try_emplace({task.rules[i].group, covers[i]}, task.rules[i].length);
    if (!fresh) it->second = std::min(it->second, task.rules[i].length);
  }
  return choices;
}

constexpr const char* kJudgement = R"(
derived(K,A) :- true(K,A).
bad(K) :- inc(K,A), not derived(K,A).
bad(K) :- exc(K,A), derived(K,A).
covered(K) :- pos(K), not bad(K).
covered(K) :- neg(K), bad(K).
:~ soft(K,P), not covered(K). [P,soft,K]
)";

// The least cost of a hypothesis that covers all hard examples; none if there is none.
std::optional<Cost> least_cost(const RandomTask& task, const Choices& choices) {
  std::string program = world(task.examples) + kJudgement;
  std::map<std::string, int> groups;
  int n = 0;
  for (const auto& [choice, length] : choices) {
    const auto& [group, covers] = choice;
    const int g = groups.try_emplace(group, static_cast<int>(groups.size())).first->second;
    program += fmt::format("rule({},{},{}).", n, g, length);
    for (const std::string& c : covers) program += fmt::format(" derived({}) :- in({}).", c, n);
    program += '\n';
    ++n;
  }
  program += "{ in(R) } :- rule(R,_,_).\n:~ in(R), rule(R,_,L). [L,rule,R]\n";
  program += ":- hard(K), not covered(K).\n";
  if (task.options.rules_per_head > 0) {
    program += fmt::format(":- rule(_,G,_), #count {{ R : in(R), rule(R,G,_) }} > {}.\n",
                           task.options.rules_per_head);
  }
  const logic::Solution solution = logic::solve(program + "#show in/1.\n", {.optimise = true});
  if (solution.answer_sets.empty()) return {};
  return solution.answer_sets.back().cost.empty() ? 0 : solution.answer_sets.back().cost[0];
}

// The body of a rule that was learnt, with contexts.
std::string body_in_context(const logic::Rule& rule) {
  Texts body;
  for (logic::Literal literal : rule.body) {
    if (auto* atom = std::get_if<logic::Atom>(&literal.content)) {
      atom->arguments.insert(atom->arguments.begin(), logic::Term::variable("K"));
    }
    body.push_back(logic::to_string(literal));
  }
  return fmt::format("{}", fmt::join(body, ", "));
}

class Judge {
 public:
  Judge(const RandomTask& task, const LearnResult& result) : task_(task), result_(result) {}

  std::string failure(const Choices& choices, Cost optimum) {
    if (std::string why = wrong_rule(choices); !why.empty()) return why;
    const Cost cost = cost_of_rules();
    if (cost != result_.cost) {
      return fmt::format("the rules cost {}, and the result says {}", cost, result_.cost);
    }
    if (result_.cost < optimum || result_.bound > optimum) {
      return fmt::format("cost {} and bound {}, but the optimum is {}", result_.cost, result_.bound,
                         optimum);
    }
    if (result_.optimal != (result_.bound == result_.cost)) return "bound and proof disagree";
    if (task_.options.seconds == 0 && !result_.optimal) return "no proof without a time limit";
    return "";
  }

 private:
  // A rule that is not in the space, or has another length there, or too many of one head.
  std::string wrong_rule(const Choices& choices) {
    Texts heads, bodies;
    for (const LearntRule& r : result_.rules) {
      heads.push_back(logic::to_string(*r.rule.atom()));
      bodies.push_back(body_in_context(r.rule));
    }
    covers_ = coverages(task_.examples, heads, bodies);
    for (std::size_t i = 0; i < heads.size(); ++i) {
      const bool known = std::ranges::any_of(choices, [&](const auto& choice) {
        return choice.first.second == covers_[i] && choice.second <= result_.rules[i].length;
      });
      if (!known) return "not in the space: " + logic::to_string(result_.rules[i].rule);
    }
    return "";
  }

  Cost cost_of_rules() const {
    std::string program =
        world(task_.examples) + kJudgement + ":~ hard(K), not covered(K). [1@2,K]\n";
    Cost length = 0;
    for (std::size_t i = 0; i < covers_.size(); ++i) {
      length += result_.rules[i].length;
      for (const std::string& c : covers_[i]) program += fmt::format("derived({}).\n", c);
    }
    const logic::Solution solution =
        logic::solve(program + "s :- soft(_,_). #show s/0.\n", {.optimise = true});
    const std::vector<std::int64_t>& cost = solution.answer_sets.at(0).cost;
    return length + (cost.empty() ? 0 : cost.back());
  }

  const RandomTask& task_;
  const LearnResult& result_;
  std::vector<Coverage> covers_;
};

std::string failure_of(const RandomTask& task) {
  const Choices choices = choices_of(task);
  const std::optional<Cost> optimum = least_cost(task, choices);
  try {
    const LearnResult result = learn(parse_task(task.text, "random.las"), task.options);
    if (!optimum) return "a hypothesis, but none covers all hard examples";
    return Judge(task, result).failure(choices, *optimum);
  } catch (const InputError& e) {
    const bool out_of_time = std::string(e.what()).find("found in time") != std::string::npos;
    if (optimum && !out_of_time)
      return fmt::format("{}, but the optimum is {}", e.what(), *optimum);
  }
  return "";
}

}  // namespace

DifferentialOutcome differential(std::uint64_t seed) {
  const RandomTask task = random_task(seed);
  DifferentialOutcome outcome{.task = task.text, .rules = static_cast<int>(task.rules.size())};
  outcome.task +=
      fmt::format("%% rules per head {}, engine {}, seconds {}\n", task.options.rules_per_head,
                  static_cast<int>(task.options.engine), task.options.seconds);
  outcome.failure = failure_of(task);
  return outcome;
}

}  // namespace holdfast::learn
