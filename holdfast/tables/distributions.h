// Many distributions over numbers, most of them over few: the rows of T and O. Each is sampled in
// constant time (Walker's alias method) and known exactly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "holdfast/base/rng.h"

namespace holdfast::tables {

class Distributions {
 public:
  struct Entry {
    std::uint32_t value = 0;
    // Drawn with probability `keep` when its turn comes; else the row's entry `other` is.
    std::uint32_t other = 0;
    double keep = 1;
    double probability = 0;
  };
  using Row = std::vector<std::pair<std::uint32_t, double>>;

  // The next row: values in increasing order with their probabilities, which sum to one but for
  // rounding.
  void add(const Row& row);

  std::size_t rows() const { return begin_.size() - 1; }
  // Of all rows.
  std::size_t entries() const { return entries_.size(); }
  std::span<const Entry> row(std::size_t r) const {
    return std::span(entries_).subspan(begin_[r], begin_[r + 1] - begin_[r]);
  }
  // Where the row starts among all entries.
  std::size_t begin(std::size_t r) const { return begin_[r]; }
  const Entry& entry(std::size_t i) const { return entries_[i]; }

  // The number of an entry of the row, at random. A row of one entry takes nothing from the stream.
  std::size_t sample(std::size_t r, Rng& rng) const {
    const std::size_t first = begin_[r], size = begin_[r + 1] - first;
    if (size == 1) return first;
    const double at = rng.uniform() * static_cast<double>(size);
    const auto i = static_cast<std::size_t>(at);
    const Entry& e = entries_[first + i];
    return first + (at - static_cast<double>(i) < e.keep ? i : e.other);
  }
  double probability(std::size_t r, std::uint32_t value) const;

 private:
  std::vector<std::size_t> begin_{0};
  std::vector<Entry> entries_;
};

}  // namespace holdfast::tables
