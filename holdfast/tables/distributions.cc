#include "holdfast/tables/distributions.h"

#include <algorithm>

namespace holdfast::tables {
namespace {

// Vose's construction: entries that are too small for their share are filled up by those that are
// too large.
void make_aliases(std::span<Distributions::Entry> row) {
  const auto size = static_cast<double>(row.size());
  std::vector<double> share;
  std::vector<std::uint32_t> small, large;
  for (std::uint32_t i = 0; i < row.size(); ++i) {
    share.push_back(row[i].probability * size);
    (share.back() < 1 ? small : large).push_back(i);
  }
  while (!small.empty() && !large.empty()) {
    const std::uint32_t less = small.back(), more = large.back();
    small.pop_back();
    row[less].keep = share[less];
    row[less].other = more;
    share[more] -= 1 - share[less];
    if (share[more] < 1) {
      large.pop_back();
      small.push_back(more);
    }
  }
  // What is left is a whole share but for rounding: keep stays 1.
}

}  // namespace

void Distributions::add(const Row& row) {
  double sum = 0;
  for (const auto& [value, probability] : row) sum += probability;
  const std::size_t first = entries_.size();
  for (const auto& [value, probability] : row) {
    entries_.push_back({.value = value, .probability = probability / sum});
  }
  make_aliases(std::span(entries_).subspan(first));
  begin_.push_back(entries_.size());
}

double Distributions::probability(std::size_t r, std::uint32_t value) const {
  const std::span<const Entry> entries = row(r);
  const auto found = std::ranges::lower_bound(entries, value, {}, &Entry::value);
  return found != entries.end() && found->value == value ? found->probability : 0;
}

}  // namespace holdfast::tables
