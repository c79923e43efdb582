// DESPOT and AdaOPS as an agent: a belief, one tree per thread over its own particles
// (root-parallel), and the decision made of their averaged roots. For a budget of trials the
// decision depends on the seed and the number of threads only, never on their timing.
#pragma once

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

#include "holdfast/base/worker_pool.h"
#include "holdfast/plan/agent.h"
#include "holdfast/plan/despot_options.h"
#include "holdfast/plan/despot_tree.h"
#include "holdfast/plan/guide.h"

namespace holdfast {

template <Model M, class Search>
class BoundsAgent final : public Agent<M> {
 public:
  // `make` makes a search, as a pointer. The adviser, if any, is where the lower bound's policy has
  // its advice from. Searches and bounds refer to the model that the agent keeps.
  template <class Make>
  BoundsAgent(std::shared_ptr<const M> model, std::uint64_t seed, const DespotOptions& options,
              int particles, Make make, std::unique_ptr<Adviser<M>> adviser = nullptr)
      : model_(std::move(model)),
        options_(options),
        adviser_(std::move(adviser)),
        belief_rng_(seed, Purpose::belief),
        belief_(model_, options.particles > 0 ? options.particles : particles, belief_rng_),
        workers_(options.threads),
        searches_(static_cast<std::size_t>(options.threads)) {
    // Each thread makes its own, so that what they write lies in memory apart, not in one cache
    // line.
    workers_.run([&](int t) { searches_[static_cast<std::size_t>(t)] = make(*model_); });
    for (int t = 0; t < options.threads; ++t) {
      rngs_.emplace_back(seed, Purpose::search, static_cast<std::uint64_t>(t));
    }
  }

  Decision decide() override;
  void update(Action a, Observation o) override {
    belief_.update(a, o, belief_rng_);
    if (adviser_) adviser_->advance();
  }
  Why why(Action a) const override { return adviser_ ? adviser_->why(a) : Why{}; }

  const ParticleBelief<M>* belief() const override { return &belief_; }
  TreeLevel look(std::span<const TreeStep> path) const override {
    return holdfast::look(searches_.front()->tree(), path, model_->discount());
  }

 private:
  std::int64_t trial_budget() const {
    if (options_.trials > 0) return options_.trials;
    return options_.seconds > 0 ? std::numeric_limits<std::int64_t>::max() : kDefaultTrials;
  }

  Decision merge() const;

  std::shared_ptr<const M> model_;
  DespotOptions options_;
  std::unique_ptr<Adviser<M>> adviser_;
  Rng belief_rng_;
  ParticleBelief<M> belief_;
  WorkerPool workers_;
  std::vector<std::unique_ptr<Search>> searches_;
  std::vector<Rng> rngs_;
};

template <Model M, class Search>
Decision BoundsAgent<M, Search>::decide() {
  const SearchEnd end(options_.seconds, this->stop_, options_.clock);
  const int gamma_calls = adviser_ ? adviser_->consider(belief_) : 0;
  const std::int64_t budget = trial_budget();
  const auto threads = static_cast<std::int64_t>(searches_.size());
  const auto left = end.left();
  workers_.run([&](int t) {
    const auto i = static_cast<std::size_t>(t);
    const std::int64_t share = budget / threads + (t < budget % threads ? 1 : 0);
    searches_[i]->search(belief_, share, end.on_this_thread(left), rngs_[i]);
  });
  Decision decision = merge();
  decision.gamma_calls = gamma_calls;
  if (adviser_) {
    decision.macro_actions = adviser_->advice()->in_force();
    decision.dropped = adviser_->dropped();
    const LegalActions<M> suggested = adviser_->advice()->at(0);
    for (ActionEvidence& e : decision.actions) e.suggested = suggested.contains(e.action);
  }
  decision.seconds = end.elapsed();
  return decision;
}

// The action with the best lower bound l(b_0, a), averaged over the trees; the default action where
// none is better than the default policy.
template <Model M, class Search>
Decision BoundsAgent<M, Search>::merge() const {
  Decision d;
  const double share = 1.0 / static_cast<double>(searches_.size());
  d.lower = d.upper = 0;
  for (const auto& search : searches_) {
    const DespotTree& tree = search->tree();
    const DespotTree::Belief& root = tree.belief(DespotTree::kRoot);
    d.lower += share * root.l;
    d.upper += share * root.mu;
    d.value += share * root.l0;
    d.trials += search->trials();
    d.model_steps += search->model_steps();
    d.nodes += tree.node_count();
    d.depth = std::max(d.depth, tree.deepest());
  }
  d.action = searches_.front()->default_action();
  model_->legal_actions(belief_.particles().front()).for_each([&](Action a) {
    ActionEvidence evidence{.action = a, .upper = 0};
    for (const auto& search : searches_) {
      const DespotTree& tree = search->tree();
      const DespotTree::Belief& root = tree.belief(DespotTree::kRoot);
      // A tree without edges has nothing better than its default policy.
      double l = root.l0;
      double mu = root.mu;
      for (DespotTree::Index e = root.first_edge; e < root.first_edge + root.edge_count; ++e) {
        if (tree.edge(e).action != a) continue;
        l = tree.edge(e).l;
        mu = tree.edge(e).mu;
        evidence.visits += tree.edge(e).trials;
      }
      evidence.value += share * l;
      evidence.upper += share * mu;
    }
    d.actions.push_back(evidence);
  });
  for (const ActionEvidence& evidence : d.actions) {
    if (evidence.value <= d.value) continue;
    d.value = evidence.value;
    d.action = evidence.action;
  }
  return d;
}

}  // namespace holdfast
