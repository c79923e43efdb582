// AdaOPS (Wu, Yang, Zhang, Yang, Li & Wang 2021): anytime search of a belief tree between bounds,
// as DESPOT, but over weighted particles, so that it needs no two equal observations. After an
// action each particle draws an observation o, which stands for the belief of weights
//   w'_i ~ w_i P(o | a, s'_i),
// and observations whose beliefs are at most delta apart share a child (a delta-packing). One
// AdaOps object is one tree; BoundsAgent keeps one per thread. What happens to bounds is in
// despot_tree.h.
//
// Only nodes that are expanded have particles: a new child gets its probability and its bounds, and
// its particles are made again from its parent's when it is expanded in turn, by the same random
// numbers. So weights of children are scratch, where one matrix for each action would be kept.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "holdfast/base/error.h"
#include "holdfast/plan/adaops_options.h"
#include "holdfast/plan/despot_options.h"
#include "holdfast/plan/despot_tree.h"
#include "holdfast/plan/kld.h"
#include "holdfast/plan/observation_ids.h"
#include "holdfast/plan/particle_bounds.h"
#include "holdfast/plan/trials.h"
#include "holdfast/pomdp/belief.h"
#include "holdfast/pomdp/model.h"

namespace holdfast {

template <Likelihood M>
class AdaOps {
 public:
  using State = typename M::State;

  AdaOps(const M& model, const DespotOptions& options, const AdaOpsOptions& packing,
         std::unique_ptr<ParticleLower<M>> lower, std::unique_ptr<const ParticleUpper<M>> upper)
      : model_(model),
        options_(options),
        packing_(packing),
        particle_count_(packing),
        lower_(std::move(lower)),
        upper_(std::move(upper)),
        tree_(packing.m_max, 0, options.xi, options.depth) {
    double factor = 1;
    for (int d = 0; d <= options.depth; ++d, factor *= model.discount()) {
      discounts_.push_back(factor);
    }
    const auto n = static_cast<std::size_t>(packing.m_max);
    for (auto* scratch : {&prior_, &posterior_, &upper_values_, &lower_values_}) scratch->resize(n);
    next_.resize(n);
    observations_.resize(n);
  }

  // Trials until the gap at the root is closed or the budget is spent; at least one.
  void search(const ParticleBelief<M>& belief, std::int64_t trials, const SearchEnd& end,
              Rng& rng) {
    start(belief, rng);
    trials_ = run_trials(
        tree_, options_, trials, end, [&](Index b) { expand(b); }, [&] { return bytes(); });
  }

  const DespotTree& tree() const { return tree_; }
  // What the default policy does at the root.
  Action default_action() const { return default_action_; }
  // The particles of the root, which weigh the same.
  std::span<const State> root_states() const {
    return {states_.data(), static_cast<std::size_t>(slices_.front().count)};
  }
  // Of the last search; steps are counted as DESPOT's are.
  std::int64_t trials() const { return trials_; }
  std::int64_t model_steps() const { return model_steps_; }

 private:
  using Index = DespotTree::Index;
  static constexpr Observation kEnded = -1;
  static constexpr std::size_t kFewObservations = 8;
  // A default policy is simulated from as many particles as drew the child's observations, at
  // least.
  static constexpr int kFewest = 8;

  // The particles of an expanded node.
  struct Slice {
    std::size_t first;  // in states_ and weights_
    std::int32_t count;
    std::uint64_t seed;  // of the random numbers by which they move
  };
  // A child in the making: an observation, and how many particles drew it or one packed with it.
  struct Child {
    Observation observation;
    std::int32_t count;
    double weight;
  };
  struct Values {
    double lower;
    double upper;
  };

  void start(const ParticleBelief<M>& belief, Rng& rng);
  void expand(Index b);
  // The particles of b, made from its parent's; returns the index of the slice.
  Index make_slice(Index b);
  void try_action(Index b, Action a);
  // Moves all particles of the slice into next_, prior_ and observations_; returns the expected
  // reward.
  double step_all(const Slice& slice, Action a);
  // One child for each different observation, ...
  void gather_observations(std::size_t n);
  void gather_few(std::size_t n);
  // ... of which those stay that are more than delta from all before them.
  void pack(std::size_t n, Action a);
  // The weights after an observation, from prior_ into posterior_; returns their sum.
  double weigh(std::size_t n, Action a, Observation o) {
    return weigh(n, a, o, [](std::size_t, double) {});
  }
  // The same, and tells each of them to `then`.
  template <class Then>
  double weigh(std::size_t n, Action a, Observation o, Then then);
  // Whether two normalised vectors of weights are at most delta apart.
  bool near(const double* a, const double* b, std::size_t n) const;
  Values evaluate(Index b, Action a, const Child& child, std::size_t n);
  // The value of the default policy, simulated from particles drawn by posterior_.
  double simulate_default(Index b, Action a, const Child& child, std::size_t n, double total);
  // `count` particles, each chosen by its weight: systematic resampling.
  void draw(const State* states, const double* weights, std::size_t n, double total, int count,
            Rng& rng, std::vector<State>& out) const;
  // How many particles these states call for.
  int needed(std::span<const State> states);
  DespotTree::Bounds weighted(const Values& values, double share, int depth) const {
    const double factor = share * discounts_[static_cast<std::size_t>(depth)];
    return {factor * values.lower, factor * values.upper};
  }
  void check(const Values& values, std::size_t particles, Index parent, Action a,
             Observation o) const;
  const Slice& slice_of(Index b) const {
    return slices_[static_cast<std::size_t>(tree_.belief(b).slice)];
  }
  std::size_t bytes() const {
    return tree_.bytes() + states_.size() * (sizeof(State) + sizeof(double)) +
           slices_.size() * sizeof(Slice) + pasts_.size() * sizeof(Past<M>);
  }

  const M& model_;
  DespotOptions options_;
  AdaOpsOptions packing_;
  ParticleCount particle_count_;
  std::unique_ptr<ParticleLower<M>> lower_;
  std::unique_ptr<const ParticleUpper<M>> upper_;
  DespotTree tree_;
  std::vector<double> discounts_;
  // The arena.
  std::vector<State> states_;
  std::vector<double> weights_;
  std::vector<Slice> slices_;
  std::vector<Past<M>> pasts_;  // by slice, if the lower bound looks at it
  // Scratch of one expansion.
  std::vector<State> next_;
  std::vector<Observation> observations_;
  std::vector<double> prior_;
  std::vector<double> posterior_;
  std::vector<double> upper_values_;
  std::vector<double> lower_values_;
  std::vector<Child> children_;
  std::vector<double> packed_;  // the normalised weights of children, one after the other
  std::vector<State> drawn_;
  std::vector<std::uint64_t> seeds_;
  ObservationIds ids_;
  Action default_action_ = 0;
  std::uint64_t seed_ = 0;
  std::int64_t trials_ = 0;
  std::int64_t model_steps_ = 0;
};

// The root's particles are spread evenly over the belief's.
template <Likelihood M>
void AdaOps<M>::start(const ParticleBelief<M>& belief, Rng& rng) {
  model_steps_ = 0;
  tree_.clear();
  slices_.clear();
  pasts_.clear();
  const int count = needed(belief.particles());
  const auto n = static_cast<std::size_t>(count);
  states_.resize(n);
  weights_.assign(n, 1.0 / count);
  const double stride = static_cast<double>(belief.size()) / count;
  for (std::size_t i = 0; i < n; ++i) {
    const double at = (static_cast<double>(i) + rng.uniform()) * stride;
    states_[i] = belief.particles()[std::min(static_cast<std::size_t>(at), belief.size() - 1)];
  }
  seed_ = rng.bits();
  lower_->start(rng.bits());
  const Past<M> past{belief.memory(), belief.history()};
  default_action_ = lower_->action(states_[0], past);
  slices_.push_back({0, count, Rng(seed_, 0).bits()});
  pasts_.push_back(past);

  Values root{};
  upper_->values(states_, upper_values_.data());
  for (std::size_t i = 0; i < n; ++i) root.upper += upper_values_[i] / count;
  if (lower_->pointwise()) {
    lower_->values(states_, lower_values_.data());
    for (std::size_t i = 0; i < n; ++i) root.lower += lower_values_[i] / count;
  } else {
    drawn_ = states_;
    seeds_.resize(n);
    for (std::uint64_t& seed : seeds_) seed = rng.bits();
    root.lower = lower_->sum(drawn_, seeds_, past, Moment{}, model_steps_) / count;
  }
  check(root, n, DespotTree::kNone, 0, 0);
  tree_.add_root(weighted(root, 1, 0));
  tree_.belief(DespotTree::kRoot).slice = 0;
}

template <Likelihood M>
int AdaOps<M>::needed(std::span<const State> states) {
  if constexpr (Gridded<M>) {
    ids_.clear();
    for (const State& s : states) ids_.id(model_.bin(s));
    return particle_count_.of(static_cast<int>(ids_.size()));
  } else {
    return particle_count_.most();
  }
}

template <Likelihood M>
void AdaOps<M>::expand(Index b) {
  if (tree_.belief(b).slice == DespotTree::kNone) {
    const Index slice = make_slice(b);
    tree_.belief(b).slice = slice;
  }
  tree_.start_expansion(b);
  model_.legal_actions(states_[slice_of(b).first]).for_each([&](Action a) { try_action(b, a); });
  tree_.finish_expansion();
}

template <Likelihood M>
typename AdaOps<M>::Index AdaOps<M>::make_slice(Index b) {
  const DespotTree::Belief node = tree_.belief(b);
  const Action a = tree_.edge(node.edge).action;
  const Index parent = tree_.parent(b);
  const Slice from = slice_of(parent);
  const auto n = static_cast<std::size_t>(from.count);
  step_all(from, a);
  const double total = weigh(n, a, node.observation);
  double squares = 0;
  for (std::size_t i = 0; i < n; ++i) squares += posterior_[i] * posterior_[i];
  const double effective = total * total / squares;

  Slice to{states_.size(), 0, Rng(seed_, static_cast<std::uint64_t>(b)).bits()};
  std::size_t kept = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (posterior_[i] <= 0) continue;
    next_[kept] = next_[i];
    posterior_[kept++] = posterior_[i];
  }
  if (static_cast<double>(n) > packing_.design_effect * effective) {
    to.count = needed({next_.data(), kept});
    Rng rng(to.seed);
    draw(next_.data(), posterior_.data(), kept, total, to.count, rng, drawn_);
    states_.insert(states_.end(), drawn_.begin(), drawn_.end());
    weights_.resize(states_.size(), 1.0 / to.count);
  } else {
    to.count = static_cast<std::int32_t>(kept);
    states_.insert(states_.end(), next_.begin(), next_.begin() + to.count);
    for (std::size_t i = 0; i < kept; ++i) weights_.push_back(posterior_[i] / total);
  }
  if (lower_->uses_memory()) {
    Past<M> past = pasts_[static_cast<std::size_t>(tree_.belief(parent).slice)];
    remember(model_, past, states_[to.first], a, node.observation);
    pasts_.push_back(past);
  }
  slices_.push_back(to);
  return static_cast<Index>(slices_.size()) - 1;
}

template <Likelihood M>
double AdaOps<M>::step_all(const Slice& slice, Action a) {
  const State* states = &states_[slice.first];
  const double* weights = &weights_[slice.first];
  State* next = next_.data();
  double* prior = prior_.data();
  Observation* observations = observations_.data();
  double reward = 0;
  const auto n = static_cast<std::size_t>(slice.count);
  for (std::size_t i = 0; i < n; ++i) {
    Rng rng(slice.seed + i);
    State s = states[i];
    const Outcome outcome = model_.step(s, a, rng);
    reward += weights[i] * outcome.reward;
    // What has ended weighs nothing; its state before is one that bounds can be asked for.
    next[i] = outcome.terminal ? states[i] : s;
    prior[i] = outcome.terminal ? 0 : weights[i];
    observations[i] = outcome.terminal ? kEnded : outcome.observation;
  }
  model_steps_ += slice.count;
  return reward;
}

template <Likelihood M>
void AdaOps<M>::gather_observations(std::size_t n) {
  children_.clear();
  if (model_.observation_count() <= std::int64_t{kFewObservations}) return gather_few(n);
  ids_.clear();
  for (std::size_t i = 0; i < n; ++i) {
    if (observations_[i] == kEnded) continue;
    const auto id = static_cast<std::size_t>(ids_.id(observations_[i]));
    if (id == children_.size()) children_.push_back({observations_[i], 0, 0});
    ++children_[id].count;
    children_[id].weight += prior_[i];
  }
}

// Without a branch that depends on what was observed. What has ended comes first, and is dropped.
template <Likelihood M>
void AdaOps<M>::gather_few(std::size_t n) {
  std::array<Child, kFewObservations + 1> sums{};
  for (std::size_t i = 0; i < n; ++i) {
    Child& sum = sums[static_cast<std::size_t>(observations_[i] - kEnded)];
    ++sum.count;
    sum.weight += prior_[i];
  }
  for (Observation o = 0; o < model_.observation_count(); ++o) {
    Child& sum = sums[static_cast<std::size_t>(o - kEnded)];
    sum.observation = o;
    if (sum.count > 0) children_.push_back(sum);
  }
}

// Particles that decide are m_min, spread evenly: weights of all would not tell much more.
template <Likelihood M>
void AdaOps<M>::pack(std::size_t n, Action a) {
  if (children_.size() < 2) return;
  const std::size_t m = std::min(n, static_cast<std::size_t>(packing_.m_min));
  packed_.resize(children_.size() * m);
  std::size_t kept = 0;
  for (const Child child : children_) {
    double* w = &packed_[kept * m];
    double sum = 0;
    for (std::size_t j = 0; j < m; ++j) {
      const std::size_t i = j * n / m;
      w[j] = prior_[i] * model_.likelihood(next_[i], a, child.observation);
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
bool AdaOps<M>::near(const double* a, const double* b, std::size_t n) const {
  double distance = 0;
  for (std::size_t j = 0; j < n; ++j) distance += std::abs(a[j] - b[j]);
  return distance <= packing_.delta;
}

template <Likelihood M>
template <class Then>
double AdaOps<M>::weigh(std::size_t n, Action a, Observation o, Then then) {
  const State* next = next_.data();
  const double* prior = prior_.data();
  double* posterior = posterior_.data();
  double total = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double w = prior[i] * model_.likelihood(next[i], a, o);
    posterior[i] = w;
    total += w;
    then(i, w);
  }
  if (!(total > 0) || !std::isfinite(total)) {
    throw InputError(
        fmt::format("AdaOPS: the likelihood of an observation that the model has just made (action "
                    "{}, observation {}) is {}, on average over the particles; it must be a number "
                    "above 0",
                    a, o, total));
  }
  return total;
}

template <Likelihood M>
void AdaOps<M>::try_action(Index b, Action a) {
  const DespotTree::Belief node = tree_.belief(b);
  const Slice slice = slice_of(b);
  const auto n = static_cast<std::size_t>(slice.count);
  const double reward = step_all(slice, a);
  upper_->values({next_.data(), n}, upper_values_.data());
  if (lower_->pointwise()) lower_->values({next_.data(), n}, lower_values_.data());
  gather_observations(n);
  pack(n, a);
  tree_.add_edge(a, node.share * discounts_[static_cast<std::size_t>(node.depth)] * reward);
  for (const Child& child : children_) {
    const Values values = evaluate(b, a, child, n);
    const double share = node.share * child.weight;
    tree_.add_child(child.observation, child.count, share, weighted(values, share, node.depth + 1));
  }
}

template <Likelihood M>
typename AdaOps<M>::Values AdaOps<M>::evaluate(Index b, Action a, const Child& child,
                                               std::size_t n) {
  const double* upper = upper_values_.data();
  const double* lower = lower_values_.data();
  Values sums{};
  const double total = weigh(n, a, child.observation, [&](std::size_t i, double w) {
    sums.upper += w * upper[i];
    sums.lower += w * lower[i];
  });
  Values values{sums.lower / total, sums.upper / total};
  if (lower_->pointwise()) {
    check(values, n, b, a, child.observation);
  } else {
    values.lower = simulate_default(b, a, child, n, total);
  }
  return values;
}

template <Likelihood M>
double AdaOps<M>::simulate_default(Index b, Action a, const Child& child, std::size_t n,
                                   double total) {
  const auto most = static_cast<std::int32_t>(n);
  const int count = std::clamp(child.count, std::min(kFewest, most), most);
  Rng rng(slice_of(b).seed, static_cast<std::uint64_t>(a),
          static_cast<std::uint64_t>(child.observation));
  draw(next_.data(), posterior_.data(), n, total, count, rng, drawn_);
  seeds_.resize(static_cast<std::size_t>(count));
  for (std::uint64_t& seed : seeds_) seed = rng.bits();
  const Moment now = tree_.moment(b).after(a);
  if (!lower_->uses_memory()) {
    return lower_->sum(drawn_, seeds_, pasts_.front(), now, model_steps_) / count;
  }
  Past<M> past = pasts_[static_cast<std::size_t>(tree_.belief(b).slice)];
  remember(model_, past, drawn_[0], a, child.observation);
  return lower_->sum(drawn_, seeds_, past, now, model_steps_) / count;
}

template <Likelihood M>
void AdaOps<M>::draw(const State* states, const double* weights, std::size_t n, double total,
                     int count, Rng& rng, std::vector<State>& out) const {
  out.clear();
  const double share = total / count;
  double target = share * rng.uniform();
  double sum = 0;
  std::size_t last = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (weights[i] <= 0) continue;
    last = i;
    sum += weights[i];
    for (; target < sum && static_cast<int>(out.size()) < count; target += share) {
      out.push_back(states[i]);
    }
  }
  // Sums may end a rounding error too low.
  while (static_cast<int>(out.size()) < count) out.push_back(states[last]);
}

// Throws if the bounds of a node contradict each other. Where the default policy is simulated from
// other particles than the upper bound is asked for, chance may do that.
template <Likelihood M>
void AdaOps<M>::check(const Values& values, std::size_t particles, Index parent, Action a,
                      Observation o) const {
  if (!upper_->pathwise() || values.lower <= values.upper + kBoundsTolerance) return;
  const std::string where = parent == DespotTree::kNone
                                ? tree_.path(DespotTree::kRoot)
                                : fmt::format("{}, a{} o{}", tree_.path(parent), a, o);
  bounds_contradict({"AdaOPS", lower_->name(), values.lower, upper_->name(), values.upper,
                     static_cast<std::int64_t>(particles), where});
}

}  // namespace holdfast
