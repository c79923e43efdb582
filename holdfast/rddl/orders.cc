#include "holdfast/rddl/orders.h"

#include <algorithm>

namespace holdfast::rddl {
namespace {

// The coordinates of objects in a chain: n - 1 edges, no object with two on one side, one end.
std::optional<std::vector<int>> coordinates(const Program& program, int f) {
  const int n = program.object_count(program.fluent(f).types.front());
  std::vector<int> next(static_cast<std::size_t>(n), -1), before(next);
  int edges = 0;
  for (int a = 0; a < n; ++a) {
    for (int b = 0; b < n; ++b) {
      const auto index = static_cast<std::size_t>(a * n + b);
      if (a == b || program.values[static_cast<std::size_t>(f)][index] == 0) continue;
      int& after = next[static_cast<std::size_t>(a)];
      int& in_front = before[static_cast<std::size_t>(b)];
      if (after >= 0 || in_front >= 0) return std::nullopt;
      after = b;
      in_front = a;
      ++edges;
    }
  }
  if (n < 2 || edges != n - 1) return std::nullopt;
  const auto lowest = std::ranges::find(before, -1);
  if (lowest == before.end()) return std::nullopt;
  std::vector<int> result(static_cast<std::size_t>(n), -1);
  int place = 0;
  for (int at = static_cast<int>(lowest - before.begin()); at >= 0;
       at = next[static_cast<std::size_t>(at)]) {
    result[static_cast<std::size_t>(at)] = place++;
  }
  // A chain and a circle have n - 1 edges, too.
  if (place != n) return std::nullopt;
  return result;
}

bool is_backwards(const std::vector<int>& a, const std::vector<int>& b) {
  const int last = static_cast<int>(a.size()) - 1;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] + b[i] != last) return false;
  }
  return true;
}

}  // namespace

std::vector<std::optional<Order>> find_orders(const Program& program) {
  std::vector<std::optional<Order>> orders(program.types.size());
  for (int f = 0; f < static_cast<int>(program.fluents.size()); ++f) {
    const Fluent& fluent = program.fluent(f);
    if (fluent.kind != FluentKind::constant || !fluent.is_boolean || fluent.types.size() != 2 ||
        fluent.types[0] != fluent.types[1]) {
      continue;
    }
    const std::optional<std::vector<int>> found = coordinates(program, f);
    if (!found) continue;
    std::optional<Order>& order = orders[static_cast<std::size_t>(fluent.types[0])];
    if (!order) {
      order = Order{f, -1, *found};
    } else if (order->reverse < 0 && is_backwards(order->coordinate, *found)) {
      order->reverse = f;
    }
  }
  return orders;
}

}  // namespace holdfast::rddl
