#include "holdfast/learn/candidates.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "holdfast/base/error.h"

namespace holdfast::learn {
namespace {

// Shows a visitor only rules that are right often enough. Of a prefix's precision nothing follows:
// rules below it may be more precise; but they are right in no more examples.
class WithinLimits final : public SpaceVisitor {
 public:
  WithinLimits(const ColumnLayout& layout, const RuleLimits& limits, SpaceVisitor& visitor)
      : layout_(layout), limits_(limits), visitor_(visitor) {}

  bool may_matter(std::span<const Word> covers, int length) override {
    return visitor_.may_matter(covers, length) && is_supported(covers);
  }
  void visit(const RuleRef& ref, int length, std::span<const Word> covers) override {
    if (!is_supported(covers)) return;
    if (limits_.precision > 0 && layout_.precision(covers) < limits_.precision) return;
    visitor_.visit(ref, length, covers);
  }

 private:
  bool is_supported(std::span<const Word> covers) const {
    return limits_.support == 0 || layout_.included(covers) >= limits_.support;
  }

  const ColumnLayout& layout_;
  const RuleLimits& limits_;
  SpaceVisitor& visitor_;
};

class BestAddition final : public SpaceVisitor {
 public:
  BestAddition(const ColumnLayout& layout, const Bits& derived)
      : layout_(layout),
        derived_(derived),
        useful_(useful(derived.words())),
        harmful_(layout.exclusions(derived.words())) {}

  bool may_matter(std::span<const Word> covers, int length) override {
    return gain(covers) - length > best_;
  }

  void visit(const RuleRef& ref, int length, std::span<const Word> covers) override {
    const Cost g = gain(covers) - length;
    if (g <= best_) return;
    const Cost net = g - (layout_.exclusions(derived_.words(), covers) - harmful_);
    if (net <= best_) return;
    best_ = net;
    rule = {ref, length, Bits(covers)};
  }

  FoundRule rule;

 private:
  Cost useful(std::span<const Word> set) const {
    return layout_.inclusions(set) + layout_.helps(set);
  }
  Cost gain(std::span<const Word> covers) const {
    return layout_.inclusions(derived_.words(), covers) + layout_.helps(derived_.words(), covers) -
           useful_;
  }

  const ColumnLayout& layout_;
  const Bits& derived_;
  Cost useful_;
  Cost harmful_;
  Cost best_ = 0;
};

class Potential : public SpaceVisitor {
 public:
  Potential(const ColumnLayout& layout, int m) : layout_(layout), m_(m) {}

 protected:
  // Without losses: what no rule below a prefix can exceed.
  Cost ceiling(std::span<const Word> covers, int length) const {
    return (layout_.inclusions(covers) + layout_.helps(covers) - length) * std::max(m_, 1);
  }
  Cost shared_loss(Cost loss) const { return m_ == 0 ? 0 : loss; }

  const ColumnLayout& layout_;
  int m_;
};

class LargestPotential final : public Potential {
 public:
  using Potential::Potential;

  bool may_matter(std::span<const Word> covers, int length) override {
    return ceiling(covers, length) > best;
  }

  void visit(const RuleRef&, int length, std::span<const Word> covers) override {
    const Cost c = ceiling(covers, length);
    if (c > best) best = std::max(best, c - shared_loss(layout_.exclusions(covers)));
  }

  Cost best = 0;
};

class Collector final : public Potential {
 public:
  Collector(const ColumnLayout& layout, const CandidateFilter& filter,
            std::vector<FoundRule>& found)
      : Potential(layout, filter.m), filter_(filter), found_(found) {}

  bool may_matter(std::span<const Word> covers, int length) override {
    const Cost c = ceiling(covers, length);
    return c > 0 && c > filter_.floor;
  }

  void visit(const RuleRef& ref, int length, std::span<const Word> covers) override {
    const Cost c = ceiling(covers, length);
    if (c <= 0 || c <= filter_.floor) return;
    const Cost loss = layout_.exclusions(covers);
    if (c - shared_loss(loss) <= filter_.floor || length + loss >= filter_.known_cost) return;
    const std::uint64_t hash = hash_words(covers);
    const auto [first, last] = by_hash_.equal_range(hash);
    for (auto it = first; it != last; ++it) {
      FoundRule& known = found_[it->second];
      if (!std::ranges::equal(known.covers.words(), covers)) continue;
      if (length < known.length) known = {ref, length, Bits(covers)};
      return;
    }
    bytes_ += covers.size_bytes() + 128;
    if (bytes_ > filter_.memory) {
      throw TooManyCandidates(fmt::format(
          "the rules that may matter need more than {} MB: lower the maximum length "
          "(--max-length), the number of rules per head (--rules-per-head), or use fewer "
          "constants; or allow more memory (--memory)",
          filter_.memory >> 20));
    }
    by_hash_.emplace(hash, found_.size());
    found_.push_back({ref, length, Bits(covers)});
  }

 private:
  CandidateFilter filter_;
  std::vector<FoundRule>& found_;
  std::unordered_multimap<std::uint64_t, std::size_t> by_hash_;
  std::size_t bytes_ = 0;
};

}  // namespace

FoundRule best_addition(Space& space, const ColumnLayout& layout, const Bits& derived,
                        const RuleLimits& limits, Deadline deadline) {
  BestAddition visitor(layout, derived);
  WithinLimits within(layout, limits, visitor);
  try {
    space.walk(within, deadline);
  } catch (const OutOfTime&) {
    // What it found is a rule of the space all the same.
  }
  return std::move(visitor.rule);
}

Cost largest_potential(Space& space, const ColumnLayout& layout, int m, const RuleLimits& limits,
                       Deadline deadline) {
  LargestPotential visitor(layout, m);
  WithinLimits within(layout, limits, visitor);
  space.walk(within, deadline);
  return visitor.best;
}

void collect(Space& space, const ColumnLayout& layout, const CandidateFilter& filter,
             Deadline deadline, std::vector<FoundRule>& found) {
  Collector visitor(layout, filter, found);
  WithinLimits within(layout, filter.limits, visitor);
  space.walk(within, deadline);
}

}  // namespace holdfast::learn
