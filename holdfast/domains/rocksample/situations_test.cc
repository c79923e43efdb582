#include "holdfast/domains/rocksample/situations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "holdfast/macro/differential.h"
#include "holdfast/macro/shipped.h"

namespace holdfast {
namespace {

// A rover somewhere, after some random checks and samples.
struct History {
  RockSample::State state;
  RockSample::Memory memory;
};

History random_history(const RockSample& model, Rng& rng) {
  History h{model.sample_initial(rng), model.initial_memory()};
  const int steps = static_cast<int>(rng.below(30));
  for (int i = 0; i < steps; ++i) {
    // Without leaving.
    ActionSet actions = model.legal_actions(h.state);
    if (model.position(h.state).x == model.size() - 1) actions.erase(RockSample::east);
    const Action a = actions.sample(rng);
    const Outcome outcome = model.step(h.state, a, rng);
    model.remember(h.memory, h.state, a, outcome.observation);
  }
  return h;
}

// The facts of a history by its exact posterior.
logic::Facts facts_of(const RockSample& model, const History& h,
                      const logic::Vocabulary& vocabulary) {
  logic::Facts facts(vocabulary);
  const Cell rover = model.position(h.state);
  for (int r = 0; r < model.rock_count(); ++r) {
    const auto i = static_cast<std::size_t>(r);
    const double log_odds = static_cast<double>(h.memory.log_odds[i]);
    const double p = 1 / (1 + std::exp(-log_odds));
    const int tens = static_cast<int>(std::floor(10 * p));
    set_rock(facts, r, model.rocks()[i].x - rover.x, model.rocks()[i].y - rover.y, 10 * tens);
  }
  return facts;
}

RockSample random_model(int size, int rocks, Rng& rng) {
  return RockSample(size, RockSample::random_rocks(size, rocks, rng), {0, size / 2});
}

// What the table says, against Γ and the rules at the facts of the history; returns how many
// suggestions there were.
int expect_as_by_facts(const logic::Theory& theory, const RockSample& model, int histories,
                       Rng& rng) {
  const Symbols<RockSample> symbols(model);
  Gamma gamma(theory, symbols.vocabulary(), {.horizon = 5});
  EXPECT_TRUE(Situations<RockSample>::serves(gamma));
  const Situations<RockSample> situations(model, symbols, gamma);
  int suggestions = 0;
  for (int i = 0; i < histories; ++i) {
    const History h = random_history(model, rng);
    const logic::Facts facts = facts_of(model, h, symbols.vocabulary());
    ActionSet start, go_on;
    int longest = 0;
    for (const MacroAction& m : gamma.macro_actions(facts, symbols.effects())) {
      const std::optional<Action> a = symbols.action(m.action, facts);
      if (!a) continue;
      start.insert(*a);
      if (*a < RockSample::check) longest = std::max(longest, m.length);
    }
    for (const logic::Derivation& d : gamma.theory().derive(facts)) {
      if (d.rule->role() == logic::Role::contd && d.action < RockSample::sample) {
        go_on.insert(d.action);
      }
    }
    const SituationAdvice advice = situations.at(h.state, h.memory, {});
    EXPECT_EQ(advice.start.bits(), start.bits());
    EXPECT_EQ(advice.go_on.bits(), go_on.bits());
    // Rollouts are told to act, not to look.
    const SituationAdvice acts = situations.acts(h.state, h.memory, {});
    EXPECT_EQ(acts.start.bits(), (start & ActionSet::first(RockSample::check)).bits());
    EXPECT_EQ(acts.go_on.bits(), go_on.bits());
    const Action followed = situations.longest(h.state, h.memory, {});
    // Checks are not followed.
    EXPECT_EQ(followed == Moment::kNone, (start & ActionSet::first(RockSample::check)).empty());
    if (followed != Moment::kNone) {
      EXPECT_TRUE(start.contains(followed));
      // Γ does not know where the grid ends, the table does; so lengths agree away from its edge.
      const Cell rover = model.position(h.state);
      const int room =
          std::min({rover.x, rover.y, model.size() - 1 - rover.x, model.size() - 1 - rover.y});
      if (room >= 5 && longest > 1) {
        const std::optional<int> ground = symbols.ground_action(followed, facts);
        for (const MacroAction& m : gamma.macro_actions(facts, symbols.effects())) {
          if (m.action == ground) {
            EXPECT_EQ(m.length, longest);
          }
        }
      }
    }
    suggestions += start.size() + go_on.size();
  }
  return suggestions;
}

TEST(RockSampleSituations, AsTheShippedTheoriesSayAtTheFacts) {
  Rng rng(1);
  for (const char* name : {"timed", "learnt"}) {
    const logic::Theory theory = shipped_theory("rocksample", name);
    for (const int rocks : {1, 8, 17, 32}) {
      const RockSample model = random_model(12, rocks, rng);
      EXPECT_GT(expect_as_by_facts(theory, model, 300, rng), 100) << name << ", " << rocks;
    }
  }
}

TEST(RockSampleSituations, AsRandomTheoriesSayAtTheFacts) {
  Rng rng(2);
  const logic::Vocabulary vocabulary = rocksample_vocabulary(5);
  const RandomTheories theories(vocabulary, {-2, 0, 1, 3, 10, 50, 80});
  int suggestions = 0;
  for (int i = 0; i < 100; ++i) {
    const RockSample model = random_model(14, 5, rng);
    suggestions += expect_as_by_facts(logic::parse_theory(theories.draw(rng)), model, 30, rng);
  }
  EXPECT_GT(suggestions, 1000);
}

TEST(RockSampleSituations, RulesAboutOneRockAreNotServed) {
  const logic::Vocabulary vocabulary = rocksample_vocabulary(3);
  const auto serves = [&](const char* text) {
    return Situations<RockSample>::serves(Gamma(logic::parse_theory(text), vocabulary));
  };
  EXPECT_TRUE(serves("init(east) :- guess(R,V), V > 50."));
  EXPECT_FALSE(serves("init(east) :- guess(2,V), V > 50."));
  EXPECT_FALSE(serves("init(east)."));
  EXPECT_FALSE(serves("check(1) :- guess(R,V), V > 50."));
  // For clingo.
  EXPECT_FALSE(serves("east :- a. a :- guess(R,V), V > 50."));
}

TEST(RockSampleSituations, WhatIsUnderWayGoesOnAndTheRestStarts) {
  // Rock 0 is three cells to the east; rules ask for it to be near for going on.
  const RockSample model(7, {{3, 3}}, {0, 3});
  const Symbols<RockSample> symbols(model);
  const Gamma gamma(logic::parse_theory("init(north) :- dist(R,D), D > 2.\n"
                                        "contd(east) :- dist(R,D), D > 1.\n"),
                    symbols.vocabulary());
  const Situations<RockSample> situations(model, symbols, gamma);
  Rng rng(3);
  const RockSample::State s = model.sample_initial(rng);
  const SituationAdvice advice = situations.at(s, model.initial_memory(), {});
  const ActionSet north = ActionSet::of(RockSample::north);
  const ActionSet east = ActionSet::of(RockSample::east);
  EXPECT_EQ(advice.suggested(Moment{}), north);
  EXPECT_EQ(advice.suggested({1, RockSample::east, 1, ActionSet::of(RockSample::west)}), north);
  EXPECT_EQ(advice.suggested({1, RockSample::east, 1, east}), north | east);
  // Looking does not end it.
  EXPECT_EQ(advice.suggested({2, RockSample::check, 1, east}), north | east);
}

TEST(RockSampleSituations, ASampledRockIsForeseenAsBad) {
  const RockSample model(7, {{0, 3}}, {0, 3});
  const Symbols<RockSample> symbols(model);
  const Gamma gamma(logic::parse_theory("sample(R) :- guess(R,V), V > 40."), symbols.vocabulary());
  const Situations<RockSample> situations(model, symbols, gamma);
  Rng rng(3);
  const RockSample::State s = model.sample_initial(rng);
  RockSample::Memory memory = model.initial_memory();
  EXPECT_EQ(situations.at(s, memory, {}).start, ActionSet::of(RockSample::sample));
  situations.foresee(memory, s, RockSample::check);
  EXPECT_EQ(situations.at(s, memory, {}).start, ActionSet::of(RockSample::sample));
  situations.foresee(memory, s, RockSample::sample);
  EXPECT_TRUE(situations.at(s, memory, {}).start.empty());
}

}  // namespace
}  // namespace holdfast
