// The learner against brute force: coverage by clingo, and every hypothesis looked at.
#include "holdfast/learn/learner.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "holdfast/base/error.h"
#include "holdfast/learn/ilasp.h"
#include "holdfast/learn/random_selection.h"
#include "holdfast/learn/synthetic.h"
#include "holdfast/logic/clingo.h"
#include "holdfast/logic/print.h"

namespace holdfast::learn {
namespace {

int draw(Rng& rng, int n) { return static_cast<int>(rng.below(static_cast<std::uint32_t>(n))); }

// Text with {K} where clingo's version of an atom has the context as its first argument.
std::string in_task(std::string text) {
  for (std::size_t at; (at = text.find("{K}")) != std::string::npos;) text.erase(at, 3);
  return text;
}

std::string in_clingo(std::string text) {
  for (std::size_t at; (at = text.find("{K}")) != std::string::npos;) text.replace(at, 3, "K,");
  return text;
}

struct RandomRule {
  std::string head;
  std::string body;
  int length = 0;
};

RandomRule random_rule(Rng& rng) {
  static const std::vector<std::string> pool = {
      "p({K}R,V)", "V > 1",     "V < 2",     "q({K}R)", "not q({K}R)",
      "p({K}S,W)", "W <= 1",    "V != 3",    "q({K}S)", "not n({K}R,S)",
      "n({K}R,S)", "p({K}R,2)", "p({K}S,V)", "V = 2",   "n({K}R,R)"};
  for (;;) {
    RandomRule rule{.head = draw(rng, 2) ? "a" : "b(R)", .body = "", .length = 1};
    std::set<int> used;
    for (int n = 1 + draw(rng, 4); n > 0; --n)
      used.insert(draw(rng, static_cast<int>(pool.size())));
    for (const int i : used) {
      rule.body += (rule.body.empty() ? "" : ", ") + pool[static_cast<std::size_t>(i)];
      ++rule.length;
    }
    // Safe: every variable stands in a positive atom.
    const auto has = [&](int i) { return used.contains(i); };
    const bool r = has(0) || has(3) || has(10) || has(11) || has(14);
    const bool s = has(5) || has(8) || has(10) || has(12);
    const bool v = has(0) || has(12);
    if ((rule.head == "b(R)" || has(4) || has(9)) && !r) continue;
    if (has(9) && !s) continue;
    if ((has(1) || has(2) || has(7) || has(13)) && !v) continue;
    if (has(6) && !has(5)) continue;
    return rule;
  }
}

struct RandomTask {
  std::string text;      // in ILASP's language
  std::string contexts;  // for clingo
  std::vector<RandomRule> rules;
  std::vector<std::vector<std::string>> inclusions, exclusions;
  std::vector<int> penalties;
  std::vector<bool> positive;
};

RandomTask random_task(Rng& rng, int examples, int rules) {
  RandomTask task;
  for (int e = 0; e < examples; ++e) {
    std::string facts;
    const auto fact = [&](const std::string& predicate, const std::string& arguments) {
      facts += fmt::format("{}({}). ", predicate, arguments);
      task.contexts += fmt::format("{}({},{}). ", predicate, e, arguments);
    };
    for (int r = 0; r < 3; ++r) {
      if (draw(rng, 5)) fact("p", fmt::format("{},{}", r, draw(rng, 4)));
      if (draw(rng, 2)) fact("q", std::to_string(r));
      if (draw(rng, 3) == 0) fact("n", fmt::format("{},{}", r, draw(rng, 3)));
    }
    task.contexts += fmt::format("k({}).\n", e);
    std::vector<std::string> inc, exc;
    for (const std::string atom : {"a", "b(0)", "b(1)", "b(2)"}) {
      const int kind = draw(rng, 5);
      if (kind == 0) inc.push_back(atom);
      if (kind == 1) exc.push_back(atom);
    }
    task.penalties.push_back(1 + draw(rng, 9));
    task.positive.push_back(draw(rng, 5) > 0);
    task.text +=
        fmt::format("#{}(e{}@{}, {{{}}}, {{{}}}, {{{}}}).\n", task.positive.back() ? "pos" : "neg",
                    e, task.penalties.back(), fmt::join(inc, ", "), fmt::join(exc, ", "), facts);
    task.inclusions.push_back(inc);
    task.exclusions.push_back(exc);
  }
  for (int i = 0; i < rules; ++i) {
    task.rules.push_back(random_rule(rng));
    const RandomRule& r = task.rules.back();
    task.text += fmt::format("{} ~ {} :- {}.\n", r.length, r.head, in_task(r.body));
  }
  return task;
}

// What each rule derives where, by clingo.
std::vector<std::set<std::pair<int, std::string>>> derivations(const RandomTask& task) {
  std::string program = task.contexts;
  for (std::size_t i = 0; i < task.rules.size(); ++i) {
    program += fmt::format("h({},K,{}) :- k(K), {}.\n", i, task.rules[i].head,
                           in_clingo(task.rules[i].body));
  }
  const logic::Solution solution = logic::solve(program + "#show h/3.\n");
  std::vector<std::set<std::pair<int, std::string>>> result(task.rules.size());
  for (const logic::Atom& atom : solution.answer_sets.at(0).atoms) {
    result[static_cast<std::size_t>(atom.arguments[0].value)].emplace(
        atom.arguments[1].value, logic::to_string(atom.arguments[2]));
  }
  return result;
}

// The selection problem with columns and coverage by clingo.
SelectionProblem oracle(const RandomTask& task, int rules_per_head) {
  SelectionProblem p{.rules_per_head = rules_per_head};
  std::vector<std::pair<int, std::string>> columns;
  for (std::size_t e = 0; e < task.penalties.size(); ++e) {
    SelectionExample example{.penalty = task.penalties[e], .positive = task.positive[e]};
    for (const std::string& atom : task.inclusions[e]) {
      example.inclusions.push_back(p.columns++);
      columns.emplace_back(static_cast<int>(e), atom);
    }
    for (const std::string& atom : task.exclusions[e]) {
      example.exclusions.push_back(p.columns++);
      columns.emplace_back(static_cast<int>(e), atom);
    }
    p.examples.push_back(example);
  }
  const auto derived = derivations(task);
  for (std::size_t i = 0; i < task.rules.size(); ++i) {
    Candidate c{task.rules[i].head == "a" ? 0 : 1, task.rules[i].length,
                Bits(static_cast<std::size_t>(p.columns))};
    for (std::size_t k = 0; k < columns.size(); ++k) {
      if (derived[i].contains(columns[k])) c.covers.set(k);
    }
    p.candidates.push_back(c);
  }
  return p;
}

TEST(Learner, EqualsBruteForceOverGivenRules) {
  for (int seed = 0; seed < 250; ++seed) {
    Rng rng(static_cast<std::uint64_t>(seed), 7);
    const RandomTask random = random_task(rng, 8, 9);
    const int k = draw(rng, 3);
    const Task task = parse_task(random.text, "random.las");
    const SelectionProblem problem = oracle(random, k);
    const Cost expected = least_cost(problem);
    EXPECT_EQ(select_rules(problem).cost, expected) << "seed " << seed << " k " << k;
    for (const Engine engine : {Engine::branch_and_bound, Engine::clingo}) {
      if (engine == Engine::clingo && seed % 5 != 0) continue;
      const LearnResult r = learn(task, {.engine = engine, .rules_per_head = k});
      EXPECT_EQ(r.cost, expected) << "seed " << seed << "\n" << random.text;
      EXPECT_TRUE(r.optimal);
      EXPECT_EQ(r.cost, r.length + r.penalty);
    }
  }
}

// The same space twice: by modes, and rule by rule as a person would list it.
TEST(Learner, ModesSpanTheSpaceTheyDeclare) {
  const std::string modes =
      "#modeh(a).\n#maxv(2).\n#modeb(1, p(var(r), var(v)), (positive)).\n#modeb(1, q(var(r))).\n"
      "#modeb(1, var(v) > const(t)).\n#modeb(1, var(v) < const(t)).\n"
      "#constant(t, 1).\n#constant(t, 2).\n% holdfast: max_length 5\n";
  std::string list = "1 ~ a.\n2 ~ a :- q(R).\n";
  for (const std::string q : {"", ", q(R)", ", not q(R)"}) {
    for (const std::string low : {"", ", V > 1", ", V > 2"}) {
      for (const std::string high : {"", ", V < 1", ", V < 2"}) {
        const int length = 2 + !q.empty() + !low.empty() + !high.empty();
        list += fmt::format("{} ~ a :- p(R,V){}{}{}.\n", length, q, low, high);
      }
    }
  }
  for (int seed = 0; seed < 100; ++seed) {
    Rng rng(static_cast<std::uint64_t>(seed), 8);
    const std::string examples = random_task(rng, 25, 0).text;
    const LearnOptions options{.rules_per_head = draw(rng, 3)};
    const LearnResult by_modes = learn(parse_task(modes + examples, "modes.las"), options);
    const LearnResult by_list = learn(parse_task(list + examples, "list.las"), options);
    EXPECT_EQ(by_modes.cost, by_list.cost) << seed;
    EXPECT_TRUE(by_modes.optimal && by_list.optimal);
  }
}

TEST(Learner, FindsThePaperRuleUnderNoise) {
  const Task task =
      SyntheticTask::rocksample({.examples = 2000, .noise = 0.1, .threshold_step = 2});
  const LearnResult one = learn(task, {.rules_per_head = 1});
  ASSERT_EQ(one.rules.size(), 1u);
  EXPECT_TRUE(one.optimal);
  const Task full = SyntheticTask::rocksample({.examples = 1000, .noise = 0});
  const LearnResult exact = learn(full, {.rules_per_head = 1});
  EXPECT_EQ(exact.penalty, 0);
  EXPECT_EQ(exact.length, 7);
}

TEST(Learner, SameResultWithManyThreads) {
  Rng rng(5);
  std::string text = random_task(rng, 60, 0).text;
  text +=
      "#modeh(a).\n#modeh(b(var(r))).\n#maxv(3).\n#modeb(1, p(var(r), var(v))).\n"
      "#modeb(2, q(var(r))).\n#modeb(1, n(var(r), var(r))).\n#modeb(1, var(v) > const(t)).\n"
      "#constant(t, 0..3).\n% holdfast: max_length 5\n";
  const Task task = parse_task(text, "task.las");
  const LearnResult one = learn(task, {.threads = 1});
  const LearnResult four = learn(task, {.threads = 4});
  ASSERT_EQ(one.rules.size(), four.rules.size());
  for (std::size_t i = 0; i < one.rules.size(); ++i) {
    EXPECT_EQ(logic::to_string(one.rules[i].rule), logic::to_string(four.rules[i].rule));
  }
}

TEST(Learner, OutOfTimeIsNotCalledOptimal) {
  const Task task = SyntheticTask::rocksample({.examples = 3000, .noise = 0.2});
  const LearnResult r = learn(task, {.seconds = 0.05});
  EXPECT_FALSE(r.optimal);
  EXPECT_LE(r.bound, r.cost);
}

TEST(Learner, ASpaceTooLargeForMemoryIsRefusedBeforeItIsBuilt) {
  const Task task = SyntheticTask::rocksample({.examples = 3000, .noise = 0.1});
  try {
    learn(task, {.memory = 100'000});
    FAIL() << "it was accepted";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("the space is too large: one literal has"),
              std::string::npos)
        << e.what();
  }
}

}  // namespace
}  // namespace holdfast::learn
