// Small numbers for observations that are large keys: 0, 1, 2, ... in the order in which they are
// first asked for. An open-addressing table, emptied by raising its generation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "holdfast/pomdp/model.h"

namespace holdfast {

class ObservationIds {
 public:
  static constexpr int kUnknown = -1;
  // Whether a model with so many observations needs ids: fewer index tables by themselves.
  static constexpr bool needed(std::int64_t observation_count) {
    return observation_count > std::int64_t{1} << 16;
  }

  void clear() {
    ++generation_;
    known_.clear();
  }
  // The observation's number; it gets one if it has none.
  int id(Observation o) {
    if (2 * (known_.size() + 1) > table_.size()) grow();
    Entry& entry = table_[probe(o)];
    if (entry.generation == generation_) return entry.id;
    entry = {o, static_cast<std::int32_t>(known_.size()), generation_};
    known_.push_back(o);
    return entry.id;
  }
  // kUnknown if it has none.
  int find(Observation o) const {
    if (table_.empty()) return kUnknown;
    const Entry& entry = table_[probe(o)];
    return entry.generation == generation_ ? entry.id : kUnknown;
  }
  Observation observation(int id) const { return known_[static_cast<std::size_t>(id)]; }
  std::size_t size() const { return known_.size(); }

 private:
  struct Entry {
    Observation observation;
    std::int32_t id;
    std::uint32_t generation;  // the entry is empty unless this is the current one
  };

  // The entry of the observation, or the empty one where it belongs.
  std::size_t probe(Observation o) const {
    std::size_t i = (static_cast<std::uint64_t>(o) * 0x9e3779b97f4a7c15ULL) >> shift_;
    while (table_[i].generation == generation_ && table_[i].observation != o) {
      i = (i + 1) & (table_.size() - 1);
    }
    return i;
  }
  void grow();

  std::vector<Entry> table_;
  std::vector<Observation> known_;  // by id
  std::uint32_t generation_ = 1;
  int shift_ = 64;
};

}  // namespace holdfast
