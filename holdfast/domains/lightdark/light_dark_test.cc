#include "holdfast/domains/lightdark/light_dark.h"

#include <gtest/gtest.h>

#include <limits>

#include "holdfast/base/error.h"
#include "holdfast/domains/lightdark/symbols.h"
#include "holdfast/domains/registry.h"
#include "holdfast/guide/symbols_kit.h"
#include "holdfast/play/episode.h"
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
  check_symbols(make("lightdark"), {theory},
                {.episodes = 5, .steps = 8, .histories = 10, .measures = true});
}

TEST(LightDarkDomain, SaysWhatIsWrongWithAName) {
  for (const char* name : {"lightdark(3)", "lightdark(dark=-1)", "lightdark(dark=nan)",
                           "lightdark(spread=99)", "lightdark(sice=9)"}) {
    EXPECT_THROW(make_domain(name), InputError) << name;
  }
}

}  // namespace
}  // namespace holdfast
