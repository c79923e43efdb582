// What an agent has done so far: the past that every domain remembers in the same way.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "holdfast/pomdp/action_set.h"

namespace holdfast {

// A summary of the actions of an episode, and then of a simulation, that is small and of one size,
// so that simulations can carry it along. Numbers count to kMost, which means so many or more; of
// actions beyond ActionSet::kCapacity, only the last and its run are known.
class History {
 public:
  static constexpr int kMost = 15;
  static constexpr Action kNone = -1;

  void add(Action a) {
    run_ = static_cast<std::int8_t>(a == last_ ? more(run_) : 1);
    last_ = static_cast<std::int16_t>(a);
    // All at once: a few vector instructions.
    for (std::int8_t& n : ago_) n = static_cast<std::int8_t>(n + (n > 0 && n < kMost ? 1 : 0));
    const auto i = static_cast<std::size_t>(a);
    if (i >= ago_.size()) return;
    ago_[i] = 1;
    done_[i] = static_cast<std::int8_t>(more(done_[i]));
  }

  // The action before, or kNone; and how many times in a row it was taken.
  Action last() const { return last_; }
  int run() const { return run_; }
  // How often an action was taken, and how many steps ago the last time: 1 for last(); 0 if never.
  int done(Action a) const { return done_[static_cast<std::size_t>(a)]; }
  int ago(Action a) const { return ago_[static_cast<std::size_t>(a)]; }

  // From what somebody wrote down of a history; numbers lie in 0 .. kMost.
  void recall_last(Action a) { last_ = static_cast<std::int16_t>(a); }
  void recall_run(int n) { run_ = capped(n); }
  void recall_done(Action a, int n) { done_[static_cast<std::size_t>(a)] = capped(n); }
  void recall_ago(Action a, int n) { ago_[static_cast<std::size_t>(a)] = capped(n); }

  friend bool operator==(const History&, const History&) = default;

 private:
  static int more(int n) { return std::min(n + 1, kMost); }
  static std::int8_t capped(int n) { return static_cast<std::int8_t>(std::clamp(n, 0, kMost)); }

  std::array<std::int8_t, ActionSet::kCapacity> done_{};
  std::array<std::int8_t, ActionSet::kCapacity> ago_{};
  std::int16_t last_ = kNone;
  std::int8_t run_ = 0;
};

}  // namespace holdfast
