// The tree of POMCP: nodes are histories, stored in flat arrays that are cleared in O(1) and reused
// from move to move. A history gets a node on its *second* visit: the first only marks the edge, so
// the many leaves that are never seen again cost four bytes.
//
// Per action a node keeps the count N(ha), the mean V(ha), and 1/sqrt(N(ha)), so that UCT
//   V(ha) + c sqrt(log N(h) / N(ha))
// is one multiplication and one addition per action, eight actions at a time.
#pragma once

#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "holdfast/plan/child_map.h"
#include "holdfast/pomdp/action_set.h"
#include "holdfast/pomdp/model.h"

namespace holdfast {

class SearchTree {
 public:
  using Node = std::int32_t;
  static constexpr Node kRoot = 0;
  // What an edge (history, action, observation) leads to.
  static constexpr Node kNew = -1;    // never seen
  static constexpr Node kOnce = -2;   // seen once, no node yet

  SearchTree(int action_count, int observation_count)
      : action_count_(action_count),
        stride_((action_count + kLanes - 1) / kLanes * kLanes),
        children_(action_count, observation_count) {}

  int action_count() const { return action_count_; }
  std::int64_t node_count() const { return static_cast<std::int64_t>(headers_.size()); }

  void clear() {
    headers_.clear();
    statistics_.clear();
    counts_.clear();
    children_.clear();
  }

  // Adds a node for the history h a o of `parent`; actions outside `legal` are never selected.
  // Suggested ones start with the prior count and value. `tie_bits` are random: untried actions
  // are tried in an order that they decide.
  Node add(Node parent, Action a, Observation o, ActionSet legal, ActionSet suggested,
           int prior_count, float prior_value, std::uint64_t tie_bits);

  // The edge: a node, kNew or kOnce; kNew becomes kOnce.
  Node visit(Node node, Action a, Observation o) { return children_.visit(node, a, o); }

  // argmax UCT.
  Action select(Node node, float exploration) const;

  void update(Node node, Action a, double value);

  std::int32_t visits(Node node) const { return header(node).visits; }
  std::int32_t count(Node node, Action a) const { return counts_[slot(node, a)]; }
  float value(Node node, Action a) const { return statistics_[2 * base(node) + lane(a)]; }
  bool is_legal(Node node, Action a) const {
    return value(node, a) > -std::numeric_limits<float>::max();
  }

  // Keeps the subtree of the edge (root, a, o) as the new tree. Returns false, and clears the tree,
  // if there is none.
  bool descend(Action a, Observation o);

 private:
  static constexpr int kLanes = 8;
  static constexpr float kUntried = 1e12f;
  using Lane = float __attribute__((vector_size(kLanes * sizeof(float))));
  using Mask = std::int32_t __attribute__((vector_size(kLanes * sizeof(std::int32_t))));

  struct Header {
    std::int32_t visits;
    Node parent;
    std::int32_t action;
    std::int32_t observation;
  };

  const Header& header(Node n) const { return headers_[static_cast<std::size_t>(n)]; }
  std::size_t base(Node n) const {
    return static_cast<std::size_t>(n) * static_cast<std::size_t>(stride_);
  }
  static std::size_t lane(Action a) { return static_cast<std::size_t>(a); }
  std::size_t slot(Node n, Action a) const { return base(n) + lane(a); }

  static float sqrt_log(std::int32_t n);

  int action_count_;
  int stride_;
  std::vector<Header> headers_;
  // Per node: stride_ values, then stride_ times 1/sqrt(count).
  std::vector<float> statistics_;
  std::vector<std::int32_t> counts_;
  ChildMap children_;
};

}  // namespace holdfast
