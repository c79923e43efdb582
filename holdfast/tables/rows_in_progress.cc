#include "holdfast/tables/rows_in_progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace holdfast::tables {
namespace {

// What the tools of these files allow.
constexpr double kTolerance = 1e-5;

// Arrays have no file.
[[noreturn]] void complain(const Place& place, const std::string& what) {
  if (place.file.empty()) throw InputError(what);
  throw InputError(place, what);
}

}  // namespace

void check_probability(double p, const Place& place) {
  if (p >= 0 && p <= 1 + kTolerance) return;
  complain(place, fmt::format("{} is no probability; expected a number from 0 to 1", p));
}

RowsInProgress::RowsInProgress(std::size_t rows, std::size_t values, std::int64_t room,
                               std::string file)
    : values_(values), room_(room), file_(std::move(file)), rows_(rows), said_(rows) {}

void RowsInProgress::set(std::size_t row, std::size_t value, double probability, Position at) {
  check_probability(probability, place(at));
  if (--room_ < 0) {
    complain(place(at),
             "more probabilities than fit; a model of this size needs a sparser file, or "
             "a model in C++ (docs/your-own-domain.md)");
  }
  rows_[row].emplace_back(static_cast<std::uint32_t>(value), probability);
  said_[row] = at;
}

void RowsInProgress::clear(std::size_t row, Position at) {
  room_ += static_cast<std::int64_t>(rows_[row].size());
  rows_[row].clear();
  said_[row] = at;
}

// The last of each value, without zeros.
Distributions::Row RowsInProgress::sorted(std::size_t row) const {
  Distributions::Row all = rows_[row];
  std::ranges::stable_sort(all, {}, &Distributions::Row::value_type::first);
  Distributions::Row result;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool last = i + 1 == all.size() || all[i + 1].first != all[i].first;
    if (last && all[i].second > 0) result.push_back(all[i]);
  }
  return result;
}

Distributions RowsInProgress::finish(const std::function<std::string(std::size_t)>& name) const {
  Distributions result;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    if (rows_[r].empty()) {
      complain(place(said_[r]),
               fmt::format("nothing is said of {}; expected {} probabilities", name(r), values_));
    }
    const Distributions::Row row = sorted(r);
    double sum = 0;
    for (const auto& [value, p] : row) sum += p;
    if (!(std::abs(sum - 1) <= kTolerance)) {
      complain(place(said_[r]),
               fmt::format("the probabilities of {} sum to {}; expected 1", name(r), sum));
    }
    result.add(row);
  }
  return result;
}

}  // namespace holdfast::tables
