#include "holdfast/learn/ilasp.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "holdfast/base/error.h"
#include "holdfast/base/source_folder.h"
#include "holdfast/learn/learner.h"
#include "holdfast/learn/synthetic.h"
#include "holdfast/logic/print.h"

namespace holdfast::learn {
namespace {

std::string error_of(const std::string& text, const LearnOptions& options = {}) {
  try {
    learn(parse_task(text, "t.las"), options);
  } catch (const InputError& e) {
    return e.what();
  }
  return "no error";
}

void expect_error(const std::string& text, const std::string& part) {
  EXPECT_NE(error_of(text).find(part), std::string::npos) << text << "\n-> " << error_of(text);
}

TEST(Ilasp, ReadsTheWholeLanguageOfTheFragment) {
  const Task task = parse_task(
      "% a task\n"
      "near(R) :- dist(R,D), D < 3.\n"
      "#modeh(go(var(rock))).\n"
      "#modeb(2, near(var(rock)), (positive)).\n"
      "#modeb(*, colour(var(rock), const(colour))).\n"
      "#modeb(dist(var(rock), var(d)), (negative, anti_reflexive)).\n"
      "#modeb(1, const(limit) <= var(d)).\n"
      "#constant(colour, red). #constant(colour, blue).\n"
      "#constant(limit, -1..1).\n"
      "#maxv(2). #max_penalty(50).\n"
      "#pos(a@5, {go(1)}, {go(2)}, {dist(1..2,1). colour(1,red). far :- dist(2,9).}).\n"
      "#neg({go(1); go(2)}, {}).\n"
      "3 ~ stop :- near(R), dist(R,D).\n",
      "t.las");
  EXPECT_EQ(task.bias.heads.size(), 1u);
  EXPECT_EQ(task.bias.bodies.size(), 4u);  // colour twice
  EXPECT_EQ(task.bias.comparisons.at(0).constants, (std::vector<Value>{-1, 0, 1}));
  EXPECT_EQ(task.bias.comparisons.at(0).comparator, logic::Comparator::greater_equal);
  EXPECT_EQ(task.bias.max_variables, 2);
  ASSERT_EQ(task.examples.size(), 2u);
  EXPECT_EQ(task.examples[0].penalty, 5);
  EXPECT_FALSE(task.examples[1].penalty.has_value());
  EXPECT_EQ(task.examples[1].inclusions.size(), 2u);
  // The background is closed over the context: near(1) and near(2) hold there.
  int near = 0;
  task.contexts.for_each_fact(0, [&](int predicate, std::span<const Value>) {
    near += task.vocabulary.shape(predicate) == "near(_)";
  });
  EXPECT_EQ(near, 2);
}

TEST(Ilasp, WrittenTasksReadBackTheSame) {
  for (const bool pocman : {false, true}) {
    const SyntheticOptions options{.examples = 200, .noise = 0.1, .threshold_step = 3};
    const Task task = pocman ? SyntheticTask::pocman(options) : SyntheticTask::rocksample(options);
    const std::string text = write_task(task);
    const Task again = parse_task(text, "again.las");
    EXPECT_EQ(write_task(again), text);
    const LearnResult a = learn(task), b = learn(again);
    EXPECT_EQ(a.cost, b.cost);
    EXPECT_EQ(a.space, b.space);
    EXPECT_TRUE(a.optimal && b.optimal);
  }
}

TEST(Ilasp, JointFormGathersTheAtomsOfAContext) {
  const Task task = SyntheticTask::pocman({.examples = 40, .noise = 0});
  const Task joint = parse_task(write_task(task, {.joint = true}), "joint.las");
  EXPECT_EQ(joint.examples.size(), 10u);
  for (const Example& e : joint.examples) EXPECT_EQ(e.inclusions.size() + e.exclusions.size(), 4u);
}

TEST(Ilasp, BrokenFilesSayWhereAndWhat) {
  expect_error("#pos(e1, {a}, {}\n", "t.las:2:1");
  expect_error("#modeh(a).\n#pos(e@x, {a}, {}).", "t.las:2:8");
  expect_error("#modeh(a).\n#pos(e@0, {a}, {}).", "penalty above 0");
  expect_error("#modeb(1, p(var(r)), (sideways)).", "expected positive, negative");
  expect_error("#modeh(a).", "no examples");
  expect_error("#pos(e, {a}, {}).", "declares no head");
  expect_error("#pos(e, {a(X)}, {}).", "t.las:1:10");
  expect_error("#constant(t, 5..1).", "range of integers");
  expect_error("#maxx(2).", "#maxx is not known");
}

TEST(Ilasp, ConstructsBeyondTheFragmentAreNamed) {
  const std::string rest = "#modeh(a).\n#pos(e, {a}, {}).\n";
  expect_error(rest + "#modeha(b).", "choice rules in the space");
  expect_error(rest + "#brave_ordering(x, y).", "orderings");
  expect_error(rest + "#modeo(1, p).", "weak constraints in the space");
  expect_error(rest + "{b}.", "choice rules in the background");
  expect_error(rest + ":~ b. [1@1]", "weak constraints in the background");
  expect_error(rest + "c :- a.", "t.las:3:1: background knowledge about the learnt head a");
  expect_error(rest + ":- a, b.", "background knowledge about the learnt head a");
  expect_error(rest + "#pos(f, {a}, {}, {c :- not a.}).", "t.las:3:19: background knowledge about");
  expect_error(rest + "#modeb(1, a).", "recursion through the learnt head a");
  expect_error(rest + "#modeb(1, const(x) < const(x)).", "comparisons other than");
  expect_error(rest + "2 ~ a :- p(X), q(X+1).", "expected a constant");
  expect_error(rest + "b :- not c. c :- not b.", "several answer sets");
  for (const char* name : {"#final_bias(\"x.\").", "#predict(p, {a}, {}, {}).", "#const n = 3.",
                           "#weight(1).", "#show a/0.", "#include \"x.lp\"."}) {
    const std::string text = name;
    expect_error(rest + text, "t.las:3:1: " + text.substr(0, text.find_first_of("( ")) + " (");
  }
}

TEST(Ilasp, DirectivesThatWouldBeIgnoredAreRefused) {
  const std::string rest = "#modeh(a).\n#pos(e, {a}, {}).\n";
  expect_error(rest + "#modeb(1, p(var(x)), (symmetric)).", "symmetric is about two variables");
  expect_error(rest + "#modeb(1, p(var(x), const(c)), (symmetric)).", "symmetric is about two");
  expect_error(rest + "#modeb(1, p(var(x)), (anti_reflexive)).", "about two arguments");
  expect_error(rest + "#modeb(1, p, (positive, negative)).", "positive or negative, not both");
  expect_error(rest + "#modeb(1, p, positive).", "expected options such as (positive)");
  expect_error(rest + "#modeb(0, p).", "t.las:3:8: expected a recall above 0");
  expect_error(rest + "#constant(c, 1). #modeb(1, var(x) > const(c), (negative)).",
               "negated comparisons");
  expect_error(rest + "#modeh(b, (negative)).", "a head cannot be (negative)");
  expect_error(rest + "#modeh(not b).", "t.las:3:8: \"not\" before anything but an atom of a body");
  expect_error("#modeh(a).\n#pos(E, {a}, {}).", "t.las:2:6");
  expect_error(rest + "#modeb(1, p(const(c))).", "t.las:3:11: const(c) has no constants; declare");
  expect_error(rest + "#modeb(1, var(x) > const(c)).", "const(c) has no constants");
  expect_error(rest + "#modeb(1, p(var(x) + 1)).", "t.las:3:20: arithmetic in a mode declaration");
  expect_error(rest + "#modeh(-b).", "t.las:3:8: classical negation (-p) is not supported");
  expect_error("#modeh(a).\n#pos(e, {-a}, {}).", "t.las:2:10: classical negation");
}

// A theory as text, and its cost.
std::pair<std::string, Cost> learnt(const std::string& text) {
  const LearnResult result = learn(parse_task(text, "t.las"));
  EXPECT_TRUE(result.optimal);
  std::string rules;
  for (const LearntRule& r : result.rules) rules += logic::to_string(r.rule) + " ";
  return {rules, result.cost};
}

TEST(Ilasp, IdsAreAnyConstant) {
  const Task task = parse_task(
      "#modeh(a).\n#pos(eg(id9)@3, {a}, {}).\n#neg(7, {a}, {}).\n#pos(\"x y\"@2, {}, {a}).\n"
      "#pos({a}, {}). #pos({}, {a}).",
      "t.las");
  std::vector<std::string> ids;
  for (const Example& e : task.examples) ids.push_back(e.id);
  EXPECT_EQ(ids, (std::vector<std::string>{"eg(id9)", "7", "\"x y\"", "line5_1", "line5_16"}));
  EXPECT_EQ(task.examples[0].penalty, 3);
  EXPECT_EQ(task.examples[2].penalty, 2);
  // Examples without an id get one, so that what is written can be read.
  EXPECT_EQ(write_task(parse_task(write_task(task), "again.las")), write_task(task));
}

TEST(Ilasp, TypesMayBeginWithACapitalLetter) {
  EXPECT_EQ(learnt("#modeh(a(var(ID))).\n#modeb(1, p(var(ID), const(C)), (positive)).\n"
                   "#constant(C, 7).\n#pos(e, {a(1)}, {a(2)}, {p(1,7). p(2,8).}).\n")
                .second,
            2);
}

TEST(Ilasp, MaxPenaltyBoundsTheCost) {
  const std::string rest =
      "#modeh(a).\n#modeb(1, p).\n#modeb(1, q).\n"
      "#pos(x@2, {a}, {}, {p. q.}).\n#pos(y@9, {}, {a}, {p.}).\n#pos(z@9, {a}, {}, {q.}).\n";
  EXPECT_EQ(learnt(rest).second, 2);  // a :- q.
  EXPECT_EQ(learnt(rest + "#max_penalty(2).\n").second, 2);
  expect_error(rest + "#max_penalty(1).\n",
               "no hypothesis with at most 2 rules per head (--rules-per-head) costs at most 1 "
               "(#max_penalty): the best costs 2");
  // Other penalties than the file's: its bound does not fit them.
  const Task task = parse_task(rest + "#max_penalty(1).\n", "t.las", {.penalty = 5});
  EXPECT_FALSE(task.max_cost.has_value());
  // ILASP stops at 15 if a file says nothing.
  EXPECT_NE(write_task(parse_task(rest, "t.las")).find("#max_penalty("), std::string::npos);
}

TEST(Ilasp, ConstraintsOfTheBackgroundAreKept) {
  const std::string rest = "#modeh(a).\n#modeb(1, p).\n:- p, bad.\n";
  EXPECT_EQ(learnt(rest + "#pos(x, {a}, {}, {p.}).\n").second, 1);
  expect_error(rest + "#pos(x, {a}, {}, {p. bad.}).\n", "have no answer set");
}

TEST(FastLas, NotDeclaresTheNegationAlone) {
  const std::string examples =
      "#pos(e1@9, {walk}, {}, {sun.}).\n#pos(e2@9, {walk}, {}, {}).\n"
      "#pos(e3@9, {}, {walk}, {rain.}).\n";
  EXPECT_EQ(learnt("#modeh(walk).\n#modeb(not rain).\n" + examples),
            std::pair(std::string("walk :- not rain. "), Cost{2}));
  // There p is p alone: with both signs e2 would be explained by `not sun`.
  EXPECT_EQ(learnt("#modeh(walk).\n#modeb(sun).\n#modeb(not snow).\n#pos(e2@9, {walk}, {}, {}).\n"
                   "#pos(e3@9, {}, {walk}, {sun.}).\n")
                .second,
            9);
  EXPECT_EQ(learnt("#modeh(walk).\n#modeb(sun).\n#modeb(snow).\n#pos(e2@9, {walk}, {}, {}).\n"
                   "#pos(e3@9, {}, {walk}, {sun.}).\n")
                .second,
            2);
}

TEST(FastLas, PenaltiesAreWhatRulesCost) {
  const std::string rest = "#modeh(a).\n#modeb(p).\n#pos(e, {a}, {}, {p.}).\n#pos(f, {}, {a}).\n";
  const std::string body = "#bias(\"penalty(1, body(X)) :- in_body(X).\").\n";
  for (const char* head :
       {"#bias(\"penalty(1, head(X)) :- in_head(X).\").",
        "#bias(\"penalty(1, X) :- in_head(X).\").", "#bias(\"penalty(1, head) :- in_head(X).\").",
        "#bias('penalty(1, head).')."}) {
    EXPECT_EQ(learnt(rest + body + head).second, 2) << head;
  }
  EXPECT_EQ(
      learnt(rest + "#bias(\"\npenalty(1,X):-in_head(X).\npenalty(1,X):-in_body(X).\n\").").second,
      2);
  // Heads that are not spoken of cost nothing; literals of the body always something.
  EXPECT_EQ(learnt(rest + body).second, 1);
  EXPECT_EQ(learnt(rest + body + "#bias(\"penalty(3, head(X)) :- in_head(X).\").").second, 4);
  EXPECT_EQ(learnt(rest + "#bias(\"penalty(5, X) :- in_body(X). penalty(2, head).\").").second, 7);
  expect_error(rest + "#bias(\"penalty(1, head).\").",
               "t.las:5:1: #bias without a cost of body literals");
  for (const char* other :
       {"penalty(0, head(X)) :- in_head(X).", "penalty(X, head(X)) :- in_head(X).",
        "penalty(1, X) :- body(X).", "penalty(1, body) :- in_body(X).",
        "penalty(10, body(p)) :- in_body(p).", ":- in_body(p).", "intermediate(naf) :- in_body(X).",
        "penalty(1, body(X)) :- in_body(X). penalty(1, again(X)) :- in_body(X).",
        ":- not in_body(q), in_body(p)."}) {
    expect_error(rest + "#bias(\"" + other + "\").", "t.las:5:7: #bias with \"");
  }
  expect_error(rest + "#bias(\"penalty(1, \").", "t.las:5:7: #bias with \"penalty(1, \"");
  expect_error(rest + "#bias(\":- occurs(V), #false : occurs(V).\").", "t.las:5:7: #bias with");
  expect_error(rest + "#bias(penalty).", "expected a program in quotes");
}

// One long rule costs 2 + 3 literals, two short ones 2 * 2 + 2; with cheap heads it is the other
// way.
TEST(FastLas, CostsDecideWhatIsBest) {
  const std::string rest =
      "#modeh(a).\n#modeb(p).\n#modeb(q).\n#modeb(r).\n#modeb(s).\n#modeb(t).\n"
      "#pos(e, {a}, {}, {p. q. r. s.}).\n#pos(f, {a}, {}, {p. q. r. t.}).\n"
      "#pos(g, {}, {a}, {p. q.}).\n#pos(h, {}, {a}, {q. r.}).\n#pos(i, {}, {a}, {p. r.}).\n";
  const auto with = [&](int head, int literal) {
    return learnt(rest + fmt::format("#bias(\"penalty({}, head) :- in_head(X).\").\n"
                                     "#bias(\"penalty({}, X) :- in_body(X).\").\n",
                                     head, literal));
  };
  EXPECT_EQ(with(2, 1), std::pair(std::string("a :- p, q, r. "), Cost{5}));
  EXPECT_EQ(with(1, 2).second, 6);
  EXPECT_EQ(with(1, 2).first, "a :- s. a :- t. ");
  // What was read is what is written.
  const Task task = parse_task(rest + "#bias(\"penalty(2, X) :- in_body(X).\").", "t.las");
  EXPECT_EQ(task.bias.head_cost, 0);
  const Task again = parse_task(write_task(task), "again.las");
  EXPECT_EQ(again.bias.head_cost, 0);
  EXPECT_EQ(again.bias.literal_cost, 2);
  expect_error("% holdfast: costs 1 0\n", "t.las:1:1: expected \"holdfast: max_length N\"");
}

TEST(FastLas, NumericVariablesHaveBoundsOnBothSides) {
  const std::string text =
      "#modeh(ok(var(car))).\n#modeb(speed(var(car), num_var(kmh))).\n#maxv(2).\n"
      "#pos(a, {ok(c)}, {}, {speed(c,60).}).\n#pos(b, {ok(c)}, {}, {speed(c,80).}).\n"
      "#pos(d, {}, {ok(c)}, {speed(c,30).}).\n#pos(e, {}, {ok(c)}, {speed(c,110).}).\n";
  const Task task = parse_task(text, "t.las");
  ASSERT_EQ(task.bias.comparisons.size(), 2u);
  EXPECT_EQ(task.bias.comparisons[0].constants, (std::vector<Value>{30, 60, 80, 110}));
  EXPECT_EQ(learnt(text).second, 4);  // ok(C) :- speed(C,N), N >= 60, N <= 80.
  // #maxv counts the other variables.
  std::string one = text;
  one.replace(one.find("#maxv(2)"), 8, "#maxv(1)");
  EXPECT_EQ(learnt(one).second, 4);
  expect_error("#modeh(ok(num_var(kmh))).\n#pos(a, {ok(1)}, {}).", "t.las:1:11: num_var in a head");
  expect_error("#modeh(ok).\n#modeb(speed(num_var(kmh))).\n#pos(a, {ok}, {}, {speed(\"0.5\").}).",
               "t.las:2:8: num_var with values that are not whole numbers (\"0.5\")");
}

TEST(FastLas, ConstantsAndTypesAreFacts) {
  const std::string constants =
      "#modeh(on).\n#modeb(lamp(const(colour))).\n#bias(\"penalty(1,X) :- in_head(X).\").\n"
      "#bias(\"penalty(1,X) :- in_body(X).\").\ncolour(red).\n"
      "#pos(a, {on}, {}, {lamp(red).}).\n#pos(b, {}, {on}, {lamp(blue). colour(blue).}).\n";
  EXPECT_EQ(learnt(constants), std::pair(std::string("on :- lamp(red). "), Cost{2}));
  // A variable that only a negated literal has is bound by its type.
  const std::string types =
      "node(a). node(b).\nhit(b).\n#modeh(safe(var(node))).\n#modeb(not hit(var(node))).\n"
      "#pos(x, {safe(a)}, {safe(b)}).\n";
  EXPECT_EQ(learnt(types), std::pair(std::string("safe(N) :- not hit(N), node(N). "), Cost{3}));
}

TEST(FastLas, PartsOfExamplesMayBeComputed) {
  const std::string rest =
      "#modeh(flies(var(b))).\n#modeb(winged(var(b)), (positive)).\n"
      "inclusion(flies(X)) :- goal(X).\nexclusion(flies(X)) :- animal(X), not goal(X).\n"
      "#pos(e, {}, {}, {animal(a). animal(b). goal(a). winged(a).}).\n";
  const Task task = parse_task(rest, "t.las");
  ASSERT_EQ(task.examples[0].inclusions.size(), 1u);
  ASSERT_EQ(task.examples[0].exclusions.size(), 1u);
  EXPECT_EQ(logic::to_string(task.vocabulary.atom(task.examples[0].inclusions[0])), "flies(a)");
  EXPECT_EQ(learnt(rest).second, 2);
  EXPECT_EQ(write_task(parse_task(write_task(task), "again.las")), write_task(task));
  // A predicate of the space is what it is.
  const Task other = parse_task(
      "#modeh(a).\n#modeb(inclusion(const(x))).\n#constant(x, b).\n"
      "#pos(e, {a}, {}, {inclusion(b).}).\n",
      "t.las");
  EXPECT_EQ(other.examples[0].inclusions.size(), 1u);
}

TEST(Ilasp, VariablesAreComparedWithEachOther) {
  // Two of a row may not have one value: the cells must differ.
  const std::string examples =
      "#pos(a@20, {clash}, {}, {row(c1,1). row(c2,1). has(c1,5). has(c2,5).}).\n"
      "#pos(b@20, {}, {clash}, {row(c1,1). row(c2,1). has(c1,5). has(c2,6).}).\n"
      "#pos(d@20, {}, {clash}, {row(c1,1). row(c2,2). has(c1,5). has(c2,5).}).\n";
  const std::string modes =
      "#modeh(clash).\n#modeb(2, row(var(cell), var(row)), (positive)).\n"
      "#modeb(2, has(var(cell), var(value)), (positive)).\n#maxv(4).\n";
  EXPECT_EQ(learnt(modes + examples).second, 20);
  EXPECT_EQ(
      learnt(modes + "#modeb(1, var(cell) != var(cell)).\n" + examples),
      std::pair(std::string("clash :- row(C1,R), row(C2,R), has(C1,V), has(C2,V), C1 != C2. "),
                Cost{6}));
  // Of any two types, also in the order of terms, and in rules that are given.
  const std::string order =
      "#pos(a@20, {up}, {}, {from(2). to(3).}).\n#pos(b@20, {}, {up}, {from(3). to(3).}).\n"
      "#pos(c@20, {}, {up}, {from(4). to(3).}).\n#pos(d@20, {up}, {}, {from(4). to(z).}).\n";
  const std::string ends = "#modeh(up).\n#modeb(1, from(var(f))).\n#modeb(1, to(var(t))).\n";
  EXPECT_EQ(learnt(ends + "#modeb(1, var(f) < var(t)).\n" + order),
            std::pair(std::string("up :- from(F), to(T), F < T. "), Cost{4}));
  EXPECT_EQ(learnt(ends + "#modeb(1, var(f) > var(t)).\n" + order).second, 40);
  EXPECT_EQ(learnt("4 ~ up :- from(F), to(T), F < T.\n" + order).second, 4);
  // Written as it was read.
  const Task task = parse_task(ends + "#modeb(1, var(f) < var(t)).\n" + order, "t.las");
  ASSERT_EQ(task.bias.pairs.size(), 1u);
  EXPECT_EQ(write_task(parse_task(write_task(task), "again.las")), write_task(task));
  expect_error("#modeh(up).\n#modeb(var(t) = var(f) + var(f)).\n#pos(a, {up}, {}).",
               "t.las:2:24: arithmetic in a mode declaration (var(f)+var(f)) is beyond");
}

// Modes with several constants share one recall; so they must where the task is written.
TEST(Ilasp, WrittenModesShareTheirRecall) {
  const Task task = parse_task(
      "#modeh(go(const(way))).\n#modeb(1, lamp(const(c)), (positive)).\n"
      "#constant(c, red). #constant(c, blue).\n#constant(way, 1..2).\n"
      "#pos(x@9, {go(1)}, {}, {lamp(red). lamp(blue).}).\n"
      "#pos(y@9, {}, {go(1)}, {lamp(red).}).\n#pos(z@9, {}, {go(1)}, {lamp(blue).}).\n",
      "t.las");
  const Task again = parse_task(write_task(task), "again.las");
  EXPECT_EQ(write_task(again), write_task(task));
  EXPECT_EQ(learn(again).cost, learn(task).cost);
  EXPECT_EQ(learn(again).space, learn(task).space);
}

TEST(Ilasp, JointFormKeepsExamplesItCannotGather) {
  const Task task = parse_task(
      "#modeh(a).\n#pos(x@2, {}, {}).\n#neg(y@2, {a}, {}).\n#pos(z@3, {a}, {}).\n", "t.las");
  const Task joint = parse_task(write_task(task, {.joint = true}), "joint.las");
  ASSERT_EQ(joint.examples.size(), 3u);
  EXPECT_FALSE(joint.examples[1].positive);
}

TEST(Ilasp, ContradictoryHardExamplesAreNamed) {
  const std::string modes = "#modeh(a).\n#modeb(1, p(var(x))).\n";
  expect_error(modes + "#pos(yes, {a}, {}, {p(1).}).\n#pos(no, {}, {a}, {p(2).}).\n",
               "yes: each of the");
  const std::string text =
      error_of(modes + "#pos(yes, {a}, {}, {p(1).}).\n#neg(no, {a}, {}, {p(2).}).\n");
  EXPECT_NE(text.find("breaks one of no"), std::string::npos) << text;
  // One rule per head is too few for two disjoint reasons, two are enough.
  const std::string two =
      "#modeh(a).\n#modeb(1, p).\n#modeb(1, q).\n"
      "#pos(x, {a}, {}, {p.}).\n#pos(y, {a}, {}, {q.}).\n#pos(z, {}, {a}, {}).\n";
  EXPECT_NE(error_of(two, {.rules_per_head = 1}).find("at most 1 rules per head"),
            std::string::npos);
  EXPECT_EQ(error_of(two, {.rules_per_head = 2}), "no error");
}

// Real examples of the field: 19 beliefs where the agent went west, 3899 where it did not.
TEST(Ilasp, WestOfThePredecessor) {
  const std::string path = source_folder() / "../shared/data/west.las";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "needs west.las";
  try {
    learn(read_task(path));
    FAIL() << "no hypothesis covers all examples";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("ex18: each of the"), std::string::npos) << e.what();
  }
  const Task noisy = read_task(path, {.penalty = 10});
  EXPECT_EQ(noisy.examples.size(), 3918u);
  const LearnResult a = learn(noisy);
  const LearnResult b = learn(noisy, {.engine = Engine::clingo});
  EXPECT_TRUE(a.optimal && b.optimal);
  EXPECT_EQ(a.cost, b.cost);
  EXPECT_EQ(a.cost, 190);  // the empty theory, as classes this skewed have it
}

}  // namespace
}  // namespace holdfast::learn
