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

  // The largest group that is solved exactly is `group_size`; 0 chooses it by kMaxEntries.
  explicit RockSampleBound(const RockSample& model, int group_size = 0);

  double value(const RockSample::State& s) const {
    double total = static_cast<double>(look_up(first_, s));
    for (const Group& group : *others_) total += static_cast<double>(look_up(group, s));
    return total;
  }
  std::string name() const { return "mdp"; }
  // Whether it is the exact fully observable value.
  bool exact() const { return others_->empty(); }

 private:
  struct Group {
    int first_rock;
    int rocks;
    std::shared_ptr<const std::vector<float>> table;  // by cell, then set of good rocks
  };

  static float look_up(const Group& group, const RockSample::State& s) {
    const std::uint32_t good = s.good >> group.first_rock & ((1u << group.rocks) - 1);
    return group.table->data()[(static_cast<std::size_t>(s.cell) << group.rocks) + good];
  }

  Group first_;
  std::shared_ptr<const std::vector<Group>> others_;
};

}  // namespace holdfast
