#include "holdfast/plan/search_tree.h"

#include <algorithm>
#include <array>

namespace holdfast {

const std::array<float, search_tree_detail::kTabulated> search_tree_detail::kSqrtLog = [] {
  std::array<float, kTabulated> t{};
  for (std::int32_t i = 1; i < kTabulated; ++i) {
    t[static_cast<std::size_t>(i)] = std::sqrt(std::log(static_cast<float>(i)));
  }
  return t;
}();

template <ActionSetType S>
SearchTree::Node SearchTree::add(Node parent, Action a, Observation o, const S& legal,
                                 const S& suggested, std::uint64_t tie_bits) {
  // The visit that marked the edge counts.
  const Node node = add_node(parent, legal, suggested, tie_bits);
  children_.set(parent, a, o, node);
  return node;
}

template <ActionSetType S>
SearchTree::Node SearchTree::add_node(Node parent, const S& legal, const S& suggested,
                                      std::uint64_t tie_bits) {
  const Node node = static_cast<Node>(headers_.size());
  headers_.push_back({1, parent});
  note_suggested(node, suggested);
  const auto stride = static_cast<std::size_t>(stride_);
  statistics_.resize(statistics_.size() + 2 * stride);
  counts_.resize(counts_.size() + stride, 0);
  if (prior_.fades) prior_left_.resize(counts_.size(), 0);
  children_.add_node();

  float* values = &statistics_[2 * base(node)];
  float* spreads = values + stride_;
  std::fill(values, values + stride_, -std::numeric_limits<float>::max());
  std::fill(spreads, spreads + stride_, 0.0f);
  legal.for_each([&](Action a) { values[a] = 0; });
  set_untried(node, !(legal & suggested).empty(), tie_bits);
  if (prior_.count > 0) {
    (legal & suggested).for_each([&](Action a) { set_prior(node, a); });
  }
  return node;
}

void SearchTree::set_untried(Node node, bool advised, std::uint64_t tie_bits) {
  const bool waits = advised && prior_.urgency > 0;
  float* spreads = &statistics_[2 * base(node)] + stride_;
  for (Action a = 0; a < action_count_; ++a) {
    if (!is_legal(node, a) || count(node, a) > 0) continue;
    // Any order will do for ties, as long as it differs from node to node.
    const auto order = static_cast<float>(1 + (tie_bits >> (a * 5 % 59) & 31));
    spreads[a] = waits ? prior_.urgency * (1 + order * kTie) : kUntried * order;
  }
}

Action SearchTree::waiting(Node node) const {
  const float* spreads = &statistics_[2 * base(node)] + stride_;
  Action found = kNone;
  for (Action a = 0; a < action_count_; ++a) {
    if (!is_legal(node, a) || count(node, a) > 0 || spreads[a] >= kUntried) continue;
    if (found == kNone || spreads[a] > spreads[found]) found = a;
  }
  return found;
}

template <ActionSetType S>
void SearchTree::note_suggested(Node node, const S& suggested) {
  if constexpr (std::same_as<S, ActionSet>) {
    header(node).suggested = suggested;
  } else {
    wide_suggested_.resize(headers_.size());
    wide_suggested_[static_cast<std::size_t>(node)] = suggested;
  }
}

void SearchTree::set_prior(Node node, Action a) {
  std::int32_t& count = counts_[slot(node, a)];
  header(node).visits += prior_.count - count;
  count = prior_.count;
  if (prior_.fades) prior_left_[slot(node, a)] = static_cast<std::uint8_t>(prior_.count);
  float* values = &statistics_[2 * base(node)];
  values[a] = prior_.value;
  values[stride_ + a] = 1 / std::sqrt(static_cast<float>(prior_.count));
}

template <ActionSetType S>
void SearchTree::raise_priors(const S& legal, const S& suggested) {
  note_suggested(kRoot, suggested);
  constexpr std::uint64_t kSpread = 0x9e3779b97f4a7c15;
  if (prior_.urgency > 0) {
    set_untried(kRoot, !(legal & suggested).empty(),
                kSpread * static_cast<std::uint64_t>(visits(kRoot)));
  }
  (legal & suggested).for_each([&](Action a) {
    if (count(kRoot, a) < prior_.count) set_prior(kRoot, a);
  });
}

template SearchTree::Node SearchTree::add(Node, Action, Observation, const ActionSet&,
                                          const ActionSet&, std::uint64_t);
template SearchTree::Node SearchTree::add(Node, Action, Observation, const WideActionSet&,
                                          const WideActionSet&, std::uint64_t);
template SearchTree::Node SearchTree::add_node(Node, const ActionSet&, const ActionSet&,
                                               std::uint64_t);
template SearchTree::Node SearchTree::add_node(Node, const WideActionSet&, const WideActionSet&,
                                               std::uint64_t);
template void SearchTree::raise_priors(const ActionSet&, const ActionSet&);
template void SearchTree::raise_priors(const WideActionSet&, const WideActionSet&);

bool SearchTree::descend(Action a, Observation o) {
  const Node child = headers_.empty() ? kNew : children_.find(kRoot, a, o);
  if (child < 0) {
    clear();
    return false;
  }
  // Parents come before their children, so one pass finds the subtree and moves it down.
  renamed_.assign(headers_.size(), -1);
  Node kept = 0;
  const auto stride = static_cast<std::size_t>(stride_);
  for (Node n = child; n < static_cast<Node>(headers_.size()); ++n) {
    Header h = header(n);
    if (n != child) {
      if (h.parent < 0 || renamed_[static_cast<std::size_t>(h.parent)] < 0) continue;
      h.parent = renamed_[static_cast<std::size_t>(h.parent)];
    } else {
      h.parent = kNew;
    }
    renamed_[static_cast<std::size_t>(n)] = kept;
    header(kept) = h;
    if (!wide_suggested_.empty()) {
      wide_suggested_[static_cast<std::size_t>(kept)] =
          wide_suggested_[static_cast<std::size_t>(n)];
    }
    std::copy_n(&statistics_[2 * base(n)], 2 * stride, &statistics_[2 * base(kept)]);
    std::copy_n(&counts_[base(n)], stride, &counts_[base(kept)]);
    if (prior_.fades) std::copy_n(&prior_left_[base(n)], stride, &prior_left_[base(kept)]);
    ++kept;
  }
  headers_.resize(static_cast<std::size_t>(kept));
  if (!wide_suggested_.empty()) wide_suggested_.resize(headers_.size());
  statistics_.resize(static_cast<std::size_t>(kept) * 2 * stride);
  counts_.resize(static_cast<std::size_t>(kept) * stride);
  if (prior_.fades) prior_left_.resize(counts_.size());
  children_.compact(renamed_);
  return true;
}

}  // namespace holdfast
