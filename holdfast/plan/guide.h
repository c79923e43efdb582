// A guide advises a planner: which actions a tree node should try first, and what a rollout does.
// The planners know only this concept; pure, trivial, preferred and advised (logic rules) are its
// kinds. A guide never forbids an action: with enough simulations a bad one only costs time.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "holdfast/plan/decision.h"
#include "holdfast/pomdp/belief.h"
#include "holdfast/pomdp/model.h"
#include "holdfast/pomdp/moment.h"
#include "holdfast/pomdp/past.h"

namespace holdfast {

template <class G, class M>
concept GuideFor = Model<M> &&
    requires(G& g, const M& m, const typename M::State& s, const Carried<M, G>& memory,
             const MomentOf<M>& now, Rng& rng) {
  // Each thread has its own copy, so a guide may keep what it has worked out; start(), if it has
  // that, is called before each search.
  //
  // Whether it looks at the memory, so that simulations carry it along (and with it the history, if
  // it asks for that: past.h).
  { G::template kUsesMemory<M> } -> std::convertible_to<bool>;
  // A_H at a node; such actions start with a prior.
  { g.suggested(m, s, memory, now) } -> std::same_as<LegalActions<M>>;
  // A legal action for a rollout. (A guide may also have rollout_move(m, s, memory, now, rng),
  // which takes the action, advances `now`, and returns the transition; or a whole
  // rollout(m, s, memory, now, factors, rng), as Roaming and Pursuing have it.)
  { g.rollout_action(m, s, memory, now, rng) } -> std::same_as<Action>;
};

// No knowledge: uniform over the legal actions.
struct PureGuide {
  template <class>
  static constexpr bool kUsesMemory = false;

  template <Model M>
  LegalActions<M> suggested(const M&, const typename M::State&, const Memory<M>&,
                            const MomentOf<M>&) const {
    return {};
  }
  template <Model M>
  Action rollout_action(const M& m, const typename M::State& s, const Memory<M>&, const Moment&,
                        Rng& rng) const {
    return m.legal_actions(s).sample(rng);
  }
  // The same without naming the action, where the model can do that faster; depth is all that pure
  // rollouts know of the moment.
  template <RandomWalking M>
  Transition rollout_move(const M& m, typename M::State& s, Memory<M>&, MomentOf<M>& now,
                          Rng& rng) const {
    ++now.depth;
    return m.random_move(s, rng);
  }
  template <Roaming M>
  Walk rollout(const M& m, typename M::State& s, Memory<M>&, const MomentOf<M>&,
               std::span<const double> factors, Rng& rng) const {
    return m.roam(s, factors, rng);
  }
};

// Rollouts follow the model's fixed default action; the tree is free.
struct TrivialGuide {
  static constexpr bool kBlind = true;
  template <class>
  static constexpr bool kUsesMemory = false;

  template <Defaulting M>
  LegalActions<M> suggested(const M&, const typename M::State&, const Memory<M>&,
                            const MomentOf<M>&) const {
    return {};
  }
  template <Defaulting M>
  Action rollout_action(const M& m, const typename M::State& s, const Memory<M>&, const Moment&,
                        Rng& rng) const {
    const Action a = m.default_action(s);
    const LegalActions<M> legal = m.legal_actions(s);
    return legal.contains(a) ? a : legal.sample(rng);
  }
};

// A policy for where nobody advises: the model's way of going on, or else its default action.
struct OnwardPolicy {
  template <class>
  static constexpr bool kUsesMemory = false;

  template <Defaulting M>
  Action rollout_action(const M& m, const typename M::State& s, const Memory<M>& memory,
                        const Moment& now, Rng& rng) const {
    if constexpr (Onward<M>) {
      return m.onward_action(s, now);
    } else {
      return TrivialGuide{}.rollout_action(m, s, memory, now, rng);
    }
  }
};

// The model's handcrafted policy, in tree and rollouts (Silver & Veness 2010).
struct PreferredGuide {
  template <class M>
  static constexpr bool kUsesMemory = !PreferringByState<M>;

  template <Preferring M>
  ActionSet suggested(const M& m, const typename M::State& s, const Memory<M>& memory,
                      const Moment&) const {
    return m.preferred_actions(s, memory);
  }
  template <Preferring M>
  Action rollout_action(const M& m, const typename M::State& s, const Memory<M>& memory,
                        const Moment&, Rng& rng) const {
    const ActionSet preferred = m.preferred_actions(s, memory);
    return (preferred.empty() ? m.legal_actions(s) : preferred).sample(rng);
  }
  // All of its steps at once, where the model can do that faster.
  template <Pursuing M>
  Walk rollout(const M& m, typename M::State& s, Memory<M>& memory, const Moment&,
               std::span<const double> factors, Rng& rng) const {
    return m.pursue(s, memory, factors, rng);
  }
  template <PursuingInScenarios M>
  Walk rollout(const M& m, typename M::State& s, double earned, std::span<const double> factors,
               const ScenarioDraws& draws) const {
    return m.pursue(s, earned, factors, draws);
  }
};

// A model that makes a guide of its own out of an easier problem, whose values it can compute.
template <class M>
concept Relaxed = Model<M> && requires(const M& m) {
  { m.relaxed_guide() } -> GuideFor<M>;
};

// The suggestions of one guide, with leaves that are worth what another says of them.
template <class G, class Values>
class LeavesBy {
 public:
  static constexpr bool kUsesHistory = holdfast::kUsesHistory<G>;
  template <class M>
  static constexpr bool kUsesMemory = G::template kUsesMemory<M>;

  LeavesBy(G guide, Values values) : guide_(std::move(guide)), values_(std::move(values)) {}

  void start() {
    if constexpr (requires(G & g) { g.start(); }) guide_.start();
  }
  template <Model M>
  LegalActions<M> suggested(const M& m, const typename M::State& s, const Carried<M, G>& memory,
                            const MomentOf<M>& now) {
    return guide_.suggested(m, s, memory, now);
  }
  template <Model M>
  Action rollout_action(const M& m, const typename M::State& s, const Carried<M, G>& memory,
                        const MomentOf<M>& now, Rng& rng) {
    return guide_.rollout_action(m, s, memory, now, rng);
  }
  template <Model M>
  Walk rollout(const M& m, typename M::State& s, Carried<M, G>& memory, const MomentOf<M>& now,
               std::span<const double> factors, Rng& rng) {
    return values_.rollout(m, s, memory, now, factors, rng);
  }

 private:
  G guide_;
  Values values_;
};

// Rollout weights rho (paper, section 4.3): an action that is suggested weighs as much as its rules
// cover, the others all the same; all in (0, 1], and kept in units of 2^-16, because drawing by
// them is part of every step of a rollout.
template <class Actions>
class BasicRolloutWeights {
 public:
  // Before anything is set, every action weighs the same.
  void set_others(double weight) { others_ = fixed(weight); }
  // At least the weight of others.
  void set(Action a, double weight) { weights_[static_cast<std::size_t>(a)] = fixed(weight); }

  // Every legal action weighs at least as much as others, and suggested ones something more. So a
  // draw is, with a probability that the sums decide, one of the suggested by its extra weight, and
  // otherwise uniform over the legal ones: this returns the former, or Moment::kNone for the
  // latter.
  Action favoured(const Actions& suggested, const Actions& legal, Rng& rng) const {
    if (suggested.empty()) return Moment::kNone;
    const auto n = static_cast<std::uint64_t>(suggested.size());
    const std::uint64_t total = (n << 16) + static_cast<std::uint64_t>(legal.size()) * others_;
    // By rejection from extra weights of 1, which is exact and needs no sums.
    for (;;) {
      const std::uint64_t u = (rng.bits() >> 32) * total >> 32;
      if (u >> 16 >= n) return Moment::kNone;
      const Action a = suggested.nth(static_cast<int>(u >> 16));
      if ((u & 0xffff) + others_ < weights_[static_cast<std::size_t>(a)]) return a;
    }
  }

 private:
  // Never nothing: else no draw might end.
  static std::uint32_t fixed(double weight) {
    return std::max(1u, static_cast<std::uint32_t>(weight * 65536));
  }

  std::array<std::uint32_t, Actions::kCapacity> weights_{};
  std::uint32_t others_ = 65536;
};

// What rules say at the root belief: suggested actions over time, and how much to trust them.
template <class Actions>
struct BasicAdvice {
  // suggested[d] is A_H(t + d), the actions of the macro-actions in force d steps from now; empty
  // sets from the end on.
  std::vector<Actions> suggested;
  BasicRolloutWeights<Actions> weights;

  Actions at(int depth) const {
    const auto d = static_cast<std::size_t>(depth);
    return d < suggested.size() ? suggested[d] : Actions{};
  }

  // Of the legal macro-actions in force at a depth, the one that lasts longest; kNone if there is
  // none.
  Action longest(int depth, const Actions& legal) const {
    Actions in_force = at(depth) & legal;
    if (in_force.empty()) return Moment::kNone;
    for (int d = depth + 1; in_force.size() > 1; ++d) {
      const Actions still = in_force & at(d);
      if (still.empty()) break;
      in_force = still;
    }
    return in_force.front();
  }

  std::vector<InForce> in_force() const {
    std::vector<InForce> result;
    at(0).for_each([&](Action a) {
      int steps = 1;
      while (at(steps).contains(a)) ++steps;
      result.push_back({a, steps});
    });
    return result;
  }
};

using Advice = BasicAdvice<ActionSet>;
template <Model M>
using AdviceFor = BasicAdvice<LegalActions<M>>;

// Where advice comes from, step by step; asked once per decision, so it may be virtual.
template <Model M>
class Adviser {
 public:
  virtual ~Adviser() = default;
  // Called before each search; returns how often it computed Γ (0 or 1).
  virtual int consider(const ParticleBelief<M>& belief) = 0;
  // Called after each real step: t <- t + 1.
  virtual void advance() = 0;
  // What holds from now on; the same object throughout.
  virtual std::shared_ptr<const AdviceFor<M>> advice() const = 0;
  // Why an action is suggested now; empty if it is not.
  virtual Why why(Action a) const = 0;
  // How many suggestions were not legal, and were dropped.
  virtual std::int64_t dropped() const = 0;
};

// Advice of a theory: priors in the tree, weights in the rollouts. Every action keeps a
// probability above zero.
template <class Actions>
class AdvisedGuide {
 public:
  template <class>
  static constexpr bool kUsesMemory = false;

  // `temporal`: depth d follows A_H(t + d); otherwise A_H(t) guides the whole search, as
  // Algorithm 1 is printed.
  AdvisedGuide(std::shared_ptr<const BasicAdvice<Actions>> advice, bool temporal)
      : advice_(std::move(advice)), temporal_(temporal) {}

  template <Model M>
  Actions suggested(const M&, const typename M::State&, const Memory<M>&,
                    const MomentOf<M>& now) const {
    return advice_->at(temporal_ ? now.depth : 0);
  }
  template <Model M>
  Action rollout_action(const M& m, const typename M::State& s, const Memory<M>&,
                        const MomentOf<M>& now, Rng& rng) const {
    const LegalActions<M> legal = m.legal_actions(s);
    const Action a = favoured(legal, now.depth, rng);
    return a != Moment::kNone ? a : legal.sample(rng);
  }
  // The same as a transition, so that unfavoured steps are as fast as pure ones.
  template <RandomWalking M>
  Transition rollout_move(const M& m, typename M::State& s, Memory<M>&, MomentOf<M>& now,
                          Rng& rng) const {
    const Action a = favoured(m.legal_actions(s), now.depth++, rng);
    return a != Moment::kNone ? move(m, s, a, rng) : m.random_move(s, rng);
  }

 private:
  Action favoured(const Actions& legal, int depth, Rng& rng) const {
    const Actions suggested = legal & advice_->at(temporal_ ? depth : 0);
    return advice_->weights.favoured(suggested, legal, rng);
  }

  std::shared_ptr<const BasicAdvice<Actions>> advice_;
  bool temporal_;
};

}  // namespace holdfast
