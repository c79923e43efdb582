#include "holdfast/guide/entity_answers.h"

#include <gtest/gtest.h>

#include "holdfast/domains/pocman/symbols.h"
#include "holdfast/logic/theory.h"
#include "holdfast/macro/event_calculus.h"

namespace holdfast {
namespace {

class EntityAnswersTest : public testing::Test {
 protected:
  using About = Declared<Pocman>::About;

  logic::CompiledTheory compiled(const std::string& rules) const {
    return {logic::parse_theory(rules), symbols_.vocabulary()};
  }
  bool serves(const std::string& rules) const {
    return EntityAnswers<Pocman>::serves(symbols_, compiled(rules));
  }
  static About random_about(Rng& rng) {
    const auto percent = [&] { return 10 * static_cast<int>(rng.below(11)); };
    About about;
    about.set_wall(rng.below(2) == 0);
    about.set_back(rng.below(2) == 0);
    for (int i = 1; i <= Symbols<Pocman>::kRange; ++i) {
      about.set_food(i, percent());
      about.set_ghost(i, percent());
    }
    return about;
  }

  Declared<Pocman> symbols_{std::make_shared<const Pocman>(maze_drawing("micro"), PocmanOptions{})};
};

TEST_F(EntityAnswersTest, ServeRulesThatAreAboutAnyOneEntity) {
  EXPECT_TRUE(serves("init(move(E)) :- food(E,F1,F2), F2 > 60. contd(move(E)) :- back(E)."));
  EXPECT_TRUE(serves("good(E) :- food(E,2,F), F > 60. move(E) :- good(E), not back(E)."));
  EXPECT_FALSE(serves("none :- #count{E : wall(E)} = 0. move(E) :- food(E,1,F), F > 0, none."));
  EXPECT_FALSE(serves("move(E) :- wall(north), food(E,1,F), F > 0."));
  EXPECT_FALSE(serves("move(east) :- food(east,1,F), F > 0."));
}

// The rules themselves at the facts of all entities are the oracle.
TEST_F(EntityAnswersTest, AreWhatTheRulesSay) {
  const logic::CompiledTheory theory = compiled(
      "safe(E) :- ghost(E,3,G), G < 30.\n"
      "init(move(E)) :- food(E,F1,F2), F1 < 4, F2 > 60, safe(E), not back(E).\n"
      "init(move(E)) :- ghost(E,G1,G2), G1 > 2, G2 > 90, wall(E).\n"
      "contd(move(E)) :- food(E,F1,F2), F2 < 20, not wall(E).\n");
  const std::vector<ActionRules> rules = rules_by_action(theory);
  EntityAnswers<Pocman> answers(theory);
  logic::Conclusions conclusions(theory);
  Rng rng(1);
  for (int round = 0; round < 500; ++round) {
    logic::Facts facts(theory.vocabulary());
    std::array<About, 4> abouts;
    for (int e = 0; e < 4; ++e) {
      abouts[static_cast<std::size_t>(e)] = random_about(rng);
      symbols_.state(facts, e, abouts[static_cast<std::size_t>(e)]);
    }
    const logic::Columns now = conclusions.of(facts);
    for (const ActionRules& of_action : rules) {
      const About& about = abouts[static_cast<std::size_t>(of_action.action.entity)];
      for (int again = 0; again < 2; ++again) {
        EXPECT_EQ(answers.at(symbols_, about).start & 1, any_fires(of_action.init, now));
        EXPECT_EQ(answers.at(symbols_, about).go_on & 1, any_fires(of_action.contd, now));
      }
    }
  }
}

}  // namespace
}  // namespace holdfast
