// Rules asked wherever a search goes: what a theory says at the simulated history, instead of at
// the root alone (docs/paper.md, the readings of Algorithm 1), for POMCP's guide, here, and
// DESPOT's default policy (rule_policy.h). At the root itself both follow the macro-actions in
// force.
#pragma once

#include <memory>
#include <utility>

#include "holdfast/guide/rules_in_search.h"
#include "holdfast/plan/guide.h"

namespace holdfast {

// What both ask: the advice at the root, the rules below.
template <Symbolic M, bool kOfPast = false>
class AdviceInSearch {
 public:
  using Carried = typename RulesInSearch<M, kOfPast>::Carried;
  using Actions = LegalActions<M>;

  // `root` is what is advised at the root.
  AdviceInSearch(std::shared_ptr<const AdviceFor<M>> root, RulesInSearch<M, kOfPast> rules)
      : root_(std::move(root)), rules_(std::move(rules)) {}

  void start() { rules_.start(); }

  Actions suggested(const M& m, const typename M::State& s, const Carried& memory,
                    const MomentOf<M>& now) {
    if (now.depth == 0) return root_->at(0);
    return m.legal_actions(s) & rules_.at(s, memory, now).suggested(now);
  }

  // The suggestion that a policy follows, or kNone: what can be done only where it is comes first,
  // then, if that is wanted, what tells something; then goes on what is under way, or else the
  // longest macro-action starts.
  Action followed(const M& m, const typename M::State& s, const Carried& memory, const Moment& now,
                  bool looks) {
    const Actions legal = m.legal_actions(s);
    const SaidFor<M> said =
        now.depth == 0 ? SaidFor<M>{root_->at(0), {}} : rules_.at(s, memory, now);
    const Actions here = legal & said.start & rules_.only_here();
    if (!here.empty()) return here.front();
    const Actions telling = legal & said.start & rules_.looks();
    if (looks && !telling.empty()) return telling.front();
    if (now.depth == 0) return root_->longest(0, legal - rules_.looks());
    const Action a = said.goes_on(now) ? now.previous : rules_.longest(s, memory, now);
    return a != Moment::kNone && legal.contains(a) ? a : Moment::kNone;
  }
  // What is known there, as a number.
  std::uint64_t situation(const typename M::State& s, const Carried& memory, const Moment& now) {
    return rules_.situation(s, memory, now);
  }

  const BasicRolloutWeights<Actions>& weights() const { return root_->weights; }

 private:
  std::shared_ptr<const AdviceFor<M>> root_;
  RulesInSearch<M, kOfPast> rules_;
};

// Priors by the rules at each node; rollouts draw by rho at each step. Where rules ask for what was
// observed, rollouts look: observations are drawn and remembered, so that what a check would tell
// counts, and the leaf is worth what following the rules would earn.
template <Symbolic M, bool kOfPast = false>
class RuleGuide {
 public:
  using Carried = typename RulesInSearch<M, kOfPast>::Carried;
  using Actions = LegalActions<M>;
  static constexpr bool kUsesHistory = kOfPast;
  template <class>
  static constexpr bool kUsesMemory = RulesInSearch<M, kOfPast>::kUsesMemory;

  explicit RuleGuide(AdviceInSearch<M, kOfPast> advice) : advice_(std::move(advice)) {}

  void start() { advice_.start(); }

  Actions suggested(const M& m, const typename M::State& s, const Carried& memory,
                    const MomentOf<M>& now) {
    return advice_.suggested(m, s, memory, now);
  }
  Action rollout_action(const M& m, const typename M::State& s, const Carried& memory,
                        const MomentOf<M>& now, Rng& rng) {
    return draw(advice_.suggested(m, s, memory, now), m.legal_actions(s), rng);
  }
  Transition rollout_move(const M& m, typename M::State& s, Carried& memory, MomentOf<M>& now,
                          Rng& rng) {
    const Actions suggested = advice_.suggested(m, s, memory, now);
    const Action a = draw(suggested, m.legal_actions(s), rng);
    now = now.after(a);
    now.in_force = suggested;
    return take(m, s, memory, a, rng);
  }

 private:
  static Transition take(const M& m, typename M::State& s, Carried& memory, Action a, Rng& rng) {
    if constexpr (!kUsesMemory<M>) return move(m, s, a, rng);
    const Outcome outcome = m.step(s, a, rng);
    remember(m, memory, s, a, outcome.observation);
    return {outcome.reward, outcome.terminal};
  }
  Action draw(const Actions& suggested, const Actions& legal, Rng& rng) const {
    const Action a = advice_.weights().favoured(suggested, legal, rng);
    return a != Moment::kNone ? a : legal.sample(rng);
  }

  AdviceInSearch<M, kOfPast> advice_;
};

}  // namespace holdfast
