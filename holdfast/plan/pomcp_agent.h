// POMCP as an agent: a belief, one search tree per thread (root-parallel), and the decision made of
// their merged roots. For a budget of simulations the decision depends on the seed and the number
// of threads only, never on their timing.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "holdfast/base/worker_pool.h"
#include "holdfast/plan/agent.h"
#include "holdfast/plan/pomcp.h"

namespace holdfast {

template <Model M, GuideFor<M> G>
class PomcpAgent final : public Agent<M> {
 public:
  // The adviser, if any, is where the guide has its advice from. Searches refer to the model that
  // the agent keeps.
  PomcpAgent(std::shared_ptr<const M> model, std::uint64_t seed, const PomcpOptions& options,
             const G& guide, std::unique_ptr<Adviser<M>> adviser = nullptr)
      : model_(std::move(model)),
        options_(options),
        adviser_(std::move(adviser)),
        belief_rng_(seed, Purpose::belief),
        belief_(model_, particle_count(options), belief_rng_),
        workers_(options.threads),
        threads_(static_cast<std::size_t>(options.threads)) {
    // Each makes its own, so that what they write lies in memory apart, not in one cache line.
    workers_.run([&](int t) {
      const Rng rng(seed, Purpose::search, static_cast<std::uint64_t>(t));
      threads_[static_cast<std::size_t>(t)] =
          std::make_unique<Thread>(guide, *model_, options_, rng);
    });
  }

  Decision decide() override;

  void update(Action a, Observation o) override {
    belief_.update(a, o, belief_rng_);
    workers_.run([&](int t) { threads_[static_cast<std::size_t>(t)]->search.advance(a, o); });
    if (adviser_) adviser_->advance();
  }

  Why why(Action a) const override { return adviser_ ? adviser_->why(a) : Why{}; }

  const ParticleBelief<M>* belief() const override { return &belief_; }
  TreeLevel look(std::span<const TreeStep> path) const override {
    return holdfast::look(threads_.front()->search.tree(), path);
  }

 private:
  static int particle_count(const PomcpOptions& options) {
    if (options.particles > 0) return options.particles;
    constexpr std::int64_t kMost = 1 << 20;
    return static_cast<int>(std::clamp<std::int64_t>(options.simulations, 1, kMost));
  }

  Decision merge();

  // What one thread works with.
  struct Thread {
    Thread(const G& g, const M& model, const PomcpOptions& options, const Rng& r)
        : guide(g), search(model, options), rng(r) {}

    G guide;  // which may keep what it has worked out
    Pomcp<M, G> search;
    Rng rng;
  };

  std::shared_ptr<const M> model_;
  PomcpOptions options_;
  std::unique_ptr<Adviser<M>> adviser_;
  Rng belief_rng_;
  ParticleBelief<M> belief_;
  WorkerPool workers_;
  std::vector<std::unique_ptr<Thread>> threads_;
};

template <Model M, GuideFor<M> G>
Decision PomcpAgent<M, G>::decide() {
  const SearchEnd end(options_.seconds, this->stop_, options_.clock);
  const std::int64_t budget =
      options_.seconds > 0 ? std::numeric_limits<std::int64_t>::max() : options_.simulations;
  const auto threads = static_cast<std::int64_t>(threads_.size());
  const int gamma_calls = adviser_ ? adviser_->consider(belief_) : 0;
  const auto left = end.left();
  workers_.run([&](int t) {
    Thread& thread = *threads_[static_cast<std::size_t>(t)];
    const std::int64_t share = budget / threads + (t < budget % threads ? 1 : 0);
    thread.search.search(belief_, thread.guide, share, end.on_this_thread(left), thread.rng);
  });
  Decision decision = merge();
  decision.gamma_calls = gamma_calls;
  if (adviser_) {
    decision.macro_actions = adviser_->advice()->in_force();
    decision.dropped = adviser_->dropped();
  }
  decision.seconds = end.elapsed();
  return decision;
}

// Counts add up, values are averaged by count; the action of the best value is taken.
template <Model M, GuideFor<M> G>
Decision PomcpAgent<M, G>::merge() {
  Decision d;
  d.guide_trusted = true;
  for (const auto& thread : threads_) {
    const Pomcp<M, G>& search = thread->search;
    d.simulations += search.simulations();
    d.model_steps += search.model_steps();
    d.nodes += search.tree().node_count();
    d.depth = std::max(d.depth, search.depth());
    d.guide_trusted = d.guide_trusted && search.guide_trusted();
  }
  const typename M::State& s = belief_.particles().front();
  const LegalActions<M> suggested =
      threads_.front()->guide.suggested(*model_, s, carried_from<M, G>(belief_), MomentOf<M>{});
  model_->legal_actions(s).for_each([&](Action a) {
    ActionEvidence evidence{.action = a, .suggested = suggested.contains(a)};
    for (const auto& thread : threads_) {
      const auto& start = thread->search.start_of(a);
      evidence.visits_before += start.count;
      evidence.value_before += static_cast<double>(start.count) * static_cast<double>(start.value);
      const SearchTree& tree = thread->search.tree();
      const std::int64_t n = tree.count(SearchTree::kRoot, a);
      evidence.visits += n;
      evidence.value +=
          static_cast<double>(n) * static_cast<double>(tree.value(SearchTree::kRoot, a));
    }
    if (evidence.visits > 0) evidence.value /= static_cast<double>(evidence.visits);
    if (evidence.visits_before > 0) {
      evidence.value_before /= static_cast<double>(evidence.visits_before);
    }
    d.actions.push_back(evidence);
  });
  const auto better = [](const ActionEvidence& x, const ActionEvidence& y) {
    const bool x_tried = x.visits > 0, y_tried = y.visits > 0;
    return x_tried != y_tried ? y_tried : x.value < y.value;
  };
  const auto best = std::max_element(d.actions.begin(), d.actions.end(), better);
  d.action = best->action;
  d.value = best->value;
  return d;
}

}  // namespace holdfast
