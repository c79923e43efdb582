#include "holdfast/tables/random_walk.h"

#include <algorithm>
#include <map>
#include <utility>

namespace holdfast::tables {
namespace {

// Next states with their rewards.
using Chances = std::map<std::pair<std::uint32_t, double>, double>;

Chances chances_of(const Table& table, std::uint32_t state) {
  const auto actions = static_cast<int>(table.actions.size());
  Chances chances;
  for (int a = 0; a < actions; ++a) {
    const std::size_t row = table.row(a, state);
    std::size_t at = table.transitions.begin(row);
    for (const Distributions::Entry& e : table.transitions.row(row)) {
      chances[{e.value, table.rewards[at++]}] += e.probability / actions;
    }
  }
  return chances;
}

}  // namespace

RandomWalk::RandomWalk(const Table& table) {
  std::vector<Chances> all;
  for (std::uint32_t s = 0; s < table.states.size(); ++s) {
    all.push_back(chances_of(table, s));
    width_ = std::max(width_, static_cast<std::uint32_t>(all.back().size()));
    if (table.states.size() * width_ > kMostSlots) return;
  }
  slots_.reserve(all.size() * width_);
  for (const Chances& chances : all) {
    std::vector<std::pair<std::uint32_t, double>> nexts;
    Distributions::Row numbers;
    for (const auto& [next, p] : chances) {
      numbers.emplace_back(static_cast<std::uint32_t>(nexts.size()), p);
      nexts.emplace_back(table.terminal[next.first] ? next.first | kOver : next.first, next.second);
    }
    // Slots that are left over are never kept.
    for (auto i = static_cast<std::uint32_t>(numbers.size()); i < width_; ++i) {
      numbers.emplace_back(i, 0);
      nexts.push_back(nexts.front());
    }
    Distributions drawn;
    drawn.add(numbers);
    for (const Distributions::Entry& e : drawn.row(0)) {
      const auto& [own, own_reward] = nexts[e.value];
      const auto& [other, other_reward] = nexts[e.other];
      slots_.push_back({own_reward, other_reward, own, other,
                        static_cast<std::uint32_t>(std::min(e.keep * 0x1p32, 0x1p32 - 1))});
    }
  }
}

}  // namespace holdfast::tables
