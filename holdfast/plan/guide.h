// A guide advises a planner: which actions a tree node should try first, and what a rollout does.
// The planners know only this concept; pure, trivial, preferred and advised (logic rules) are its
// kinds. A guide never forbids an action: with enough simulations a bad one only costs time.
#pragma once

#include <array>
#include <concepts>
#include <vector>

#include "holdfast/pomdp/belief.h"
#include "holdfast/pomdp/model.h"

namespace holdfast {

template <class G, class M>
concept GuideFor = Model<M> && requires(const G& g, const M& m, const typename M::State& s,
                                        const Memory<M>& memory, int depth, Rng& rng) {
  // Whether it looks at the memory, so that simulations carry it along.
  { G::kUsesMemory } -> std::convertible_to<bool>;
  // A_H at a node `depth` steps below the root; such actions start with a prior.
  { g.suggested(m, s, memory, depth) } -> std::same_as<ActionSet>;
  // A legal action for a rollout.
  { g.rollout_action(m, s, memory, depth, rng) } -> std::same_as<Action>;
};

// No knowledge: uniform over the legal actions.
struct PureGuide {
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
  Transition rollout_move(const M& m, typename M::State& s, Rng& rng) const {
    return m.random_move(s, rng);
  }
};

// Rollouts follow the model's fixed default action; the tree is free.
struct TrivialGuide {
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
  static constexpr bool kUsesMemory = true;

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
};

// Advice of a theory: priors in the tree, weights in the rollouts. Every action keeps a
// probability above zero.
class AdvisedGuide {
 public:
  static constexpr bool kUsesMemory = false;

  // `temporal`: depth d follows A_H(t + d); otherwise A_H(t) guides the whole search, as
  // Algorithm 1 is printed.
  explicit AdvisedGuide(const Advice* advice, bool temporal)
      : advice_(advice), temporal_(temporal) {}

  template <Model M>
  ActionSet suggested(const M&, const typename M::State&, const Memory<M>&, int depth) const {
    return advice_->at(temporal_ ? depth : 0);
  }
  // Draws by weight through rejection: weights are close to each other, so two tries suffice on
  // average, whatever the legal actions are.
  template <Model M>
  Action rollout_action(const M& m, const typename M::State& s, const Memory<M>&, int depth,
                        Rng& rng) const {
    const ActionSet legal = m.legal_actions(s);
    const ActionSet suggested = advice_->at(temporal_ ? depth : 0);
    for (;;) {
      const Action a = legal.sample(rng);
      const float weight = suggested.contains(a) ? advice_->coverage[static_cast<std::size_t>(a)]
                                                 : advice_->least_coverage;
      if (rng.uniform() < static_cast<double>(weight)) return a;
    }
  }

 private:
  const Advice* advice_;
  bool temporal_;
};

}  // namespace holdfast
