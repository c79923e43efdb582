// The kit finds what it is there to find: models with one fault each.
#include "holdfast/pomdp/conformance.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

namespace holdfast {
namespace {

// A light that is on or off, told with noise; `stop` ends the episode, `forbidden` is illegal.
struct Light {
  enum : Action { look, stop, forbidden };
  struct State {
    bool on = false;
    bool done = false;
  };
  double discount() const { return 0.9; }
  int action_count() const { return 3; }
  int observation_count() const { return 2; }
  double min_reward() const { return -5; }
  double max_reward() const { return 1; }
  State sample_initial(Rng& rng) const { return {rng.below(2) == 1, false}; }
  bool is_terminal(const State& s) const { return s.done; }
  ActionSet legal_actions(const State&) const { return ActionSet::first(2); }
  Outcome step(State& s, Action a, Rng& rng) const {
    const Transition t = move(s, a, rng);
    return {s.on == rng.bernoulli(0.8) ? 1 : 0, t.reward, t.terminal};
  }
  Transition move(State& s, Action a, Rng& rng) const {
    if (s.done) return {0, true};
    if (a == forbidden) return {-5, false};
    s.on = s.on != rng.bernoulli(0.1);
    s.done = a == stop && rng.bernoulli(0.2);
    return {a == stop ? 1.0 : 0.0, s.done};
  }
  double likelihood(const State& s, Action, Observation o) const {
    return s.on == (o == 1) ? 0.8 : 0.2;
  }
};

// A lamp that is switched without a look, or looked at in two ways.
struct Lamp {
  enum : Action { toggle, glance, stare };
  enum : Observation { nothing, dark, bright };
  struct State {
    bool on = false;
    bool broken = false;
  };
  double discount() const { return 0.9; }
  int action_count() const { return 3; }
  int observation_count() const { return 3; }
  State sample_initial(Rng& rng) const { return {rng.below(2) == 1, false}; }
  bool is_terminal(const State& s) const { return s.broken; }
  ActionSet legal_actions(const State&) const { return ActionSet::first(3); }
  Outcome step(State& s, Action a, Rng& rng) const {
    if (s.broken) return {nothing, 0, true};
    if (a == toggle) {
      const Transition t = move(s, a, rng);
      return {nothing, t.reward, t.terminal};
    }
    Observation seen = nothing;
    look(s, a, rng.bits(), {&seen, 1});
    return {seen, 0, false};
  }
  Transition move(State& s, Action a, Rng& rng) const {
    if (s.broken) return {0, true};
    if (a != toggle) return {0, false};
    s = {!s.on, rng.bernoulli(0.1)};
    return {s.on ? 1.0 : 0.0, s.broken};
  }
  Action first_look() const { return glance; }
  void look(const State& s, Action first, std::uint64_t bits, std::span<Observation> seen) const {
    for (Observation& o : seen) {
      const std::uint64_t wrong_of_eight = first++ == glance ? 3 : 1;
      o = s.on != (bits % 8 < wrong_of_eight) ? bright : dark;
    }
  }
};

bool punished(double reward) { return reward == -5; }

template <class M>
int failures() {
  testing::TestPartResultArray results;
  {
    testing::ScopedFakeTestPartResultReporter reporter(
        testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &results);
    check_conformance(M{}, [](const auto&, Action, const auto&, double r) { return punished(r); });
  }
  return results.size();
}

struct WrongLikelihood : Light {
  double likelihood(const State& s, Action, Observation o) const {
    return s.on == (o == 1) ? 0.75 : 0.25;
  }
};
struct LivingDead : Light {
  Outcome step(State& s, Action a, Rng& rng) const {
    if (s.done) return {0, 1, true};
    return Light::step(s, a, rng);
  }
};
struct PunishesLegal : Light {
  ActionSet legal_actions(const State&) const { return ActionSet::first(3); }
};
struct OutOfRange : Light {
  double max_reward() const { return 0.5; }
};
struct OtherMove : Light {
  Outcome step(State& s, Action a, Rng& rng) const { return Light::step(s, a, rng); }
  Transition move(State& s, Action a, Rng& rng) const {
    const Transition t = Light::move(s, a, rng);
    if (!t.terminal && a == stop) s.done = rng.bernoulli(0.05);
    return {t.reward, s.done};
  }
};
struct WildObservation : Light {
  Outcome step(State& s, Action a, Rng& rng) const {
    Outcome o = Light::step(s, a, rng);
    o.observation += rng.below(100) == 0;
    return o;
  }
};
struct Blind : Light {
  bool perturb(State& s, const NoMemory&, Action, Observation, Rng& rng) const {
    s.done = rng.below(4) == 0;
    return true;
  }
};
struct Advised : Light {
  ActionSet preferred_actions(const State&, const NoMemory&) const {
    return ActionSet::of(forbidden);
  }
};
struct Stopping : Light {
  ActionSet preferred_actions(const State&, const NoMemory&) const { return ActionSet::of(stop); }
  Walk pursue(State& s, NoMemory&, std::span<const double> factors, Rng& rng) const {
    Walk walk;
    for (const double factor : factors) {
      const Outcome o = step(s, ActionSet::of(stop).sample(rng), rng);
      walk.value += factor * o.reward;
      ++walk.steps;
      if (o.terminal) break;
    }
    return walk;
  }
};
struct OtherPursuit : Stopping {
  Walk pursue(State& s, NoMemory& memory, std::span<const double> factors, Rng& rng) const {
    const Walk walk = Stopping::pursue(s, memory, factors, rng);
    rng.bits();
    return walk;
  }
};
struct LooksAnotherWay : Lamp {
  Outcome step(State& s, Action a, Rng& rng) const {
    rng.bits();
    return Lamp::step(s, a, rng);
  }
};
struct LooksAndToggles : Lamp {
  Outcome step(State& s, Action a, Rng& rng) const {
    const Outcome o = Lamp::step(s, a, rng);
    if (a == stare) s.on = !s.on;
    return o;
  }
};
struct TogglesAndSees : Lamp {
  Outcome step(State& s, Action a, Rng& rng) const {
    Outcome o = Lamp::step(s, a, rng);
    if (!o.terminal && a == toggle) o.observation = s.on ? bright : dark;
    return o;
  }
};
struct LooksAlone : Lamp {
  void look(const State& s, Action first, std::uint64_t bits, std::span<Observation> seen) const {
    Lamp::look(s, first, bits, seen);
    for (Observation& o : seen.subspan(1)) o = seen[0];
  }
};

TEST(Conformance, AcceptsASoundModel) {
  EXPECT_EQ(failures<Light>(), 0);
  EXPECT_EQ(failures<Lamp>(), 0);
}
TEST(Conformance, FindsAWrongLikelihood) { EXPECT_GT(failures<WrongLikelihood>(), 0); }
TEST(Conformance, FindsTerminalStatesThatEarn) { EXPECT_GT(failures<LivingDead>(), 0); }
TEST(Conformance, FindsPunishedLegalActions) { EXPECT_GT(failures<PunishesLegal>(), 0); }
TEST(Conformance, FindsRewardsOutOfRange) { EXPECT_GT(failures<OutOfRange>(), 0); }
TEST(Conformance, FindsAMoveThatDiffersFromStep) { EXPECT_GT(failures<OtherMove>(), 0); }
TEST(Conformance, FindsALookThatDiffersFromStep) {
  EXPECT_GT(failures<LooksAnotherWay>(), 0);
  EXPECT_GT(failures<LooksAndToggles>(), 0);
  EXPECT_GT(failures<TogglesAndSees>(), 0);
  EXPECT_GT(failures<LooksAlone>(), 0);
}
TEST(Conformance, FindsObservationsOutOfRange) { EXPECT_GT(failures<WildObservation>(), 0); }
TEST(Conformance, FindsParticlesThatContradict) { EXPECT_GT(failures<Blind>(), 0); }
TEST(Conformance, FindsIllegalPreferences) { EXPECT_GT(failures<Advised>(), 0); }
TEST(Conformance, AcceptsASoundPursuit) { EXPECT_EQ(failures<Stopping>(), 0); }
TEST(Conformance, FindsAPursuitByOtherDraws) { EXPECT_GT(failures<OtherPursuit>(), 0); }

}  // namespace
}  // namespace holdfast
