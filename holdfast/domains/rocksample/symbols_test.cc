#include "holdfast/domains/rocksample/symbols.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "holdfast/base/files.h"
#include "holdfast/base/source_folder.h"
#include "holdfast/guide/symbols_kit.h"
#include "holdfast/logic/clingo.h"
#include "holdfast/logic/random_theories.h"
#include "holdfast/macro/shipped.h"

namespace holdfast {
namespace {

using logic::Facts;

// "east 2, check(0) 1": the macro-actions by name.
std::string text(std::span<const MacroAction> macro_actions, const logic::Vocabulary& vocabulary) {
  std::string result;
  for (const MacroAction& m : macro_actions) {
    result += (result.empty() ? "" : ", ") + to_string(vocabulary.atom(m.action)) + " " +
              std::to_string(m.length);
  }
  return result;
}

RockSample random_model(int size, int rocks, Rng& rng) {
  return RockSample(size, RockSample::random_rocks(size, rocks, rng), {0, size / 2});
}

TEST(RockSampleSymbols, FactsOfABelief) {
  const RockSample model(7, {{2, 0}, {0, 3}, {6, 6}}, {0, 3});
  Rng rng(1);
  ParticleBelief<RockSample> belief(std::make_shared<const RockSample>(model), 1000, rng);
  // The rover stands on rock 1, where one look is enough; of the others it has to look often.
  belief.update(RockSample::check + 1, RockSample::good, rng);
  for (int i = 0; i < 60; ++i) belief.update(RockSample::check + 2, RockSample::bad, rng);
  for (int i = 0; i < 60; ++i) belief.update(RockSample::check + 0, RockSample::good, rng);
  DeclaredBelief<RockSample> symbols(std::make_shared<const RockSample>(model));
  symbols.update(belief);
  EXPECT_EQ(to_text(symbols.facts()),
            "dist(0,5). delta_x(0,2). delta_y(0,-3). guess(0,100). "
            "dist(1,0). delta_x(1,0). delta_y(1,0). guess(1,100). "
            "dist(2,9). delta_x(2,6). delta_y(2,3). guess(2,0). ");
  belief.update(RockSample::north, RockSample::none, rng);
  symbols.update(belief);
  EXPECT_EQ(to_text(symbols.facts()),
            "dist(0,6). delta_x(0,2). delta_y(0,-4). guess(0,100). "
            "dist(1,1). delta_x(1,0). delta_y(1,-1). guess(1,100). "
            "dist(2,8). delta_x(2,6). delta_y(2,2). guess(2,0). ");
}

// Probabilities are floored to tens: of three particles, one is 33 % and two are 67 %.
TEST(RockSampleSymbols, GuessesAreFlooredToTens) {
  const RockSample model(7, {{2, 0}}, {0, 3});
  const int of_good[] = {0, 30, 60, 100};
  std::set<int> seen;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    Rng rng(seed);
    const ParticleBelief<RockSample> belief(std::make_shared<const RockSample>(model), 3, rng);
    const auto good = std::ranges::count_if(
        belief.particles(), [](const RockSample::State& s) { return (s.good & 1) != 0; });
    DeclaredBelief<RockSample> symbols(std::make_shared<const RockSample>(model));
    symbols.update(belief);
    const int guess = symbols.vocabulary().first_column(symbols.vocabulary().feature("guess"));
    EXPECT_EQ(symbols.facts().value(guess, 0), of_good[good]);
    seen.insert(of_good[good]);
  }
  EXPECT_EQ(seen.size(), 4u);
}

// At a simulated history they are the exact posterior.
TEST(RockSampleSymbols, GuessesOfAHistoryAreItsPosterior) {
  Rng rng(5);
  const RockSample model = random_model(7, 8, rng);
  const Symbols<RockSample> symbols(std::make_shared<const RockSample>(model));
  int informed = 0;
  for (int i = 0; i < 300; ++i) {
    RockSample::State s = model.sample_initial(rng);
    RockSample::Memory memory = model.initial_memory();
    for (std::uint32_t steps = rng.below(30); steps > 0; --steps) {
      ActionSet actions = model.legal_actions(s);
      actions.erase(RockSample::east);  // stays on the grid
      const Action a = actions.sample(rng);
      const Outcome outcome = model.step(s, a, rng);
      model.remember(memory, s, a, outcome.observation);
    }
    for (int r = 0; r < 8; ++r) {
      const auto log_odds = static_cast<double>(memory.log_odds[static_cast<std::size_t>(r)]);
      const double p = 1 / (1 + std::exp(-log_odds));
      EXPECT_EQ(symbols.about(symbols.at(s, memory, {}), r).tens,
                static_cast<int>(std::floor(10 * p)));
      informed += p < 0.4 || p > 0.6;
    }
  }
  EXPECT_GT(informed, 300);
}

TEST(RockSampleSymbols, ActionsBothWays) {
  const RockSample model(7, {{2, 0}, {0, 3}, {6, 6}}, {0, 3});
  Rng rng(1);
  DeclaredBelief<RockSample> symbols(std::make_shared<const RockSample>(model));
  symbols.update(ParticleBelief<RockSample>(std::make_shared<const RockSample>(model), 10, rng));
  const auto ground = [&](const char* name, std::vector<logic::Term> arguments) {
    return *symbols.vocabulary().ground_action(logic::Atom{name, std::move(arguments), {}});
  };
  EXPECT_EQ(symbols.action(ground("check", {logic::Term::integer(2)})), RockSample::check + 2);
  EXPECT_EQ(symbols.action(ground("west", {})), RockSample::west);
  // The rover stands on rock 1.
  EXPECT_EQ(symbols.action(ground("sample", {logic::Term::integer(1)})), RockSample::sample);
  EXPECT_EQ(symbols.action(ground("sample", {logic::Term::integer(0)})), std::nullopt);
  for (Action a = 0; a < model.action_count(); ++a) {
    EXPECT_EQ(symbols.action(*symbols.ground_action(a)), a);
  }
}

// The kit, with what ships, random theories, and more rocks than one word of tens holds.
TEST(RockSampleSymbols, Conform) {
  Rng rng(1);
  for (const int rocks : {1, 8, 17, 32}) {
    const RockSample model = random_model(12, rocks, rng);
    // At the root a guess is the share of the particles, which differs from the posterior.
    check_symbols(model,
                  {shipped_theory("rocksample", "timed"), shipped_theory("rocksample", "learnt")},
                  {.episodes = 4, .outlooks = 20, .exact_root = false});
  }
  const RockSample model = random_model(14, 5, rng);
  const DeclaredBelief<RockSample> any(std::make_shared<const RockSample>(model));
  const logic::RandomTheories theories(any.vocabulary(), {-2, 0, 1, 3, 10, 50, 80});
  std::vector<logic::Theory> random;
  for (int i = 0; i < 30; ++i) random.push_back(logic::parse_theory(theories.draw(rng)));
  check_symbols(model, random, {.episodes = 2, .steps = 12, .exact_root = false});
}

// Rules about a rock by its name, or about none, conform too, whether a table serves or not.
TEST(RockSampleSymbols, RulesAboutOneRockOrNoneConform) {
  Rng rng(4);
  const RockSample model = random_model(7, 3, rng);
  const DeclaredBelief<RockSample> any(std::make_shared<const RockSample>(model));
  const auto tabulated = [&](const char* rules) {
    const logic::CompiledTheory theory(logic::parse_theory(rules), any.vocabulary());
    return EntityTable<RockSample>::serves(theory);
  };
  EXPECT_TRUE(tabulated("init(east) :- guess(R,V), V > 50."));
  EXPECT_FALSE(tabulated("check(1) :- guess(R,V), V > 50."));
  std::vector<logic::Theory> theories;
  for (const char* rules :
       {"init(east) :- guess(2,V), V > 50. contd(east).",
        "init(east). contd(east) :- dist(0,D), D > 2.", "check(1) :- guess(R,V), V > 50."}) {
    theories.push_back(logic::parse_theory(rules));
  }
  check_symbols(model, theories, {.episodes = 5, .exact_root = false});
}

const char* const kNearest = R"(
promising(R) :- guess(R,V), V > 50.
nearest(R) :- promising(R), dist(R,D), D = #min{M : dist(Q,M), promising(Q)}.
% Leave when nothing promising is left.
init(east) :- #count{R : guess(R,V), V > 50} = 0.
contd(east) :- #count{R : guess(R,V), V > 50} = 0.
% Go to the nearest promising rock.
init(east) :- nearest(R), delta_x(R,D), D > 0.
contd(east) :- nearest(R), delta_x(R,D), D > 0.
init(west) :- nearest(R), delta_x(R,D), D < 0.
contd(west) :- nearest(R), delta_x(R,D), D < 0.
init(north) :- nearest(R), delta_y(R,D), D > 0.
contd(north) :- nearest(R), delta_y(R,D), D > 0.
init(south) :- nearest(R), delta_y(R,D), D < 0.
contd(south) :- nearest(R), delta_y(R,D), D < 0.
sample(R) :- promising(R), dist(R,0).
check(R) :- guess(R,V), V > 30, V < 80.
)";

TEST(RockSampleSymbols, TheNearestPromisingRockConforms) {
  Rng rng(7);
  for (const auto& [size, rocks] : {std::pair(12, 8), {11, 11}, {15, 20}}) {
    const RockSample model = random_model(size, rocks, rng);
    const DeclaredBelief<RockSample> any(std::make_shared<const RockSample>(model));
    const logic::CompiledTheory theory(logic::parse_theory(kNearest), any.vocabulary());
    EXPECT_TRUE(EntityTable<RockSample>::serves(theory));
    check_symbols(model, {theory.theory()}, {.episodes = 4, .outlooks = 20, .exact_root = false});
  }
}

// Far more conditions over all rocks than a person would write.
TEST(RockSampleSymbols, ManyConditionsAreServedByTables) {
  std::string rules = kNearest;
  for (int least = 3; least < 13; ++least) {
    for (int guess = 0; guess < 100; guess += 20) {
      rules += fmt::format(
          "far_{0}_{1} :- #count{{R : dist(R,D), D > {0}, guess(R,{1})}} = 0.\n"
          "init(south) :- far_{0}_{1}, guess(R,V), V > {1}, dist(R,{0}).\n",
          least, guess);
    }
  }
  Rng rng(9);
  const RockSample model = random_model(12, 8, rng);
  const DeclaredBelief<RockSample> any(std::make_shared<const RockSample>(model));
  const logic::CompiledTheory theory(logic::parse_theory(rules), any.vocabulary());
  EXPECT_TRUE(EntityTable<RockSample>::serves(theory));
  check_symbols(model, {theory.theory()},
                {.episodes = 1, .steps = 10, .outlooks = 10, .exact_root = false});
}

TEST(RockSampleSymbols, RandomTheoriesOverAllRocksConform) {
  Rng rng(8);
  int tables = 0;
  for (const auto& [size, rocks] : {std::pair(7, 3), {12, 8}, {14, 20}}) {
    const RockSample model = random_model(size, rocks, rng);
    const DeclaredBelief<RockSample> any(std::make_shared<const RockSample>(model));
    const logic::RandomTheories theories(any.vocabulary(), {-2, 0, 1, 3, 10, 50, 80});
    std::vector<logic::Theory> random;
    for (int i = 0; i < 12; ++i) {
      random.push_back(logic::parse_theory(theories.draw_of_many(rng)));
      const logic::CompiledTheory compiled(random.back(), any.vocabulary());
      tables += EntityTable<RockSample>::serves(compiled) ? 1 : 0;
    }
    check_symbols(
        model, random,
        {.episodes = 2, .steps = 10, .histories = 15, .outlooks = 10, .exact_root = false});
  }
  EXPECT_GT(tables, 12);
}

// What is kept of one belief is the answer at another that the theory does not tell apart: a table
// that was asked much says what a fresh one says.
TEST(RockSampleSymbols, AnswersThatAreKeptAreThoseOfAFreshTable) {
  Rng rng(9);
  for (const auto& [size, rocks] : {std::pair(7, 3), {9, 8}, {12, 20}}) {
    const RockSample model = random_model(size, rocks, rng);
    const DeclaredBelief<RockSample> any(std::make_shared<const RockSample>(model));
    const logic::RandomTheories random(any.vocabulary(), {-2, 0, 1, 3, 10, 50, 80});
    std::vector<logic::Theory> theories{find_theory("rocksample", "learnt"),
                                        find_theory("rocksample", "timed")};
    for (int i = 0; i < 4; ++i) theories.push_back(logic::parse_theory(random.draw_of_many(rng)));
    for (const logic::Theory& theory : theories) {
      const logic::CompiledTheory compiled(theory, any.vocabulary());
      if (!EntityTable<RockSample>::serves(compiled)) continue;
      const EntityTable<RockSample> fresh(any.symbols(), compiled, 10);
      EntityTable<RockSample> asked = fresh;
      // Few cells and chances that are close to each other, so that many have the same answer;
      // mostly one changes at a time.
      RockSample::State s;
      RockSample::Memory memory = model.initial_memory();
      for (int i = 0; i < 500; ++i) {
        s.cell = static_cast<std::uint16_t>(rng.below(3));
        for (std::uint32_t changes = rng.below(4); changes > 0; --changes) {
          const int r = static_cast<int>(rng.below(static_cast<std::uint32_t>(rocks)));
          const bool any_chance = r < 2 || r == rocks - 1;
          memory.tens.set(r, any_chance ? static_cast<int>(rng.below(11)) : 5 + (r % 3));
        }
        EntityTable<RockSample> once = fresh;
        const Said said = asked.at(s, memory, {});
        EXPECT_EQ(said.start, once.at(s, memory, {}).start) << to_string(theory);
        EXPECT_EQ(said.go_on, once.at(s, memory, {}).go_on) << to_string(theory);
        EXPECT_EQ(asked.longest(s, memory, {}), once.longest(s, memory, {})) << to_string(theory);
      }
    }
  }
}

// Of chances that are one the least is kept, for every rock, in either word.
TEST(RockSampleSymbols, ChancesAreBlurred) {
  const Symbols<RockSample>::Blur blur(std::vector<int>{0, 4, 9}, 21);
  RockSample::Tens tens;
  RockSample::Tens expected;
  for (int r = 0; r < 21; ++r) {
    tens.set(r, r % 11);
    expected.set(r, r % 11 < 4 ? 0 : r % 11 < 9 ? 4 : 9);
  }
  EXPECT_EQ(blur(tens), expected);
  // Of a theory that asks for more than 30 percent.
  const auto model = std::make_shared<const RockSample>(7, std::vector<Cell>{{2, 0}}, Cell{0, 3});
  const auto by_thresholds =
      Symbols<RockSample>(model).blur([](int i, int j) { return (i % 11 > 3) == (j % 11 > 3); });
  for (int chance = 0; chance <= 10; ++chance) {
    RockSample::Tens one;
    one.set(0, chance);
    EXPECT_EQ(by_thresholds(one).of(0), chance > 3 ? 4 : 0);
  }
}

// Tables of answers take the lowest bits of the hash.
TEST(RockSampleSymbols, HashesTellEveryRock) {
  for (int r = 0; r < RockSample::kMaxRocks; ++r) {
    RockSample::Tens likely, unlikely;
    likely.set(r, 7);
    unlikely.set(r, 3);
    EXPECT_NE(likely.hash() & 0xffff, unlikely.hash() & 0xffff) << r;
  }
}

// What is new is told if it is about one rock, in either word.
TEST(RockSampleSymbols, ChangesOfOneRockAreTold) {
  Rng rng(10);
  const RockSample model = random_model(7, 21, rng);
  const Symbols<RockSample> symbols(std::make_shared<const RockSample>(model));
  std::vector<int> told;
  for (int i = 0; i < 2000; ++i) {
    RockSample::Tens from;
    for (int r = 0; r < 21; ++r) from.set(r, static_cast<int>(rng.below(11)));
    RockSample::Tens to = from;
    for (std::uint32_t changes = 1 + rng.below(2); changes > 0; --changes) {
      to.set(static_cast<int>(rng.below(21)), static_cast<int>(rng.below(11)));
    }
    std::vector<int> changed;
    for (int r = 0; r < 21; ++r) {
      if (from.of(r) != to.of(r)) changed.push_back(r);
    }
    if (changed.empty()) continue;
    const int change = symbols.change(from, to);
    EXPECT_LT(change, symbols.change_count());
    EXPECT_EQ(change, changed.size() > 1 ? -1 : 16 * changed[0] + to.of(changed[0]));
    if (change >= 0) told.push_back(change);
  }
  EXPECT_GT(told.size(), 500u);
  EXPECT_GE(*std::ranges::max_element(told), 16 * 20);
}

TEST(RockSampleSymbols, WhatIsUnderWayGoesOnAndTheRestStarts) {
  // Rock 0 is three cells to the east; rules ask for it to be near for going on.
  const RockSample model(7, {{3, 3}}, {0, 3});
  const auto symbols =
      std::make_shared<const DeclaredBelief<RockSample>>(std::make_shared<const RockSample>(model));
  const Gamma gamma(logic::parse_theory("init(north) :- dist(R,D), D > 2."
                                        "contd(east) :- delta_x(R,D), D > 0."),
                    symbols->vocabulary());
  RulesInSearch<RockSample> rules(symbols, gamma);
  Rng rng(3);
  const RockSample::State s = model.sample_initial(rng);
  const Said said = rules.at(s, model.initial_memory(), {});
  const ActionSet north = ActionSet::of(RockSample::north);
  const ActionSet east = ActionSet::of(RockSample::east);
  EXPECT_EQ(said.suggested(Moment{}), north);
  EXPECT_EQ(said.suggested({1, RockSample::east, 1, ActionSet::of(RockSample::west)}), north);
  EXPECT_EQ(said.suggested({1, RockSample::east, 1, east}), north | east);
  // Looking does not end it.
  EXPECT_EQ(said.suggested({2, RockSample::check, 1, east}), north | east);
}

TEST(RockSampleSymbols, ASampledRockIsBad) {
  const RockSample model(7, {{0, 3}}, {0, 3});
  const auto symbols =
      std::make_shared<const DeclaredBelief<RockSample>>(std::make_shared<const RockSample>(model));
  const Gamma gamma(logic::parse_theory("sample(R) :- guess(R,V), V > 40."), symbols->vocabulary());
  RulesInSearch<RockSample> rules(symbols, gamma);
  Rng rng(3);
  const RockSample::State s = model.sample_initial(rng);
  RockSample::Memory memory = model.initial_memory();
  EXPECT_EQ(rules.at(s, memory, {}).start, ActionSet::of(RockSample::sample));
  model.remember(memory, s, RockSample::sample, RockSample::none);
  EXPECT_TRUE(rules.at(s, memory, {}).start.empty());
}

// Γ at facts that somebody wrote down, by both engines.
class RockSampleGamma : public testing::Test {
 protected:
  std::string at(const logic::Theory& theory, const char* facts, GammaOptions options = {}) const {
    const auto belief = any_.with(logic::parse_facts(facts, any_.vocabulary()));
    Gamma gamma(theory, any_.vocabulary(), options);
    return text(gamma.macro_actions(belief->facts(), *belief->ahead()), any_.vocabulary());
  }

  RockSample model_{7, {{2, 0}, {0, 3}, {6, 6}}, {0, 3}};
  DeclaredBelief<RockSample> any_{std::make_shared<const RockSample>(model_)};
  static constexpr auto kEngines = {GammaOptions::Engine::compiled, GammaOptions::Engine::clingo};
};

// The example of section 3.2: a valuable rock at distance 2 on the x axis gives <east, east>.
TEST_F(RockSampleGamma, ThePapersExample) {
  for (const auto engine : kEngines) {
    EXPECT_EQ(at(shipped_theory("rocksample", "timed"),
                 "dist(2,2). delta_x(2,2). delta_y(2,0). guess(2,90).", {.engine = engine}),
              "east 2");
  }
}

TEST_F(RockSampleGamma, InitCanCarryAStretch) {
  const char* facts = "dist(0,4). delta_x(0,0). delta_y(0,4). guess(0,90).";
  // contd needs dist < 3; until then init goes on firing.
  EXPECT_EQ(at(shipped_theory("rocksample", "timed"), facts), "north 4");
  EXPECT_EQ(at(shipped_theory("rocksample", "timed"), facts, {.horizon = 3}), "north 3");
}

TEST_F(RockSampleGamma, SensingEndsAMacroAction) {
  const logic::Theory theory = logic::parse_theory(
      "init(check(R)) :- dist(R,D). contd(check(R)) :- dist(R,D). init(sample(0)). north.");
  for (const auto engine : kEngines) {
    EXPECT_EQ(at(theory, "dist(1,2). guess(1,50).", {.engine = engine}),
              "north 1, sample(0) 1, check(1) 1");
  }
}

// Rock 1 is the only one with a guess between 70 and 80, so it is the target.
TEST_F(RockSampleGamma, LocalTheoryByClingo) {
  const logic::Theory theory = shipped_theory("rocksample", "local");
  EXPECT_EQ(Gamma(theory, any_.vocabulary()).engine(), "clingo");
  EXPECT_EQ(at(theory,
               "dist(0,5). delta_x(0,5). delta_y(0,0). guess(0,20)."
               "dist(1,3). delta_x(1,-1). delta_y(1,2). guess(1,70)."),
            "north 1, west 1");
}

// What moves bring, as the paper has it (section 3.2), by clingo.
TEST_F(RockSampleGamma, StepsBringWhatThePapersRulesSay) {
  const std::string rules = read_file(source_folder() / "holdfast/domains/rocksample/effects.lp");
  Rng rng(8);
  for (int i = 0; i < 40; ++i) {
    Facts facts(any_.vocabulary());
    std::string program = rules;
    for (int r = 0; r < 3; ++r) {
      const auto offset = [&] { return static_cast<int>(rng.below(15)) - 7; };
      any_.symbols().state(facts, r, {offset(), offset(), static_cast<int>(rng.below(11))});
    }
    for (const logic::Atom& fact : facts.atoms()) {
      program += fmt::format("{}({},{},0).\n", fact.predicate, fact.arguments[0].value,
                             fact.arguments[1].value);
    }
    const int move = static_cast<int>(rng.below(4));
    const std::string name = any_.vocabulary().actions()[static_cast<std::size_t>(move)].name;
    const auto belief = any_.with(facts);
    const std::unique_ptr<Ahead> ahead = belief->ahead();
    program += "known(1..3). ";
    for (int t = 0; t < 3; ++t) {
      ASSERT_TRUE(ahead->step({move}, facts));
      program += fmt::format("holds({},{}). ", name, t);
    }
    for (const logic::Feature& f : any_.vocabulary().features()) {
      program += fmt::format("fact({0}(R,V)) :- {0}(R,V,3). ", f.name);
    }
    const logic::Solution solution = logic::solve(program + "#show fact/1.", {});
    ASSERT_EQ(solution.answer_sets.size(), 1u);
    std::multiset<std::string> said, expected;
    for (const logic::Atom& atom : solution.answer_sets.front().atoms) {
      expected.insert(to_string(atom.arguments[0]));
    }
    for (const logic::Atom& atom : facts.atoms()) said.insert(to_string(atom));
    EXPECT_EQ(said, expected) << name;
  }
}

}  // namespace
}  // namespace holdfast
