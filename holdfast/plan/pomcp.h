// POMCP (Silver & Veness 2010): Monte-Carlo tree search over histories, from the particles of a
// belief. One Pomcp object is one tree; PomcpAgent keeps one per thread. Where observations are
// measurements it is POMCPOW (widening.h).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "holdfast/plan/guide.h"
#include "holdfast/plan/pomcp_options.h"
#include "holdfast/plan/search_end.h"
#include "holdfast/plan/search_tree.h"
#include "holdfast/plan/trust.h"
#include "holdfast/plan/widening.h"
#include "holdfast/pomdp/belief.h"
#include "holdfast/pomdp/model.h"

namespace holdfast {

// Simulations never look further than this.
inline constexpr int kMaxDepth = 1024;

template <Model M, GuideFor<M> G>
class Pomcp {
 public:
  using State = typename M::State;

  Pomcp(const M& model, const PomcpOptions& options)
      : model_(model),
        options_(options),
        discount_(model.discount()),
        factors_(rollout_factors(options, options.rollout_decay)),
        ample_factors_(rollout_factors(options, options.ample_decay)),
        tree_(model.action_count(), model.observation_count(),
              {options.prior_count, static_cast<float>(options.prior_value), options.prior_fades,
               static_cast<float>(options.urgency)}),
        starts_(static_cast<std::size_t>(model.action_count())),
        widening_(model, options) {}

  // Runs simulations from the belief until the number is reached or the time is over.
  void search(const ParticleBelief<M>& belief, G& guide, std::int64_t simulations,
              const SearchEnd& end, Rng& rng);

  // After the real step (a, o): keeps the subtree if it may be reused. Nothing in the tree is like
  // what was measured.
  void advance(Action a, Observation o) {
    if (options_.reuse_tree && !Measuring<M>) {
      tree_.descend(a, o);
    } else {
      tree_.clear();
    }
  }

  const SearchTree& tree() const { return tree_; }
  // An action at the root when the last search started: from the prior, or a reused tree.
  struct Start {
    std::int64_t count = 0;
    float value = 0;
  };
  const Start& start_of(Action a) const { return starts_[static_cast<std::size_t>(a)]; }
  // Of the last search.
  std::int64_t simulations() const { return simulations_; }
  std::int64_t model_steps() const { return model_steps_; }
  int depth() const { return deepest_; }
  // Whether its leaves were estimated by the guide, or it had been found to say nothing.
  bool guide_trusted() const { return trust_.trusted(); }

 private:
  // In an ample search (PomcpOptions::kAmple) leaves are worth what following the guide would earn,
  // what is not suggested is tried sooner, and what is begun may go on (suggested_next).
  // A search that is told what to try first still tries everything at the root, in every so many
  // simulations one action more: a bad suggestion is found out as soon as there are some hundreds.
  std::int64_t try_every() const { return ample_ ? 8 : 16; }
  // Pure rollouts are uniform: there is nothing to trust.
  static constexpr bool kGuided = !std::is_same_v<G, PureGuide>;
  static constexpr bool kRemembers = G::template kUsesMemory<M>;
  using Carried = holdfast::Carried<M, G>;
  using Actions = LegalActions<M>;
  using Moment = MomentOf<M>;

  struct Step {
    SearchTree::Node node;
    Action action;
    double reward;
  };

  // How much each step of a rollout counts. Rollouts that decay end where what is left would not.
  std::vector<double> rollout_factors(const PomcpOptions& options, double decay) const {
    constexpr double kNothing = 0.01;
    const double discount = discount_ * decay;
    const int steps =
        decay >= 1 ? options.depth
                   : std::min(options.depth,
                              static_cast<int>(std::ceil(std::log(kNothing) / std::log(discount))));
    std::vector<double> factors;
    for (double factor = 1; static_cast<int>(factors.size()) < steps; factor *= discount) {
      factors.push_back(factor);
    }
    return factors;
  }

  // SIMULATE of the POMCP paper, without recursion: down the tree, a rollout, and back up.
  void simulate(State s, Carried& memory, G& guide, Rng& rng);
  // The value of where the path ends, to all of it.
  void back_up(std::span<const Step> path, double value);
  // A_H at a node, as far as the guide is trusted.
  Actions suggested(const State& s, const Carried& memory, const Moment& now, G& guide) const {
    return trust_.trusted() ? guide.suggested(model_, s, memory, now) : Actions{};
  }
  // A_H at a new node, after these steps. In an ample search the last action may go on as if it
  // were suggested, if it was taken against the guide, or twice in a row: a way round to something
  // better shows only at its end, and a node where others are suggested would hardly take the next
  // step of it.
  Actions suggested_next(std::span<const Step> path, const State& s, const Carried& memory,
                         const Moment& now, G& guide) const;
  // UCT; but see try_every.
  Action select(SearchTree::Node node) const;
  // ROLLOUT: the discounted return from s at the given depth, by the guide as far as it is trusted.
  double rollout(State& s, Carried& memory, const Moment& now, G& guide, Rng& rng);
  // The same by a policy, by how much its steps count.
  template <class P>
  double follow(P& policy, State& s, Carried& memory, Moment now, std::span<const double> factors,
                Rng& rng);
  // One step of it, which advances `now`; the observation is not even drawn where nobody looks.
  template <class P>
  Transition rollout_step(P& policy, State& s, Carried& memory, Moment& now, Rng& rng);

  const M& model_;
  PomcpOptions options_;
  double discount_;
  std::vector<double> factors_;        // by which steps of rollouts count
  std::vector<double> ample_factors_;  // the same by the guide in an ample search
  SearchTree tree_;
  std::array<Step, kMaxDepth> path_;
  std::vector<Start> starts_;
  [[no_unique_address]] typename WideningOf<M>::type widening_;
  Trust trust_;
  bool ample_ = false;
  float exploration_ = 0;  // c of this search
  std::int64_t simulations_ = 0;
  std::int64_t model_steps_ = 0;
  int deepest_ = 0;
};

template <Model M, GuideFor<M> G>
void Pomcp<M, G>::search(const ParticleBelief<M>& belief, G& guide, std::int64_t simulations,
                         const SearchEnd& end, Rng& rng) {
  constexpr std::int64_t kClockInterval = 64;
  // By time nobody knows how many there will be: about as many as in the search before.
  const bool counted = simulations < std::numeric_limits<std::int64_t>::max();
  ample_ = kGuided && (counted ? simulations : simulations_) >= PomcpOptions::kAmple;
  exploration_ = static_cast<float>(
      ample_ && options_.ample_exploration > 0 ? options_.ample_exploration : options_.exploration);
  simulations_ = model_steps_ = 0;
  deepest_ = 0;
  if constexpr (requires { guide.start(); }) guide.start();
  trust_.start();
  // Whoever searches twice from one belief means it, too.
  if (!options_.reuse_tree) tree_.clear();
  const State& s = belief.particles().front();
  const Actions legal = model_.legal_actions(s);
  const Actions advised = suggested(s, carried_from<M, G>(belief), Moment{}, guide);
  if (tree_.empty()) {
    tree_.add_root(legal, advised, rng.bits());
    if constexpr (Measuring<M>) widening_.clear();
  } else {
    // The reused root was made under the advice of an earlier step.
    tree_.raise_priors(legal & advised, advised);
  }
  tree_.choose(SearchTree::kRoot, exploration_);
  legal.for_each([&](Action a) {
    starts_[static_cast<std::size_t>(a)] = {tree_.count(SearchTree::kRoot, a),
                                            tree_.value(SearchTree::kRoot, a)};
  });
  const Carried start = carried_from<M, G>(belief);
  Carried memory = start;
  for (; simulations_ < simulations; ++simulations_) {
    if (simulations_ % kClockInterval == 0 && end.reached()) break;
    if constexpr (kRemembers) memory = start;
    simulate(belief.sample(rng), memory, guide, rng);
  }
}

template <Model M, GuideFor<M> G>
Action Pomcp<M, G>::select(SearchTree::Node node) const {
  const bool tries = kGuided && node == SearchTree::kRoot && options_.urgency > 0 &&
                     simulations_ % try_every() == try_every() / 2;
  const Action waiting = tries ? tree_.waiting(node) : SearchTree::kNone;
  return waiting != SearchTree::kNone ? waiting : tree_.chosen(node);
}

template <Model M, GuideFor<M> G>
void Pomcp<M, G>::simulate(State s, Carried& memory, G& guide, Rng& rng) {
  SearchTree::Node node = SearchTree::kRoot;
  Moment now;
  double value = 0;
  int depth = 0;
  while (depth < options_.depth) {
    const Action a = select(node);
    Outcome outcome = model_.step(s, a, rng);
    if constexpr (Measuring<M>) {
      if (!outcome.terminal) widening_.widen(node, a, s, outcome, rng);
    }
    path_[static_cast<std::size_t>(depth++)] = {node, a, outcome.reward};
    if (outcome.terminal) break;
    now = now.after(a);
    now.in_force = tree_.template suggested<Actions>(node);
    if constexpr (kRemembers) remember(model_, memory, s, a, outcome.observation);
    const SearchTree::Node child = tree_.visit(node, a, outcome.observation);
    if (child == SearchTree::kNew) {
      value = rollout(s, memory, now, guide, rng);
      break;
    }
    if (child >= 0) {
      node = child;
      continue;
    }
    const std::span<const Step> path(path_.data(), static_cast<std::size_t>(depth));
    node = tree_.add(node, a, outcome.observation, model_.legal_actions(s),
                     suggested_next(path, s, memory, now, guide), rng.bits());
    tree_.choose(node, exploration_);
  }
  model_steps_ += depth;
  deepest_ = std::max(deepest_, depth);
  back_up({path_.data(), static_cast<std::size_t>(depth)}, value);
}

template <Model M, GuideFor<M> G>
typename Pomcp<M, G>::Actions Pomcp<M, G>::suggested_next(std::span<const Step> path,
                                                          const State& s, const Carried& memory,
                                                          const Moment& now, G& guide) const {
  Actions result = suggested(s, memory, now, guide);
  // Where nothing is suggested, or what is untried comes first, all have their turn.
  if (!ample_ || options_.urgency <= 0 || result.empty() || now.in_force.empty()) return result;
  const Action a = path.back().action;
  const bool again = path.size() > 1 && path[path.size() - 2].action == a;
  const bool goes_on = again || !now.in_force.contains(a);
  if (goes_on && model_.legal_actions(s).contains(a)) result.insert(a);
  return result;
}

template <Model M, GuideFor<M> G>
void Pomcp<M, G>::back_up(std::span<const Step> path, double value) {
  for (auto step = path.rbegin(); step != path.rend(); ++step) {
    value = step->reward + discount_ * value;
    tree_.update(step->node, step->action, value);
  }
  // Later, since a choice reads at once what an update has just written in parts.
  for (const Step& step : path) tree_.choose(step.node, exploration_);
}

template <Model M, GuideFor<M> G>
double Pomcp<M, G>::rollout(State& s, Carried& memory, const Moment& now, G& guide, Rng& rng) {
  const bool trusted = trust_.trusted();
  const std::vector<double>& factors = ample_ && trusted ? ample_factors_ : factors_;
  if (!kGuided || !options_.trust) return follow(guide, s, memory, now, factors, rng);
  PureGuide pure;
  if (!trust_.compares(rng)) {
    return trusted ? follow(guide, s, memory, now, factors, rng)
                   : follow(pure, s, memory, now, factors, rng);
  }
  State again = s;
  const double uniform = follow(pure, again, memory, now, factors, rng);
  const double guided = follow(guide, s, memory, now, factors, rng);
  trust_.compared(guided, uniform);
  return trusted ? guided : uniform;
}

template <Model M, GuideFor<M> G>
template <class P>
double Pomcp<M, G>::follow(P& policy, State& s, Carried& memory, Moment now,
                           std::span<const double> factors, Rng& rng) {
  const auto left = static_cast<std::size_t>(options_.depth - now.depth);
  factors = factors.first(std::min(left, factors.size()));
  Walk walk;
  if constexpr (requires { policy.rollout(model_, s, memory, now, factors, rng); }) {
    walk = policy.rollout(model_, s, memory, now, factors, rng);
  } else {
    Rng draws = rng;  // in a register
    for (const double factor : factors) {
      const Transition t = rollout_step(policy, s, memory, now, draws);
      walk.value += factor * t.reward;
      ++walk.steps;
      if (t.terminal) break;
    }
    rng = draws;
  }
  model_steps_ += walk.steps;
  return walk.value;
}

template <Model M, GuideFor<M> G>
template <class P>
Transition Pomcp<M, G>::rollout_step(P& policy, State& s, Carried& memory, Moment& now, Rng& rng) {
  if constexpr (requires { policy.rollout_move(model_, s, memory, now, rng); }) {
    return policy.rollout_move(model_, s, memory, now, rng);
  } else {
    const Action a = policy.rollout_action(model_, s, memory, now, rng);
    now = now.after(a);
    if constexpr (!P::template kUsesMemory<M>) return move(model_, s, a, rng);
    const Outcome outcome = model_.step(s, a, rng);
    remember(model_, memory, s, a, outcome.observation);
    return {outcome.reward, outcome.terminal};
  }
}

}  // namespace holdfast
