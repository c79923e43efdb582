#include "holdfast/domains/lightdark/light_dark.h"

#include <gtest/gtest.h>

#include <limits>

#include "holdfast/base/error.h"
#include "holdfast/base/statistics.h"
#include "holdfast/domains/lightdark/symbols.h"
#include "holdfast/domains/registry.h"
#include "holdfast/guide/symbols_kit.h"
#include "holdfast/play/moves_of.h"
#include "holdfast/pomdp/conformance.h"

namespace holdfast {
namespace {

LightDark make(const std::string& spec, std::uint64_t seed = 1) {
  Rng layout(seed, Purpose::layout);
  return {Parameters(parse_spec(spec), LightDark::parameters()), layout};
}

TEST(Measured, GoesBothWays) {
  for (const double x : {-1023.0, -2.75, 0.0, 1.0 / 3, 17.0, 1023.0}) {
    const Point back = measurement(measured({x, -x}));
    EXPECT_NEAR(back.x, x, 1e-6);
    EXPECT_NEAR(back.y, -x, 1e-6);
  }
  EXPECT_EQ(measured({5000, 0}), measured({kFarthest, 0}));
  EXPECT_GE(measured({-5000, -5000}), 0);
  EXPECT_LT(measured({5000, 5000}), kMeasurements);
  EXPECT_NE(measured({1, 2}), measured({2, 1}));
}

TEST(Measured, RefusesWhatIsNoNumber) {
  EXPECT_THROW(measured({std::numeric_limits<double>::quiet_NaN(), 0}), InputError);
}

TEST(LightDark, Conforms) {
  const auto never = [](const auto&, Action, const auto&, double) { return false; };
  const conformance::Options few{.episodes = 30, .steps = 30, .distributions = 5, .samples = 5000};
  check_conformance(make("lightdark"), never, few);
  check_conformance(make("lightdark(size=30,dark=1)"), never, few);
}

// What the filter believes is what the particles are.
TEST(LightDark, TheMemoryIsTheBelief) {
  const auto model = std::make_shared<const LightDark>(make("lightdark(spread=1)"));
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Rng rng(seed);
    LightDark::State world = model->sample_initial(rng);
    ParticleBelief<LightDark> belief(model, 20000, rng);
    for (int i = 0; i < 4; ++i) {
      const Outcome o = model->step(world, LightDark::east, rng);
      belief.update(LightDark::east, o.observation, rng);
    }
    double x = 0, squares = 0;
    for (const LightDark::State& s : belief.particles()) {
      x += s.x;
      squares += static_cast<double>(s.x) * s.x;
    }
    const auto n = static_cast<double>(belief.size());
    x /= n;
    const double deviation = std::sqrt(squares / n - x * x);
    EXPECT_NEAR(x, belief.memory().x, 0.5);
    EXPECT_NEAR(deviation, belief.memory().deviation(), 0.3);
  }
}

// Few particles, in the light at last: none of them is where it turns out to be.
TEST(LightDark, FewParticlesDoNotDieOut) {
  const auto model = std::make_shared<const LightDark>(make("lightdark(size=20,dark=1,spread=6)"));
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Rng rng(seed);
    LightDark::State world = model->sample_initial(rng);
    world.x = static_cast<float>(model->light());
    ParticleBelief<LightDark> belief(model, 8, rng);
    for (int i = 0; i < 3; ++i) {
      const Outcome o = model->step(world, LightDark::north, rng);
      EXPECT_NO_THROW(belief.update(LightDark::north, o.observation, rng));
    }
    EXPECT_EQ(belief.size(), 8u);
  }
}

// Real steps bring what is foreseen: of how sure it is always, of the place on average.
TEST(LightDark, ForesightIsRightOnAverage) {
  const LightDark model = make("lightdark(size=30,dark=0.2)");
  Rng rng(1);
  for (const Action a : {LightDark::north, LightDark::east, LightDark::west}) {
    const LightDark::Memory before{15, 15, 1};
    LightDark::Memory foreseen = before;
    model.foresee(foreseen, a);
    RunningStatistics x, y;
    for (int i = 0; i < 20000; ++i) {
      const Point off = two_normals(rng);
      LightDark::State s{static_cast<float>(15 + off.x), static_cast<float>(15 + off.y), false};
      const Outcome o = model.step(s, a, rng);
      LightDark::Memory after = before;
      model.remember(after, s, a, o.observation);
      EXPECT_EQ(after.variance, foreseen.variance);
      x.add(after.x);
      y.add(after.y);
    }
    EXPECT_NEAR(x.mean(), foreseen.x, 4 * *x.standard_error());
    EXPECT_NEAR(y.mean(), foreseen.y, 4 * *y.standard_error());
  }
}

// U >= max_a R + gamma E U, so that no policy is worth more; and not by much.
TEST(LightDarkBound, IsAboveItsOwnBackup) {
  for (const char* spec : {"lightdark", "lightdark(size=6)", "lightdark(size=40,discount=0.99)",
                           "lightdark(discount=0)"}) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const LightDark model = make(spec, seed);
      const LightDarkBound bound = model.mdp_bound();
      Rng rng(seed);
      for (int i = 0; i < 30; ++i) {
        const auto anywhere = [&] { return static_cast<float>(rng.uniform() * model.size()); };
        const LightDark::State s{anywhere(), anywhere(), false};
        EXPECT_GE(bound.value(s) + 1e-9, model.default_value(s));
        EXPECT_LE(bound.value(s), LightDark::kReached);
        for (Action a = LightDark::north; a < LightDark::stop; ++a) {
          RunningStatistics backup;
          for (int j = 0; j < 500; ++j) {
            LightDark::State next = s;
            const Transition t = model.move(next, a, rng);
            backup.add(t.reward + model.discount() * bound.value(next));
          }
          EXPECT_GE(bound.value(s) + 4 * *backup.standard_error() + 1e-6, backup.mean()) << spec;
        }
      }
    }
  }
}

// Walking straight to the goal and stopping there, by who sees: below the bound, but near.
TEST(LightDarkBound, IsNearWhatASeeingWalkerEarns) {
  const LightDark model = make("lightdark");
  const LightDarkBound bound = model.mdp_bound();
  EXPECT_LT(bound.theta(), -std::log(model.discount()));
  EXPECT_GT(bound.theta(), -0.9 * std::log(model.discount()));
  Rng rng(1);
  RunningStatistics earned, above;
  for (int i = 0; i < 2000; ++i) {
    LightDark::State s = model.sample_initial(rng);
    above.add(bound.value(s));
    double total = 0, factor = 1;
    while (!model.is_terminal(s)) {
      const double dx = model.goal().x - s.x, dy = model.goal().y - s.y;
      const Action along_x = dx > 0 ? LightDark::east : LightDark::west;
      const Action along_y = dy > 0 ? LightDark::north : LightDark::south;
      const Action on = std::abs(dx) > std::abs(dy) ? along_x : along_y;
      const Transition t = model.move(s, model.at_goal(s) ? Action{LightDark::stop} : on, rng);
      total += factor * t.reward;
      factor *= model.discount();
    }
    earned.add(total);
  }
  EXPECT_LT(earned.mean(), above.mean());
  EXPECT_GT(earned.mean(), above.mean() - 6);
}

TEST(LightDark, LightMakesSure) {
  const LightDark model = make("lightdark");
  LightDark::Memory dark = model.initial_memory(), light = dark;
  dark.x = 1;
  light.x = static_cast<float>(model.light() - 1);
  model.foresee(dark, LightDark::west);
  model.foresee(light, LightDark::east);
  EXPECT_GT(dark.deviation(), 1.5);
  EXPECT_LT(light.deviation(), 0.2);
}

TEST(LightDarkSymbols, SayWhereAndHowSure) {
  const auto model = std::make_shared<const LightDark>(make("lightdark"));
  const Symbols<LightDark> symbols(model);
  const LightDark::Memory here{static_cast<float>(model->goal().x + 3),
                               static_cast<float>(model->goal().y), 0.25F};
  EXPECT_EQ(symbols.about(here, LightDark::west).goal, 3);
  EXPECT_EQ(symbols.about(here, LightDark::east).goal, -3);
  EXPECT_EQ(symbols.about(here, LightDark::north).light, 0);
  EXPECT_GT(symbols.about(here, LightDark::east).light, 0);
  EXPECT_EQ(symbols.whole(here).unsure, 5);
  EXPECT_EQ(symbols.whole(here).far, 30);
}

TEST(LightDarkSymbols, Conform) {
  const logic::Theory theory = logic::parse_theory(
      "% coverage: move 0.8\n% coverage: stop 0.9\n"
      "init(move(E)) :- unsure(U), U > 5, light(E,L), L > 0.\n"
      "contd(move(E)) :- goal(E,G), G > 0.\nstop :- far(F), F < 7.\n");
  check_symbols(make("lightdark"), {theory}, {.episodes = 5, .steps = 8, .histories = 10});
}

std::string moves(const char* planner, const char* guide) {
  return moves_of(*make_domain("lightdark"), planner, guide, 10);
}

// What the planners do today, move by move: a change of behaviour shows up here first.
TEST(LightDarkDomain, GoldenEpisodes) {
  EXPECT_EQ(moves("pomcp", "pure"),
            "move(north) move(east) move(south) move(west) move(south) move(south) "
            "move(west) move(south) stop ");
  EXPECT_EQ(moves("pomcp", "preferred"),
            "move(east) move(east) move(east) move(east) move(east) move(east) move(west) "
            "move(west) move(west) move(west) move(west) move(south) move(west) "
            "move(south) move(west) move(south) move(west) stop ");
  EXPECT_EQ(moves("despot", "preferred"),
            "move(south) move(south) move(south) move(south) move(west) move(south) move(north) "
            "move(west) move(east) move(north) move(south) move(west) move(east) move(west) "
            "move(north) move(south) move(north) move(south) move(north) move(south) move(north) "
            "move(east) move(west) move(east) stop ");
  EXPECT_EQ(moves("adaops", "preferred"),
            "move(south) move(south) move(south) move(east) move(east) move(east) "
            "move(east) move(east) move(west) move(west) move(west) move(west) move(west) "
            "move(south) move(west) stop ");
}

// Trials go straight to the goal, where the upper bound is highest; what the policy is worth after
// other actions must be known all the same.
TEST(LightDarkDomain, DespotComparesAllWaysByItsPolicy) {
  const auto domain = make_domain("lightdark(size=10)");
  AgentConfig config = domain->default_config();
  config.planner = "despot";
  config.despot.lower = "preferred";
  config.despot.trials = 1;
  const Decision d = domain->start(1, config)->decide();
  for (const ActionEvidence& e : d.actions) {
    if (e.action == LightDark::stop) continue;
    EXPECT_GT(e.value, 0) << e.action;
  }
}

TEST(LightDarkDomain, SaysWhatIsWrongWithAName) {
  for (const char* name : {"lightdark(3)", "lightdark(dark=-1)", "lightdark(dark=nan)",
                           "lightdark(spread=99)", "lightdark(sice=9)"}) {
    EXPECT_THROW(make_domain(name), InputError) << name;
  }
}

}  // namespace
}  // namespace holdfast
