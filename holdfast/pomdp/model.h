// The model of a POMDP (S, A, Z, T, O, R, gamma), as a concept: planners are compiled for a model,
// so that its step is inlined into their loops and nothing is allocated there.
//
// A model is one concrete world: a RockSample has its grid and rocks in place. It is immutable and
// shared by threads; everything that changes is in `State`, a small trivially copyable value.
// `Model` is all that a planner needs; the refinements below say what else a model can do.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "holdfast/base/rng.h"
#include "holdfast/pomdp/action_set.h"
#include "holdfast/pomdp/moment.h"
#include "holdfast/pomdp/scenario.h"
#include "holdfast/pomdp/wide_action_set.h"

namespace holdfast {

// A key: models with few observations number them; where they are words of bits, those are the key
// itself, or a hash of more than fit. Never negative.
using Observation = std::int64_t;

struct Outcome {
  Observation observation = 0;
  double reward = 0;
  bool terminal = false;
};

template <class M>
concept Model = std::is_trivially_copyable_v<typename M::State> &&
    requires(const M& m, typename M::State& s, const typename M::State& cs, Action a, Rng& rng) {
  { m.discount() } -> std::convertible_to<double>;
  // Actions are 0 .. action_count() - 1; at most as many as the set of legal ones can hold.
  { m.action_count() } -> std::convertible_to<int>;
  // Observations are 0 .. observation_count() - 1.
  { m.observation_count() } -> std::convertible_to<std::int64_t>;
  { m.sample_initial(rng) } -> std::same_as<typename M::State>;
  // Moves s to the next state. In a terminal state: stays there, reward 0.
  { m.step(s, a, rng) } -> std::same_as<Outcome>;
  { m.is_terminal(cs) } -> std::same_as<bool>;
  // Never empty in a state that is not terminal. Other actions are penalised by `step`.
  { m.legal_actions(cs) } -> ActionSetType;
};

// The set in which a model has its legal actions.
template <class M>
using LegalActions = std::remove_cvref_t<decltype(std::declval<const M&>().legal_actions(
    std::declval<const typename M::State&>()))>;

// A moment of a search in it, with as many actions in force.
template <class M>
using MomentOf = BasicMoment<LegalActions<M>>;

// The transition without the observation, for rollouts and filters: the same distribution of next
// state and reward as `step`, cheaper.
struct Transition {
  double reward = 0;
  bool terminal = false;
};

template <class M>
concept Unobserved = Model<M> && requires(const M& m, typename M::State& s, Action a, Rng& rng) {
  { m.move(s, a, rng) } -> std::same_as<Transition>;
};

// A transition by the cheapest means the model has.
template <Model M>
Transition move(const M& m, typename M::State& s, Action a, Rng& rng) {
  if constexpr (Unobserved<M>) {
    return m.move(s, a, rng);
  } else {
    const Outcome o = m.step(s, a, rng);
    return {o.reward, o.terminal};
  }
}

// A uniformly random legal action and its transition in one go, for pure rollouts: the same
// distribution as sampling legal_actions and calling move.
template <class M>
concept RandomWalking = Model<M> && requires(const M& m, typename M::State& s, Rng& rng) {
  { m.random_move(s, rng) } -> std::same_as<Transition>;
};

// What a rollout earned, and how many steps it took.
struct Walk {
  double value = 0;
  int steps = 0;
};

// A whole pure rollout in one go: uniformly random legal actions, as many as there are factors or
// until the end; the reward of each step counts times its factor. The same distribution of value,
// steps and last state as one move after the other, but a model may know how to pass over steps
// that change nothing.
template <class M>
concept Roaming = Model<M> &&
    requires(const M& m, typename M::State& s, std::span<const double> factors, Rng& rng) {
  { m.roam(s, factors, rng) } -> std::same_as<Walk>;
};

// Keys of observations that are hashes: steps of the real world are taken by `real_step`, which
// takes note of what the key stands for, so that `likelihood` knows it.
template <class M>
concept TakingNote = Model<M> && requires(const M& m, typename M::State& s, Action a, Rng& rng) {
  { m.real_step(s, a, rng) } -> std::same_as<Outcome>;
};

template <Model M>
Outcome real_step(const M& m, typename M::State& s, Action a, Rng& rng) {
  if constexpr (TakingNote<M>) {
    return m.real_step(s, a, rng);
  } else {
    return m.step(s, a, rng);
  }
}

// P(o | a, s'), for filters that weigh particles.
template <class M>
concept Likelihood = Model<M> &&
    requires(const M& m, const typename M::State& next, Action a, Observation o) {
  { m.likelihood(next, a, o) } -> std::convertible_to<double>;
};

// A step with what was observed in mind: moves s to a state drawn from P(s' | s, a, o) and returns
// P(o | s, a); if that is 0, s is of no use. Particles that are moved so agree with the observation
// by themselves, where blind ones would have to be many.
template <class M>
concept Conditioned = Likelihood<M> &&
    requires(const M& m, typename M::State& s, Action a, Observation o, Rng& rng) {
  { m.conditioned_move(s, a, o, rng) } -> std::convertible_to<double>;
};

// What bounds need: every reward of one step lies in [min_reward, max_reward].
template <class M>
concept Bounded = Model<M> && requires(const M& m) {
  { m.min_reward() } -> std::convertible_to<double>;
  { m.max_reward() } -> std::convertible_to<double>;
};

// Episodes that last for a known number of steps: so many are left. Then the discount may be 1.
template <class M>
concept Ending = Model<M> && requires(const M& m, const typename M::State& s) {
  { m.steps_left(s) } -> std::convertible_to<int>;
};

// A summary of the history that is the same for all particles of a belief: what the agent has
// done and seen. `remember` is called after each step with the state *after* it.
template <class M>
concept Remembering = Model<M> && std::is_trivially_copyable_v<typename M::Memory> &&
    requires(const M& m, typename M::Memory& memory, const typename M::State& s, Action a,
             Observation o) {
  { m.initial_memory() } -> std::same_as<typename M::Memory>;
  m.remember(memory, s, a, o);
};

struct NoMemory {};

template <class M>
struct MemoryOf {
  using type = NoMemory;
};
template <Remembering M>
struct MemoryOf<M> {
  using type = typename M::Memory;
};
template <class M>
using Memory = typename MemoryOf<M>::type;

template <Model M>
Memory<M> initial_memory(const M& m) {
  if constexpr (Remembering<M>) {
    return m.initial_memory();
  } else {
    return {};
  }
}

template <Model M>
void remember(const M& m, Memory<M>& memory, const typename M::State& s, Action a, Observation o) {
  if constexpr (Remembering<M>) m.remember(memory, s, a, o);
}

// Particle reinvigoration: changes s to a nearby state that agrees with the memory and with the
// last action and observation; returns false (s is then of no use) if the attempt failed.
template <class M>
concept Perturbable = Model<M> &&
    requires(const M& m, typename M::State& s, const Memory<M>& memory, Action a, Observation o,
             Rng& rng) {
  { m.perturb(s, memory, a, o, rng) } -> std::same_as<bool>;
};

// States with parts that are independent given the history: takes some parts of `other` into s, so
// that few survivors make many different particles; s keeps agreeing with the observation.
template <class M>
concept Recombinable = Perturbable<M> &&
    requires(const M& m, typename M::State& s, const typename M::State& other, Observation o,
             Rng& rng) {
  m.recombine(s, other, o, rng);
};

// A handcrafted policy: the actions an expert would consider, a subset of the legal ones; empty
// where the expert has no opinion.
template <class M>
concept Preferring = Model<M> &&
    requires(const M& m, const typename M::State& s, const Memory<M>& memory) {
  { m.preferred_actions(s, memory) } -> std::same_as<ActionSet>;
};

// Such a policy that asks the state alone (what it needs of the history is in there): simulations
// then need not carry the memory along.
template <class M>
concept PreferringByState = Preferring<M> && requires(const M& m, const typename M::State& s) {
  { m.preferred_actions(s) } -> std::same_as<ActionSet>;
};

// A whole rollout by such a policy in one go, from a state that is not terminal: as many steps as
// there are factors or until the end, each an action drawn from the preferred ones (from the legal
// ones where there are none); the reward of each step counts times its factor. By the same draws as
// step by step, so that nobody can tell which way was taken; only the state and the memory may be
// left anyhow.
template <class M>
concept Pursuing = Preferring<M> && requires(const M& m, typename M::State& s, Memory<M>& memory,
                                             std::span<const double> factors, Rng& rng) {
  { m.pursue(s, memory, factors, rng) } -> std::same_as<Walk>;
};

// The same in one scenario, where the policy asks the state alone: by the draws that the scenario
// has for each step. The value is added to what was earned before, step by step, since sums of
// floating-point numbers depend on their order.
template <class M>
concept PursuingInScenarios = Pursuing<M> && PreferringByState<M> &&
    requires(const M& m, typename M::State& s, double earned, std::span<const double> factors,
             const ScenarioDraws& draws) {
  { m.pursue(s, earned, factors, draws) } -> std::same_as<Walk>;
};

// The fixed action of the trivial policy (east in RockSample, north in Pocman).
template <class M>
concept Defaulting = Model<M> && requires(const M& m, const typename M::State& s) {
  { m.default_action(s) } -> std::same_as<Action>;
};

// Doing nothing is an action.
template <class M>
concept Idle = Model<M> && requires(const M& m) {
  { m.noop() } -> std::same_as<Action>;
};

// How a player acts who knows nothing, at this step of an episode, if not uniformly at random.
template <class M>
concept RandomPlaying = Model<M> && requires(const M& m, const LegalActions<M>& legal, Rng& rng) {
  { m.random_play(0, legal, rng) } -> std::same_as<Action>;
};

// What to do where nobody advises, if that is to be something better than the fixed action. It may
// ask the moment, and of the state only what the agent knows without looking.
template <class M>
concept Onward = Defaulting<M> &&
    requires(const M& m, const typename M::State& s, const Moment& now) {
  { m.onward_action(s, now) } -> std::same_as<Action>;
};

}  // namespace holdfast
