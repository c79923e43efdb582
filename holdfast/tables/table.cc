#include "holdfast/tables/table.h"

#include <algorithm>

namespace holdfast::tables {
namespace {

bool is_terminal(const Table& table, std::uint32_t state) {
  for (int a = 0; a < static_cast<int>(table.actions.size()); ++a) {
    const std::size_t row = table.row(a, state);
    const auto entries = table.transitions.row(row);
    if (entries.size() != 1 || entries.front().value != state) return false;
    if (table.rewards[table.transitions.begin(row)] != 0) return false;
  }
  return true;
}

}  // namespace

std::vector<std::string> numbered(const char* prefix, std::int64_t count) {
  std::vector<std::string> names;
  for (std::int64_t i = 0; i < count; ++i) names.push_back(prefix + std::to_string(i));
  return names;
}

void complete(Table& table) {
  table.terminal.clear();
  for (std::uint32_t s = 0; s < table.states.size(); ++s) {
    table.terminal.push_back(is_terminal(table, s));
  }
  const auto [least, most] = std::minmax_element(table.rewards.begin(), table.rewards.end());
  table.min_reward = *least;
  table.max_reward = *most;
}

}  // namespace holdfast::tables
