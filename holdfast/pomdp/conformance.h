// The conformance kit: what every domain's model must satisfy, checked by playing random episodes.
// A domain's test calls `check_conformance(model, punished)`; a new domain gets all these checks
// for one line.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "holdfast/pomdp/belief.h"
#include "holdfast/pomdp/looking.h"
#include "holdfast/pomdp/model.h"

namespace holdfast::conformance {

struct Options {
  int episodes = 100;
  int steps = 100;         // at most, per episode
  int distributions = 20;  // state-action pairs whose distributions are compared
  int samples = 20000;     // drawn for each distribution
  int particles = 256;     // of the belief that is followed
};

// Pearson's statistic against the number of degrees of freedom: far beyond what chance gives (about
// five standard deviations), so that a fixed seed never fails by bad luck and a wrong model does.
inline bool chi_square_accepts(double statistic, double degrees) {
  return statistic <= degrees + 5 * std::sqrt(2 * degrees) + 15;
}

template <Model M>
class Kit {
 public:
  using State = typename M::State;

  // Whether the step from `before` was punished as an illegal one.
  using Punished =
      std::function<bool(const State& before, Action a, const State& after, double reward)>;

  Kit(std::shared_ptr<const M> model, Punished punished, const Options& options)
      : shared_(std::move(model)), punished_(std::move(punished)), options_(options) {}

  void check_all() {
    check_sizes();
    check_same_seed();
    check_episodes();
    check_move();
    check_roam();
    check_look();
    check_likelihood();
    check_preferred();
    check_pursue();
    check_belief();
  }

 private:
  void check_sizes() const {
    EXPECT_GT(model_.action_count(), 0);
    EXPECT_LE(model_.action_count(), LegalActions<M>::kCapacity);
    EXPECT_GT(model_.observation_count(), 0);
    EXPECT_GE(model_.discount(), 0);
    if constexpr (!Ending<M>) {
      EXPECT_LT(model_.discount(), 1);
    }
  }

  struct Event {
    int step;
    const State& before;
    Action action;
    const State& after;
    const Outcome& outcome;
  };

  // Random legal episodes.
  using Visit = std::function<void(const Event&)>;
  void play(std::uint64_t seed, int episodes, const Visit& visit) const {
    for (int episode = 0; episode < episodes; ++episode) {
      Rng rng(seed, static_cast<std::uint64_t>(episode));
      State s = model_.sample_initial(rng);
      ASSERT_FALSE(model_.is_terminal(s)) << "an episode starts in a terminal state";
      for (int step = 0; step < options_.steps && !model_.is_terminal(s); ++step) {
        const LegalActions<M> legal = model_.legal_actions(s);
        ASSERT_FALSE(legal.empty());
        const Action a = legal.sample(rng);
        const State before = s;
        const Outcome outcome = model_.step(s, a, rng);
        visit({step, before, a, s, outcome});
      }
    }
  }

  void check_same_seed() const {
    using Record = std::tuple<Action, Observation, double, bool>;
    const auto record = [&](std::uint64_t seed) {
      std::vector<Record> steps;
      play(seed, 3, [&](const Event& e) {
        const Outcome& o = e.outcome;
        steps.emplace_back(e.action, o.observation, o.reward, o.terminal);
      });
      return steps;
    };
    EXPECT_EQ(record(7), record(7)) << "the same seed gives another episode";
  }

  void check_episodes() const {
    play(1, options_.episodes, [&](const Event& e) {
      const Outcome& o = e.outcome;
      ASSERT_GE(e.action, 0);
      ASSERT_LT(e.action, model_.action_count());
      ASSERT_GE(o.observation, 0);
      ASSERT_LT(o.observation, model_.observation_count());
      ASSERT_EQ(o.terminal, model_.is_terminal(e.after)) << "step and is_terminal disagree";
      ASSERT_FALSE(punished_(e.before, e.action, e.after, o.reward))
          << "legal action " << e.action << " is punished";
      check_reward(o.reward);
      if (o.terminal) check_terminal(e.after);
    });
  }

  void check_reward(double reward) const {
    if constexpr (Bounded<M>) {
      ASSERT_GE(reward, model_.min_reward());
      ASSERT_LE(reward, model_.max_reward());
    }
  }

  void check_terminal(State s) const {
    Rng rng(3);
    for (Action a = 0; a < model_.action_count(); ++a) {
      const Outcome o = model_.step(s, a, rng);
      ASSERT_TRUE(o.terminal && model_.is_terminal(s)) << "a terminal state is left";
      ASSERT_EQ(o.reward, 0) << "a terminal state earns";
      const Transition t = move(model_, s, a, rng);
      ASSERT_TRUE(t.terminal && model_.is_terminal(s));
      ASSERT_EQ(t.reward, 0);
    }
  }

  // Every action, legal or not, from states along episodes.
  template <class F>
  void for_some_pairs(std::uint64_t seed, F&& f) const {
    Rng rng(seed);
    int count = 0;
    play(seed, options_.distributions, [&](const Event& e) {
      const bool chosen = rng.below(10) == 0 && count < options_.distributions;
      if (!chosen) return;
      ++count;
      f(e.before,
        static_cast<Action>(rng.below(static_cast<std::uint32_t>(model_.action_count()))));
    });
    EXPECT_GT(count, 0) << "no state was examined: play longer episodes";
  }

  // What tells next states apart: how they were reached, and what a fixed stream of randomness
  // makes of them one step later.
  using Fingerprint = std::tuple<double, bool, std::vector<Action>, Observation, double>;
  Fingerprint fingerprint(State s, double reward) const {
    if (model_.is_terminal(s)) return {reward, true, {}, 0, 0};
    const LegalActions<M> legal = model_.legal_actions(s);
    std::vector<Action> actions;
    legal.for_each([&](Action a) { actions.push_back(a); });
    Rng rng(99);
    const Outcome o = model_.step(s, legal.front(), rng);
    return {reward, false, std::move(actions), o.observation, o.reward};
  }

  // move() and step() lead to the same rewards and states equally often.
  void check_move() const {
    if constexpr (Unobserved<M>) {
      for_some_pairs(11, [&](const State& s, Action a) {
        std::map<Fingerprint, std::array<double, 2>> counts;
        Rng rng(12, static_cast<std::uint64_t>(a));
        for (int i = 0; i < options_.samples; ++i) {
          State by_step = s;
          const Outcome o = model_.step(by_step, a, rng);
          check_reward(o.reward);
          ++counts[fingerprint(by_step, o.reward)][0];
          State by_move = s;
          const Transition t = model_.move(by_move, a, rng);
          ASSERT_EQ(t.terminal, model_.is_terminal(by_move));
          ++counts[fingerprint(by_move, t.reward)][1];
        }
        EXPECT_TRUE(equally_often(counts))
            << "move() and step() differ in distribution for action " << a;
      });
    }
  }

  // How often each outcome was met in two ways.
  template <class Key>
  static bool equally_often(const std::map<Key, std::array<double, 2>>& counts) {
    double statistic = 0;
    for (const auto& [key, n] : counts) {
      statistic += (n[0] - n[1]) * (n[0] - n[1]) / (n[0] + n[1]);
    }
    return chi_square_accepts(statistic, static_cast<double>(counts.size()));
  }

  // roam() earns and ends as one random legal move after the other does.
  void check_roam() const {
    if constexpr (Roaming<M>) {
      for (const std::vector<double>& factors :
           {std::vector<double>{1, 0.5, 0.25}, std::vector<double>(40, 0.9)}) {
        for_some_pairs(13, [&](const State& s, Action) { compare_walks(s, factors); });
      }
    }
  }
  void compare_walks(const State& s, const std::vector<double>& factors) const requires Roaming<M> {
    std::map<std::pair<int, Fingerprint>, std::array<double, 2>> counts;
    Rng rng(14);
    for (int i = 0; i < options_.samples; ++i) {
      State by_moves = s;
      Walk walk;
      for (const double factor : factors) {
        const Transition t =
            move(model_, by_moves, model_.legal_actions(by_moves).sample(rng), rng);
        walk.value += factor * t.reward;
        ++walk.steps;
        if (t.terminal) break;
      }
      ++counts[{walk.steps, fingerprint(by_moves, std::round(walk.value * 1e6))}][0];
      State at_once = s;
      const Walk roamed = model_.roam(at_once, factors, rng);
      ++counts[{roamed.steps, fingerprint(at_once, std::round(roamed.value * 1e6))}][1];
    }
    EXPECT_TRUE(equally_often(counts)) << "roam() differs from random legal moves";
  }

  // move() and look() do what step() does with the same draws.
  void check_look() const {
    if constexpr (Looking<M>) {
      play(15, options_.episodes / 10, [&](const Event& e) {
        const Rng stream(16, static_cast<std::uint64_t>(e.step));
        Rng draws = stream;
        const auto all = looked(e.before, model_.first_look(), draws.bits(), model_.action_count());
        for (Action a = 0; a < model_.action_count(); ++a) {
          State by_step = e.before, otherwise = e.before;
          Rng rng = stream, same = stream;
          const Outcome o = model_.step(by_step, a, rng);
          Transition t;
          Observation seen = 0;
          if (a < model_.first_look()) {
            t = model_.move(otherwise, a, same);
          } else {
            seen = looked(e.before, a, same.bits(), a + 1)[0];
            EXPECT_EQ(all[static_cast<std::size_t>(a - model_.first_look())], seen)
                << "look " << a << " sees something else in company";
          }
          EXPECT_EQ(o.observation, seen) << "step() observes something else for action " << a;
          EXPECT_EQ(o.terminal, t.terminal);
          EXPECT_EQ(fingerprint(by_step, o.reward), fingerprint(otherwise, t.reward))
              << "step() leads elsewhere for action " << a;
        }
      });
    }
  }
  // What the looks from `first` until `end` see.
  std::vector<Observation> looked(const State& s, Action first, std::uint64_t bits,
                                  Action end) const requires Looking<M> {
    std::vector<Observation> seen(static_cast<std::size_t>(end - first));
    model_.look(s, first, bits, seen);
    return seen;
  }

  // P(o | a, s') as stated sums to one, and averaged over next states it is how often o is seen.
  void check_likelihood() const {
    if constexpr (Likelihood<M>) {
      constexpr std::int64_t kMany = 1 << 16;
      if (model_.observation_count() > kMany) return check_wide_likelihood();
      for_some_pairs(21, [&](const State& s, Action a) {
        Rng rng(22, static_cast<std::uint64_t>(a));
        std::map<Observation, double> seen, expected;
        for (int i = 0; i < options_.samples; ++i) {
          State next = s;
          const Outcome outcome = model_.step(next, a, rng);
          ++seen[outcome.observation];
          double sum = 0;
          for (Observation o = 0; o < model_.observation_count(); ++o) {
            const double p = model_.likelihood(next, a, o);
            ASSERT_GE(p, 0);
            sum += p;
            if (p > 0) expected[o] += p;
          }
          ASSERT_NEAR(sum, 1, 1e-9);
          ASSERT_GT(model_.likelihood(next, a, outcome.observation), 0);
        }
        double statistic = 0;
        for (const auto& [o, e] : expected) statistic += (seen[o] - e) * (seen[o] - e) / e;
        EXPECT_TRUE(chi_square_accepts(statistic, static_cast<double>(expected.size())))
            << "likelihood and sampled observations differ for action " << a;
      });
    }
  }

  // Where there are too many to go through: of two next states, one made the observation; the
  // posterior p that it was that one is right as often as it says, so that E[p] = E[p^2 + (1-p)^2].
  void check_wide_likelihood() const requires Likelihood<M> {
    for_some_pairs(21, [&](const State& s, Action a) {
      Rng rng(22, static_cast<std::uint64_t>(a));
      double sum = 0, squares = 0;
      for (int i = 0; i < options_.samples; ++i) {
        State maker = s, other = s;
        const Outcome outcome = model_.step(maker, a, rng);
        if (outcome.terminal || move(model_, other, a, rng).terminal) continue;
        const double by_maker = model_.likelihood(maker, a, outcome.observation);
        const double by_other = model_.likelihood(other, a, outcome.observation);
        ASSERT_GT(by_maker, 0) << "what was observed is said to be impossible";
        ASSERT_GE(by_other, 0);
        const double p = by_maker / (by_maker + by_other);
        const double off = p - p * p - (1 - p) * (1 - p);
        sum += off;
        squares += off * off;
      }
      EXPECT_LE(std::abs(sum), 5 * std::sqrt(squares) + 1e-6)
          << "likelihood and sampled observations differ for action " << a;
    });
  }

  // What experts prefer is legal, with the memory that goes with the episode.
  void check_preferred() const {
    if constexpr (Preferring<M>) {
      Memory<M> memory;
      play(31, options_.episodes, [&](const Event& e) {
        if (e.step == 0) memory = initial_memory(model_);
        const ActionSet preferred = model_.preferred_actions(e.before, memory);
        ASSERT_TRUE((preferred - model_.legal_actions(e.before)).empty())
            << "an illegal action is preferred";
        remember(model_, memory, e.after, e.action, e.outcome.observation);
      });
    }
  }

  // pursue() earns what drawing one preferred action after the other earns, by the same draws.
  void check_pursue() const {
    if constexpr (Pursuing<M>) {
      Memory<M> memory;
      play(33, options_.episodes, [&](const Event& e) {
        if (e.step == 0) memory = initial_memory(model_);
        for (const std::size_t steps : {std::size_t{1}, std::size_t{60}}) {
          compare_pursuits(e.before, memory, std::vector<double>(steps, 0.9), e.step);
          compare_in_scenario(e.before, std::vector<double>(steps, 0.9), e.step);
        }
        remember(model_, memory, e.after, e.action, e.outcome.observation);
      });
    }
  }
  void compare_pursuits(State s, Memory<M> memory, const std::vector<double>& factors,
                        int seed) const requires Pursuing<M> {
    Rng at_once(34, static_cast<std::uint64_t>(seed));
    Rng by_steps = at_once;
    State pursuer = s;
    Memory<M> remembered = memory;
    const Walk pursued = model_.pursue(pursuer, remembered, factors, at_once);
    Walk walk;
    for (const double factor : factors) {
      const ActionSet preferred = model_.preferred_actions(s, memory);
      const Action a = (preferred.empty() ? model_.legal_actions(s) : preferred).sample(by_steps);
      const Transition t = pursuit_step(s, memory, a, by_steps);
      walk.value += factor * t.reward;
      ++walk.steps;
      if (t.terminal) break;
    }
    ASSERT_EQ(pursued.steps, walk.steps) << "pursue() differs from preferred actions";
    ASSERT_EQ(pursued.value, walk.value) << "pursue() differs from preferred actions";
    ASSERT_EQ(at_once.bits(), by_steps.bits()) << "pursue() takes other draws";
  }

  void compare_in_scenario([[maybe_unused]] State s,
                           [[maybe_unused]] const std::vector<double>& factors,
                           [[maybe_unused]] int depth) const {
    if constexpr (PursuingInScenarios<M>) {
      constexpr std::uint64_t kScenario = 35;
      std::vector<Rng> policy;
      for (std::uint64_t d = 0; d < static_cast<std::uint64_t>(depth) + factors.size(); ++d) {
        policy.emplace_back(36, d);
      }
      State pursuer = s;
      constexpr double kEarned = 0.1;
      const Walk pursued =
          model_.pursue(pursuer, kEarned, factors, ScenarioDraws(policy, kScenario, depth));
      Walk walk{kEarned, 0};
      for (const double factor : factors) {
        Rng any = policy[static_cast<std::size_t>(depth + walk.steps)];
        Rng world = scenario_stream(kScenario, depth + walk.steps);
        const ActionSet preferred = model_.preferred_actions(s);
        const Action a = (preferred.empty() ? model_.legal_actions(s) : preferred).sample(any);
        const Transition t = move(model_, s, a, world);
        walk.value += factor * t.reward;
        ++walk.steps;
        if (t.terminal) break;
      }
      ASSERT_EQ(pursued.steps, walk.steps) << "pursue() in a scenario takes other draws";
      ASSERT_EQ(pursued.value, walk.value) << "pursue() in a scenario takes other draws";
    }
  }

  // Nothing is observed where nobody looks.
  Transition pursuit_step(State& s, Memory<M>& memory, Action a, Rng& rng) const {
    if constexpr (PreferringByState<M>) return move(model_, s, a, rng);
    const Outcome o = model_.step(s, a, rng);
    remember(model_, memory, s, a, o.observation);
    return {o.reward, o.terminal};
  }

  // A belief follows a real episode; every perturbed particle agrees with what was observed.
  void check_belief() const {
    for (int episode = 0; episode < options_.episodes / 10; ++episode) {
      Rng rng(41, static_cast<std::uint64_t>(episode));
      State world = model_.sample_initial(rng);
      ParticleBelief<M> belief(shared_, options_.particles, rng);
      for (int step = 0; step < options_.steps; ++step) {
        const Action a = model_.legal_actions(world).sample(rng);
        const Outcome outcome = real_step(model_, world, a, rng);
        if (outcome.terminal) break;
        ASSERT_NO_THROW(belief.update(a, outcome.observation, rng));
        ASSERT_EQ(belief.size(), static_cast<std::size_t>(options_.particles));
        for (const State& s : belief.particles()) check_agrees(s, a, outcome.observation, world);
        check_perturb(belief, a, outcome.observation, world, rng);
      }
    }
  }

  void check_perturb(const ParticleBelief<M>& belief, Action a, Observation o, const State& world,
                     Rng& rng) const {
    if constexpr (Perturbable<M>) {
      State s = belief.sample(rng);
      if (model_.perturb(s, belief.memory(), a, o, rng)) check_agrees(s, a, o, world);
    }
    if constexpr (Recombinable<M>) {
      State s = belief.sample(rng);
      model_.recombine(s, belief.sample(rng), o, rng);
      check_agrees(s, a, o, world);
    }
  }

  void check_agrees(const State& s, Action a, Observation o, const State& world) const {
    ASSERT_FALSE(model_.is_terminal(s)) << "a particle is terminal, the episode is not";
    ASSERT_EQ(model_.legal_actions(s), model_.legal_actions(world));
    if constexpr (Likelihood<M>) {
      ASSERT_GT(model_.likelihood(s, a, o), 0) << "a particle contradicts the observation";
    }
    if constexpr (requires { model_.observe(s); }) {
      ASSERT_EQ(model_.observe(s), o) << "a particle contradicts the observation";
    }
  }

  std::shared_ptr<const M> shared_;
  const M& model_ = *shared_;
  Punished punished_;
  Options options_;
};

}  // namespace holdfast::conformance

namespace holdfast {

// `punished` says of a step whether it was punished as an illegal one; no legal action may be.
template <Model M>
void check_conformance(M model, typename conformance::Kit<M>::Punished punished,
                       const conformance::Options& options = {}) {
  conformance::Kit<M>(std::make_shared<const M>(std::move(model)), std::move(punished), options)
      .check_all();
}

}  // namespace holdfast
