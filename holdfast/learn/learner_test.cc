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

// The rules of a proven optimum, as text.
std::vector<std::string> optimum(const Task& task, const LearnOptions& options = {}) {
  const LearnResult result = learn(task, options);
  EXPECT_TRUE(result.optimal);
  std::vector<std::string> rules;
  for (const LearntRule& r : result.rules) rules.push_back(logic::to_string(r.rule));
  return rules;
}

std::vector<std::string> optimum(const std::string& text) {
  return optimum(parse_task(text, "task.las"));
}

using Rules = std::vector<std::string>;

// guess > 70, delta_y < 1, delta_x > 0 labels the beliefs: as exactly as the thresholds allow.
TEST(Learner, FindsThePaperRuleUnderNoise) {
  const Rules paper{
      "init(east) :- delta_x(R,D1), D1 > 0, delta_y(R,D2), D2 < 1, guess(R,G), G > 70."};
  EXPECT_EQ(
      optimum(SyntheticTask::rocksample({.examples = 1000, .noise = 0}), {.rules_per_head = 1}),
      paper);
  EXPECT_EQ(
      optimum(SyntheticTask::rocksample({.examples = 2000, .noise = 0.1}), {.rules_per_head = 1}),
      paper);
}

// `>` allows the same values as `>=` with the next constant; each has its own recall.
TEST(Learner, EqualThresholdsOfOtherDeclarationsAreKept) {
  const std::string task =
      "#modeh(p). #modeb(1, x(var(d))). #modeb(1, y(var(d))). #maxv(2).\n"
      "#modeb(1, var(d) > const(c)). #modeb(1, var(d) >= const(c)). #constant(c, 2..3).\n"
      "% holdfast: max_length 5\n"
      "#pos(a@10, {p}, {}, {x(3). y(4).}). #pos(b@10, {}, {p}, {x(1). y(4).}).\n"
      "#pos(c@10, {}, {p}, {x(4). y(1).}). #pos(d@10, {p}, {}, {x(4). y(3).}).\n";
  const LearnResult result = learn(parse_task(task, "task.las"));
  EXPECT_TRUE(result.optimal);
  EXPECT_EQ(result.cost, 5);
  EXPECT_EQ(result.penalty, 0);
}

TEST(Learner, VariablesBindCompoundTerms) {
  EXPECT_EQ(optimum("#modeh(p(var(t))). #modeb(1, at(var(t)), (positive)). #maxv(1).\n"
                    "#pos(a@9, {p(c(1,2))}, {p(c(2,1))}, {at(c(1,2)).}).\n"),
            Rules{"p(T) :- at(T)."});
  // One mode looks into the term, the other does not.
  EXPECT_EQ(optimum("#modeh(p(var(d))). #modeb(1, at(c(var(d),1)), (positive)). #maxv(1).\n"
                    "#modeb(1, at(var(d)), (positive)).\n"
                    "#pos(a@9, {p(2)}, {p(1); p(c(2,1))}, {at(c(2,1)). at(1).}).\n"),
            Rules{"p(D) :- at(c(D,1))."});
  const std::string given = "1 ~ p :- at(X), not blocked(X).\n#pos(a@9, {p}, {}, {";
  EXPECT_EQ(optimum(given + "at(3). blocked(3). at(c(1,2)).})."),
            Rules{"p :- at(X), not blocked(X)."});
  EXPECT_EQ(optimum(given + "at(c(1,2)). blocked(c(1,2)).})."), Rules{});
}

// Two skeletons that differ only in which variable is shared.
TEST(Learner, SharedVariablesKeepTheirPlaces) {
  const std::string modes =
      "#modeh(a). #modeb(1, at(var(d),var(d)), (positive)). #modeb(1, x(var(d)), (positive)).\n"
      "#maxv(2).\n";
  EXPECT_EQ(optimum(modes + "#pos(a@9, {a}, {}, {at(1,2). x(2).}).\n"
                            "#pos(b@9, {}, {a}, {at(1,2). x(1).}).\n"),
            Rules{"a :- at(D1,D2), x(D2)."});
  EXPECT_EQ(optimum(modes + "#pos(a@9, {a}, {}, {at(1,2). x(1).}).\n"
                            "#pos(b@9, {}, {a}, {at(1,2). x(2).}).\n"),
            Rules{"a :- at(D1,D2), x(D1)."});
}

TEST(Learner, AsManyThresholdsOnAVariableAsDeclared) {
  const std::string task =
      "#modeh(p). #modeb(1, x(var(d)), (positive)). #modeb(3, var(d) != const(c)). #maxv(1).\n"
      "#constant(c, 1..3).\n"
      "#pos(a@9, {p}, {}, {x(4).}). #pos(b@9, {}, {p}, {x(1).}).\n"
      "#pos(c@9, {}, {p}, {x(2).}). #pos(d@9, {}, {p}, {x(3).}).\n";
  const Rules three{"p :- x(D), D != 1, D != 2, D != 3."};
  EXPECT_EQ(optimum(task), three);
  EXPECT_EQ(optimum(task + "% holdfast: max_thresholds 3\n"), three);
  EXPECT_EQ(optimum(task + "% holdfast: max_thresholds 2\n"), Rules{});
}

TEST(Learner, SymbolsCompareAsInClingo) {
  const std::string task =
      "#modeh(p). #modeb(1, x(var(d)), (positive)). #modeb(1, var(d) < const(c)). #maxv(1).\n"
      "#constant(c, m).\n#pos(a@9, {p}, {}, {x(b).}). #pos(b@9, {}, {p}, {x(z).}).\n";
  EXPECT_EQ(optimum(task), Rules{"p :- x(D), D < m."});
  // Numbers are below symbols, compound terms above.
  EXPECT_EQ(optimum(task + "#pos(c@9, {p}, {}, {x(99).}). #pos(d@9, {}, {p}, {x(a(1)).}).\n"),
            Rules{"p :- x(D), D < m."});
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

// Whatever the time, and wherever it runs out: a theory of the cost that it says, no better than
// the optimum, and a bound that holds.
TEST(Learner, OutOfTimeIsNotCalledOptimal) {
  const Task task =
      SyntheticTask::rocksample({.examples = 1000, .noise = 0.2, .threshold_step = 2});
  for (const int k : {2, 0}) {
    const Cost best = learn(task, {.rules_per_head = 2}).cost;
    for (const double seconds : {1e-6, 1e-3, 3e-3, 1e-2, 3e-2}) {
      const LearnResult r = learn(task, {.rules_per_head = k, .seconds = seconds});
      EXPECT_TRUE(k == 0 || r.cost >= best) << seconds;
      EXPECT_LE(r.bound, best) << seconds;
      EXPECT_EQ(r.optimal, r.bound == r.cost) << seconds;
      Cost penalty = 0;
      for (std::size_t i = 0; i < r.covered.size(); ++i) {
        penalty += r.covered[i] ? 0 : *task.examples[i].penalty;
      }
      EXPECT_EQ(r.penalty, penalty) << seconds;
    }
    EXPECT_FALSE(learn(task, {.rules_per_head = k, .seconds = 1e-6}).optimal);
  }
}

TEST(Learner, ASpaceTooLargeForMemoryIsRefusedBeforeItIsBuilt) {
  const Task task = SyntheticTask::rocksample({.examples = 3000, .noise = 0.1});
  try {
    learn(task, {.memory = 100'000});
    FAIL() << "it was accepted";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("the space is too large: the coverage of its literals"),
              std::string::npos)
        << e.what();
  }
}

}  // namespace
}  // namespace holdfast::learn
