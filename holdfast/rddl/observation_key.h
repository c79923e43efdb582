// Observations of any number of bits as 63-bit keys: the bits themselves, or a hash of them.
#pragma once

#include <cstdint>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>
#include <vector>

#include "holdfast/pomdp/model.h"

namespace holdfast::rddl {

// So many bits are their own key.
inline constexpr int kMostKeyBits = 62;

// Of more words than one.
inline Observation hashed_key(const std::uint64_t* words, int count) {
  std::uint64_t h = 0;
  for (int i = 0; i < count; ++i) h = Rng(h ^ words[i]).bits();
  return static_cast<Observation>(h >> 1);
}

// What hashed keys of real observations stand for. Threads may share it.
class ObservationNotes {
 public:
  void add(Observation key, const std::uint64_t* words, int count) {
    const std::unique_lock lock(mutex_);
    notes_.try_emplace(key, words, words + count);
  }
  // Null if nobody took note of it. What it points to stays.
  const std::uint64_t* find(Observation key) const {
    const std::shared_lock lock(mutex_);
    const auto it = notes_.find(key);
    return it == notes_.end() ? nullptr : it->second.data();
  }

 private:
  mutable std::shared_mutex mutex_;
  std::unordered_map<Observation, std::vector<std::uint64_t>> notes_;
};

}  // namespace holdfast::rddl
