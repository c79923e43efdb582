// The edges of a search tree: (node, action, observation) -> child. With few observations the
// children of a node are a dense row; with many they live in one open-addressing table, emptied
// by raising its generation. Where they are so many that an edge would not fit into its key,
// observations are numbered as they come.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "holdfast/plan/observation_ids.h"
#include "holdfast/pomdp/model.h"

namespace holdfast {

class ChildMap {
 public:
  using Node = std::int32_t;
  static constexpr Node kNew = -1;
  static constexpr Node kOnce = -2;

  ChildMap(int action_count, std::int64_t observation_count)
      : actions_(action_count),
        observations_(std::min(observation_count, kMostObservations)),
        dense_(observation_count <= kDenseObservations),
        numbered_(ObservationIds::needed(observation_count)) {}

  void clear();
  // Must be called once for each node, in order: 0, 1, 2, ...
  void add_node();
  // The edge's child; kNew becomes kOnce.
  Node visit(Node node, Action a, Observation o);
  // The edge's child without touching it.
  Node find(Node node, Action a, Observation o) const;
  void set(Node node, Action a, Observation o, Node child);
  // f(action, observation, child) for each edge of the node that was seen. Looks at every edge
  // there is where they are in a table.
  template <class F>
  void for_each(Node node, F&& f) const;

  // Renumbers after a compaction: node n becomes renamed[n], or vanishes if that is negative;
  // renamed[n] <= n and increasing on the nodes that stay.
  void compact(const std::vector<Node>& renamed);

 private:
  static constexpr std::int64_t kDenseObservations = 8;
  // That are seen in one tree: with 2^10 actions and 2^27 nodes their product fits into a key.
  static constexpr std::int64_t kMostObservations = std::int64_t{1} << 26;

  struct Entry {
    std::uint64_t key;
    Node child;
    std::uint32_t generation;  // the entry is empty unless this is the current one
  };

  std::size_t dense_index(Node node, Action a, Observation o) const {
    return static_cast<std::size_t>(node) * edge_count() +
           static_cast<std::size_t>(a) * static_cast<std::size_t>(observations_) +
           static_cast<std::size_t>(o);
  }
  // What stands for the observation in a key.
  std::int64_t number(Observation o) { return numbered_ ? ids_.id(o) : o; }
  std::uint64_t key(Node node, Action a, std::int64_t o) const {
    return (static_cast<std::uint64_t>(node) * static_cast<std::uint64_t>(actions_) +
            static_cast<std::uint64_t>(a)) *
               static_cast<std::uint64_t>(observations_) +
           static_cast<std::uint64_t>(o);
  }
  // The entry of the key, or the empty one where it belongs.
  std::size_t probe(std::uint64_t k) const {
    std::size_t i = (k * 0x9e3779b97f4a7c15ULL) >> shift_;
    while (table_[i].generation == generation_ && table_[i].key != k) i = (i + 1) & mask_;
    return i;
  }
  // visit() where children are in the table.
  Node visit_table(Node node, Action a, Observation o);
  void insert(std::uint64_t k, Node child);
  void grow();
  // All edges, but not the numbers of observations.
  void clear_edges();
  void renumber_survivors();
  // Of a node.
  std::size_t edge_count() const {
    return static_cast<std::size_t>(actions_) * static_cast<std::size_t>(observations_);
  }

  int actions_;
  std::int64_t observations_;
  bool dense_;
  bool numbered_;
  ObservationIds ids_;
  std::vector<Node> rows_;
  std::vector<Entry> table_;
  std::vector<Entry> survivors_;
  std::uint32_t generation_ = 1;
  std::size_t used_ = 0;
  std::size_t mask_ = 0;
  int shift_ = 64;
};

template <class F>
void ChildMap::for_each(Node node, F&& f) const {
  const auto observations = static_cast<std::size_t>(observations_);
  const auto tell = [&](std::size_t edge, Node child) {
    const auto o = static_cast<std::int64_t>(edge % observations);
    f(static_cast<Action>(edge / observations),
      numbered_ ? ids_.observation(static_cast<int>(o)) : static_cast<Observation>(o), child);
  };
  const std::size_t first = static_cast<std::size_t>(node) * edge_count();
  if (dense_) {
    for (std::size_t e = 0; e < edge_count(); ++e) {
      if (rows_[first + e] != kNew) tell(e, rows_[first + e]);
    }
    return;
  }
  for (const Entry& entry : table_) {
    const bool of_node = entry.key >= first && entry.key - first < edge_count();
    if (entry.generation == generation_ && of_node) tell(entry.key - first, entry.child);
  }
}

inline ChildMap::Node ChildMap::visit(Node node, Action a, Observation o) {
  if (dense_) {
    Node& child = rows_[dense_index(node, a, o)];
    if (child != kNew) return child;
    child = kOnce;
    return kNew;
  }
  return visit_table(node, a, o);
}

}  // namespace holdfast
