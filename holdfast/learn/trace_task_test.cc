#include "holdfast/learn/trace_task.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <span>

#include "holdfast/base/error.h"
#include "holdfast/base/rng.h"
#include "holdfast/learn/evaluate.h"
#include "holdfast/learn/ilasp.h"
#include "holdfast/learn/learner.h"
#include "holdfast/learn/learnt_theory.h"
#include "holdfast/learn/trace_words.h"
#include "holdfast/logic/memory_words.h"
#include "holdfast/logic/parser.h"
#include "holdfast/logic/print.h"

namespace holdfast::learn {
namespace {

Traces made_up() {
  Traces traces;
  traces.header = {.domain = "made_up",
                   .features = {{"at", logic::Feature::Kind::value, 0, 0}},
                   .actions = {{"go", false, true}, {"back", false, true}, {"look", true, false}}};
  return traces;
}

TraceEpisode episode(double value, const std::vector<std::string>& actions) {
  TraceEpisode e{.seed = 7, .discounted = value};
  for (std::size_t i = 0; i < actions.size(); ++i) {
    e.steps.push_back(
        {actions[i], 0, fmt::format("at(0,{}). at(1,{}).", i, 9 - static_cast<int>(i))});
  }
  return e;
}

// "+init(go) 3" for an inclusion at step 3.
std::multiset<std::string> examples_of(const TraceTask& t) {
  std::multiset<std::string> result;
  for (std::size_t i = 0; i < t.task.examples.size(); ++i) {
    const Example& e = t.task.examples[i];
    const bool in = !e.inclusions.empty();
    result.insert((in ? "+" : "-") +
                  logic::to_string(t.task.vocabulary.atom(in ? e.inclusions[0] : e.exclusions[0])) +
                  " " + std::to_string(t.origins[i].step));
  }
  return result;
}

std::set<std::string> rules_of(const LearnResult& result) {
  std::set<std::string> rules;
  for (const LearntRule& each : result.rules) rules.insert(logic::to_string(each.rule));
  return rules;
}

std::string to_text(const std::set<std::string>& rules) {
  std::string text;
  for (const std::string& rule : rules) text += rule + "\n";
  return text;
}

Traces stretches() {
  Traces traces = made_up();
  traces.episodes = {episode(1, {"back", "back"}),  // at the mean: not used
                     episode(2, {"go", "go", "go", "look(0)", "back", "back"}),
                     episode(0, {"go", "go"})};
  return traces;
}

TEST(TraceTask, ExamplesAreThoseOfThePaperIfAskedFor) {
  const TraceTask t = make_task(stretches(), {.paper = true});
  EXPECT_EQ(
      examples_of(t),
      (std::multiset<std::string>{
          "+init(go) 0",   "-init(back) 0",                                                     //
          "+contd(go) 1",  "-contd(back) 1", "+contd(go) 2",   "-contd(back) 2",                //
          "+init(back) 4", "-init(go) 4",    "+contd(back) 5", "-contd(go) 5",                  //
          "-look(0) 0",    "-look(1) 0",     "-look(0) 1",     "-look(1) 1",     "-look(0) 2",  //
          "-look(1) 2",    "+look(0) 3",     "-look(1) 3",     "-look(0) 4",     "-look(1) 4",
          "-look(0) 5",    "-look(1) 5"}));
  EXPECT_TRUE(t.actions.at(0).macro);
  EXPECT_EQ(t.actions.at(0).mean_stretch, 3);
  EXPECT_FALSE(t.actions.at(2).macro);
}

// Beside those of the paper: what starts, and does not, while an action goes on, ends, and
// stretches of one step.
TEST(TraceTask, ExamplesOfEveryStretch) {
  std::multiset<std::string> expected = examples_of(make_task(stretches(), {.paper = true}));
  for (const char* more :
       {"+init(go) 1", "-init(back) 1", "+init(go) 2", "-init(back) 2", "-contd(go) 3",
        "-init(go) 3", "-init(back) 3", "+init(back) 5", "-init(go) 5"}) {
    expected.insert(more);
  }
  EXPECT_EQ(examples_of(make_task(stretches())), expected);

  Traces traces = made_up();
  traces.episodes = {episode(2, {"go", "go", "back", "go", "go", "back", "back"}), episode(0, {})};
  const std::multiset<std::string> examples = examples_of(make_task(traces));
  EXPECT_TRUE(examples.contains("+init(back) 2"));
  EXPECT_TRUE(examples.contains("-init(go) 2"));
  EXPECT_TRUE(examples.contains("-contd(back) 3"));
  EXPECT_FALSE(examples.contains("+contd(back) 2"));
}

TEST(TraceTask, TheMeanIsOfTheTrainingEpisodesOnly) {
  Traces traces = made_up();
  for (const double value : {1.0, 9.0, 2.0, 1.5}) {
    traces.episodes.push_back(episode(value, {"go", "go"}));
  }
  // The second and fourth are kept back: with 9 the mean would be 3.375, above all the others.
  const EpisodeSplit split = split_episodes(traces, 0.5, true);
  EXPECT_EQ(split.mean_return, 1.5);
  ASSERT_EQ(split.training.size(), 1u);
  EXPECT_EQ(split.training[0]->discounted, 2);
  ASSERT_EQ(split.held_out.size(), 1u);  // 1.5 is not above the mean
  EXPECT_EQ(split.held_out[0]->discounted, 9);
  EXPECT_EQ(split.held_out_episodes, 2);
  const EpisodeSplit all = split_episodes(traces, 0.5, false);
  EXPECT_EQ(all.training.size(), 2u);
  EXPECT_EQ(all.held_out.size(), 2u);
}

std::vector<logic::Rule> theory(const std::vector<std::string>& rules) {
  std::vector<logic::Rule> result;
  for (const std::string& rule : rules) result.push_back(logic::parse_rule(rule));
  return result;
}

// In the scored episodes `go` is done once at a time, so they alone would ask for rules without
// time, which the theory does not have; and `back`, which it has, is never done there.
TEST(TraceTask, WhatIsScoredFollowsTheHeadsOfTheTheory) {
  Traces traces = made_up();
  traces.episodes = {episode(2, {"go", "look(0)", "go", "look(1)", "look(1)"})};
  const std::vector<logic::Rule> rules =
      theory({"init(go) :- at(E,V), V > 3.", "contd(go) :- at(E,V), V > 3.", "back :- at(E,V)."});
  std::vector<const TraceEpisode*> episodes = {&traces.episodes[0]};
  const Task blind = make_task_from(traces, episodes, {.paper = true}).task;
  EXPECT_EQ(scores(blind, covered_by(blind, rules)).at("go").recall(), 0);
  EXPECT_FALSE(scores(blind, covered_by(blind, rules)).contains("back"));

  const TraceTask seen = make_task_from(traces, episodes, {.paper = true}, forms_of(rules));
  EXPECT_TRUE(seen.actions.at(0).macro);
  EXPECT_FALSE(seen.actions.at(0).now);
  EXPECT_TRUE(seen.actions.at(1).now);
  const auto now = scores(seen.task, covered_by(seen.task, rules));
  EXPECT_EQ(now.at("go").missed, 0);
  // Two stretches of two steps: `look` is no macro, so only its excluded init and contd count.
  EXPECT_EQ(now.at("go").wrong, 2);
  EXPECT_EQ(now.at("back").wrong, 5);   // at every step, though nobody went back
  EXPECT_EQ(now.at("look").missed, 3);  // no rule: true, and by the data's own form
  // Of nothing that is derived no share is right; of nothing that should be, none is found.
  EXPECT_EQ(now.at("look").precision(), std::nullopt);
  EXPECT_EQ(now.at("look").recall(), 0);
  EXPECT_EQ(now.at("back").precision(), 0);
  EXPECT_EQ(now.at("back").recall(), std::nullopt);
}

TEST(TraceTask, FormsOfATaskAreThoseOfItsHeads) {
  Traces traces = made_up();
  traces.episodes = {episode(2, {"go", "go", "look(0)"})};
  const HeadForms forms = forms_of(make_task(traces, {.select = false}));
  EXPECT_EQ(forms.size(), 2u);
  EXPECT_TRUE(forms.at("go").macro && !forms.at("go").now);
  EXPECT_TRUE(forms.at("look").now && !forms.at("look").macro);
}

TEST(TraceTask, LocalRulesHaveEveryStepAsAnExample) {
  Traces traces = made_up();
  traces.episodes = {episode(2, {"go", "go", "look(1)", "back"}), episode(0, {"go", "go"})};
  const TraceTask t = make_task(traces, {.local = true});
  EXPECT_EQ(examples_of(t),
            (std::multiset<std::string>{"+go 0", "-back 0", "-look(0) 0", "-look(1) 0",  //
                                        "+go 1", "-back 1", "-look(0) 1", "-look(1) 1",  //
                                        "-go 2", "-back 2", "-look(0) 2", "+look(1) 2",  //
                                        "-go 3", "+back 3", "-look(0) 3", "-look(1) 3"}));
  for (const ActionSummary& a : t.actions) EXPECT_FALSE(a.macro) << a.name;
}

TEST(TraceTask, TheRarerClassWeighsMore) {
  Traces traces = made_up();
  traces.episodes = {episode(2, {"go", "go", "look(0)", "back", "back", "back", "back"}),
                     episode(0, {})};
  const TraceTask t = make_task(traces, {.penalty = 3, .balance = 1});
  // look: 1 inclusion, 13 exclusions.
  for (const Example& e : t.task.examples) {
    const FlatAtom& atom = e.inclusions.empty() ? e.exclusions[0] : e.inclusions[0];
    if (action_of(t.task.vocabulary, atom) != "look") continue;
    EXPECT_EQ(e.penalty, e.inclusions.empty() ? 3 : 39);
  }
  for (const Example& e : make_task(traces, {.penalty = 3, .balance = 0}).task.examples) {
    EXPECT_EQ(e.penalty, 3);
  }
}

// Whoever is at 7 or more goes, the others turn back; most are far below.
TEST(TraceTask, ThresholdsAreWhereTheClassesDiffer) {
  Traces traces = made_up();
  TraceEpisode e{.seed = 1, .discounted = 2};
  for (int i = 0; i < 60; ++i) {
    const int at = i % 6 == 0 ? 7 + i % 5 : -(i % 30);
    e.steps.push_back({at >= 7 ? "go" : "back", 0, fmt::format("at(0,{}).", at)});
  }
  traces.episodes = {e, episode(0, {})};
  const auto constants = [&](int thresholds) {
    const TraceTask t = make_task(traces, {.local = true, .thresholds = thresholds});
    const auto& modes = t.task.bias.comparisons;
    EXPECT_EQ(modes.size(), 2u);
    return std::pair(modes.at(0).constants, modes.at(1).constants);
  };
  const auto [above, below] = constants(1);
  EXPECT_EQ(above, (std::vector<Value>{-1}));
  EXPECT_EQ(below, (std::vector<Value>{7}));
  EXPECT_EQ(constants(0).first.size(), 29u);  // 30 values: -29 ... -1 but for those of 6, 7 ... 11
  EXPECT_EQ(constants(1000), constants(0));
}

// Nobody is at more than 4: then the agent goes. Otherwise it looks at the nearest of those who
// are.
TEST(TraceTask, LearnsAboutAllEntities) {
  Rng rng(5);
  Traces traces = made_up();
  traces.header.features.push_back({"far", logic::Feature::Kind::value, 0, 0});
  for (int i = 0; i < 40; ++i) {
    TraceEpisode e{.seed = static_cast<std::uint64_t>(i), .discounted = double(i % 2)};
    for (int s = 0; s < 20; ++s) {
      std::string facts;
      int nearest = -1, least = 100;
      std::array<int, 3> places{0, 1, 2};  // different, so that one is nearest
      std::swap(places[rng.below(3)], places[rng.below(3)]);
      for (int entity = 0; entity < 3; ++entity) {
        const int at = static_cast<int>(rng.below(8));
        const int far = places[static_cast<std::size_t>(entity)];
        facts += fmt::format("at({0},{1}). far({0},{2}). ", entity, at, far);
        if (at <= 4 || far >= least) continue;
        least = far;
        nearest = entity;
      }
      const std::string action = nearest < 0 ? "go" : fmt::format("look({})", nearest);
      e.steps.push_back({action, 0, facts});
    }
    traces.episodes.push_back(e);
  }
  const TraceTask t = make_task(traces, {.local = true});
  const LearnResult result = learn(t.task, {.limits = {.precision = 0.5}});
  EXPECT_EQ(rules_of(result),
            (std::set<std::string>{"go :- no_at_above_4.", "look(E) :- least_far_at_above_4(E)."}))
      << to_text(rules_of(result));
  EXPECT_TRUE(result.optimal);

  // The theory defines its words, runs as it is, and is scored as what was learnt.
  const logic::Theory theory = to_theory(t.task, result, {}, t.words);
  ASSERT_EQ(theory.rules.size(), 4u);
  EXPECT_EQ(logic::to_string(theory.rules[0]), "no_at_above_4 :- #count{E : at(E,V), V > 4} = 0.");
  std::vector<logic::Rule> rules = theory.rules;
  const std::vector<OverallWord> words = take_definitions(rules, vocabulary_of(traces.header));
  EXPECT_EQ(words.size(), 2u);
  const Task scored = make_task(traces, {.local = true, .words = words}).task;
  EXPECT_EQ(covered_by(scored, rules), result.covered);
  rules = {logic::parse_rule("busy :- #count{E : at(E,V), V > 4} = 3.")};
  EXPECT_THROW(take_definitions(rules, vocabulary_of(traces.header)), InputError);
}

// Two in three of those at 3 go: a rule for them is wrong in a third of the cases.
TEST(TraceTask, RulesAreRightOftenEnough) {
  Traces traces = made_up();
  TraceEpisode e{.seed = 1};
  for (int i = 0; i < 30; ++i) {
    e.steps.push_back({i % 3 == 0 ? "back" : "go", 0, "at(0,3)."});
    e.steps.push_back({"back", 0, "at(0,9)."});
  }
  traces.episodes = {e};
  const TraceTask t = make_task(traces, {.local = true, .select = false});
  const auto has_go = [&](double precision) {
    for (const std::string& rule : rules_of(learn(t.task, {.limits = {.precision = precision}}))) {
      if (rule.starts_with("go")) return true;
    }
    return false;
  };
  EXPECT_TRUE(has_go(0.6));
  EXPECT_FALSE(has_go(0.7));
}

// One that is right in too few examples is not learnt, however much they weigh.
TEST(TraceTask, RulesAreRightInEnoughExamples) {
  Traces traces = made_up();
  TraceEpisode e{.seed = 1};
  for (int i = 0; i < 40; ++i) {
    e.steps.push_back({i < 4 ? "go" : "back", 0, i < 4 ? "at(0,3)." : "at(0,9)."});
  }
  traces.episodes = {e};
  const TraceTask t = make_task(traces, {.local = true, .overall = false, .select = false});
  const auto rules = [&](int support) {
    return rules_of(learn(t.task, {.limits = {.support = support}}));
  };
  EXPECT_EQ(rules(4), (std::set<std::string>{"go :- at(E,A), A < 9.", "back :- at(E,A), A > 3."}));
  EXPECT_EQ(rules(5), (std::set<std::string>{"back :- at(E,A), A > 3."}));
}

// At 3 the planner finds both equally good, at 9 going is far better, at 6 a little, at 2 going
// back: that is what examples weigh, and where nothing is at stake there are none.
TEST(TraceTask, ExamplesWeighByWhatWasAtStake) {
  Traces traces = made_up();
  TraceEpisode e{.seed = 1};
  const auto add = [&](const std::string& action, int at, double go, double back) {
    e.steps.push_back({action, 0, fmt::format("at(0,{}).", at), {{"go", go}, {"back", back}}});
  };
  add("back", 3, 5, 5);
  add("go", 9, 9, 1);
  add("go", 6, 4, 2);
  add("back", 2, 0, 3);
  traces.episodes = {e};
  const TraceTaskOptions options{.penalty = 10, .balance = 0, .local = true, .select = false};
  const TraceTask t = make_task(traces, options);
  EXPECT_TRUE(t.by_stake);
  EXPECT_EQ(examples_of(t), (std::multiset<std::string>{"+go 1", "+go 2", "-back 1", "-back 2",
                                                        "+back 3", "-go 3"}));
  for (std::size_t i = 0; i < t.origins.size(); ++i) {
    // 8 and 2, whose mean is 5; 0 and 3, whose mean is 1.5.
    const std::array<int, 4> expected{0, 16, 4, 20};
    EXPECT_EQ(t.task.examples[i].penalty, expected[static_cast<std::size_t>(t.origins[i].step)]);
  }
  TraceTaskOptions by_class = options;
  by_class.weights = Weights::by_class;
  EXPECT_EQ(make_task(traces, by_class).task.examples.size(), 8u);

  // Without the planner's values there are no stakes.
  traces.episodes[0].steps[2].values.erase("go");
  EXPECT_FALSE(make_task(traces, options).by_stake);
  TraceTaskOptions by_stake = options;
  by_stake.weights = Weights::by_stake;
  EXPECT_THROW(make_task(traces, by_stake), InputError);
}

// Of chances only that none is above a threshold, and which of those above it is nearest.
TEST(TraceTask, WordsAboutChances) {
  Traces traces = made_up();
  traces.header.features.push_back({"far", logic::Feature::Kind::value, 0, 0});
  TraceEpisode e{.seed = 1};
  for (int i = 0; i < 20; ++i) {
    e.steps.push_back({i % 3 == 0 ? "go" : "back", 0,
                       fmt::format("at(0,{}). far(0,{}). at(1,{}). far(1,{}).", i % 7, i % 4,
                                   i % 3 == 0 ? 9 : 2, i % 5)});
  }
  traces.episodes = {e};
  const auto words = [&] {
    std::set<std::string> names;
    for (const OverallWord& w : make_task(traces, {.select = false}).words) {
      names.insert(w.name().substr(0, w.name().rfind('_')));
    }
    return names;
  };
  EXPECT_TRUE(words().contains("most_at_far_below"));
  traces.header.chances = {"at"};
  EXPECT_EQ(words(), (std::set<std::string>{"no_at_above", "least_far_at_above"}));
}

TEST(TraceTask, ForeignActionsAndFactsAreRefused) {
  Traces traces = made_up();
  traces.episodes = {episode(2, {"fly", "fly"}), episode(0, {})};
  EXPECT_THROW(make_task(traces), InputError);
  traces.episodes = {episode(2, {"go", "go"}), episode(0, {})};
  traces.episodes[0].steps[0].facts = "at(0,";
  EXPECT_THROW(make_task(traces), InputError);
  traces.episodes = {};
  EXPECT_THROW(make_task(traces), InputError);
}

// An agent that goes while something is ahead of it (at > 4) and back otherwise: the rule is found,
// on unseen traces too, and the written task says the same.
TEST(TraceTask, LearnsThePolicyBehindTheTraces) {
  Rng rng(11);
  const auto batch = [&](int episodes) {
    Traces traces = made_up();
    for (int i = 0; i < episodes; ++i) {
      TraceEpisode e{.seed = static_cast<std::uint64_t>(i), .discounted = double(i % 2)};
      for (int s = 0; s < 20; ++s) {
        const int a = static_cast<int>(rng.below(10)), b = static_cast<int>(rng.below(10));
        // Two steps with the same facts, so that every stretch is at least 2 long.
        const std::string action = a > 4 || b > 4 ? "go" : "back";
        for (int twice = 0; twice < 2; ++twice) {
          e.steps.push_back({action, 0, fmt::format("at(0,{}). at(1,{}).", a, b)});
        }
      }
      traces.episodes.push_back(e);
    }
    return traces;
  };
  const TraceTask training = make_task(batch(20), {.thresholds = 0});
  const LearnResult result = learn(training.task);
  EXPECT_TRUE(result.optimal);
  std::vector<logic::Rule> rules;
  for (const LearntRule& r : result.rules) rules.push_back(r.rule);
  EXPECT_EQ(covered_by(training.task, rules), result.covered);
  const Task unseen = make_task(batch(20), {.thresholds = 0}).task;
  EXPECT_EQ(scores(unseen, covered_by(unseen, rules)).at("go").coverage(), 1);
  const LearnResult again = learn(parse_task(write_task(training.task), "again.las"));
  EXPECT_EQ(again.cost, result.cost);
}

// Facts of what was done, as `holdfast trace --past` writes them.
Traces with_memory(const std::vector<std::vector<std::string>>& episodes) {
  Traces traces;
  traces.header = {
      .domain = "made_up",
      .features = {{"near"}},
      .actions = {{"east", false, true}, {"west", false, true}, {"check", true, false}}};
  for (logic::Feature& f : logic::memory_words({{"east"}, {"west"}, {"check", true}})) {
    traces.header.features.push_back(std::move(f));
  }
  for (const std::vector<std::string>& actions : episodes) {
    TraceEpisode e{.seed = traces.episodes.size()};
    for (std::size_t i = 0; i < actions.size(); ++i) {
      std::string facts = "near(0,1). near(1,1).";
      if (i > 0) facts += fmt::format(" last({}).", actions[i - 1]);
      for (const char* name : {"east", "west", "check(0)", "check(1)"}) {
        const auto before = std::span(actions).first(i);
        facts += fmt::format(" done({},{}).", name, std::ranges::count(before, name));
        const auto found = std::find(before.rbegin(), before.rend(), name);
        if (found == before.rend()) continue;
        facts += fmt::format(" ago({},{}).", name, found - before.rbegin() + 1);
      }
      e.steps.push_back({actions[i], 0, facts});
    }
    traces.episodes.push_back(std::move(e));
  }
  return traces;
}

// What the paper says that its rules cannot capture: not to change the direction.
TEST(TraceTask, LearnsToKeepTheDirection) {
  // Stretches of all lengths, so that nothing but the action before tells.
  std::vector<std::vector<std::string>> episodes(2);
  for (std::size_t i = 0; const std::size_t length : {4u, 7u, 5u, 8u}) {
    for (std::size_t e = 0; e < 2; ++e, ++i) {
      episodes[e].push_back(length % 2 == 0 ? "check(0)" : "check(1)");
      const bool east = (i / 2 + e) % 2 == 0;
      episodes[e].insert(episodes[e].end(), length, east ? "east" : "west");
    }
  }
  const TraceTask t = make_task(with_memory(episodes),
                                {.penalty = 1, .balance = 0, .local = true, .select = false});
  const std::set<std::string> rules = rules_of(learn(t.task));
  EXPECT_TRUE(rules.contains("east :- last(east).")) << to_text(rules);
  EXPECT_TRUE(rules.contains("west :- last(west).")) << to_text(rules);
}

// And how often an action has been executed: check each rock twice, and no more.
TEST(TraceTask, LearnsToCheckAtMostTwice) {
  const Traces traces = with_memory(
      {{"check(0)", "check(0)", "check(1)", "check(1)", "east", "east", "east", "west"},
       {"check(1)", "check(1)", "check(0)", "check(0)", "west", "east", "west", "west"},
       {"check(0)", "check(0)", "check(1)", "check(1)", "west", "west", "west", "east"}});
  const TraceTask t = make_task(traces, {.penalty = 10, .local = true, .select = false});
  const LearnResult result = learn(t.task);
  const std::string written = write_task(t.task);
  EXPECT_NE(written.find("#modeb(1, done(check(var(entity)),var(done_check))"), std::string::npos);
  bool counts = false;
  for (const std::string& rule : rules_of(result)) {
    counts |= rule.find("done(check(E),D), D < 2") != std::string::npos;
  }
  EXPECT_TRUE(counts) << to_text(rules_of(result));
}

TEST(TraceTask, MemoryIsWrittenForOtherLearnersAndReadAgain) {
  const Traces traces = with_memory({{"east", "east", "check(1)", "west", "west"}});
  const TraceTask t = make_task(traces, {.select = false});
  const std::string text = write_task(t.task);
  EXPECT_NE(text.find("last(const("), std::string::npos) << text;
  const Task again = parse_task(text, "again.las");
  EXPECT_EQ(write_task(again), text);
  EXPECT_EQ(learn(again).cost, learn(t.task).cost);
}

TEST(TraceTask, WordsAboutTheWholeBeliefAreNotAboutEntities) {
  Traces traces = made_up();
  traces.header.features.push_back({"left", logic::Feature::Kind::value, 0, 0, "", false});
  traces.header.features.push_back({"dark", logic::Feature::Kind::flag, 0, 0, "", false});
  TraceEpisode e{.seed = 1};
  for (int i = 0; i < 8; ++i) {
    e.steps.push_back({i < 4 ? "go" : "back", 0,
                       fmt::format("at(0,1). left({}).{}", 8 - i, i == 2 ? " dark." : "")});
  }
  traces.episodes = {e};
  const TraceTask t = make_task(traces, {.local = true, .select = false});
  EXPECT_FALSE(examples_of(t).contains("-look(8) 0"));
  const LearnResult result = learn(t.task);
  EXPECT_TRUE(rules_of(result).contains("go :- left(L), L > 4.")) << to_text(rules_of(result));
}

}  // namespace
}  // namespace holdfast::learn
