// A set of actions for models that have more than fit into one word. Planners and guides take
// either.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "holdfast/pomdp/action_set.h"

namespace holdfast {

class WideActionSet {
 public:
  static constexpr int kCapacity = 1024;

  constexpr WideActionSet() = default;
  // {0, ..., n - 1}
  static constexpr WideActionSet first(int n) {
    WideActionSet set;
    for (int i = 0; 64 * i < n; ++i) {
      set.words_[static_cast<std::size_t>(i)] = ActionSet::first(n - 64 * i);
    }
    return set;
  }

  static constexpr WideActionSet of(Action a) {
    WideActionSet set;
    set.insert(a);
    return set;
  }

  constexpr bool contains(Action a) const { return word(a).contains(a % 64); }
  constexpr bool empty() const {
    return std::ranges::all_of(words_, [](const ActionSet& w) { return w.empty(); });
  }
  constexpr int size() const {
    int n = 0;
    for (const ActionSet& w : words_) n += w.size();
    return n;
  }
  constexpr void insert(Action a) { words_[static_cast<std::size_t>(a / 64)].insert(a % 64); }

  // The smallest action; the set must not be empty.
  constexpr Action front() const {
    std::size_t i = 0;
    while (words_[i].empty()) ++i;
    return static_cast<Action>(64 * i) + words_[i].front();
  }

  // The k-th smallest action, 0 <= k < size().
  Action nth(int k) const {
    std::size_t i = 0;
    for (; k >= words_[i].size(); ++i) k -= words_[i].size();
    return static_cast<Action>(64 * i) + words_[i].nth(k);
  }

  // A uniformly random member; the set must not be empty.
  Action sample(Rng& rng) const {
    return nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(size()))));
  }

  template <class F>
  constexpr void for_each(F&& f) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      words_[i].for_each([&](Action a) { f(static_cast<Action>(64 * i) + a); });
    }
  }

  friend constexpr WideActionSet operator&(WideActionSet a, const WideActionSet& b) {
    for (std::size_t i = 0; i < a.words_.size(); ++i) a.words_[i] = a.words_[i] & b.words_[i];
    return a;
  }
  friend constexpr WideActionSet operator|(WideActionSet a, const WideActionSet& b) {
    for (std::size_t i = 0; i < a.words_.size(); ++i) a.words_[i] = a.words_[i] | b.words_[i];
    return a;
  }
  friend constexpr WideActionSet operator-(WideActionSet a, const WideActionSet& b) {
    for (std::size_t i = 0; i < a.words_.size(); ++i) a.words_[i] = a.words_[i] - b.words_[i];
    return a;
  }
  friend constexpr bool operator==(const WideActionSet&, const WideActionSet&) = default;

 private:
  constexpr const ActionSet& word(Action a) const {
    return words_[static_cast<std::size_t>(a / 64)];
  }

  std::array<ActionSet, kCapacity / 64> words_{};
};

template <class S>
concept ActionSetType = std::same_as<S, ActionSet> || std::same_as<S, WideActionSet>;

}  // namespace holdfast
