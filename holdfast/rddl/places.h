// Where things are in a model: its ordered types, what is somewhere and moves, and who that is.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "holdfast/rddl/bit_filter.h"
#include "holdfast/rddl/orders.h"
#include "holdfast/rddl/word_table.h"

namespace holdfast::rddl {

// Somebody: the agent, or an object (an elevator) where there are several.
struct Frame {
  int type = -1;  // of the object; -1: the agent
  int object = 0;
  std::map<int, int> slots;  // by ordered type: where its coordinate is found
};

struct Places {
  std::vector<std::optional<Order>> orders;  // by type
  std::vector<Mover> movers;
  std::vector<WordTable::Slot> slots;
  std::vector<Frame> frames;

  bool is_mover(int fluent) const;
  bool is_ordered(int type) const { return orders[static_cast<std::size_t>(type)].has_value(); }
  int coordinate(int type, int object) const {
    return orders[static_cast<std::size_t>(type)]->coordinate[static_cast<std::size_t>(object)];
  }
  // Of the agent; null if it is nowhere.
  const Frame* agent() const;
};

// Known movers come first, so that they are the agent where a hidden one could be, too.
Places find_places(const BitFilter& filter);

// The objects of a ground fluent, by its number.
std::vector<int> arguments_of(const Program& program, int fluent, int index);
// The parameters of a fluent that are not of types with a single object.
std::vector<int> free_parameters(const Program& program, int fluent);

}  // namespace holdfast::rddl
