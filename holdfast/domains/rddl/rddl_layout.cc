#include "holdfast/domains/rddl/rddl_layout.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "holdfast/rddl/places.h"

namespace holdfast {
namespace {

using rddl::FluentKind;

bool names_one(std::string name, std::initializer_list<const char*> words) {
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
  return std::ranges::any_of(words, [&](const char* w) { return name.find(w) != name.npos; });
}

// "robot-at" is a robot; "at" alone is the agent.
std::string thing_named(const std::string& fluent) {
  std::string name = fluent;
  for (const std::string_view end : {"-at", "_at", "-AT", "_AT", "At"}) {
    if (name.ends_with(end)) {
      name.resize(name.size() - end.size());
      break;
    }
  }
  return name.empty() || name == "at" ? "agent" : name;
}

// A few characters of an object's name: "r12" as it is, of "location12" the number.
std::string short_label(const std::string& object) {
  constexpr std::size_t kMost = 3;
  if (object.size() <= kMost) return object;
  const std::size_t digits = object.find_last_not_of("0123456789") + 1;
  return digits < object.size() ? object.substr(digits) : object.substr(0, kMost);
}

// An ordered type along a side of the grid.
struct Axis {
  int type = -1;
  bool backwards = false;  // its first object is in the east, or in the north
};

// Works out the layout. Fluents that it has drawn are left out of the tables.
class Designer {
 public:
  explicit Designer(const rddl::BitFilter& filter)
      : filter_(filter),
        model_(filter.model()),
        program_(model_.program),
        places_(rddl::find_places(filter)),
        layout_(filter) {
    for (int b = static_cast<int>(model_.state.size()); b-- > 0;) {
      const rddl::Bit& bit = model_.state[static_cast<std::size_t>(b)];
      first_bit_[bit.fluent] = b - bit.index;
    }
  }

  RddlLayout run() {
    choose_axes();
    if (x_.type >= 0) draw_grid();
    tell_the_rest();
    return std::move(layout_);
  }

 private:
  static constexpr int kWidest = 200;
  using Types = std::vector<int>;

  int fluent_count() const { return static_cast<int>(program_.fluents.size()); }
  bool is_state(int f) const { return program_.fluent(f).kind == FluentKind::state; }
  bool is_constant(int f) const { return program_.fluent(f).kind == FluentKind::constant; }
  bool is_condition(int f) const { return is_constant(f) && program_.fluent(f).is_boolean; }
  const std::string& name(int f) const { return program_.fluent(f).name; }
  const std::vector<std::string>& objects(int t) const { return program_.type(t).objects; }
  Types types_of(int f) const {
    Types types;
    for (const int p : rddl::free_parameters(program_, f)) {
      types.push_back(program_.fluent(f).types[static_cast<std::size_t>(p)]);
    }
    return types;
  }
  // The objects of the parameters that count.
  std::vector<int> arguments(int f, int index) const {
    const std::vector<int> all = rddl::arguments_of(program_, f, index);
    std::vector<int> result;
    for (const int p : rddl::free_parameters(program_, f)) {
      result.push_back(all[static_cast<std::size_t>(p)]);
    }
    return result;
  }
  double value(int f, int index) const {
    return program_.values[static_cast<std::size_t>(f)][static_cast<std::size_t>(index)];
  }
  bool is_known(int f) const {
    for (int i = 0; i < program_.fluent(f).ground_count; ++i) {
      if (!filter_.is_known(first_bit_.at(f) + i)) return false;
    }
    return true;
  }
  std::string relation(int type) const {
    return name(places_.orders[static_cast<std::size_t>(type)]->relation);
  }

  // Two ordered types that somebody is in, or else something; or one that objects have places on.
  void choose_axes() {
    std::optional<std::pair<int, int>> pair;
    const auto offer = [&](std::set<int> types) {
      std::erase_if(types, [&](int t) { return !places_.is_ordered(t); });
      if (!pair && types.size() == 2) pair = {*types.begin(), *types.rbegin()};
    };
    for (const rddl::Frame& frame : places_.frames) {
      std::set<int> types;
      for (const auto& [type, slot] : frame.slots) types.insert(type);
      offer(types);
    }
    for (int f = 0; f < fluent_count(); ++f) {
      const Types types = types_of(f);
      if (is_state(f)) offer({types.begin(), types.end()});
    }
    if (pair) {
      set_axes(pair->first, pair->second);
    } else if (const rddl::Frame* agent = places_.agent(); agent && agent->slots.size() == 1) {
      const int type = agent->slots.begin()->first;
      if (has_places_on(type)) set_axes(type, -1);
    }
  }
  bool has_places_on(int type) const {
    for (int f = 0; f < fluent_count(); ++f) {
      const Types types = types_of(f);
      if (is_condition(f) && types.size() == 2 && types[1] == type && types[0] != type) return true;
    }
    return false;
  }
  void set_axes(int a, int b) {
    const auto runs_east = [&](int t) {
      return names_one(relation(t), {"east", "west", "right", "left"}) ||
             names_one(program_.type(t).name, {"x", "col"});
    };
    if (b >= 0 && !runs_east(a) && runs_east(b)) std::swap(a, b);
    const int height = b < 0 ? 1 : program_.object_count(b);
    if (program_.object_count(a) > kWidest || height > kWidest) return;
    x_ = {a, names_one(relation(a), {"west", "left"})};
    if (b >= 0) y_ = {b, names_one(relation(b), {"south", "down", "below"})};
    layout_.width = program_.object_count(a);
    layout_.height = height;
  }

  int along(const Axis& axis, int object) const {
    const int c = places_.coordinate(axis.type, object);
    return axis.backwards ? program_.object_count(axis.type) - 1 - c : c;
  }
  std::size_t axis_count() const { return y_.type < 0 ? 1 : 2; }
  bool is_axis(int type) const { return type == x_.type || type == y_.type; }
  // Whether it is about a cell, and about nothing else but `others` objects.
  bool is_at_cells(const Types& types, std::size_t others) const {
    if (types.size() != axis_count() + others) return false;
    return std::ranges::count(types, x_.type) == 1 &&
           (y_.type < 0 || std::ranges::count(types, y_.type) == 1);
  }
  Cell cell(const Types& types, const std::vector<int>& objects) const {
    Cell at{0, 0};
    for (std::size_t i = 0; i < types.size(); ++i) {
      if (types[i] == x_.type) at.x = along(x_, objects[i]);
      if (types[i] == y_.type) at.y = along(y_, objects[i]);
    }
    return at;
  }
  // The object that is not a coordinate, and its type.
  std::pair<int, int> other(const Types& types, const std::vector<int>& objects) const {
    for (std::size_t i = 0; i < types.size(); ++i) {
      if (!is_axis(types[i])) return {types[i], objects[i]};
    }
    return {-1, -1};
  }

  // The first letter that no other kind has.
  char glyph(const std::string& name) {
    for (const char c : name + "ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
      const char up = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
      if (std::isalpha(static_cast<unsigned char>(c)) && glyphs_.insert(up).second) return up;
    }
    return '?';
  }
  static Tone tone_named(const std::string& name, Tone otherwise) {
    if (names_one(name, {"goal", "base", "exit", "home", "target"})) return Tone::goal;
    if (names_one(name, {"obstacle", "hazard", "danger", "fire", "enemy", "wall"}))
      return Tone::bad;
    return otherwise;
  }

  void draw_grid() {
    for (int f = 0; f < fluent_count(); ++f) {
      const Types types = types_of(f);
      if (is_condition(f) && is_at_cells(types, 0)) add_ground(f, types);
      if (is_constant(f) && !is_condition(f) && is_at_cells(types, 0)) add_strewn(f, types);
      if (is_condition(f) && is_at_cells(types, 1)) add_objects(f, types);
    }
    for (const rddl::Frame& frame : places_.frames) add_walker(frame);
    for (int f = 0; f < fluent_count(); ++f) {
      const Types types = types_of(f);
      if (is_state(f) && (is_at_cells(types, 0) || is_at_cells(types, 1))) add_things(f, types);
    }
  }

  void add_ground(int f, const Types& types) {
    std::vector<Cell> cells;
    for (int i = 0; i < program_.fluent(f).ground_count; ++i) {
      if (value(f, i) != 0) cells.push_back(cell(types, arguments(f, i)));
    }
    if (cells.empty() || static_cast<int>(cells.size()) == program_.fluent(f).ground_count) return;
    const std::string thing = thing_named(name(f));
    layout_.ground.push_back(
        {{thing, glyph(thing), Shape::block, tone_named(thing, Tone::item)}, std::move(cells)});
  }

  // A probability of each cell, which the model gives.
  void add_strewn(int f, const Types& types) {
    std::vector<std::pair<Cell, double>> chances;
    bool varies = false;
    for (int i = 0; i < program_.fluent(f).ground_count; ++i) {
      const double p = value(f, i);
      if (p < 0 || p > 1) return;
      varies |= p != value(f, 0);
      chances.emplace_back(cell(types, arguments(f, i)), p);
    }
    if (!varies) return;
    layout_.strewn.push_back(
        {{name(f), glyph(name(f)), Shape::block, Tone::bad}, std::move(chances)});
  }

  // Objects that have one place each.
  void add_objects(int f, const Types& types) {
    std::map<int, Cell> at;
    int type = -1;
    for (int i = 0; i < program_.fluent(f).ground_count; ++i) {
      if (value(f, i) == 0) continue;
      const std::vector<int> objects = arguments(f, i);
      const auto [of, object] = other(types, objects);
      type = of;
      if (!at.emplace(object, cell(types, objects)).second) return;
    }
    if (at.empty() || !placed_.insert(type).second) return;
    const std::string& thing = program_.type(type).name;
    RddlLayout::Objects group{{thing, glyph(thing), Shape::stone, Tone::item}, "", {}};
    const int hidden = only_hidden(type);
    if (hidden >= 0) {
      group.hidden = name(hidden);
      drawn_.insert(hidden);
    }
    for (const auto& [object, where] : at) {
      const std::string& called = objects(type)[static_cast<std::size_t>(object)];
      group.objects.push_back(
          {where, called, short_label(called), hidden < 0 ? -1 : first_bit_.at(hidden) + object});
    }
    layout_.objects.push_back(std::move(group));
  }
  // The hidden fluent about objects of the type, if there is one only; else -1.
  int only_hidden(int type) const {
    int found = -1;
    for (int f = 0; f < fluent_count(); ++f) {
      if (!is_state(f) || types_of(f) != Types{type} || is_known(f)) continue;
      if (found >= 0) return -1;
      found = f;
    }
    return found;
  }

  static Kind agent_kind(const std::string& name, bool hidden) {
    return {name, '@', Shape::rover, Tone::agent, hidden};
  }

  // Somebody whose column and row are told by different fluents.
  void add_walker(const rddl::Frame& frame) {
    if (frame.type >= 0 || y_.type < 0 || !frame.slots.contains(x_.type) ||
        !frame.slots.contains(y_.type)) {
      return;
    }
    const auto& column = places_.slots[static_cast<std::size_t>(frame.slots.at(x_.type))];
    const auto& row = places_.slots[static_cast<std::size_t>(frame.slots.at(y_.type))];
    if (column.mover == row.mover) return;
    RddlLayout::Walker walker{agent_kind("agent", false), bits_along(column, x_),
                              bits_along(row, y_)};
    for (const auto& bits : {walker.columns, walker.rows}) {
      walker.kind.hidden |= !std::ranges::all_of(bits, [&](int b) { return filter_.is_known(b); });
    }
    for (const auto& slot : {column, row}) {
      drawn_.insert(places_.movers[static_cast<std::size_t>(slot.mover)].fluent);
    }
    layout_.walkers.push_back(std::move(walker));
  }
  std::vector<int> bits_along(const rddl::WordTable::Slot& slot, const Axis& axis) const {
    const rddl::Mover& mover = places_.movers[static_cast<std::size_t>(slot.mover)];
    const int count = program_.object_count(axis.type);
    std::vector<int> bits(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < mover.bits.size(); ++i) {
      const int c = mover.coordinates[i][static_cast<std::size_t>(slot.axis)];
      bits[static_cast<std::size_t>(axis.backwards ? count - 1 - c : c)] = mover.bits[i];
    }
    return bits;
  }

  // A fluent at cells: of whoever moves, or of what may be at many cells; one for each object.
  void add_things(int f, const Types& types) {
    if (drawn_.contains(f)) return;
    drawn_.insert(f);
    const bool hidden = !is_known(f);
    const std::string thing = thing_named(name(f));
    const bool agent = places_.is_mover(f);
    const Kind look =
        agent ? agent_kind(thing, hidden)
              : Kind{thing, glyph(thing), Shape::disc, tone_named(thing, Tone::item), hidden};
    std::map<int, RddlLayout::Thing> things;  // by object
    for (int i = 0; i < program_.fluent(f).ground_count; ++i) {
      const std::vector<int> objects = arguments(f, i);
      const auto [type, object] = other(types, objects);
      RddlLayout::Thing& one = things.try_emplace(object, RddlLayout::Thing{look}).first->second;
      one.bits.push_back(first_bit_.at(f) + i);
      one.cells.push_back(cell(types, objects));
      if (type < 0) continue;
      const std::string& called = this->objects(type)[static_cast<std::size_t>(object)];
      one.label = short_label(called);
      if (hidden)
        one.kind.name = fmt::format("{} {}", thing, called);  // so that each has places of its own
    }
    for (auto& [object, one] : things) layout_.things.push_back(std::move(one));
  }

  // What is left, by fluent; play/chance_table.h makes tables of it.
  void tell_the_rest() {
    for (int f = 0; f < fluent_count(); ++f) {
      if (!is_state(f) || drawn_.contains(f)) continue;
      std::vector<std::string> done;
      tell(f, types_of(f), {}, done);
    }
  }
  // One object after the other, in their order; `chosen` are those of the first parameters.
  void tell(int f, const Types& types, std::vector<int> chosen, std::vector<std::string>& names) {
    if (chosen.size() == types.size()) {
      const std::string objects = fmt::format("{}", fmt::join(names, ","));
      layout_.said.push_back({objects.empty() ? name(f) : fmt::format("{}({})", name(f), objects),
                              first_bit_.at(f) + index_of(f, chosen)});
      return;
    }
    const int type = types[chosen.size()];
    for (const int o : in_order(type)) {
      chosen.push_back(o);
      names.push_back(objects(type)[static_cast<std::size_t>(o)]);
      tell(f, types, chosen, names);
      chosen.pop_back();
      names.pop_back();
    }
  }
  int index_of(int f, const std::vector<int>& objects) const {
    std::vector<int> all(program_.fluent(f).types.size(), 0);
    const std::vector<int> free = rddl::free_parameters(program_, f);
    for (std::size_t i = 0; i < free.size(); ++i)
      all[static_cast<std::size_t>(free[i])] = objects[i];
    return program_.ground_index(f, all);
  }

  // Objects of ordered types stand as they do in the world: the highest floor is above.
  std::vector<int> in_order(int type) const {
    std::vector<int> order(objects(type).size());
    for (int o = 0; o < static_cast<int>(order.size()); ++o) order[static_cast<std::size_t>(o)] = o;
    if (!places_.is_ordered(type)) return order;
    std::ranges::sort(order, {}, [&](int o) { return places_.coordinate(type, o); });
    if (names_one(relation(type), {"up", "north", "above"})) std::ranges::reverse(order);
    return order;
  }

  const rddl::BitFilter& filter_;
  const rddl::GroundModel& model_;
  const rddl::Program& program_;
  rddl::Places places_;
  RddlLayout layout_;
  Axis x_, y_;
  std::map<int, int> first_bit_;  // by fluent
  std::set<int> drawn_;           // fluents
  std::set<int> placed_;          // types
  std::set<char> glyphs_;
};

}  // namespace

RddlLayout rddl_layout(const rddl::BitFilter& filter) { return Designer(filter).run(); }

}  // namespace holdfast
