// What AdaOPS knows after an action: particles of a belief moved, the observations that they drew,
// and which of these tell the same. An observation o stands for the belief of weights
//   w'_i ~ w_i P(o | a, s'_i)
// over the moved particles; observations whose beliefs are at most delta apart (L1 distance of the
// normalised weights) share a child, so that the children are a delta-packing of the beliefs.
//
// A Packing is scratch of one action at a time, and allocates nothing once it is warm.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "holdfast/plan/adaops_options.h"
#include "holdfast/plan/lanes.h"
#include "holdfast/plan/likelihood_error.h"
#include "holdfast/plan/observation_ids.h"
#include "holdfast/pomdp/model.h"
#include "holdfast/pomdp/seeing.h"

namespace holdfast {

template <Likelihood M>
class Packing {
 public:
  using State = typename M::State;

  // An observation that stands for a child, how many particles drew it or one packed with it, and
  // what these weigh together: the child's probability.
  struct Child {
    Observation observation;
    std::int32_t count;
    double weight;
  };

  Packing(const M& model, const AdaOpsOptions& options)
      : model_(model), options_(options), weigher_(Sight<M>::weigher(model)) {
    const auto n = static_cast<std::size_t>(options.m_max);
    rngs_.resize(n, Rng(0));
    next_.resize(n);
    observations_.resize(n);
    prior_.resize(n);
    posterior_.resize(n);
    if constexpr (Seeing<M>) seen_.resize(n);
  }

  // The belief that actions start from; the i-th particle moves by the random numbers of seed + i,
  // whatever the action. It is not copied.
  void start_from(std::span<const State> states, std::span<const double> weights,
                  std::uint64_t seed);
  // Moves all particles by action a; returns the expected reward.
  double step(Action a);
  // The states after that. Those that have ended weigh nothing; in their place is the state before,
  // for which bounds can be asked.
  std::span<const State> next() const { return {next_.data(), count_}; }

  // Whether the last action did what one before it did from the same belief, to every particle. Of
  // hundreds of actions, most do nothing here. Only models that are Seeing are asked.
  bool repeats() const { return repeats_; }

  std::span<const Child> children();

  // Weighs by an observation; returns the sum of the weights.
  double weigh(Observation o);
  // Of the last observation that was weighed by. Their sum is not 1.
  std::span<const double> weights() const { return {posterior_.data(), count_}; }
  // Takes away what weighs nothing, from next() and weights().
  void drop_weightless();
  // `count` particles, each chosen by its weight: systematic resampling.
  void draw(double total, int count, Rng& rng, std::vector<State>& out) const;

 private:
  struct Nothing {};
  template <class T>
  struct Sight {
    using Seen = Nothing;
    using Weigher = Nothing;
    static Weigher weigher(const T&) { return {}; }
  };
  template <Seeing T>
  struct Sight<T> {
    using Seen = typename T::Seen;
    using Weigher = decltype(std::declval<const T&>().weigher());
    static Weigher weigher(const T& model) { return model.weigher(); }
  };

  static constexpr Observation kEnded = -1;
  static constexpr std::size_t kFewObservations = 8;

  // Moves the i-th particle.
  Outcome step_seeing(State& s, std::size_t i, Rng& rng) {
    if constexpr (Seeing<M>) {
      return model_.step_seeing(s, action_, seen_[i], rng);
    } else {
      return model_.step(s, action_, rng);
    }
  }
  // One child for each different observation, ...
  void gather();
  void gather_few();
  // ... of which those stay that are more than delta from all before them.
  void pack();
  // Whether the L1 distance is at most delta.
  bool near(const double* a, const double* b, std::size_t n) const;
  // P(o | a, s'_i). Of models that see more than keys, o is what the first particle saw that drew
  // it, `witness`.
  double likelihood(std::size_t i, Observation o, std::size_t witness) const {
    if constexpr (Seeing<M>) {
      return weigher_.likelihood(i, seen_[witness]);
    } else {
      return model_.likelihood(next_[i], action_, o);
    }
  }
  std::uint64_t digest_of(std::uint64_t before, std::size_t i, const Outcome& outcome) const {
    return Rng(before ^ weigher_.digest(next_[i], action_),
               std::bit_cast<std::uint64_t>(outcome.reward), outcome.terminal ? 1 : 0)
        .bits();
  }
  void prepare_weigher() {
    if constexpr (Seeing<M>) {
      if (is_weighed_) return;
      weigher_.clear();
      for (std::size_t i = 0; i < count_; ++i) weigher_.add(next_[i], action_);
      is_weighed_ = true;
    }
  }
  std::size_t witness_of(Observation o) const {
    if constexpr (!Seeing<M>) return 0;
    const auto end = observations_.begin() + static_cast<std::ptrdiff_t>(count_);
    const auto it = std::find(observations_.begin(), end, o);
    return it == end ? 0 : static_cast<std::size_t>(it - observations_.begin());
  }

  std::span<const double> prior() const { return {prior_.data(), count_}; }

  const M& model_;
  AdaOpsOptions options_;
  Action action_ = 0;
  std::size_t count_ = 0;
  bool alike_ = false;  // all drew the same observation
  bool repeats_ = false;
  bool is_weighed_ = false;             // the weigher knows next_
  std::vector<std::uint64_t> digests_;  // of what actions did
  std::span<const State> from_;
  std::span<const double> from_weights_;
  std::vector<Rng> rngs_;
  std::vector<State> next_;
  std::vector<Observation> observations_;
  std::vector<typename Sight<M>::Seen> seen_;
  typename Sight<M>::Weigher weigher_;
  std::vector<double> prior_;
  std::vector<double> posterior_;
  std::vector<Child> children_;
  std::vector<double> packed_;  // the normalised weights of children, one after the other
  ObservationIds ids_;
};

template <Likelihood M>
void Packing<M>::start_from(std::span<const State> states, std::span<const double> weights,
                            std::uint64_t seed) {
  from_ = states;
  from_weights_ = weights;
  digests_.clear();
  for (std::size_t i = 0; i < states.size(); ++i) rngs_[i] = Rng(seed + i);
}

template <Likelihood M>
double Packing<M>::step(Action a) {
  action_ = a;
  count_ = from_.size();
  const State* states = from_.data();
  const double* weights = from_weights_.data();
  State* next = next_.data();
  double* prior = prior_.data();
  Observation* observations = observations_.data();
  double reward = 0;
  Observation differing = 0;
  [[maybe_unused]] std::uint64_t digest = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    Rng rng = rngs_[i];
    State s = states[i];
    const Outcome outcome = step_seeing(s, i, rng);
    reward += weights[i] * outcome.reward;
    next[i] = outcome.terminal ? states[i] : s;
    if constexpr (Seeing<M>) digest = digest_of(digest, i, outcome);
    prior[i] = outcome.terminal ? 0 : weights[i];
    observations[i] = outcome.terminal ? kEnded : outcome.observation;
    differing |= observations[i] ^ observations[0];
  }
  alike_ = differing == 0;
  if constexpr (Seeing<M>) {
    is_weighed_ = false;
    repeats_ = std::ranges::find(digests_, digest) != digests_.end();
    if (!repeats_) digests_.push_back(digest);
  }
  return reward;
}

template <Likelihood M>
std::span<const typename Packing<M>::Child> Packing<M>::children() {
  gather();
  prepare_weigher();
  pack();
  return children_;
}

template <Likelihood M>
void Packing<M>::gather() {
  children_.clear();
  if (alike_) {
    if (count_ > 0 && observations_[0] != kEnded) {
      children_.push_back({observations_[0], static_cast<std::int32_t>(count_), sum(prior())});
    }
    return;
  }
  if (model_.observation_count() <= std::int64_t{kFewObservations}) return gather_few();
  ids_.clear();
  for (std::size_t i = 0; i < count_; ++i) {
    if (observations_[i] == kEnded) continue;
    const auto id = static_cast<std::size_t>(ids_.id(observations_[i]));
    if (id == children_.size()) children_.push_back({observations_[i], 0, 0});
    ++children_[id].count;
    children_[id].weight += prior_[i];
  }
}

// Without a branch that depends on what was observed, and in rows, so that sums need not wait for
// each other. What has ended comes first, and is dropped.
template <Likelihood M>
void Packing<M>::gather_few() {
  constexpr std::size_t kRows = 4;
  std::array<std::array<Child, kRows>, kFewObservations + 1> sums{};
  for (std::size_t i = 0; i < count_; ++i) {
    Child& sum = sums[static_cast<std::size_t>(observations_[i] - kEnded)][i % kRows];
    ++sum.count;
    sum.weight += prior_[i];
  }
  for (Observation o = 0; o < model_.observation_count(); ++o) {
    Child child{o, 0, 0};
    for (const Child& sum : sums[static_cast<std::size_t>(o - kEnded)]) {
      child.count += sum.count;
      child.weight += sum.weight;
    }
    if (child.count > 0) children_.push_back(child);
  }
}

// Particles that decide are m_min, spread evenly: weights of all would not tell much more.
template <Likelihood M>
void Packing<M>::pack() {
  if (children_.size() < 2) return;
  const std::size_t m = std::min(count_, static_cast<std::size_t>(options_.m_min));
  packed_.resize(children_.size() * m);
  std::size_t kept = 0;
  for (const Child child : children_) {
    double* w = &packed_[kept * m];
    const std::size_t witness = witness_of(child.observation);
    double sum = 0;
    for (std::size_t j = 0; j < m; ++j) {
      const std::size_t i = j * count_ / m;
      w[j] = prior_[i] * likelihood(i, child.observation, witness);
      sum += w[j];
    }
    std::size_t same = kept;
    // Where none of the few explains it, nothing can be said about it.
    if (sum > 0) {
      for (std::size_t j = 0; j < m; ++j) w[j] /= sum;
      for (same = 0; same < kept && !near(&packed_[same * m], w, m);) ++same;
    }
    if (same < kept) {
      children_[same].count += child.count;
      children_[same].weight += child.weight;
    } else {
      children_[kept++] = child;
    }
  }
  children_.resize(kept);
}

template <Likelihood M>
bool Packing<M>::near(const double* a, const double* b, std::size_t n) const {
  constexpr std::size_t kAtOnce = 8;
  double distance = 0;
  for (std::size_t first = 0; first < n && distance <= options_.delta; first += kAtOnce) {
    for (std::size_t j = first; j < std::min(first + kAtOnce, n); ++j) {
      distance += std::abs(a[j] - b[j]);
    }
  }
  return distance <= options_.delta;
}

template <Likelihood M>
double Packing<M>::weigh(Observation o) {
  const double* prior = prior_.data();
  double* posterior = posterior_.data();
  const std::size_t witness = witness_of(o);
  prepare_weigher();
  for (std::size_t i = 0; i < count_; ++i) posterior[i] = prior[i] * likelihood(i, o, witness);
  const double total = sum(weights());
  if (!(total > 0) || !std::isfinite(total)) throw_likelihood("AdaOPS", action_, o, total);
  return total;
}

template <Likelihood M>
void Packing<M>::drop_weightless() {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    if (posterior_[i] <= 0) continue;
    next_[kept] = next_[i];
    posterior_[kept++] = posterior_[i];
  }
  count_ = kept;
}

template <Likelihood M>
void Packing<M>::draw(double total, int count, Rng& rng, std::vector<State>& out) const {
  out.clear();
  const double share = total / count;
  double target = share * rng.uniform();
  double sum = 0;
  std::size_t last = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    if (posterior_[i] <= 0) continue;
    last = i;
    sum += posterior_[i];
    for (; target < sum && static_cast<int>(out.size()) < count; target += share) {
      out.push_back(next_[i]);
    }
  }
  // Sums may end a rounding error too low.
  while (static_cast<int>(out.size()) < count) out.push_back(next_[last]);
}

}  // namespace holdfast
