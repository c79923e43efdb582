#include "holdfast/domains/pocman/symbols.h"

#include <gtest/gtest.h>

#include "holdfast/guide/rules_in_search.h"
#include "holdfast/guide/symbols_kit.h"
#include "holdfast/logic/random_theories.h"
#include "holdfast/macro/shipped.h"

namespace holdfast {
namespace {

using logic::Facts;
using Root = Symbols<Pocman>::Root;
using Known = Symbols<Pocman>::Known;

// On the micro map, in the corner (0,0): a row of seven cells to the east, walls west and south.
class PocmanSymbolsTest : public testing::Test {
 protected:
  void put(bool ghost, Cell at, int percent) {
    const auto c = static_cast<std::size_t>(model_.maze().number(at));
    (ghost ? root_.ghost : root_.food)[c] = static_cast<std::int8_t>(percent);
  }
  DeclaredAhead<Pocman> ahead() const {
    DeclaredAhead<Pocman> result(any_.words(), std::make_shared<const Root>(root_));
    result.stand_at({model_.maze().number({0, 0})});
    return result;
  }
  Facts facts() const {
    Facts result(any_.vocabulary());
    ahead().state(result);
    return result;
  }
  std::vector<MacroAction> macro_actions(Gamma& gamma) const {
    DeclaredAhead<Pocman> walk = ahead();
    const auto found = gamma.macro_actions(facts(), walk);
    return {found.begin(), found.end()};
  }

  Pocman model_{maze_drawing("micro"), {}};
  DeclaredBelief<Pocman> any_{std::make_shared<const Pocman>(model_)};
  Root root_;
};

TEST_F(PocmanSymbolsTest, SeriesAreCumulativeMaxima) {
  put(false, {1, 0}, 30);
  put(false, {2, 0}, 10);
  put(false, {4, 0}, 100);
  put(true, {0, 2}, 50);
  std::string text;
  for (const logic::Atom& atom : facts().atoms()) {
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

// Probabilities are floored to tens, and frequencies such as 3 of 10 are not rounded down.
TEST_F(PocmanSymbolsTest, ProbabilitiesAreThoseOfTheParticles) {
  Rng rng(3);
  const ParticleBelief<Pocman> belief(std::make_shared<const Pocman>(model_), 10, rng);
  DeclaredBelief<Pocman> symbols(std::make_shared<const Pocman>(model_));
  symbols.update(belief);
  bool between = false;
  for (int c = 0; c < model_.maze().cell_count(); ++c) {
    int with_food = 0;
    for (const Pocman::State& s : belief.particles()) with_food += model_.has_food(s, c);
    EXPECT_EQ(symbols.root()->food[static_cast<std::size_t>(c)], 10 * with_food);
    between |= with_food > 0 && with_food < 10;
  }
  EXPECT_TRUE(between);
}

// Food two and three cells away: Pocman goes on until nothing is left within three cells.
TEST_F(PocmanSymbolsTest, MacroActionsFollowTheFood) {
  put(false, {2, 0}, 50);
  put(false, {3, 0}, 50);
  Gamma gamma(shipped_theory("pocman", "timed"), any_.vocabulary());
  EXPECT_EQ(gamma.engine(), "compiled");
  EXPECT_EQ(macro_actions(gamma), (std::vector<MacroAction>{{{0, Maze::east}, 3}}));
  const Facts now = facts();
  DeclaredAhead<Pocman> walk = ahead();
  EXPECT_EQ(gamma.reference().macro_actions(Outlook{&now, &walk}),
            (std::vector<MacroAction>{{{0, Maze::east}, 3}}));
}

TEST_F(PocmanSymbolsTest, LocalTheoryByClingo) {
  put(false, {1, 0}, 50);
  put(false, {0, 1}, 90);
  put(true, {0, 3}, 70);
  Gamma gamma(shipped_theory("pocman", "local"), any_.vocabulary());
  EXPECT_EQ(gamma.engine(), "clingo");
  EXPECT_EQ(macro_actions(gamma), (std::vector<MacroAction>{{{0, Maze::east}, 1}}));
}

// What is known about a ray, by distance.
using About = Symbols<Pocman>::About;
using Ray = std::array<int, Symbols<Pocman>::kRange>;

Ray along(const About& about, int (About::*of)(int) const) {
  Ray ray;
  for (std::size_t i = 0; i < ray.size(); ++i) ray[i] = (about.*of)(static_cast<int>(i) + 1);
  return ray;
}

// In the corner (0,0) of the small map, after moves to the west along the lowest row of four cells,
// with food in every cell.
TEST(PocmanSymbols, WhatHeHasPassedIsEaten) {
  const Pocman model(maze_drawing("small"), {});
  const Symbols<Pocman> symbols(std::make_shared<const Pocman>(model));
  Root root;
  root.food.fill(100);
  const int corner = model.maze().number({0, 0});
  const auto after = [&](int run) {
    return along(symbols.about(root, {corner, Pocman::west, run}, Pocman::east), &About::food);
  };
  EXPECT_EQ(after(3), (Ray{0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(after(2), (Ray{0, 0, 100, 100, 100, 100}));
  EXPECT_EQ(symbols.about(root, {corner, Pocman::west, 3}, Pocman::north).food(1), 100);
}

// What he perceives in a simulation counts: in the corner (0,0) of the small map, where the root's
// belief has food everywhere with 50 % and ghosts with 30 %.
TEST(PocmanSymbols, WhatHePerceivesCounts) {
  const Pocman model(maze_drawing("small"), {});
  const Symbols<Pocman> symbols(std::make_shared<const Pocman>(model));
  Root root;
  root.food.fill(50);
  root.ghost.fill(30);
  const int corner = model.maze().number({0, 0});
  const auto perceiving = [&](Observation o, int direction) {
    return symbols.about(root, {corner, Pocman::south, 1, o}, direction);
  };
  EXPECT_EQ(along(perceiving(-1, Pocman::east), &About::ghost), (Ray{30, 30, 30, 30, 30, 30}));
  EXPECT_EQ(along(perceiving(0, Pocman::east), &About::ghost), (Ray{0, 0, 0, 0, 0, 0}))
      << "none is seen";
  EXPECT_EQ(along(perceiving(1 << Pocman::east, Pocman::east), &About::ghost),
            (Ray{100, 100, 100, 100, 100, 100}));
  EXPECT_EQ(perceiving(1 << Pocman::east, Pocman::north).ghost(1), 0);
  EXPECT_EQ(along(perceiving(0, Pocman::east), &About::food), (Ray{0, 50, 50, 50, 50, 50}))
      << "none is smelt";
  // Of the food to the east and where he stands (what is north of him he has passed), one at least
  // is or was there: 0.5 / 0.75.
  EXPECT_EQ(along(perceiving(Pocman::smells, Pocman::east), &About::food),
            (Ray{60, 60, 60, 60, 60, 60}));
}

TEST(PocmanSymbols, HeKnowsWhereHeCameFrom) {
  const Pocman model(maze_drawing("small"), {});
  const Symbols<Pocman> symbols(std::make_shared<const Pocman>(model));
  Rng rng(3);
  Pocman::State s = model.sample_initial(rng);
  for (int d = 0; d < 4; ++d) EXPECT_FALSE(symbols.about({}, symbols.at(s, {}), d).back());
  const Action a = model.legal_actions(s).front();
  model.step(s, a, rng);
  // Also at the root of the next search.
  for (const Moment& now : {Moment{}, Moment{}.after(a)}) {
    for (int d = 0; d < 4; ++d) {
      EXPECT_EQ(symbols.about({}, symbols.at(s, now), d).back(), d == Maze::opposite(a));
    }
  }
}

TEST(PocmanSymbols, Conform) {
  Rng rng(45);
  for (const char* map : {"micro", "small"}) {
    const Pocman model(maze_drawing(map), {});
    const DeclaredBelief<Pocman> any(std::make_shared<const Pocman>(model));
    check_symbols(model, {shipped_theory("pocman", "timed")}, {.episodes = 5, .surprises = true});
    const logic::RandomTheories theories(any.vocabulary(), {0, 10, 20, 30, 50, 70, 80});
    std::vector<logic::Theory> random;
    for (int i = 0; i < 10; ++i) random.push_back(logic::parse_theory(theories.draw(rng)));
    for (int i = 0; i < 5; ++i) random.push_back(logic::parse_theory(theories.draw_of_many(rng)));
    check_symbols(model, random, {.episodes = 3, .steps = 10, .histories = 10, .surprises = true});
  }
}

// The learnt theory has hundreds of rules; clingo takes its time.
TEST(PocmanSymbols, ConformByTheLearntTheory) {
  const Pocman model(maze_drawing("small"), {});
  check_symbols(model, {shipped_theory("pocman", "learnt")},
                {.episodes = 1, .steps = 5, .histories = 20, .surprises = true});
}

// Marginals drawn at random, with many cells empty, as beliefs are.
TEST(PocmanGamma, EnginesAgreeAtRandomMarginals) {
  const Pocman model(maze_drawing("small"), {});
  const DeclaredBelief<Pocman> any(std::make_shared<const Pocman>(model));
  Rng rng(44);
  std::vector<std::unique_ptr<DeclaredAhead<Pocman>>> aheads;
  std::vector<Facts> facts;
  for (int i = 0; i < 200; ++i) {
    Root root;
    for (int c = 0; c < model.maze().cell_count(); ++c) {
      const auto percent = [&](double often) {
        return static_cast<std::int8_t>(rng.bernoulli(often) ? 10 * rng.below(11) : 0);
      };
      root.food[static_cast<std::size_t>(c)] = percent(0.5);
      root.ghost[static_cast<std::size_t>(c)] = percent(0.2);
    }
    aheads.push_back(
        std::make_unique<DeclaredAhead<Pocman>>(any.words(), std::make_shared<const Root>(root)));
    const auto cells = static_cast<std::uint32_t>(model.maze().cell_count());
    aheads.back()->stand_at({static_cast<int>(rng.below(cells))});
    facts.emplace_back(any.vocabulary());
    aheads.back()->state(facts.back());
  }
  std::vector<Outlook> outlooks;
  for (std::size_t i = 0; i < facts.size(); ++i) outlooks.push_back({&facts[i], aheads[i].get()});
  EXPECT_GT(
      expect_same_macro_actions(shipped_theory("pocman", "timed"), any.vocabulary(), outlooks, 4),
      200);
}

// A belief of some steps into an episode.
class PocmanRulesInSearch : public testing::Test {
 protected:
  PocmanRulesInSearch() {
    for (int step = 0; step < 6; ++step) walk();
    symbols_->update(belief_);
    rules_.start();
  }

  void walk() {
    const Action a = model_.legal_actions(world_).sample(rng_);
    const Outcome outcome = model_.step(world_, a, rng_);
    ASSERT_FALSE(outcome.terminal);
    belief_.update(a, outcome.observation, rng_);
  }

  std::shared_ptr<const Pocman> shared_ =
      std::make_shared<const Pocman>(maze_drawing("small"), PocmanOptions{});
  const Pocman& model_ = *shared_;
  Rng rng_{7};
  Pocman::State world_ = model_.sample_initial(rng_);
  ParticleBelief<Pocman> belief_{shared_, 500, rng_};
  std::shared_ptr<DeclaredBelief<Pocman>> symbols_ =
      std::make_shared<DeclaredBelief<Pocman>>(shared_);
  Gamma gamma_{shipped_theory("pocman", "timed"), symbols_->vocabulary()};
  RulesInSearch<Pocman> rules_{symbols_, gamma_};
  Pocman::Memory memory_ = model_.initial_memory();
};

TEST_F(PocmanRulesInSearch, ANewBeliefIsLookedAtAfresh) {
  const auto everywhere = [&](RulesInSearch<Pocman>& rules) {
    std::vector<std::uint64_t> said;
    Pocman::State s = belief_.particles().front();
    for (int cell = 0; cell < model_.maze().cell_count(); ++cell) {
      s.cell = static_cast<decltype(s.cell)>(cell);
      said.push_back(rules.at(s, memory_, {}).start.bits());
    }
    return said;
  };
  const std::vector<std::uint64_t> before = everywhere(rules_);
  for (int step = 0; step < 6; ++step) walk();
  symbols_->update(belief_);
  EXPECT_EQ(everywhere(rules_), before);
  rules_.start();
  RulesInSearch<Pocman> fresh(symbols_, gamma_);
  fresh.start();
  EXPECT_EQ(everywhere(rules_), everywhere(fresh));
  EXPECT_NE(everywhere(rules_), before);
}

}  // namespace
}  // namespace holdfast
