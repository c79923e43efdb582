#include "holdfast/tables/table_bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace holdfast::tables {
namespace {

// R(s, a) + discount * sum of T V.
double backup(const Table& table, Action a, std::uint32_t s, const std::vector<double>& values) {
  const std::size_t row = table.row(a, s), first = table.transitions.begin(row);
  double sum = 0;
  for (std::size_t i = 0; const Distributions::Entry& e : table.transitions.row(row)) {
    sum += e.probability * (table.rewards[first + i++] + table.discount * values[e.value]);
  }
  return sum;
}

// Iterates to the fixed point; returns how far a value may still be from it.
template <class Backup>
double iterate(const Table& table, std::vector<double>& values, Backup&& better) {
  const double scale = std::max({1.0, std::abs(table.min_reward), std::abs(table.max_reward)});
  constexpr int kMostSweeps = 20'000;
  double change = std::numeric_limits<double>::max();
  for (int sweep = 0; sweep < kMostSweeps && change > 1e-9 * scale; ++sweep) {
    change = 0;
    for (std::uint32_t s = 0; s < values.size(); ++s) {
      const double next = better(s);
      change = std::max(change, std::abs(next - values[s]));
      values[s] = next;
    }
  }
  return change / (1 - table.discount);
}

std::vector<double> mdp_values(const Table& table) {
  std::vector<double> values(table.states.size(), 0);
  const double off = iterate(table, values, [&](std::uint32_t s) {
    double best = -std::numeric_limits<double>::infinity();
    for (Action a = 0; a < static_cast<Action>(table.actions.size()); ++a) {
      best = std::max(best, backup(table, a, s, values));
    }
    return best;
  });
  for (std::uint32_t s = 0; s < values.size(); ++s) values[s] += table.terminal[s] ? 0 : off;
  return values;
}

std::vector<double> blind_values(const Table& table, Action a) {
  std::vector<double> values(table.states.size(), 0);
  const double off =
      iterate(table, values, [&](std::uint32_t s) { return backup(table, a, s, values); });
  for (std::uint32_t s = 0; s < values.size(); ++s) values[s] -= table.terminal[s] ? 0 : off;
  return values;
}

}  // namespace

TableBounds bounds_of(const Table& table) {
  TableBounds bounds{mdp_values(table), 0, {}};
  double best = -std::numeric_limits<double>::infinity();
  for (Action a = 0; a < static_cast<Action>(table.actions.size()); ++a) {
    std::vector<double> values = blind_values(table, a);
    double at_start = 0;
    for (const Distributions::Entry& e : table.start.row(0)) {
      at_start += e.probability * values[e.value];
    }
    if (at_start <= best) continue;
    best = at_start;
    bounds.blind = a;
    bounds.blind_value = std::move(values);
  }
  return bounds;
}

}  // namespace holdfast::tables
