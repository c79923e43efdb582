// POMCPOW (Sunberg & Kochenderfer 2018): how POMCP searches where no two observations are equal.
// An edge (h, a) gets a new observation only while it has at most
//   k_o N(ha)^alpha_o
// of them; later outcomes are given to one that is there, chosen as often as it was really seen.
// A child hao has a belief: the states that came to it, each weighed by Z(o | a, s'), and the
// simulation goes on from one that is drawn by weight. So observations stay few, and nobody below
// them knows more than they tell.
//
// The tree is POMCP's (search_tree.h), which finds children by the observations that this chooses.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "holdfast/plan/likelihood_error.h"
#include "holdfast/plan/pomcp_options.h"
#include "holdfast/pomdp/measured.h"
#include "holdfast/pomdp/model.h"

namespace holdfast {

template <Measuring M>
class Widening {
 public:
  using State = typename M::State;

  Widening(const M& model, const PomcpOptions& options)
      : model_(model),
        k_o_(options.k_o),
        alpha_o_(options.alpha_o),
        actions_(static_cast<std::size_t>(model.action_count())) {}

  void clear() {
    edges_.clear();
    children_.clear();
    particles_.clear();
  }

  // An outcome of action a at a node that goes on, in state s: files it under an observation, and
  // changes s and the outcome to one that was drawn from there.
  void widen(std::int32_t node, Action a, State& s, Outcome& outcome, Rng& rng);

  // How many observations the edge has.
  int count(std::int32_t node, Action a) const {
    const std::size_t e = index(node, a);
    return e < edges_.size() ? edges_[e].count : 0;
  }

 private:
  static constexpr std::int32_t kNone = -1;

  struct Edge {
    std::int32_t visits = 0;  // N(ha)
    std::int32_t count = 0;   // |C(ha)|
    std::int32_t seen = 0;    // the sum of M(hao)
    std::int32_t first = kNone;
  };
  struct Child {
    Observation observation;
    std::int32_t seen;  // M(hao)
    std::int32_t next;  // of the same edge
    // B(hao), in particles_.
    std::size_t begin = 0;
    std::size_t size = 0;
    std::size_t capacity = 0;
  };
  // With the reward that it came with: both are drawn together.
  struct Particle {
    State state;
    double reward;
    double sum;  // of the weights W(hao) up to this one
  };

  std::size_t index(std::int32_t node, Action a) const {
    return static_cast<std::size_t>(node) * actions_ + static_cast<std::size_t>(a);
  }
  // The child of an observation that was really seen, perhaps a new one.
  Child& see(Edge& edge, Observation o);
  // One of those that there are, by M.
  Child& choose(const Edge& edge, Rng& rng);
  void append(Child& child, const Particle& particle);
  const Particle& draw(const Child& child, Rng& rng) const;

  const M& model_;
  double k_o_;
  double alpha_o_;
  std::size_t actions_;
  std::vector<Edge> edges_;  // by node and action
  std::vector<Child> children_;
  std::vector<Particle> particles_;
};

// What POMCP has of it: nothing where observations are counted.
struct NoWidening {
  NoWidening(const auto&, const PomcpOptions&) {}
};
template <Model M>
struct WideningOf {
  using type = NoWidening;
};
template <Measuring M>
struct WideningOf<M> {
  using type = Widening<M>;
};

template <Measuring M>
void Widening<M>::widen(std::int32_t node, Action a, State& s, Outcome& outcome, Rng& rng) {
  const std::size_t e = index(node, a);
  if (e >= edges_.size()) edges_.resize(e + actions_);
  Edge& edge = edges_[e];
  const bool widens = edge.count <= k_o_ * std::pow(++edge.visits, alpha_o_);
  Child& child = widens ? see(edge, outcome.observation) : choose(edge, rng);
  outcome.observation = child.observation;
  const double weight = model_.likelihood(s, a, child.observation);
  const double before = child.size > 0 ? particles_[child.begin + child.size - 1].sum : 0;
  if (!(weight >= 0) || !std::isfinite(weight) || before + weight <= 0) {
    throw_likelihood("POMCP", a, child.observation, weight);
  }
  if (weight > 0) append(child, {s, outcome.reward, before + weight});
  const Particle& drawn = draw(child, rng);
  s = drawn.state;
  outcome.reward = drawn.reward;
}

template <Measuring M>
typename Widening<M>::Child& Widening<M>::see(Edge& edge, Observation o) {
  ++edge.seen;
  for (std::int32_t c = edge.first; c != kNone;) {
    Child& child = children_[static_cast<std::size_t>(c)];
    if (child.observation == o) {
      ++child.seen;
      return child;
    }
    c = child.next;
  }
  children_.push_back({o, 1, edge.first});
  edge.first = static_cast<std::int32_t>(children_.size()) - 1;
  ++edge.count;
  return children_.back();
}

template <Measuring M>
typename Widening<M>::Child& Widening<M>::choose(const Edge& edge, Rng& rng) {
  auto left = static_cast<std::int32_t>(rng.below(static_cast<std::uint32_t>(edge.seen)));
  std::int32_t c = edge.first;
  while (left >= children_[static_cast<std::size_t>(c)].seen) {
    left -= children_[static_cast<std::size_t>(c)].seen;
    c = children_[static_cast<std::size_t>(c)].next;
  }
  return children_[static_cast<std::size_t>(c)];
}

// A belief that is full moves to the end, with twice the room.
template <Measuring M>
void Widening<M>::append(Child& child, const Particle& particle) {
  constexpr std::size_t kFewest = 4;
  if (child.size == child.capacity) {
    const std::size_t to = particles_.size();
    child.capacity = std::max(kFewest, 2 * child.capacity);
    particles_.resize(to + child.capacity);
    std::copy_n(particles_.begin() + static_cast<std::ptrdiff_t>(child.begin), child.size,
                particles_.begin() + static_cast<std::ptrdiff_t>(to));
    child.begin = to;
  }
  particles_[child.begin + child.size++] = particle;
}

template <Measuring M>
const typename Widening<M>::Particle& Widening<M>::draw(const Child& child, Rng& rng) const {
  const auto first = particles_.begin() + static_cast<std::ptrdiff_t>(child.begin);
  const auto last = first + static_cast<std::ptrdiff_t>(child.size) - 1;
  const double target = last->sum * rng.uniform();
  return *std::upper_bound(first, last, target,
                           [](double t, const Particle& p) { return t < p.sum; });
}

}  // namespace holdfast
