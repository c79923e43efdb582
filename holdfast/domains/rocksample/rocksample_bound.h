// What a RockSample state is worth to somebody who sees which rocks are good: DESPOT's `mdp` upper
// bound, as a table that is read with one look-up.
//
// With the rocks in sight the best plan is a tour: go to some good rock (d steps), sample it, and
// so on, or leave. So the exact value is a recursion over sets of good rocks,
//   V(c, G) = max( leave(c), max over r in G of gamma^d(c,r) (reward + gamma V(r, G \ r)) ).
// Where the sets are too many, the rocks are split into groups: no plan earns more from the rocks
// of a group than the best plan for that group alone, so the sum over groups is still a bound.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "holdfast/domains/rocksample/rocksample.h"

namespace holdfast {

class RockSampleBound {
 public:
  static constexpr bool kPathwise = true;
  // Entries of a group's table, at most (float each).
  static constexpr std::size_t kMaxEntries = std::size_t{1} << 24;
  // A copy has tables of its own if they have at most so many entries: they stay in the cache of
  // the core that reads them, where two threads would fetch them from each other. Larger ones it
  // shares.
  static constexpr std::size_t kMaxCopied = std::size_t{1} << 20;

  // The largest group that is solved exactly is `group_size`; 0 chooses it by kMaxEntries.
  explicit RockSampleBound(const RockSample& model, int group_size = 0);
  RockSampleBound(const RockSampleBound& other);
  RockSampleBound(RockSampleBound&&) = default;
  RockSampleBound& operator=(RockSampleBound&&) = default;

  double value(const RockSample::State& s) const {
    double total = look_up(0, s);
    for (int g = 1; g < group_count_; ++g) total += look_up(g, s);
    return total;
  }
  std::string name() const { return "mdp"; }
  // Whether it is the exact fully observable value.
  bool exact() const { return group_count_ == 1; }

 private:
  struct Group {
    std::size_t first;  // of its entries, by cell, then set of good rocks
    int first_rock;
    int rocks;
  };
  struct Tables {
    std::vector<float> entries;
    std::vector<Group> groups;
  };

  double look_up(int g, const RockSample::State& s) const {
    const Group& group = groups_[g];
    const std::uint32_t good = s.good >> group.first_rock & ((1u << group.rocks) - 1);
    return static_cast<double>(
        entries_[group.first + (static_cast<std::size_t>(s.cell) << group.rocks) + good]);
  }
  void use(std::shared_ptr<const Tables> tables);

  std::shared_ptr<const Tables> tables_;
  const float* entries_ = nullptr;
  const Group* groups_ = nullptr;
  int group_count_ = 0;
};

}  // namespace holdfast
