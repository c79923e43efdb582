// AdaOPS (Wu, Yang, Zhang, Yang, Li & Wang 2021): anytime search of a belief tree between bounds,
// as DESPOT, but over weighted particles, so that it needs no two equal observations: those that
// tell the same share a child (packing.h). One AdaOps object is one tree; BoundsAgent keeps one per
// thread. What happens to bounds is in despot_tree.h.
//
// Only nodes that are expanded have particles: a new child gets its probability and its bounds, and
// its particles are made again from its parent's when it is expanded in turn, by the same random
// numbers. So weights of children are scratch, where one matrix for each action would be kept.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "holdfast/plan/adaops_options.h"
#include "holdfast/plan/affordable.h"
#include "holdfast/plan/despot_options.h"
#include "holdfast/plan/despot_tree.h"
#include "holdfast/plan/kld.h"
#include "holdfast/plan/lanes.h"
#include "holdfast/plan/observation_ids.h"
#include "holdfast/plan/packing.h"
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
        design_effect_(packing.design_effect),
        particle_count_(packing),
        lower_(std::move(lower)),
        upper_(std::move(upper)),
        tree_(packing.m_max, 0, options.xi, options.depth),
        packing_(model, packing),
        upper_values_(static_cast<std::size_t>(packing.m_max)),
        lower_values_(static_cast<std::size_t>(packing.m_max)) {
    double factor = 1;
    for (int d = 0; d <= options.depth; ++d, factor *= model.discount()) {
      discounts_.push_back(factor);
    }
  }

  // Trials until the gap at the root is closed or the budget is spent; at least one.
  void search(const ParticleBelief<M>& belief, std::int64_t trials, const SearchEnd& end,
              Rng& rng) {
    start(belief, end, rng);
    const auto expand_node = [&](Index b) {
      if (!takes_time() || b != DespotTree::kRoot) return expand(b);
      affordable_.expand_root(slices_.front().count, root_actions(model_, belief), end,
                              [&] { expand(b); });
    };
    trials_ = run_trials(tree_, options_, trials, end, expand_node, [&] { return bytes(); });
  }

  const DespotTree& tree() const { return tree_; }
  // What the default policy does at the root.
  Action default_action() const { return default_action_; }
  // The particles of the root, which weigh the same.
  std::span<const State> root_states() const { return states_of(slices_.front()); }
  // Of the last search; steps are counted as DESPOT's are.
  std::int64_t trials() const { return trials_; }
  std::int64_t model_steps() const { return model_steps_; }

 private:
  using Index = DespotTree::Index;
  using Child = typename Packing<M>::Child;
  // A default policy is simulated from as many particles as drew the child's observations, at
  // least.
  static constexpr int kFewest = 8;

  // The particles of an expanded node.
  struct Slice {
    std::size_t first;  // in states_ and weights_
    std::int32_t count;
    std::uint64_t seed;  // of the random numbers by which they move
  };
  struct Values {
    double lower;
    double upper;
  };

  void start(const ParticleBelief<M>& belief, const SearchEnd& end, Rng& rng);
  // As in DESPOT.
  bool takes_time() const { return !DefaultValued<M> && lower_->simulated(); }
  // The root's particles, and what the search has of them.
  void draw(const ParticleBelief<M>& belief, int count, const Past<M>& past, const SearchEnd& end,
            Rng& rng);
  Values root_values(const Past<M>& past, Rng& rng);
  void expand(Index b);
  // The particles of b, made from its parent's; returns the index of the slice.
  Index make_slice(Index b);
  // Actions start from the particles of a slice.
  void start_from(const Slice& slice) {
    const auto n = static_cast<std::size_t>(slice.count);
    packing_.start_from(states_of(slice), {&weights_[slice.first], n}, slice.seed);
  }
  // The random numbers of a default policy that is simulated from each particle: the same for all
  // actions.
  void make_seeds(const Slice& slice) {
    if (!lower_->pointwise() || !lower_->simulated()) return;
    seeds_.resize(static_cast<std::size_t>(slice.count));
    Rng rng(slice.seed, Purpose::rollout);
    for (std::uint64_t& seed : seeds_) seed = rng.bits();
  }
  const Past<M>& past_of(Index b) const {
    return pasts_[lower_->uses_memory() ? static_cast<std::size_t>(tree_.belief(b).slice) : 0];
  }
  void try_action(Index b, Action a);
  Values evaluate(Index b, Action a, const Child& child);
  // The value of the default policy, simulated from particles drawn by the weights of the child.
  double simulate_default(Index b, Action a, const Child& child, double total);
  // How many particles these states call for.
  int needed(std::span<const State> states);
  DespotTree::Bounds weighted(const Values& values, double share, int depth) const {
    const double factor = share * discounts_[static_cast<std::size_t>(depth)];
    return {factor * values.lower, factor * values.upper};
  }
  // Throws if the bounds of a node contradict each other.
  void check(const Values& values, std::size_t particles, Index parent, Action a,
             Observation o) const;
  const Slice& slice_of(Index b) const {
    return slices_[static_cast<std::size_t>(tree_.belief(b).slice)];
  }
  std::span<const State> states_of(const Slice& slice) const {
    return {&states_[slice.first], static_cast<std::size_t>(slice.count)};
  }
  std::size_t bytes() const {
    return tree_.bytes() + states_.size() * (sizeof(State) + sizeof(double)) +
           slices_.size() * sizeof(Slice) + pasts_.size() * sizeof(Past<M>);
  }

  const M& model_;
  DespotOptions options_;
  double design_effect_;
  ParticleCount particle_count_;
  std::unique_ptr<ParticleLower<M>> lower_;
  std::unique_ptr<const ParticleUpper<M>> upper_;
  DespotTree tree_;
  std::vector<double> discounts_;
  int most_ = 0;  // particles of a node in this search
  Affordable affordable_;
  // The arena.
  std::vector<State> states_;
  std::vector<double> weights_;
  std::vector<Slice> slices_;
  std::vector<Past<M>> pasts_;  // by slice, if the lower bound looks at it
  // Scratch of one expansion.
  Packing<M> packing_;
  std::vector<double> upper_values_;
  std::vector<double> lower_values_;
  std::vector<State> drawn_;
  std::vector<std::uint64_t> seeds_;
  ObservationIds bins_;
  Action default_action_ = 0;
  std::uint64_t seed_ = 0;
  std::int64_t trials_ = 0;
  std::int64_t model_steps_ = 0;
};

// The root's particles are spread evenly over the belief's.
template <Likelihood M>
void AdaOps<M>::start(const ParticleBelief<M>& belief, const SearchEnd& end, Rng& rng) {
  model_steps_ = 0;
  const Past<M> past{belief.memory(), belief.history()};
  most_ = particle_count_.most();
  int count = needed(belief.particles());
  if (takes_time()) {
    const int in_time = affordable_.count(count, root_actions(model_, belief), end, [&] {
      Rng probes = rng;
      draw(belief, Affordable::kProbes, past, end, probes);
      root_values(past, probes);
    });
    if (in_time < count) most_ = count = in_time;
  }
  draw(belief, count, past, end, rng);
  default_action_ = lower_->action(states_[0], past);
  tree_.clear(most_);
  tree_.add_root(weighted(root_values(past, rng), 1, 0));
  tree_.belief(DespotTree::kRoot).slice = 0;
}

template <Likelihood M>
void AdaOps<M>::draw(const ParticleBelief<M>& belief, int count, const Past<M>& past,
                     const SearchEnd& end, Rng& rng) {
  const auto n = static_cast<std::size_t>(count);
  states_.resize(n);
  weights_.assign(n, 1.0 / count);
  const double stride = static_cast<double>(belief.size()) / count;
  for (std::size_t i = 0; i < n; ++i) {
    const double at = (static_cast<double>(i) + rng.uniform()) * stride;
    states_[i] = belief.particles()[std::min(static_cast<std::size_t>(at), belief.size() - 1)];
  }
  seed_ = rng.bits();
  lower_->start(rng.bits(), end);
  slices_.assign(1, {0, count, Rng(seed_, 0).bits()});
  pasts_.assign(1, past);
}

template <Likelihood M>
typename AdaOps<M>::Values AdaOps<M>::root_values(const Past<M>& past, Rng& rng) {
  const std::size_t n = states_.size();
  const auto count = static_cast<double>(n);
  Values root{};
  upper_->values(states_, upper_values_.data());
  for (std::size_t i = 0; i < n; ++i) root.upper += upper_values_[i] / count;
  if (lower_->pointwise()) {
    make_seeds(slices_.front());
    lower_->values(states_, seeds_, past, Moment{}, lower_values_.data(), model_steps_);
    for (std::size_t i = 0; i < n; ++i) root.lower += lower_values_[i] / count;
  } else {
    drawn_ = states_;
    seeds_.resize(n);
    for (std::uint64_t& seed : seeds_) seed = rng.bits();
    root.lower = lower_->sum(drawn_, seeds_, past, Moment{}, model_steps_) / count;
  }
  check(root, n, DespotTree::kNone, 0, 0);
  return root;
}

template <Likelihood M>
int AdaOps<M>::needed(std::span<const State> states) {
  if constexpr (Gridded<M>) {
    bins_.clear();
    for (const State& s : states) bins_.id(model_.bin(s));
    return std::min(most_, particle_count_.of(static_cast<int>(bins_.size())));
  } else {
    return most_;
  }
}

template <Likelihood M>
void AdaOps<M>::expand(Index b) {
  if (tree_.belief(b).slice == DespotTree::kNone) {
    const Index slice = make_slice(b);
    tree_.belief(b).slice = slice;
  }
  start_from(slice_of(b));
  make_seeds(slice_of(b));
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
  start_from(from);
  packing_.step(a);
  model_steps_ += from.count;
  const double total = packing_.weigh(node.observation);
  const double effective = total * total / dot(packing_.weights(), packing_.weights());

  Slice to{states_.size(), 0, Rng(seed_, static_cast<std::uint64_t>(b)).bits()};
  packing_.drop_weightless();
  const std::span<const State> next = packing_.next();
  if (static_cast<double>(from.count) > design_effect_ * effective) {
    to.count = needed(next);
    Rng rng(to.seed);
    packing_.draw(total, to.count, rng, drawn_);
    states_.insert(states_.end(), drawn_.begin(), drawn_.end());
    weights_.resize(states_.size(), 1.0 / to.count);
  } else {
    to.count = static_cast<std::int32_t>(next.size());
    states_.insert(states_.end(), next.begin(), next.end());
    for (const double w : packing_.weights()) weights_.push_back(w / total);
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
void AdaOps<M>::try_action(Index b, Action a) {
  const DespotTree::Belief node = tree_.belief(b);
  const double reward = packing_.step(a);
  model_steps_ += slice_of(b).count;
  if (packing_.repeats()) return;
  upper_->values(packing_.next(), upper_values_.data());
  if (lower_->pointwise()) {
    const Moment now = lower_->simulated() ? tree_.moment(b).after(a) : Moment{};
    lower_->values(packing_.next(), seeds_, past_of(b), now, lower_values_.data(), model_steps_);
  }
  tree_.add_edge(a, node.share * discounts_[static_cast<std::size_t>(node.depth)] * reward);
  for (const Child& child : packing_.children()) {
    const Values values = evaluate(b, a, child);
    const double share = node.share * child.weight;
    tree_.add_child(child.observation, child.count, share, weighted(values, share, node.depth + 1));
  }
}

template <Likelihood M>
typename AdaOps<M>::Values AdaOps<M>::evaluate(Index b, Action a, const Child& child) {
  const double total = packing_.weigh(child.observation);
  const std::span<const double> weights = packing_.weights();
  Values values{0, dot(weights, upper_values_) / total};
  if (lower_->pointwise()) {
    values.lower = dot(weights, lower_values_) / total;
    check(values, packing_.next().size(), b, a, child.observation);
  } else {
    values.lower = simulate_default(b, a, child, total);
  }
  return values;
}

template <Likelihood M>
double AdaOps<M>::simulate_default(Index b, Action a, const Child& child, double total) {
  const auto most = static_cast<std::int32_t>(packing_.next().size());
  const int count = std::clamp(child.count, std::min(kFewest, most), most);
  Rng rng(slice_of(b).seed, static_cast<std::uint64_t>(a),
          static_cast<std::uint64_t>(child.observation));
  packing_.draw(total, count, rng, drawn_);
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

// Where the default policy is simulated from other particles than the upper bound is asked for,
// chance may contradict.
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
