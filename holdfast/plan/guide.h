// A guide advises a planner: which actions a tree node should try first, and what a rollout does.
// The planners know only this concept; pure, trivial, preferred and advised (logic rules) are its
// kinds. A guide never forbids an action: with enough simulations a bad one only costs time.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <vector>

#include "holdfast/plan/decision.h"
#include "holdfast/pomdp/belief.h"
#include "holdfast/pomdp/model.h"

namespace holdfast {

template <class G, class M>
concept GuideFor = Model<M> && requires(const G& g, const M& m, const typename M::State& s,
                                        const Memory<M>& memory, int depth, Rng& rng) {
  // Whether it looks at the memory, so that simulations carry it along.
  { G::template kUsesMemory<M> } -> std::convertible_to<bool>;
  // A_H at a node `depth` steps below the root; such actions start with a prior.
  { g.suggested(m, s, memory, depth) } -> std::same_as<ActionSet>;
  // A legal action for a rollout.
  { g.rollout_action(m, s, memory, depth, rng) } -> std::same_as<Action>;
};

// No knowledge: uniform over the legal actions.
struct PureGuide {
  template <class>
  static constexpr bool kUsesMemory = false;

  template <Model M>
  ActionSet suggested(const M&, const typename M::State&, const Memory<M>&, int) const {
    return {};
  }
  template <Model M>
  Action rollout_action(const M& m, const typename M::State& s, const Memory<M>&, int,
                        Rng& rng) const {
    return m.legal_actions(s).sample(rng);
  }
  // The same without naming the action, where the model can do that faster.
  template <RandomWalking M>
  Transition rollout_move(const M& m, typename M::State& s, int, Rng& rng) const {
    return m.random_move(s, rng);
  }
};

// Rollouts follow the model's fixed default action; the tree is free.
struct TrivialGuide {
  template <class>
  static constexpr bool kUsesMemory = false;

  template <Defaulting M>
  ActionSet suggested(const M&, const typename M::State&, const Memory<M>&, int) const {
    return {};
  }
  template <Defaulting M>
  Action rollout_action(const M& m, const typename M::State& s, const Memory<M>&, int,
                        Rng& rng) const {
    const Action a = m.default_action(s);
    const ActionSet legal = m.legal_actions(s);
    return legal.contains(a) ? a : legal.sample(rng);
  }
};

// The model's handcrafted policy, in tree and rollouts (Silver & Veness 2010).
struct PreferredGuide {
  template <class M>
  static constexpr bool kUsesMemory = !PreferringByState<M>;

  template <Preferring M>
  ActionSet suggested(const M& m, const typename M::State& s, const Memory<M>& memory, int) const {
    return m.preferred_actions(s, memory);
  }
  template <Preferring M>
  Action rollout_action(const M& m, const typename M::State& s, const Memory<M>& memory, int,
                        Rng& rng) const {
    const ActionSet preferred = m.preferred_actions(s, memory);
    return (preferred.empty() ? m.legal_actions(s) : preferred).sample(rng);
  }
};

// What rules say at the root belief: suggested actions over time, and how much to trust them.
struct Advice {
  // suggested[d] is A_H(t + d), the actions of the macro-actions in force d steps from now; empty
  // sets from the end on.
  std::vector<ActionSet> suggested;
  // Rollout weights rho: coverage[a] for a suggested action, the smallest coverage for the others
  // (paper, section 4.3); all in (0, 1].
  std::array<float, ActionSet::kCapacity> coverage{};
  float least_coverage = 1;

  ActionSet at(int depth) const {
    const auto d = static_cast<std::size_t>(depth);
    return d < suggested.size() ? suggested[d] : ActionSet{};
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
  virtual const Advice& advice() const = 0;
  // Why an action is suggested now; empty if it is not.
  virtual Why why(Action a) const = 0;
  // How many suggestions were not legal, and were dropped.
  virtual std::int64_t dropped() const = 0;
};

// Advice of a theory: priors in the tree, weights in the rollouts. Every action keeps a
// probability above zero.
class AdvisedGuide {
 public:
  template <class>
  static constexpr bool kUsesMemory = false;

  // `temporal`: depth d follows A_H(t + d); otherwise A_H(t) guides the whole search, as
  // Algorithm 1 is printed.
  explicit AdvisedGuide(const Advice* advice, bool temporal)
      : advice_(advice), temporal_(temporal) {}

  template <Model M>
  ActionSet suggested(const M&, const typename M::State&, const Memory<M>&, int depth) const {
    return advice_->at(temporal_ ? depth : 0);
  }
  template <Model M>
  Action rollout_action(const M& m, const typename M::State& s, const Memory<M>&, int depth,
                        Rng& rng) const {
    const ActionSet legal = m.legal_actions(s);
    const Action a = favoured(legal, depth, rng);
    return a >= 0 ? a : legal.sample(rng);
  }
  // The same as a transition, so that unfavoured steps are as fast as pure ones.
  template <RandomWalking M>
  Transition rollout_move(const M& m, typename M::State& s, int depth, Rng& rng) const {
    const Action a = favoured(m.legal_actions(s), depth, rng);
    return a >= 0 ? move(m, s, a, rng) : m.random_move(s, rng);
  }

 private:
  // Weights are the least coverage for every legal action plus something for suggested ones. So a
  // draw is, with a probability that their sums decide, one of the suggested by its extra weight,
  // and otherwise uniform over the legal ones: this returns the former, or -1 for the latter.
  Action favoured(ActionSet legal, int depth, Rng& rng) const {
    const ActionSet suggested = advice_->at(temporal_ ? depth : 0) & legal;
    if (suggested.empty()) return -1;
    double extra = 0;
    suggested.for_each([&](Action a) { extra += extra_weight(a); });
    double u =
        rng.uniform() * (extra + legal.size() * static_cast<double>(advice_->least_coverage));
    if (u >= extra) return -1;
    Action chosen = suggested.front();
    suggested.for_each([&](Action a) {
      if (u >= 0) chosen = a;
      u -= extra_weight(a);
    });
    return chosen;
  }
  double extra_weight(Action a) const {
    return static_cast<double>(advice_->coverage[static_cast<std::size_t>(a)] -
                               advice_->least_coverage);
  }

  const Advice* advice_;
  bool temporal_;
};

}  // namespace holdfast
