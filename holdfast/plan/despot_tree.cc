#include "holdfast/plan/despot_tree.h"

#include <fmt/format.h>

#include <algorithm>

namespace holdfast {

void DespotTree::add_root(const Bounds& bounds) {
  deepest_ = 0;
  add_belief(kNone, 0, scenarios_, 1, 0, bounds);
}

DespotTree::Index DespotTree::add_belief(Index edge, Observation o, int scenario_count,
                                         double share, int depth, const Bounds& bounds) {
  deepest_ = std::max(deepest_, depth);
  const double mu = std::max(bounds.l0, bounds.U - lambda_);
  beliefs_.push_back({edge, kNone, 0, kNone, o, scenario_count, depth, share, bounds.l0,
                      std::max(bounds.U, bounds.l0), mu, bounds.l0});
  const Index added = static_cast<Index>(beliefs_.size()) - 1;
  if (depth >= max_depth_) make_default(added);
  return added;
}

void DespotTree::start_expansion(Index b) {
  expanding_ = b;
  belief(b).first_edge = static_cast<Index>(edges_.size());
  belief(b).edge_count = 0;
}

void DespotTree::add_edge(Action a, double reward) {
  ++belief(expanding_).edge_count;
  const auto first_child = static_cast<Index>(beliefs_.size());
  edges_.push_back({expanding_, a, first_child, 0, 0, reward, 0, 0, 0});
}

void DespotTree::add_child(Observation o, int scenario_count, double share, const Bounds& bounds) {
  ++edges_.back().child_count;
  add_belief(static_cast<Index>(edges_.size()) - 1, o, scenario_count, share,
             belief(expanding_).depth + 1, bounds);
}

void DespotTree::finish_expansion() {
  const Belief& b = belief(expanding_);
  for (Index e = b.first_edge; e < b.first_edge + b.edge_count; ++e) {
    Edge& edge = edges_[static_cast<std::size_t>(e)];
    edge.U = edge.reward;
    edge.mu = edge.l = edge.reward - lambda_;
    for (Index c = edge.first_child; c < edge.first_child + edge.child_count; ++c) {
      edge.U += belief(c).U;
      edge.mu += belief(c).mu;
      edge.l += belief(c).l;
    }
  }
}

DespotTree::Index DespotTree::best_edge(Index b) {
  const Belief& node = belief(b);
  Index best = node.first_edge;
  for (Index e = best + 1; e < node.first_edge + node.edge_count; ++e) {
    if (edge(e).mu > edge(best).mu) best = e;
  }
  ++edges_[static_cast<std::size_t>(best)].trials;
  return best;
}

DespotTree::Index DespotTree::widest_child(Index edge) const {
  const Edge& a = this->edge(edge);
  if (a.child_count == 0) return kNone;
  Index z = a.first_child;
  for (Index c = z + 1; c < a.first_child + a.child_count; ++c) {
    if (excess(c) > excess(z)) z = c;
  }
  return z;
}

void DespotTree::raise_lower(Index b, double l0) {
  Belief& node = belief(b);
  node.l0 = std::max(node.l0, l0);
  node.l = std::max(node.l, l0);
  node.U = std::max(node.U, l0);
  node.mu = std::max(node.mu, l0);
}

bool DespotTree::blocked(Index b) const {
  int size = 0;
  for (Index ancestor = b; ancestor != kNone; ancestor = parent(ancestor)) {
    ++size;
    const Belief& x = belief(ancestor);
    if (x.U - x.l0 <= lambda_ * size) return true;
  }
  return false;
}

bool DespotTree::prune(Index b) {
  bool pruned = false;
  for (Index x = b; x != kNone && blocked(x); x = parent(x)) {
    make_default(x);
    backup(x);
    pruned = true;
  }
  return pruned;
}

void DespotTree::make_default(Index b) {
  Belief& node = belief(b);
  node.U = node.mu = node.l = node.l0;
  node.first_edge = kNone;
  node.edge_count = 0;
}

void DespotTree::backup(Index b) {
  while (b != kNone) {
    Belief& node = belief(b);
    backup_belief(node);
    if (node.edge == kNone) return;
    Edge& e = edges_[static_cast<std::size_t>(node.edge)];
    backup_edge(e);
    b = e.belief;
  }
}

void DespotTree::backup_edge(Edge& e) const {
  double U = e.reward, mu = e.reward - lambda_, l = e.reward - lambda_;
  for (Index c = e.first_child; c < e.first_child + e.child_count; ++c) {
    U += belief(c).U;
    mu += belief(c).mu;
    l += belief(c).l;
  }
  e.U = std::min(e.U, U);
  e.mu = std::min(e.mu, mu);
  e.l = std::max(e.l, l);
}

void DespotTree::backup_belief(Belief& b) const {
  if (b.first_edge == kNone) return;
  double U = b.l0, mu = b.l0, l = b.l0;
  for (Index e = b.first_edge; e < b.first_edge + b.edge_count; ++e) {
    U = std::max(U, edge(e).U);
    mu = std::max(mu, edge(e).mu);
    l = std::max(l, edge(e).l);
  }
  b.U = std::min(b.U, U);
  b.mu = std::min(b.mu, mu);
  b.l = std::max(b.l, l);
}

Moment DespotTree::moment(Index b) const {
  Moment now{.depth = belief(b).depth};
  for (; belief(b).edge != kNone; ++now.run) {
    const Edge& e = edge(belief(b).edge);
    if (now.previous == Moment::kNone) now.previous = e.action;
    if (e.action != now.previous) break;
    b = e.belief;
  }
  return now;
}

std::string DespotTree::path(Index b) const {
  if (b == kRoot) return "the root";
  return fmt::format("{}, a{} o{}", path(parent(b)), edge(belief(b).edge).action,
                     belief(b).observation);
}

}  // namespace holdfast
