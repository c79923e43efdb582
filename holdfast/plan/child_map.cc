#include "holdfast/plan/child_map.h"

#include <algorithm>
#include <utility>

#include "holdfast/base/error.h"

namespace holdfast {

void ChildMap::clear() {
  rows_.clear();
  ids_.clear();
  clear_edges();
}

void ChildMap::clear_edges() {
  ++generation_;
  used_ = 0;
}

void ChildMap::add_node() {
  if (dense_) rows_.resize(rows_.size() + edge_count(), kNew);
}

ChildMap::Node ChildMap::find(Node node, Action a, Observation o) const {
  if (dense_) return rows_[dense_index(node, a, o)];
  if (table_.empty()) return kNew;
  if (numbered_) o = ids_.find(o);
  if (o == ObservationIds::kUnknown) return kNew;
  const Entry& entry = table_[probe(key(node, a, o))];
  return entry.generation == generation_ ? entry.child : kNew;
}

void ChildMap::set(Node node, Action a, Observation o, Node child) {
  if (dense_) {
    rows_[dense_index(node, a, o)] = child;
  } else {
    insert(key(node, a, number(o)), child);
  }
}

ChildMap::Node ChildMap::visit_table(Node node, Action a, Observation o) {
  if (2 * (used_ + 1) > table_.size()) grow();
  const std::uint64_t k = key(node, a, number(o));
  Entry& entry = table_[probe(k)];
  if (entry.generation == generation_) return entry.child;
  entry = {k, kOnce, generation_};
  ++used_;
  return kNew;
}

void ChildMap::insert(std::uint64_t k, Node child) {
  if (2 * (used_ + 1) > table_.size()) grow();
  Entry& entry = table_[probe(k)];
  if (entry.generation != generation_) ++used_;
  entry = {k, child, generation_};
}

void ChildMap::grow() {
  if (numbered_ && static_cast<std::int64_t>(2 * ids_.size()) > kMostObservations) {
    throw Error(
        "POMCP: its tree has seen too many different observations; plan with fewer simulations");
  }
  std::vector<Entry> old(std::max<std::size_t>(1024, 2 * table_.size()), Entry{0, kNew, 0});
  old.swap(table_);
  mask_ = table_.size() - 1;
  shift_ = 64 - std::countr_zero(table_.size());
  for (const Entry& entry : old) {
    if (entry.generation == generation_) table_[probe(entry.key)] = entry;
  }
}

void ChildMap::compact(const std::vector<Node>& renamed) {
  const auto rename = [&](Node child) {
    return child >= 0 ? renamed[static_cast<std::size_t>(child)] : child;
  };
  const std::size_t edges = edge_count();
  if (dense_) {
    std::size_t kept = 0;
    for (std::size_t n = 0; n < renamed.size(); ++n) {
      if (renamed[n] < 0) continue;
      for (std::size_t e = 0; e < edges; ++e) {
        rows_[kept * edges + e] = rename(rows_[n * edges + e]);
      }
      ++kept;
    }
    rows_.resize(kept * edges);
    return;
  }
  survivors_.clear();
  for (const Entry& entry : table_) {
    if (entry.generation != generation_) continue;
    const Node node = renamed[entry.key / edges];
    if (node < 0) continue;
    survivors_.push_back(
        {static_cast<std::uint64_t>(node) * edges + entry.key % edges, rename(entry.child), 0});
  }
  if (numbered_) renumber_survivors();
  clear_edges();
  for (const Entry& entry : survivors_) insert(entry.key, entry.child);
}

// Observations that are not seen below the new root lose their numbers.
void ChildMap::renumber_survivors() {
  const auto observations = static_cast<std::uint64_t>(observations_);
  ObservationIds kept;
  for (Entry& entry : survivors_) {
    const Observation o = ids_.observation(static_cast<int>(entry.key % observations));
    entry.key = entry.key / observations * observations + static_cast<std::uint64_t>(kept.id(o));
  }
  std::swap(ids_, kept);
}

}  // namespace holdfast
