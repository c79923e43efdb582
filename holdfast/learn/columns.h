// Weighted columns: laid out so that the 64 columns of a word share one weight, the weight of a set
// is one population count and one multiplication per word.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "holdfast/learn/bits.h"

namespace holdfast::learn {

// Costs are whole numbers: 1 is the length of one literal.
using Cost = std::int64_t;

// What deriving a column does: it satisfies an example (inclusion), breaks one (exclusion), helps
// towards one that needs more than this column (help), or none of these.
enum class ColumnKind { inclusion, exclusion, help, other };

struct Column {
  ColumnKind kind = ColumnKind::other;
  Cost weight = 0;
};

class ColumnLayout {
 public:
  ColumnLayout() = default;

  // Columns of equal kind and weight become neighbours, each group padded to whole words.
  explicit ColumnLayout(const std::vector<Column>& columns) : position_(columns.size()) {
    std::vector<std::size_t> order(columns.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto key = [&](std::size_t i) { return std::pair(columns[i].kind, columns[i].weight); };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
    std::size_t at = 0;
    for (std::size_t n = 0; n < order.size(); ++n) {
      const std::size_t i = order[n];
      if (n > 0 && key(order[n - 1]) != key(i)) at = words_for(at) * 64;
      if (at % 64 == 0) add_word(columns[i]);
      position_[i] = at++;
    }
  }

  std::size_t words() const { return weights_.size(); }
  // Where column i of the input is now.
  std::size_t position(std::size_t i) const { return position_[i]; }

  // Kind and weight of the columns around a position.
  Column column(std::size_t position) const {
    const std::size_t w = position / 64;
    const ColumnKind kind = w < inclusion_end_   ? ColumnKind::inclusion
                            : w < exclusion_end_ ? ColumnKind::exclusion
                            : w < help_end_      ? ColumnKind::help
                                                 : ColumnKind::other;
    return {kind, weights_[w]};
  }

  // Weight of the set's columns that satisfy (at best) or break examples.
  Cost inclusions(std::span<const Word> set) const { return sum(set, 0, inclusion_end_); }
  Cost exclusions(std::span<const Word> set) const {
    return sum(set, inclusion_end_, exclusion_end_);
  }
  Cost helps(std::span<const Word> set) const { return sum(set, exclusion_end_, help_end_); }

  // How many inclusions are in the set.
  std::int64_t included(std::span<const Word> set) const {
    std::int64_t count = 0;
    for (std::size_t i = 0; i < inclusion_end_; ++i) count += std::popcount(set[i]);
    return count;
  }
  // The share of inclusions among the set's inclusions and exclusions, each column counted once.
  double precision(std::span<const Word> set) const {
    const std::int64_t in = included(set);
    std::int64_t out = 0;
    for (std::size_t i = inclusion_end_; i < exclusion_end_; ++i) out += std::popcount(set[i]);
    return in + out == 0 ? 1 : static_cast<double>(in) / static_cast<double>(in + out);
  }

  // The weights for the union of two sets: the inner loop of the search.
  Cost inclusions(std::span<const Word> a, std::span<const Word> b) const {
    return sum(a, b, 0, inclusion_end_);
  }
  Cost exclusions(std::span<const Word> a, std::span<const Word> b) const {
    return sum(a, b, inclusion_end_, exclusion_end_);
  }
  Cost helps(std::span<const Word> a, std::span<const Word> b) const {
    return sum(a, b, exclusion_end_, help_end_);
  }

 private:
  void add_word(const Column& c) {
    weights_.push_back(c.weight);
    if (c.kind <= ColumnKind::inclusion) inclusion_end_ = weights_.size();
    if (c.kind <= ColumnKind::exclusion) exclusion_end_ = weights_.size();
    if (c.kind <= ColumnKind::help) help_end_ = weights_.size();
  }

  Cost sum(std::span<const Word> set, std::size_t begin, std::size_t end) const {
    Cost total = 0;
    for (std::size_t i = begin; i < end; ++i) total += weights_[i] * std::popcount(set[i]);
    return total;
  }

  Cost sum(std::span<const Word> a, std::span<const Word> b, std::size_t begin,
           std::size_t end) const {
    Cost total = 0;
    for (std::size_t i = begin; i < end; ++i) total += weights_[i] * std::popcount(a[i] | b[i]);
    return total;
  }

  std::vector<std::size_t> position_;
  std::vector<Cost> weights_;
  std::size_t inclusion_end_ = 0;
  std::size_t exclusion_end_ = 0;
  std::size_t help_end_ = 0;
};

}  // namespace holdfast::learn
