#include "holdfast/domains/pocman/symbols.h"

#include <gtest/gtest.h>

#include "holdfast/macro/differential.h"
#include "holdfast/macro/shipped.h"

namespace holdfast {
namespace {

using logic::Facts;

Facts facts_at(const PocmanEffects& effects, const logic::Vocabulary& vocabulary) {
  Facts facts(vocabulary);
  effects.features(0, 0, facts);
  return facts;
}

// On the micro map, in the corner (0,0): a row of seven cells to the east, walls west and south.
class PocmanSymbolsTest : public testing::Test {
 protected:
  void put(PocmanMarginals& marginals, bool ghost, Cell at, double probability) {
    const auto c = static_cast<std::size_t>(maze_.number(at));
    (ghost ? marginals.ghost : marginals.food)[c] = probability;
  }

  Maze maze_{maze_drawing("micro")};
  logic::Vocabulary vocabulary_ = pocman_vocabulary();
  PocmanEffects effects_{maze_};
};

TEST_F(PocmanSymbolsTest, SeriesAreCumulativeMaxima) {
  PocmanMarginals marginals;
  put(marginals, false, {1, 0}, 0.3);
  put(marginals, false, {2, 0}, 0.19);
  put(marginals, false, {4, 0}, 1);
  put(marginals, true, {0, 2}, 0.5);
  effects_.update(marginals, maze_.number({0, 0}));
  const Facts facts = facts_at(effects_, vocabulary_);
  std::string text;
  for (const logic::Atom& atom : facts.atoms()) {
    const bool asked = to_string(atom.arguments[0]) == "east" || atom.predicate != "food";
    if (asked) text += to_string(atom) + " ";
  }
  EXPECT_EQ(text,
            "ghost(north,1,0) ghost(north,2,50) ghost(north,3,50) ghost(north,4,50) "
            "ghost(north,5,50) ghost(north,6,50) "
            "food(east,1,30) food(east,2,30) food(east,3,30) food(east,4,100) food(east,5,100) "
            "food(east,6,100) ghost(east,1,0) ghost(east,2,0) ghost(east,3,0) ghost(east,4,0) "
            "ghost(east,5,0) ghost(east,6,0) "
            "ghost(south,1,0) ghost(south,2,0) ghost(south,3,0) ghost(south,4,0) ghost(south,5,0) "
            "ghost(south,6,0) wall(south) "
            "ghost(west,1,0) ghost(west,2,0) ghost(west,3,0) ghost(west,4,0) ghost(west,5,0) "
            "ghost(west,6,0) wall(west) ");
}

// Food two and three cells away: Pocman goes on until nothing is left within three cells.
TEST_F(PocmanSymbolsTest, MacroActionsFollowTheFood) {
  PocmanMarginals marginals;
  put(marginals, false, {2, 0}, 0.5);
  put(marginals, false, {3, 0}, 0.5);
  effects_.update(marginals, maze_.number({0, 0}));
  const Facts facts = facts_at(effects_, vocabulary_);
  Gamma gamma(shipped_theory("pocman", "timed"), vocabulary_);
  EXPECT_EQ(gamma.engine(), "compiled");
  const auto found = gamma.macro_actions(facts, effects_);
  EXPECT_EQ(std::vector(found.begin(), found.end()), (std::vector<MacroAction>{{Maze::east, 3}}));
  const Situation situation{&facts, &effects_};
  EXPECT_EQ(gamma.reference().macro_actions(situation),
            (std::vector<MacroAction>{{Maze::east, 3}}));
}

TEST_F(PocmanSymbolsTest, LocalTheoryByClingo) {
  PocmanMarginals marginals;
  put(marginals, false, {1, 0}, 0.5);
  put(marginals, false, {0, 1}, 0.9);
  put(marginals, true, {0, 3}, 0.7);
  effects_.update(marginals, maze_.number({0, 0}));
  Gamma gamma(shipped_theory("pocman", "local"), vocabulary_);
  EXPECT_EQ(gamma.engine(), "clingo");
  const Facts facts = facts_at(effects_, vocabulary_);
  const auto found = gamma.macro_actions(facts, effects_);
  EXPECT_EQ(std::vector(found.begin(), found.end()), (std::vector<MacroAction>{{Maze::east, 1}}));
}

// Marginals drawn at random, with many cells empty, as beliefs are.
PocmanMarginals random_marginals(const Maze& maze, Rng& rng) {
  PocmanMarginals marginals;
  for (int c = 0; c < maze.cell_count(); ++c) {
    const auto i = static_cast<std::size_t>(c);
    marginals.food[i] = rng.bernoulli(0.5) ? rng.uniform() : 0;
    marginals.ghost[i] = rng.bernoulli(0.2) ? rng.uniform() : 0;
  }
  return marginals;
}

// Beliefs with their effects, and whether the engines agree on them.
struct Beliefs {
  logic::Vocabulary vocabulary = pocman_vocabulary();
  std::vector<PocmanEffects> effects;
  std::vector<Facts> facts;

  void add(const PocmanEffects& now) {
    effects.push_back(now);
    facts.push_back(facts_at(now, vocabulary));
  }

  void add_random(const Maze& maze, int count, Rng& rng) {
    for (int i = 0; i < count; ++i) {
      PocmanEffects now(maze);
      now.update(random_marginals(maze, rng),
                 static_cast<int>(rng.below(static_cast<std::uint32_t>(maze.cell_count()))));
      add(now);
    }
  }

  int expect_agreement(const logic::Theory& theory) const {
    std::vector<Situation> situations;
    for (std::size_t i = 0; i < facts.size(); ++i) situations.push_back({&facts[i], &effects[i]});
    return expect_same_macro_actions(theory, vocabulary, situations, 4);
  }
};

TEST(PocmanGamma, EnginesAgreeOnTheShippedTheory) {
  const Maze maze(maze_drawing("small"));
  Rng rng(44);
  int macro_actions = 0;
  for (int batch = 0; batch < 3; ++batch) {
    Beliefs beliefs;
    beliefs.add_random(maze, 1000, rng);
    macro_actions += beliefs.expect_agreement(shipped_theory("pocman", "timed"));
  }
  EXPECT_GT(macro_actions, 3000);
}

TEST(PocmanGamma, EnginesAgreeInEpisodes) {
  const Pocman model(maze_drawing("small"), {});
  Rng rng(46);
  Beliefs beliefs;
  while (beliefs.facts.size() < 2000) {
    Pocman::State world = model.sample_initial(rng);
    ParticleBelief<Pocman> belief(model, 100, rng);
    for (int step = 0; step < 20; ++step) {
      PocmanEffects now(model.maze());
      now.update(marginals(model, belief.particles()), belief.particles().front().cell);
      beliefs.add(now);
      const Action a = model.legal_actions(world).sample(rng);
      const Outcome outcome = model.step(world, a, rng);
      if (outcome.terminal) break;
      belief.update(a, outcome.observation, rng);
    }
  }
  EXPECT_GT(beliefs.expect_agreement(shipped_theory("pocman", "timed")), 1000);
}

TEST(PocmanGamma, EnginesAgreeOnRandomTheories) {
  const Maze maze(maze_drawing("small"));
  const logic::Vocabulary vocabulary = pocman_vocabulary();
  const RandomTheories theories(vocabulary, {0, 10, 20, 30, 50, 70, 80});
  Rng rng(45);
  int macro_actions = 0;
  for (int i = 0; i < 100; ++i) {
    Beliefs beliefs;
    beliefs.add_random(maze, 50, rng);
    macro_actions += beliefs.expect_agreement(logic::parse_theory(theories.draw(rng)));
  }
  EXPECT_GT(macro_actions, 1000);
}

}  // namespace
}  // namespace holdfast
