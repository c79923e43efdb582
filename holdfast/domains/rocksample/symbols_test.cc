#include "holdfast/domains/rocksample/symbols.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "holdfast/macro/differential.h"
#include "holdfast/macro/shipped.h"

namespace holdfast {
namespace {

using logic::Facts;

std::string text(const Facts& facts) {
  std::string result;
  for (const logic::Atom& atom : facts.atoms()) result += to_string(atom) + ". ";
  return result;
}

// "east 2, check(0) 1": the macro-actions by name.
std::string text(std::span<const MacroAction> macro_actions, const logic::Vocabulary& vocabulary) {
  std::string result;
  for (const MacroAction& m : macro_actions) {
    result += (result.empty() ? "" : ", ") +
              to_string(vocabulary.ground_actions()[static_cast<std::size_t>(m.action)]) + " " +
              std::to_string(m.length);
  }
  return result;
}

// Facts such as beliefs give: rocks on a grid around the rover, guesses in tens.
Facts random_facts(const logic::Vocabulary& vocabulary, Rng& rng) {
  Facts facts(vocabulary);
  for (int r = 0; r < vocabulary.entity_count(); ++r) {
    const int x = static_cast<int>(rng.below(15)) - 7;
    const int y = static_cast<int>(rng.below(15)) - 7;
    set_rock(facts, r, x, y, static_cast<int>(rng.below(11)) * 10);
  }
  return facts;
}

TEST(RockSampleSymbols, FeaturesOfABelief) {
  const RockSample model(7, {{2, 0}, {0, 3}, {6, 6}}, {0, 3});
  Rng rng(1);
  ParticleBelief<RockSample> belief(model, 1000, rng);
  // The rover stands on rock 1, where one look is enough; of the others it has to look often.
  belief.update(RockSample::check + 1, RockSample::good, rng);
  for (int i = 0; i < 60; ++i) belief.update(RockSample::check + 2, RockSample::bad, rng);
  for (int i = 0; i < 60; ++i) belief.update(RockSample::check + 0, RockSample::good, rng);
  Symbols<RockSample> symbols(model);
  symbols.update(belief);
  EXPECT_EQ(text(symbols.facts()),
            "dist(0,5). delta_x(0,2). delta_y(0,-3). guess(0,100). "
            "dist(1,0). delta_x(1,0). delta_y(1,0). guess(1,100). "
            "dist(2,9). delta_x(2,6). delta_y(2,3). guess(2,0). ");
  belief.update(RockSample::north, RockSample::none, rng);
  symbols.update(belief);
  EXPECT_EQ(text(symbols.facts()),
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
    const ParticleBelief<RockSample> belief(model, 3, rng);
    const auto good = std::ranges::count_if(
        belief.particles(), [](const RockSample::State& s) { return (s.good & 1) != 0; });
    Symbols<RockSample> symbols(model);
    symbols.update(belief);
    EXPECT_EQ(symbols.facts().value(Symbols<RockSample>::guess, 0), of_good[good]);
    seen.insert(of_good[good]);
  }
  EXPECT_EQ(seen.size(), 4u);
}

TEST(RockSampleSymbols, ActionsBothWays) {
  const RockSample model(7, {{2, 0}, {0, 3}, {6, 6}}, {0, 3});
  Rng rng(1);
  Symbols<RockSample> symbols(model);
  symbols.update(ParticleBelief<RockSample>(model, 10, rng));
  const Facts& facts = symbols.facts();
  const auto ground = [&](const char* name) {
    return *symbols.vocabulary().ground_action(
        logic::Atom{name,
                    std::string(name) == "check" ? std::vector{logic::Term::integer(2)}
                                                 : std::vector<logic::Term>{},
                    {}});
  };
  EXPECT_EQ(symbols.action(ground("check"), facts), RockSample::check + 2);
  EXPECT_EQ(symbols.action(ground("west"), facts), RockSample::west);
  // The rover stands on rock 1.
  EXPECT_EQ(symbols.action(RockSample::sample + 1, facts), RockSample::sample);
  EXPECT_EQ(symbols.action(RockSample::sample + 0, facts), std::nullopt);
  for (Action a = 0; a < model.action_count(); ++a) {
    EXPECT_EQ(symbols.action(*symbols.ground_action(a, facts), facts), a);
  }
}

// The example of section 3.2: a valuable rock at distance 2 on the x axis gives <east, east>.
TEST(RockSampleGamma, ThePapersExample) {
  const logic::Vocabulary vocabulary = rocksample_vocabulary(3);
  const Facts facts =
      logic::parse_facts("dist(2,2). delta_x(2,2). delta_y(2,0). guess(2,90).", vocabulary);
  const RockSampleEffects effects;
  for (const auto engine : {GammaOptions::Engine::compiled, GammaOptions::Engine::clingo}) {
    Gamma gamma(shipped_theory("rocksample", "timed"), vocabulary, {.engine = engine});
    EXPECT_EQ(text(gamma.macro_actions(facts, effects), vocabulary), "east 2");
  }
}

TEST(RockSampleGamma, InitCanCarryAStretch) {
  const logic::Vocabulary vocabulary = rocksample_vocabulary(1);
  const Facts facts =
      logic::parse_facts("dist(0,4). delta_x(0,0). delta_y(0,4). guess(0,90).", vocabulary);
  const RockSampleEffects effects;
  // contd needs dist < 3; until then init goes on firing.
  Gamma gamma(shipped_theory("rocksample", "timed"), vocabulary);
  EXPECT_EQ(text(gamma.macro_actions(facts, effects), vocabulary), "north 4");
  Gamma near(shipped_theory("rocksample", "timed"), vocabulary, {.horizon = 3});
  EXPECT_EQ(text(near.macro_actions(facts, effects), vocabulary), "north 3");
}

TEST(RockSampleGamma, SensingEndsAMacroAction) {
  const logic::Vocabulary vocabulary = rocksample_vocabulary(2);
  const Facts facts = logic::parse_facts("dist(1,2). guess(1,50).", vocabulary);
  const RockSampleEffects effects;
  const logic::Theory theory = logic::parse_theory(
      "init(check(R)) :- dist(R,D). contd(check(R)) :- dist(R,D). init(sample(0)). north.");
  for (const auto engine : {GammaOptions::Engine::compiled, GammaOptions::Engine::clingo}) {
    Gamma gamma(theory, vocabulary, {.engine = engine});
    EXPECT_EQ(text(gamma.macro_actions(facts, effects), vocabulary),
              "north 1, sample(0) 1, check(1) 1");
  }
}

// Rock 1 is the only one with a guess between 70 and 80, so it is the target.
TEST(RockSampleGamma, LocalTheoryByClingo) {
  const logic::Vocabulary vocabulary = rocksample_vocabulary(2);
  const Facts facts = logic::parse_facts(
      "dist(0,5). delta_x(0,5). delta_y(0,0). guess(0,20)."
      "dist(1,3). delta_x(1,-1). delta_y(1,2). guess(1,70).",
      vocabulary);
  const RockSampleEffects effects;
  Gamma gamma(shipped_theory("rocksample", "local"), vocabulary);
  EXPECT_EQ(gamma.engine(), "clingo");
  EXPECT_EQ(text(gamma.macro_actions(facts, effects), vocabulary), "north 1, west 1");
}

TEST(RockSampleGamma, EnginesAgreeOnTheShippedTheory) {
  const logic::Vocabulary vocabulary = rocksample_vocabulary(4);
  const RockSampleEffects effects;
  const logic::Theory theory = shipped_theory("rocksample", "timed");
  Rng rng(42);
  int macro_actions = 0;
  for (int batch = 0; batch < 3; ++batch) {
    std::vector<Facts> beliefs;
    for (int i = 0; i < 1000; ++i) beliefs.push_back(random_facts(vocabulary, rng));
    std::vector<Situation> situations;
    for (const Facts& facts : beliefs) situations.push_back({&facts, &effects});
    macro_actions += expect_same_macro_actions(theory, vocabulary, situations);
  }
  EXPECT_GT(macro_actions, 5000);
}

TEST(RockSampleGamma, EnginesAgreeInEpisodes) {
  Rng rng(44);
  const RockSample model(12, RockSample::random_rocks(12, 4, rng), {0, 6});
  Symbols<RockSample> symbols(model);
  std::vector<Facts> beliefs;
  while (beliefs.size() < 2000) {
    RockSample::State world = model.sample_initial(rng);
    ParticleBelief<RockSample> belief(model, 100, rng);
    for (int step = 0; step < 20; ++step) {
      symbols.update(belief);
      beliefs.push_back(symbols.facts());
      const Action a = model.legal_actions(world).sample(rng);
      const Outcome outcome = model.step(world, a, rng);
      if (outcome.terminal) break;
      belief.update(a, outcome.observation, rng);
    }
  }
  std::vector<Situation> situations;
  for (const Facts& facts : beliefs) situations.push_back({&facts, &symbols.effects()});
  EXPECT_GT(expect_same_macro_actions(shipped_theory("rocksample", "timed"), symbols.vocabulary(),
                                      situations),
            4000);
}

TEST(RockSampleGamma, EnginesAgreeOnRandomTheories) {
  const logic::Vocabulary vocabulary = rocksample_vocabulary(3);
  const RockSampleEffects effects;
  const RandomTheories theories(vocabulary, {-2, -1, 0, 1, 2, 3, 40, 50, 60, 70, 80});
  Rng rng(43);
  int macro_actions = 0;
  for (int i = 0; i < 100; ++i) {
    const logic::Theory theory = logic::parse_theory(theories.draw(rng));
    std::vector<Facts> beliefs;
    for (int j = 0; j < 50; ++j) beliefs.push_back(random_facts(vocabulary, rng));
    std::vector<Situation> situations;
    for (const Facts& facts : beliefs) situations.push_back({&facts, &effects});
    macro_actions += expect_same_macro_actions(theory, vocabulary, situations, 4);
  }
  EXPECT_GT(macro_actions, 5000);
}

}  // namespace
}  // namespace holdfast
