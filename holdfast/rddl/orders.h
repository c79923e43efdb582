// Types whose objects stand in a row: columns, rows, floors. A relation of a type with itself that,
// self-loops aside, is a chain says so, whatever names objects have.
#pragma once

#include <optional>
#include <vector>

#include "holdfast/rddl/program.h"

namespace holdfast::rddl {

struct Order {
  int relation = -1;            // the non-fluent: true of neighbours, the lower first
  int reverse = -1;             // one that says the same backwards, if there is one
  std::vector<int> coordinate;  // by object, from 0
};

// By type. Of several relations that make a chain, the first that is declared counts.
std::vector<std::optional<Order>> find_orders(const Program& program);

}  // namespace holdfast::rddl
