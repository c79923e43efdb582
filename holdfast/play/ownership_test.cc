// What speaks of a model, a theory or words keeps them, whoever else is gone. A probe tells whether
// the model lives; the sanitizers tell of anything else that is read and gone.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <vector>

// All that the domain is made of: the same session is compiled there.
#include "holdfast/domains/rocksample/rocksample_bound.h"
#include "holdfast/domains/rocksample/rocksample_expert.h"
#include "holdfast/domains/rocksample/rocksample_scene.h"
#include "holdfast/domains/rocksample/symbols.h"
#include "holdfast/logic/parser.h"
#include "holdfast/logic/print.h"
#include "holdfast/macro/explain.h"
#include "holdfast/play/session.h"

namespace holdfast {
namespace {

using ModelPtr = std::shared_ptr<const RockSample>;
// Uses an object that it holds.
using Use = std::function<void()>;

ModelPtr small_model() {
  return std::make_shared<const RockSample>(7, std::vector<Cell>{{2, 3}, {6, 6}}, Cell{0, 3});
}

// What `make` leaves of the model is the only one to keep it, and lets go of it at last.
void expect_keeps(const std::function<Use(const ModelPtr&)>& make) {
  ModelPtr model = small_model();
  const std::weak_ptr<const RockSample> probe = model;
  {
    const Use use = make(model);
    model.reset();
    ASSERT_FALSE(probe.expired());
    use();
  }
  EXPECT_TRUE(probe.expired());
}

ParticleBelief<RockSample> belief_of(const ModelPtr& model) {
  Rng rng(1);
  return {model, 100, rng};
}

std::shared_ptr<DeclaredBelief<RockSample>> symbols_of(const ModelPtr& model) {
  auto symbols = std::make_shared<DeclaredBelief<RockSample>>(model);
  symbols->update(belief_of(model));
  return symbols;
}

AgentConfig with_rules(const char* planner) {
  AgentConfig config;
  config.planner = planner;
  config.guide = "timed";
  config.advice.theory = theory_in_force("rocksample", "timed");
  config.pomcp.simulations = 50;
  config.despot.trials = 5;
  config.despot.scenarios = 20;
  return config;
}

// Reads all that rules may ask.
void read(const SymbolicBelief& symbols) {
  const std::unique_ptr<Ahead> ahead = symbols.ahead();
  Gamma gamma(shipped_theory("rocksample", "timed"), symbols.vocabulary());
  gamma.macro_actions(symbols.facts(), *ahead);
  EXPECT_EQ(symbols.facts().atoms().size(), 8u);
  for (Action a = 0; a < RockSample::check + 2; ++a) symbols.ground_action(a);
}

TEST(Ownership, ABeliefKeepsItsModel) {
  expect_keeps([](const ModelPtr& model) -> Use {
    return [belief = belief_of(model)]() mutable {
      Rng rng(2);
      belief.update(RockSample::check, RockSample::good, rng);
    };
  });
}

TEST(Ownership, SymbolsKeepTheirModel) {
  expect_keeps([](const ModelPtr& model) -> Use {
    return [symbols = Symbols<RockSample>(model)] {
      EXPECT_EQ(symbols.entities().size(), 2u);
      EXPECT_EQ(symbols.about({}, 1).dx, 6);
    };
  });
}

TEST(Ownership, ABeliefAsRulesSeeItKeepsItsModel) {
  expect_keeps([](const ModelPtr& model) -> Use {
    return [symbols = symbols_of(model)] { read(*symbols); };
  });
  expect_keeps([](const ModelPtr& model) -> Use {
    return [seen = symbols_of(model)->snapshot()] { read(*seen); };
  });
  expect_keeps([](const ModelPtr& model) -> Use {
    const auto symbols = symbols_of(model);
    return [given = symbols->with(symbols->facts())] { read(*given); };
  });
}

TEST(Ownership, WhoLooksAheadKeepsWhatItLooksFrom) {
  const auto walk = [](std::shared_ptr<Ahead> ahead, logic::Facts facts) -> Use {
    return [ahead, facts]() mutable {
      ahead->begin();
      EXPECT_TRUE(ahead->step({RockSample::east}, facts));
      EXPECT_FALSE(facts.atoms().empty());
    };
  };
  expect_keeps([&](const ModelPtr& model) {
    const auto symbols = symbols_of(model);
    return walk(symbols->ahead(), symbols->facts());
  });
  expect_keeps([&](const ModelPtr& model) {
    const auto symbols = symbols_of(model);
    return walk(symbols->with(symbols->facts())->ahead(), symbols->facts());
  });
}

TEST(Ownership, TheSymbolsOfASessionKeepItsModel) {
  expect_keeps([](const ModelPtr& model) -> Use {
    const ModelSession<RockSample> session(model, 1, with_rules("pomcp"));
    return [symbols = session.symbols()] { read(*symbols); };
  });
}

TEST(Ownership, AgentsKeepTheirModel) {
  for (const char* planner : {"pomcp", "despot"}) {
    expect_keeps([&](const ModelPtr& model) -> Use {
      std::shared_ptr<Agent<RockSample>> agent = make_agent(model, 1, with_rules(planner));
      return [agent] {
        const Action a = agent->decide().action;
        agent->why(a);
        agent->update(RockSample::north, RockSample::none);
        agent->decide();
      };
    });
  }
}

TEST(Ownership, AGuideKeepsWhatItsAdviserSaw) {
  expect_keeps([](const ModelPtr& model) -> Use {
    const auto adviser = make_adviser(model, with_rules("pomcp").advice);
    const ParticleBelief<RockSample> belief = belief_of(model);
    adviser->consider(belief);
    const RockSample::State s = belief.particles().front();
    return
        [guide = RuleGuide<RockSample>(adviser->advice_in_search()), s, copy = *model]() mutable {
          guide.start();
          const RockSample::Memory memory = copy.initial_memory();
          guide.suggested(copy, s, memory, Moment{});
          guide.suggested(copy, s, memory, Moment{}.after(RockSample::east));
        };
  });
}

TEST(Ownership, ExplanationsKeepTheirRules) {
  const auto explained = [] {
    const auto symbols = symbols_of(small_model());
    const Gamma gamma(shipped_theory("rocksample", "timed"), symbols->vocabulary());
    return explain(gamma, symbols->facts(), *symbols->ahead());
  }();
  ASSERT_FALSE(explained.empty());
  for (const Explanation& e : explained) {
    EXPECT_FALSE(e.ended_by().empty());
    for (const Reason& reason : e.reasons) EXPECT_FALSE(to_string(*reason.rule).empty());
  }
}

TEST(Ownership, RulesAndFactsKeepTheirWords) {
  struct Both {
    logic::CompiledTheory theory;
    logic::Facts facts;
  };
  const Both both = [] {
    const logic::Vocabulary words(logic::numbered_entities(2), {{"dist"}}, {{"go", true}});
    return Both{{logic::parse_theory("go(E) :- dist(E,D), D < 3."), words},
                logic::parse_facts("dist(0,5). dist(1,2).", words)};
  }();
  const std::vector<logic::Derivation> derived = both.theory.derive(both.facts);
  ASSERT_EQ(derived.size(), 1u);
  EXPECT_EQ(to_string(both.facts.vocabulary().atom(derived[0].action)), "go(1)");
}

}  // namespace
}  // namespace holdfast
