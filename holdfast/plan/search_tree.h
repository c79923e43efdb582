// The tree of POMCP: nodes are histories, stored in flat arrays that are cleared in O(1) and reused
// from move to move. A history gets a node on its *second* visit: the first only marks the edge, so
// the many leaves that are never seen again cost four bytes.
//
// Per action a node keeps the count N(ha), the mean V(ha), and 1/sqrt(N(ha)), so that UCT
//   V(ha) + c sqrt(log N(h) / N(ha))
// is one multiplication and one addition per action, eight actions at a time.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "holdfast/plan/child_map.h"
#include "holdfast/pomdp/action_set.h"
#include "holdfast/pomdp/model.h"

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace holdfast {

// What suggested actions start with: visits that never happened, and their mean value.
struct Prior {
  static constexpr int kMost = 255;

  int count = 0;  // at most kMost
  float value = 0;
  // Whether each real visit replaces one of them. Then, after `count` visits, a suggestion has only
  // its own returns to speak for it; otherwise the prior loses weight like any other visits.
  bool fades = false;
  // Where something is suggested, an untried action has value 0 and counts as if it had been tried
  // 1 / urgency^2 times: so suggestions are followed while they do well, and the others are not
  // forgotten. 0: whatever is untried comes first.
  float urgency = 0;
};

class SearchTree {
 public:
  using Node = std::int32_t;
  static constexpr Node kRoot = 0;
  // What an edge (history, action, observation) leads to.
  static constexpr Node kNew = ChildMap::kNew;    // never seen
  static constexpr Node kOnce = ChildMap::kOnce;  // seen once, no node yet

  SearchTree(int action_count, std::int64_t observation_count, const Prior& prior = {})
      : action_count_(action_count),
        stride_((action_count + kLanes - 1) / kLanes * kLanes),
        prior_(prior),
        children_(action_count, observation_count) {}

  int action_count() const { return action_count_; }
  std::int64_t node_count() const { return static_cast<std::int64_t>(headers_.size()); }

  void clear() {
    headers_.clear();
    wide_suggested_.clear();
    statistics_.clear();
    counts_.clear();
    prior_left_.clear();
    children_.clear();
  }

  // Adds the root.
  template <ActionSetType S>
  void add_root(const S& legal, const S& suggested, std::uint64_t tie_bits) {
    add_node(kNew, legal, suggested, tie_bits);
  }

  // Adds a node for the history h a o of `parent`; actions outside `legal` are never selected.
  // Suggested ones start with the prior. `tie_bits` are random: untried actions are tried in an
  // order that they decide.
  template <ActionSetType S>
  Node add(Node parent, Action a, Observation o, const S& legal, const S& suggested,
           std::uint64_t tie_bits);

  // Gives the prior to suggested legal actions of the root that have fewer visits than it.
  template <ActionSetType S>
  void raise_priors(const S& legal, const S& suggested);

  // An untried action of the node that only waits its turn because others are suggested, or kNone.
  static constexpr Action kNone = -1;
  Action waiting(Node node) const;

  // The edge: a node, kNew or kOnce; kNew becomes kOnce.
  Node visit(Node node, Action a, Observation o) { return children_.visit(node, a, o); }

  // The same without touching it.
  Node child(Node node, Action a, Observation o) const { return children_.find(node, a, o); }
  // f(action, observation, child) for each edge of the node that was seen; the child is a node or
  // kOnce.
  template <class F>
  void for_each_child(Node node, F&& f) const {
    children_.for_each(node, f);
  }

  // argmax UCT.
  Action select(Node node, float exploration) const;
  // The same, kept until the node is visited again: on the way down each choice waits for the one
  // before; on the way back all are made side by side. To be called for each new node, and whenever
  // its statistics have changed.
  void choose(Node node, float exploration) { header(node).chosen = select(node, exploration); }
  Action chosen(Node node) const { return header(node).chosen; }

  void update(Node node, Action a, double value);

  template <ActionSetType S = ActionSet>
  const S& suggested(Node node) const {
    if constexpr (std::same_as<S, ActionSet>) {
      return header(node).suggested;
    } else {
      return wide_suggested_[static_cast<std::size_t>(node)];
    }
  }
  std::int32_t visits(Node node) const { return header(node).visits; }
  std::int32_t count(Node node, Action a) const { return counts_[slot(node, a)]; }
  float value(Node node, Action a) const { return statistics_[2 * base(node) + lane(a)]; }
  bool empty() const { return headers_.empty(); }
  bool is_legal(Node node, Action a) const {
    return value(node, a) > -std::numeric_limits<float>::max();
  }

  // Keeps the subtree of the edge (root, a, o) as the new tree. Returns false, and clears the tree,
  // if there is none.
  bool descend(Action a, Observation o);

 private:
  static constexpr int kLanes = 8;
  static constexpr float kUntried = 1e12f;
  static constexpr float kTie = 1e-4f;
  using Lane = float __attribute__((vector_size(kLanes * sizeof(float))));
  using Mask = std::int32_t __attribute__((vector_size(kLanes * sizeof(std::int32_t))));

  static Lane load(const float* p) {
    Lane lane;
    std::memcpy(&lane, p, sizeof(lane));
    return lane;
  }

  static int largest(Lane scores);

  struct Header {
    std::int32_t visits;
    Node parent;
    ActionSet suggested{};  // unless the model has more actions
    Action chosen = kNone;
  };

  const Header& header(Node n) const { return headers_[static_cast<std::size_t>(n)]; }
  Header& header(Node n) { return headers_[static_cast<std::size_t>(n)]; }
  std::size_t base(Node n) const {
    return static_cast<std::size_t>(n) * static_cast<std::size_t>(stride_);
  }
  static std::size_t lane(Action a) { return static_cast<std::size_t>(a); }
  std::size_t slot(Node n, Action a) const { return base(n) + lane(a); }

  template <ActionSetType S>
  void note_suggested(Node node, const S& suggested);
  void set_prior(Node node, Action a);
  // How soon untried actions are tried: in an order that tie_bits decide, at once or by urgency.
  void set_untried(Node node, bool advised, std::uint64_t tie_bits);
  // For both kinds of sets in search_tree.cc.
  template <ActionSetType S>
  Node add_node(Node parent, const S& legal, const S& suggested, std::uint64_t tie_bits);

  int action_count_;
  int stride_;
  Prior prior_;
  std::vector<Header> headers_;
  std::vector<WideActionSet> wide_suggested_;  // by node, of models of many actions
  // Per node: stride_ values, then stride_ times 1/sqrt(count).
  std::vector<float> statistics_;
  std::vector<std::int32_t> counts_;
  // How many visits of the prior have not yet been replaced; empty unless it fades.
  std::vector<std::uint8_t> prior_left_;
  ChildMap children_;
  std::vector<Node> renamed_;
};

namespace search_tree_detail {
inline constexpr std::int32_t kTabulated = 4096;
extern const std::array<float, kTabulated> kSqrtLog;
}  // namespace search_tree_detail

// sqrt(log(n)) for n >= 1.
inline float sqrt_log(std::int32_t n) {
  using search_tree_detail::kSqrtLog;
  return n < search_tree_detail::kTabulated ? kSqrtLog[static_cast<std::size_t>(n)]
                                            : std::sqrt(std::log(static_cast<float>(n)));
}

// The first lane that has the largest value.
inline int SearchTree::largest(Lane scores) {
#ifdef __AVX2__
  // Without branches, which nobody could foretell.
  const __m256 all = reinterpret_cast<__m256>(scores);
  __m256 most = _mm256_max_ps(all, _mm256_permute2f128_ps(all, all, 1));
  most = _mm256_max_ps(most, _mm256_permute_ps(most, 0b01'00'11'10));
  most = _mm256_max_ps(most, _mm256_permute_ps(most, 0b10'11'00'01));
  const int at = _mm256_movemask_ps(_mm256_cmp_ps(all, most, _CMP_EQ_OQ));
  return std::countr_zero(static_cast<unsigned>(at));
#else
  int lane = 0;
  for (int i = 1; i < kLanes; ++i) {
    if (scores[i] > scores[lane]) lane = i;
  }
  return lane;
#endif
}

inline Action SearchTree::select(Node node, float exploration) const {
  const float scale = exploration * sqrt_log(header(node).visits + 1);
  const float* values = &statistics_[2 * base(node)];
  const float* spreads = values + stride_;
  Lane best = load(values) + scale * load(spreads);
  Mask where{};
  for (int i = kLanes; i < stride_; i += kLanes) {
    const Lane score = load(values + i) + scale * load(spreads + i);
    const Mask better = score > best;
    best = better ? score : best;
    where = better ? Mask{} + i : where;
  }
  const int lane = largest(best);
  return where[lane] + lane;
}

inline void SearchTree::update(Node node, Action a, double value) {
  float& mean = statistics_[2 * base(node) + lane(a)];
  if (prior_.fades && prior_left_[slot(node, a)] > 0) {
    --prior_left_[slot(node, a)];
    mean += (static_cast<float>(value) - prior_.value) / static_cast<float>(prior_.count);
    return;
  }
  ++header(node).visits;
  const auto n = static_cast<float>(++counts_[slot(node, a)]);
  mean += (static_cast<float>(value) - mean) / n;
  statistics_[2 * base(node) + static_cast<std::size_t>(stride_) + lane(a)] = 1 / std::sqrt(n);
}

}  // namespace holdfast
