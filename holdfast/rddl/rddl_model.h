// A model of an RDDL file for planners: an engine behind the concept of pomdp/model.h. The
// step counts in the state, and the horizon is terminal. Illegal actions are taken like others.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "holdfast/base/error.h"
#include "holdfast/pomdp/model.h"
#include "holdfast/pomdp/seeing.h"
#include "holdfast/rddl/conditioner.h"
#include "holdfast/rddl/engine.h"
#include "holdfast/rddl/observation_key.h"
#include "holdfast/rddl/observation_weights.h"
#include "holdfast/rddl/relaxed_values.h"
#include "holdfast/rddl/reward_range.h"

namespace holdfast::rddl {

// For states of at most kWords words, and as many actions as the set holds.
template <int kWords, ActionSetType Actions>
class RddlModel {
 public:
  struct State {
    std::array<std::uint64_t, kWords> words{};
    std::int32_t step = 0;
  };
  static constexpr int kMostObservationWords = 16;
  using Seen = std::array<std::uint64_t, kMostObservationWords>;

  explicit RddlModel(Engine engine)
      : engine_(std::move(engine)),
        conditioner_(engine_),
        discount_(model().program.discount),
        horizon_(model().program.horizon),
        observation_bits_(static_cast<int>(model().observation.size())),
        rewards_(reward_range(model())),
        all_(Actions::first(action_count())) {
    const std::vector<std::uint64_t>& words = interpreter().initial();
    std::copy(words.begin(), words.end(), initial_.words.begin());
  }

  static bool fits(const Interpreter& i) {
    return i.state_words() <= kWords && i.observation_words() <= kMostObservationWords &&
           i.action_count() <= Actions::kCapacity;
  }

  const GroundModel& model() const { return engine_.model(); }
  const Engine& engine() const { return engine_; }
  const Interpreter& interpreter() const { return engine_.interpreter(); }

  double discount() const { return discount_; }
  int action_count() const { return interpreter().action_count(); }
  std::int64_t observation_count() const {
    return std::int64_t{1} << std::min(observation_bits_, kMostKeyBits);
  }
  // Whether keys are hashes: then only those of real steps have a likelihood (TakingNote).
  bool hashes_observations() const { return observation_bits_ > kMostKeyBits; }
  double min_reward() const { return rewards_.low; }
  double max_reward() const { return rewards_.high; }

  State sample_initial(Rng&) const { return initial_; }
  bool is_terminal(const State& s) const { return s.step >= horizon_; }
  int steps_left(const State& s) const { return horizon_ - s.step; }
  Actions legal_actions(const State& s) const {
    if (interpreter().always_legal()) return all_;
    return legal_in(s);
  }

  Outcome step(State& s, Action a, Rng& rng) const {
    Seen seen;
    return step_seeing(s, a, seen, rng);
  }
  // Also the bits that were observed.
  Outcome step_seeing(State& s, Action a, Seen& seen, Rng& rng) const {
    if (is_terminal(s)) return {0, 0, true};
    Both both;
    const double reward = advance(s, a, both, rng);
    engine_.observe(both.data(), a, seen.data(), rng);
    return {key(seen), reward, is_terminal(s)};
  }
  Transition move(State& s, Action a, Rng& rng) const {
    if (is_terminal(s)) return {0, true};
    Both both;
    const double reward = advance(s, a, both, rng);
    return {reward, is_terminal(s)};
  }
  Outcome real_step(State& s, Action a, Rng& rng) const {
    if (is_terminal(s)) return {0, 0, true};
    Seen seen;
    const Outcome outcome = step_seeing(s, a, seen, rng);
    if (hashes_observations()) {
      notes_->add(outcome.observation, seen.data(), interpreter().observation_words());
    }
    return outcome;
  }

  double likelihood(const State& next, Action a, Observation o) const {
    Both both;
    std::copy_n(next.words.begin(), words(), both.begin() + words());
    const auto bits = static_cast<std::uint64_t>(o);
    return engine_.likelihood(both.data(), a, hashes_observations() ? bits_of(o) : &bits);
  }
  // Of Seeing.
  ObservationWeigher<State> weigher() const { return ObservationWeigher<State>(engine_); }
  double conditioned_move(State& s, Action a, Observation o, Rng& rng) const {
    if (is_terminal(s)) return 0;
    Both both;
    std::copy_n(s.words.begin(), words(), both.begin());
    const auto bits = static_cast<std::uint64_t>(o);
    const double p =
        conditioner_.move(both.data(), a, hashes_observations() ? bits_of(o) : &bits, rng);
    std::copy_n(both.begin() + words(), words(), s.words.begin());
    ++s.step;
    return p;
  }

  // For beliefs in which no particle explains what was seen. Particles that do are left alone: what
  // they have learnt of what does not change would be lost. Models that build on this one remember
  // what they like; nothing of it is asked here.
  template <class Memory>
  bool perturb(State& s, const Memory&, Action a, Observation o, Rng& rng) const {
    Both both{};
    std::copy_n(s.words.begin(), words(), both.begin() + words());
    const auto bits = static_cast<std::uint64_t>(o);
    if (!conditioner_.reconcile(both.data(), a, hashes_observations() ? bits_of(o) : &bits, rng)) {
      return false;
    }
    std::copy_n(both.begin() + words(), words(), s.words.begin());
    return true;
  }

  // Each state is a bin of its own: beliefs of few states need few particles.
  std::int64_t bin(const State& s) const { return hashed_key(s.words.data(), words()); }

  RelaxedGuide<State> relaxed_guide() const {
    return {engine_.shared_interpreter()->shared_model(),
            projection_->of(engine_.shared_interpreter())};
  }
  RelaxedUpper<State> relaxed_bound() const {
    return RelaxedUpper<State>(engine_.shared_interpreter()->shared_model());
  }

  Action noop() const { return 0; }
  Action default_action(const State&) const { return noop(); }
  // As the competition's random player: nothing at first, when nothing was seen yet; then any legal
  // set of action fluents, also those that do nothing.
  Action random_play(int step, const Actions& legal, Rng& rng) const {
    if (step == 0) return noop();
    double rest = 0;
    legal.for_each([&](Action a) { rest += sets(a); });
    rest *= rng.uniform();
    Action chosen = noop();
    legal.for_each([&](Action a) {
      if (rest >= 0) chosen = a;
      rest -= sets(a);
    });
    return chosen;
  }

  std::string action_name(Action a) const { return model().action_name(a); }
  // The observation fluents that are true: "{see(c1), see(c3)}".
  std::string observation_name(Observation o) const {
    const auto bits = static_cast<std::uint64_t>(o);
    const std::uint64_t* seen = hashes_observations() ? notes_->find(o) : &bits;
    if (!seen) return std::to_string(o);
    std::string all;
    for (int i = 0; i < observation_bits_; ++i) {
      if ((seen[i / 64] >> (i % 64) & 1) == 0) continue;
      all += (all.empty() ? "" : ", ") +
             model().name(model().observation[static_cast<std::size_t>(i)]);
    }
    return "{" + all + "}";
  }

 private:
  using Both = std::array<std::uint64_t, std::size_t{2} * kWords>;

  int words() const { return interpreter().state_words(); }
  double sets(Action a) const { return model().joint_actions[static_cast<std::size_t>(a)].sets; }

  double advance(State& s, Action a, Both& both, Rng& rng) const {
    std::copy_n(s.words.begin(), words(), both.begin());
    const double reward = engine_.move(both.data(), a, rng);
    std::copy_n(both.begin() + words(), words(), s.words.begin());
    ++s.step;
    return reward;
  }

  Observation key(const Seen& seen) const {
    return hashes_observations() ? hashed_key(seen.data(), interpreter().observation_words())
                                 : static_cast<Observation>(seen[0]);
  }
  const std::uint64_t* bits_of(Observation o) const {
    const std::uint64_t* bits = notes_->find(o);
    if (!bits) throw Error("rddl: this observation was never made; only real ones have chances");
    return bits;
  }

  Actions legal_in(const State& s) const {
    Actions legal;
    for (Action a = 0; a < action_count(); ++a) {
      if (interpreter().is_legal(s.words.data(), a)) legal.insert(a);
    }
    return legal;
  }

  Engine engine_;
  Conditioner conditioner_;
  double discount_;
  int horizon_;
  int observation_bits_;
  Range rewards_;
  Actions all_;
  State initial_;
  std::shared_ptr<LazyProjection> projection_ = std::make_shared<LazyProjection>();
  std::shared_ptr<ObservationNotes> notes_ = std::make_shared<ObservationNotes>();
};

}  // namespace holdfast::rddl
