#include "holdfast/domains/tag/symbols.h"

#include <gtest/gtest.h>

#include "holdfast/guide/symbols_kit.h"
#include "holdfast/logic/random_theories.h"
#include "holdfast/macro/shipped.h"

namespace holdfast {
namespace {

using Sight = Tag::Memory::Sight;

// Facts where the opponent is with these probabilities, on rows of four cells.
class TagSymbols : public testing::Test {
 protected:
  TagSymbols() : opponent_(8) {}

  int number(Cell c) const { return model_.floor().number(c); }
  void put(Cell c, double probability) {
    opponent_[static_cast<std::size_t>(number(c))] = probability;
  }
  // The facts with this predicate, seen from a cell, by a belief that the robot has in another.
  std::string facts(const std::string& predicate, Cell robot, Cell from,
                    Sight sight = Tag::Memory::nobody) const {
    DeclaredAhead<Tag> ahead(any_.words(), std::make_shared<const Symbols<Tag>::Root>(
                                               symbols_.root(number(robot), opponent_)));
    ahead.stand_at({number(from), sight});
    logic::Facts all(any_.vocabulary());
    ahead.state(all);
    std::string text;
    for (const logic::Atom& atom : all.atoms()) {
      if (atom.predicate == predicate) text += to_string(atom) + " ";
    }
    return text;
  }

  Tag model_{Floor::open(4, 2), 0};
  Symbols<Tag> symbols_{std::make_shared<const Tag>(model_)};
  DeclaredBelief<Tag> any_{std::make_shared<const Tag>(model_)};
  std::vector<double> opponent_;
};

TEST_F(TagSymbols, TellWhereAStepLeadsNearer) {
  put({3, 0}, 0.55);
  put({2, 1}, 0.25);
  put({0, 1}, 0.2);
  EXPECT_EQ(facts("ahead", {0, 0}, {0, 0}),
            "ahead(north,40) ahead(east,80) ahead(south,0) ahead(west,0) ");
  EXPECT_EQ(facts("lead", {0, 0}, {0, 0}),
            "lead(north,-40) lead(east,40) lead(south,-80) lead(west,-80) ");
  EXPECT_EQ(facts("within", {0, 0}, {0, 0}),
            "within(north,1,20) within(north,2,20) within(north,3,40) within(north,4,40) "
            "within(east,1,0) within(east,2,0) within(east,3,80) within(east,4,80) "
            "within(south,1,0) within(south,2,0) within(south,3,0) within(south,4,0) "
            "within(west,1,0) within(west,2,0) within(west,3,0) within(west,4,0) ");
  EXPECT_EQ(facts("wall", {0, 0}, {0, 0}), "wall(south) wall(west) ");
  EXPECT_EQ(facts("here", {0, 0}, {0, 0}), "here(0) ");
}

TEST_F(TagSymbols, WhoSeesTheOpponentKnowsAll) {
  put({3, 0}, 1);
  EXPECT_EQ(facts("here", {0, 0}, {2, 0}, Tag::Memory::opponent), "here(100) ");
  EXPECT_EQ(facts("ahead", {0, 0}, {2, 0}, Tag::Memory::opponent),
            "ahead(north,0) ahead(east,0) ahead(south,0) ahead(west,0) ");
  EXPECT_EQ(facts("wall", {0, 0}, {2, 0}, Tag::Memory::opponent), "wall(south) ");
}

// Before the first step nothing has been seen: the opponent may be here.
TEST_F(TagSymbols, AtTheStartItMayBeHere) {
  put({0, 0}, 0.5);
  put({3, 0}, 0.5);
  EXPECT_EQ(facts("here", {0, 0}, {0, 0}, Tag::Memory::unlooked), "here(50) ");
}

// The robot walks to the east, level with opponents in both corners. By its first step four of five
// of each stay, and one goes north; those who did are held there from then on.
TEST_F(TagSymbols, FollowTheOpponentOnTheWay) {
  put({0, 0}, 0.5);
  put({3, 0}, 0.5);
  EXPECT_EQ(facts("ahead", {1, 0}, {2, 0}),
            "ahead(north,20) ahead(east,50) ahead(south,0) ahead(west,50) ");
  EXPECT_EQ(facts("within", {1, 0}, {2, 0}).substr(0, 37), "within(north,1,0) within(north,2,10) ");
  // After the second, 0.32 in the eastern corner would have been met. Of what is left, 0.18 in each
  // of the northern corners, and 0.32 in the western one.
  EXPECT_EQ(facts("ahead", {1, 0}, {3, 0}),
            "ahead(north,50) ahead(east,0) ahead(south,0) ahead(west,70) ");
}

TEST_F(TagSymbols, RootsAreTheSharesOfTheParticles) {
  Rng rng(5);
  const ParticleBelief<Tag> belief(std::make_shared<const Tag>(model_), 10, rng);
  std::vector<double> shares(8);
  for (const Tag::State& s : belief.particles()) shares[s.opponent] += 0.1;
  const Symbols<Tag>::Root by_belief = symbols_.root(belief);
  const Symbols<Tag>::Root by_shares = symbols_.root(0, shares);
  for (std::size_t c = 0; c < 8; ++c) {
    for (std::size_t d = 0; d < 4; ++d) {
      EXPECT_EQ(by_belief.from[c][d].near, by_shares.from[c][d].near);
    }
  }
}

TEST(TagSymbolsKit, Conform) {
  Rng rng(45);
  for (const Floor& floor : {Floor::corridor(10), Floor::corridor(20), Floor::open(6, 5)}) {
    const Tag model(floor, 3);
    const DeclaredBelief<Tag> any(std::make_shared<const Tag>(model));
    check_symbols(model,
                  {shipped_theory("tag", "timed"), shipped_theory("tag", "learnt"),
                   shipped_theory("tag", "learnt-local")},
                  {.episodes = 5, .outlooks = 30, .surprise = Tag::here});
    const logic::RandomTheories theories(any.vocabulary(), {-30, 0, 1, 3, 10, 20, 50, 80});
    std::vector<logic::Theory> random;
    for (int i = 0; i < 5; ++i) random.push_back(logic::parse_theory(theories.draw(rng)));
    check_symbols(
        model, random,
        {.episodes = 3, .steps = 10, .histories = 10, .outlooks = 20, .surprise = Tag::here});
  }
}

}  // namespace
}  // namespace holdfast
