// The lower bound of a default policy that is simulated: the rollout policy of any guide, and what
// an advice makes of it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "holdfast/plan/bounds.h"
#include "holdfast/plan/guide.h"
#include "holdfast/pomdp/scenario.h"

namespace holdfast {

// A default policy: what to do at a node, or below it.
template <class P, class M>
concept Policy = Model<M> && requires(P& p, const M& m, const typename M::State& s,
                                      const Carried<M, P>& memory, const Moment& now, Rng& rng) {
  { P::template kUsesMemory<M> } -> std::convertible_to<bool>;
  { p.rollout_action(m, s, memory, now, rng) } -> std::same_as<Action>;
};

// A policy that does the same whatever is observed: scenarios need not act together, and nothing
// need be observed for it.
template <class P>
concept Blind = requires {
  requires P::kBlind;
};

// A model with a handcrafted policy that decides by itself, where preferred actions are a set to
// draw from: `expert()` makes it (and builds its tables).
template <class M>
concept Expert = Model<M> && requires(const M& m) {
  { m.expert() } -> Policy<M>;
};

// The expert as a guide: what it would do is suggested in the tree, and done in rollouts. It does
// not draw: at one history it always does the same.
template <class P>
class ExpertGuide {
 public:
  template <class M>
  static constexpr bool kUsesMemory = P::template kUsesMemory<M>;

  explicit ExpertGuide(P expert) : expert_(std::move(expert)) {}

  template <Model M>
  ActionSet suggested(const M& m, const typename M::State& s, const Memory<M>& memory,
                      const Moment& now) {
    return ActionSet::of(expert_.rollout_action(m, s, memory, now, unused_));
  }
  template <Model M>
  Action rollout_action(const M& m, const typename M::State& s, const Memory<M>& memory,
                        const Moment& now, Rng& rng) {
    return expert_.rollout_action(m, s, memory, now, rng);
  }

 private:
  P expert_;
  Rng unused_{0, Purpose::search};
};

// Follows the macro-actions of an advice while they last, the longest first, and then another
// policy (paper, Algorithm 1, lines 14 to 16; our reading in docs/paper.md).
template <class Then, class Actions>
class AdvisedPolicy {
 public:
  template <class M>
  static constexpr bool kUsesMemory = Then::template kUsesMemory<M>;

  AdvisedPolicy(std::shared_ptr<const BasicAdvice<Actions>> advice, Then then)
      : advice_(std::move(advice)), then_(std::move(then)) {}

  template <Model M>
  Action rollout_action(const M& m, const typename M::State& s, const Memory<M>& memory,
                        const Moment& now, Rng& rng) const {
    const Action a = advice_->longest(now.depth, m.legal_actions(s));
    return a != Moment::kNone ? a : then_.rollout_action(m, s, memory, now, rng);
  }

 private:
  std::shared_ptr<const BasicAdvice<Actions>> advice_;
  Then then_;
};

// A policy that notes where its way has led, in a Trail, and gives up what it follows when it is
// lost. `kThenDefault`: from then on it is the model's default action.
template <class P, class M>
concept Wayfaring = Policy<P, M> &&
    requires(P& p, const M& m, const typename M::State& s, const Carried<M, P>& memory,
             const Moment& now, typename P::Trail& trail, Rng& rng) {
  { p.next_action(m, s, memory, now, trail, rng) } -> std::same_as<Action>;
  { trail.lost() } -> std::same_as<bool>;
  { P::template kThenDefault<M> } -> std::convertible_to<bool>;
};

// The policy is simulated from the scenarios of a node, down to the search's maximum depth (the
// rest counts as 0). Scenarios of equal history act together, and what the policy draws depends on
// the depth alone: so this is the value of one deterministic policy over histories, which somebody
// could follow. When the search's time is over, what is not simulated yet takes the default action
// from there on, if the model knows what that is worth: a policy, too, and the search ends in time.
// If it knows the least reward alone, no policy is worth less than that at every step.
template <Model M, Policy<M> P>
class PolicyLower {
 public:
  static constexpr bool kUsesMemory = P::template kUsesMemory<M>;
  static constexpr bool kUsesHistory = holdfast::kUsesHistory<P>;
  using Carried = holdfast::Carried<M, P>;

  PolicyLower(const M& model, P policy, std::string name, int max_depth)
      : model_(model),
        policy_(std::move(policy)),
        name_(std::move(name)),
        max_depth_(max_depth),
        draws_(static_cast<std::size_t>(max_depth) + 1, Rng(0)) {
    for (double factor = 1; factors_.size() < draws_.size(); factor *= model.discount()) {
      factors_.push_back(factor);
    }
  }

  void start(std::uint64_t seed, const SearchEnd& end) {
    if constexpr (requires { policy_.start(); }) policy_.start();
    end_ = end;
    is_late_ = false;
    for (std::size_t d = 0; d < draws_.size(); ++d) draws_[d] = Rng(seed, d);
  }

  // Of one scenario, where the policy is blind.
  double alone(typename M::State s, std::uint64_t seed, const Carried& memory, Moment now,
               std::int64_t& model_steps) requires Blind<P>;

  double sum(const ScenarioSlice<M, Carried>& slice, std::int64_t& model_steps) {
    if constexpr (Blind<P>) {
      double total = 0;
      for (std::size_t i = 0; i < slice.states.size(); ++i) {
        total += alone(slice.states[i], slice.seeds[i], slice.memory, slice.now, model_steps);
      }
      return total;
    } else {
      observations_.resize(std::max(observations_.size(), slice.states.size()));
      return follow(slice.states.data(), slice.seeds.data(), observations_.data(),
                    slice.states.size(), slice.memory, slice.now, {}, model_steps);
    }
  }

  Action action(const typename M::State& s, const Carried& memory) {
    Rng rng = draws_[0];
    return policy_.rollout_action(model_, s, memory, Moment{}, rng);
  }

  std::string name() const { return name_; }

 private:
  using State = typename M::State;
  // A copy for each history where the policy looks at it.
  using CarriedMemory = std::conditional_t<kUsesMemory, Carried, const Carried&>;
  static constexpr Observation kEnded = -1;

  // Whether one scenario is followed at once, as nobody looks at what it observes: after a few
  // steps most scenarios have a history of their own where observations are many.
  static constexpr bool kAtOnce =
      !kUsesMemory && requires(P & p, const M& m, State& s, double earned,
                               std::span<const double> factors, const ScenarioDraws& draws) {
    { p.rollout(m, s, earned, factors, draws) } -> std::same_as<Walk>;
  };

  struct NoTrail {};
  template <class T>
  struct TrailOf {
    using type = NoTrail;
  };
  template <Wayfaring<M> T>
  struct TrailOf<T> {
    using type = typename T::Trail;
  };
  using Trail = typename TrailOf<P>::type;

  Action next_action(const State& s, const Carried& memory, const Moment& now, Trail& trail) {
    Rng rng = draws_[static_cast<std::size_t>(now.depth)];
    if constexpr (Wayfaring<P, M>) {
      return policy_.next_action(model_, s, memory, now, trail, rng);
    } else {
      return policy_.rollout_action(model_, s, memory, now, rng);
    }
  }
  // Whether all that is left to do is in closed form.
  static bool is_over(const Trail& trail) {
    if constexpr (DefaultValued<M> && Wayfaring<P, M>) {
      return P::template kThenDefault<M> && trail.lost();
    } else {
      return false;
    }
  }
  // Whether the search's time is over; looks at the clock every so many steps of a scenario, of
  // which n are about to be taken.
  bool is_late(std::size_t n) {
    if constexpr (DefaultValued<M> || Bounded<M>) {
      // Models without such a value are the slow ones, as a rule.
      constexpr std::size_t kStepsBetween = DefaultValued<M> ? 2000 : 100;
      unwatched_ += n;
      if (unwatched_ < kStepsBetween) return is_late_;
      unwatched_ = 0;
      is_late_ = is_late_ || end_.reached();
    }
    return is_late_;
  }
  // What n scenarios are worth at least from a depth on, without simulation.
  double least_value(const State* states, std::size_t n, int depth) const {
    double sum = 0;
    if constexpr (DefaultValued<M>) {
      for (std::size_t i = 0; i < n; ++i) sum += model_.default_value(states[i]);
    } else if constexpr (Bounded<M>) {
      double steps = 0;
      for (int left = max_depth_ - depth; left > 0; --left) steps = 1 + model_.discount() * steps;
      sum =
          static_cast<double>(n) * steps * std::min(0.0, static_cast<double>(model_.min_reward()));
    }
    return sum;
  }

  // The value of n scenarios with one history; their states are moved in place.
  double follow(State* states, std::uint64_t* seeds, Observation* observations, std::size_t n,
                CarriedMemory memory, Moment now, Trail trail, std::int64_t& model_steps);
  // The same of one scenario, at once, from a depth on; so much was earned since an earlier one.
  double follow_one(State& s, std::uint64_t seed, double earned, int depth, int since,
                    std::int64_t& model_steps);
  // Moves all scenarios; returns the sum of rewards, and whether all observe the same and go on.
  std::pair<double, bool> step_all(State* states, const std::uint64_t* seeds,
                                   Observation* observations, std::size_t n, Action a,
                                   int depth) const;
  // Brings the scenarios with this observation to the front; returns how many there are.
  static std::size_t gather(State* states, std::uint64_t* seeds, Observation* observations,
                            std::size_t n, Observation o);

  const M& model_;
  P policy_;
  std::string name_;
  int max_depth_;
  std::vector<Rng> draws_;       // the policy's, by depth
  std::vector<double> factors_;  // by which later steps count
  std::vector<Observation> observations_;
  SearchEnd end_{SearchEnd::Clock::time_point::max()};
  bool is_late_ = false;
  std::size_t unwatched_ = 0;  // steps since the clock was looked at
};

template <Model M, Policy<M> P>
double PolicyLower<M, P>::alone(typename M::State s, std::uint64_t seed, const Carried& memory,
                                Moment now, std::int64_t& model_steps) requires Blind<P> {
  double value = 0;
  double factor = 1;
  Trail trail{};
  for (bool ended = false; now.depth < max_depth_ && !ended; factor *= model_.discount()) {
    if (is_late(1)) return value + factor * least_value(&s, 1, now.depth);
    const Action a = next_action(s, memory, now, trail);
    Rng rng = scenario_stream(seed, now.depth);
    const Transition transition = move(model_, s, a, rng);
    value += factor * transition.reward;
    ended = transition.terminal;
    now = now.after(a);
    ++model_steps;
  }
  return value;
}

template <Model M, Policy<M> P>
double PolicyLower<M, P>::follow(State* states, std::uint64_t* seeds, Observation* observations,
                                 std::size_t n, CarriedMemory memory, Moment now, Trail trail,
                                 std::int64_t& model_steps) {
  double value = 0;
  double factor = 1;
  [[maybe_unused]] const int since = now.depth;
  while (now.depth < max_depth_ && n > 0) {
    if constexpr (kAtOnce) {
      if (n == 1 && !is_late(1)) {
        return follow_one(states[0], seeds[0], value, now.depth, since, model_steps);
      }
    }
    const Action a = next_action(states[0], memory, now, trail);
    if (is_over(trail) || is_late(n)) return value + factor * least_value(states, n, now.depth);
    const auto [reward, together] = step_all(states, seeds, observations, n, a, now.depth);
    value += factor * reward;
    model_steps += static_cast<std::int64_t>(n);
    factor *= model_.discount();
    now = now.after(a);
    if (together) {
      if constexpr (kUsesMemory) remember(model_, memory, states[0], a, observations[0]);
      continue;
    }
    const std::size_t ended = gather(states, seeds, observations, n, kEnded);
    states += ended, seeds += ended, observations += ended, n -= ended;
    // All but the last group of equal observations are followed by recursion.
    while (n > 0) {
      const Observation o = observations[0];
      const std::size_t same = gather(states, seeds, observations, n, o);
      if (same == n) {
        if constexpr (kUsesMemory) remember(model_, memory, states[0], a, o);
        break;
      }
      CarriedMemory branch = memory;
      if constexpr (kUsesMemory) remember(model_, branch, states[0], a, o);
      value += factor * follow(states, seeds, observations, same, branch, now, trail, model_steps);
      states += same, seeds += same, observations += same, n -= same;
    }
  }
  return value;
}

template <Model M, Policy<M> P>
double PolicyLower<M, P>::follow_one(State& s, std::uint64_t seed, double earned, int depth,
                                     int since, std::int64_t& model_steps) {
  const auto passed = static_cast<std::size_t>(depth - since);
  const auto left = static_cast<std::size_t>(max_depth_ - depth);
  const Walk walk = policy_.rollout(model_, s, earned, std::span(factors_).subspan(passed, left),
                                    ScenarioDraws(draws_, seed, depth));
  unwatched_ += static_cast<std::size_t>(walk.steps);
  model_steps += walk.steps;
  return walk.value;
}

template <Model M, Policy<M> P>
std::pair<double, bool> PolicyLower<M, P>::step_all(State* states, const std::uint64_t* seeds,
                                                    Observation* observations, std::size_t n,
                                                    Action a, int depth) const {
  double reward = 0;
  bool together = true;
  for (std::size_t i = 0; i < n; ++i) {
    Rng rng = scenario_stream(seeds[i], depth);
    const Outcome outcome = model_.step(states[i], a, rng);
    observations[i] = outcome.terminal ? kEnded : outcome.observation;
    together = together && observations[i] == observations[0];
    reward += outcome.reward;
  }
  return {reward, together && observations[0] != kEnded};
}

template <Model M, Policy<M> P>
std::size_t PolicyLower<M, P>::gather(State* states, std::uint64_t* seeds,
                                      Observation* observations, std::size_t n, Observation o) {
  std::size_t front = 0;
  while (front < n && observations[front] == o) ++front;
  for (std::size_t i = front + 1; i < n; ++i) {
    if (observations[i] != o) continue;
    std::swap(states[i], states[front]);
    std::swap(seeds[i], seeds[front]);
    std::swap(observations[i], observations[front]);
    ++front;
  }
  return front;
}

}  // namespace holdfast
