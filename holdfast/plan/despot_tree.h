// The tree of DESPOT (Ye, Somani, Hsu & Lee 2017): belief nodes b with their bounds, and what the
// algorithm does to them. It knows nothing of models: scenarios are counted here and kept
// elsewhere. AdaOPS grows the same tree, of weighted particles and without regularisation.
//
// All values are *weighted*, that is multiplied by P(b) * gamma^Delta(b), so that a parent's
// value is a plain sum over its children. P(b) is the probability that b is reached by its actions:
// |Phi_b| / K for scenarios. Nodes, edges and children live in
// flat arrays, siblings side by side, and are cleared in O(1).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "holdfast/pomdp/model.h"
#include "holdfast/pomdp/moment.h"

namespace holdfast {

class DespotTree {
 public:
  using Index = std::int32_t;
  static constexpr Index kRoot = 0;
  static constexpr Index kNone = -1;

  struct Bounds {
    double l0;  // value of the default policy (paper: l_0)
    double U;   // upper bound on the value without regularisation
  };

  // A belief node b.
  struct Belief {
    Index edge;        // the edge that leads here; kNone at the root
    Index first_edge;  // its actions, side by side; kNone for a leaf
    Index edge_count;
    Index slice;  // where its scenarios are; kNone until somebody needs them
    Observation observation;
    std::int32_t scenario_count;  // |Phi_b|
    std::int32_t depth;           // Delta(b)
    double share;                 // P(b)
    double l0;                    // value of the default policy
    double U;                     // upper bound without regularisation
    double mu;                    // upper bound on the regularised value
    double l;                     // lower bound on the regularised value
  };

  // An action a taken at b, with the same bounds as sums over its children.
  struct Edge {
    Index belief;
    Action action;
    Index first_child;
    Index child_count;
    std::int32_t trials;
    double reward;  // weighted sum over the scenarios, without lambda
    double U;
    double mu;
    double l;
  };

  DespotTree(int scenarios, double lambda, double xi, int max_depth)
      : lambda_(lambda), xi_(xi), scenarios_(scenarios), max_depth_(max_depth) {}

  // What comes next has so many scenarios.
  void clear(int scenarios) {
    scenarios_ = scenarios;
    beliefs_.clear();
    edges_.clear();
  }

  void add_root(const Bounds& bounds);
  // Expansion of b: start_expansion, then for each action add_edge followed by its children, then
  // finish_expansion.
  void start_expansion(Index b);
  void add_edge(Action a, double reward);
  void add_child(Observation o, int scenario_count, const Bounds& bounds) {
    add_child(o, scenario_count, static_cast<double>(scenario_count) / scenarios_, bounds);
  }
  void add_child(Observation o, int scenario_count, double share, const Bounds& bounds);
  void finish_expansion();

  bool is_leaf(Index b) const { return belief(b).first_edge == kNone; }
  Belief& belief(Index b) { return beliefs_[static_cast<std::size_t>(b)]; }
  const Belief& belief(Index b) const { return beliefs_[static_cast<std::size_t>(b)]; }
  const Edge& edge(Index e) const { return edges_[static_cast<std::size_t>(e)]; }
  Index parent(Index b) const {
    return belief(b).edge == kNone ? kNone : edge(belief(b).edge).belief;
  }

  // epsilon(b) = mu(b) - l(b).
  double gap(Index b) const { return belief(b).mu - belief(b).l; }
  // E(b), the weighted excess uncertainty: epsilon(b) - P(b) * xi * epsilon(b_0).
  double excess(Index b) const { return gap(b) - xi_ * gap(kRoot) * belief(b).share; }
  // The edge of a* = argmax mu(b, a). Counts the trial.
  Index best_edge(Index b);
  // The child with the largest excess; kNone if every scenario ended.
  Index widest_child(Index edge) const;
  // A better default policy is known for b.
  void raise_lower(Index b, double l0);
  // Whether b is blocked by an ancestor b' (or itself): U(b') - l0(b') <= lambda * (nodes from b'
  // to b), so a policy that reaches b is larger than it can pay for (equation 12).
  bool blocked(Index b) const;
  // PRUNE: makes b, and its ancestors while they are blocked, default nodes. False if b is not
  // blocked.
  bool prune(Index b);
  // Gives up below b: the default policy is all that is done there.
  void make_default(Index b);
  // BACKUP: Bellman's principle for U, mu and l, from b up to the root. Bounds only tighten.
  void backup(Index b);

  // What led to b.
  Moment moment(Index b) const;
  // The same for people: "the root, a2 o1".
  std::string path(Index b) const;

  std::int64_t node_count() const { return static_cast<std::int64_t>(beliefs_.size()); }
  int deepest() const { return deepest_; }
  std::size_t bytes() const {
    return beliefs_.size() * sizeof(Belief) + edges_.size() * sizeof(Edge);
  }

 private:
  Index add_belief(Index edge, Observation o, int scenario_count, double share, int depth,
                   const Bounds& bounds);
  void backup_edge(Edge& e) const;
  void backup_belief(Belief& b) const;

  double lambda_;
  double xi_;
  int scenarios_;
  int max_depth_;
  int deepest_ = 0;
  Index expanding_ = kNone;
  std::vector<Belief> beliefs_;
  std::vector<Edge> edges_;
};

}  // namespace holdfast
