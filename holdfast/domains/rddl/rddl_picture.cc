#include "holdfast/domains/rddl/rddl_picture.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "holdfast/rddl/places.h"

namespace holdfast {
namespace {

using rddl::Fluent;
using rddl::FluentKind;

bool is_set(const std::uint64_t* state, int bit) {
  return (state[bit / 64] >> (bit % 64) & 1) != 0;
}

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

// Fluents at cells. `bits` and `cells` go together; so do `labels` where there are several of them.
struct Thing {
  Kind kind;
  std::vector<int> bits = {};
  std::vector<Cell> cells = {};
  std::string label = {};
};

// Who is at a column by one fluent and at a row by another.
struct Walker {
  Kind kind;
  std::vector<int> columns;  // bits, from the west
  std::vector<int> rows;     // from the south
};

// An object that has a place for good.
struct Object {
  Cell at;
  std::string name;
  int bit = -1;  // what is hidden of it, if it is one thing
};

struct Objects {
  Kind kind;
  std::string hidden;  // the fluent of the bits
  std::vector<Object> objects;
};

struct Ground {
  Kind kind;
  std::vector<Cell> cells;
};

struct Strewn {
  Kind kind;
  std::vector<std::pair<Cell, double>> chances;
};

// What is drawn of no place: "running(c1)".
struct Said {
  std::string says;
  int bit;
};

}  // namespace

struct RddlPicture::Layout {
  explicit Layout(const rddl::BitFilter& known) : filter(known) {}
  const rddl::BitFilter& filter;
  int width = 0;  // 0: no grid
  int height = 0;
  std::vector<Ground> ground;
  std::vector<Strewn> strewn;
  std::vector<Objects> objects;
  std::vector<Thing> things;
  std::vector<Walker> walkers;
  std::vector<Said> said;
};

namespace {

// Works out the layout. Fluents that it has drawn are left out of the tables.
template <class Layout>
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

  Layout run() {
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
    Objects group{{thing, glyph(thing), Shape::stone, Tone::item}, "", {}};
    const int hidden = only_hidden(type);
    if (hidden >= 0) {
      group.hidden = name(hidden);
      drawn_.insert(hidden);
    }
    for (const auto& [object, where] : at) {
      group.objects.push_back({where, objects(type)[static_cast<std::size_t>(object)],
                               hidden < 0 ? -1 : first_bit_.at(hidden) + object});
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
    Walker walker{agent_kind("agent", false), bits_along(column, x_), bits_along(row, y_)};
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
    std::map<int, Thing> things;  // by object
    for (int i = 0; i < program_.fluent(f).ground_count; ++i) {
      const std::vector<int> objects = arguments(f, i);
      const auto [type, object] = other(types, objects);
      Thing& one = things.try_emplace(object, Thing{look}).first->second;
      one.bits.push_back(first_bit_.at(f) + i);
      one.cells.push_back(cell(types, objects));
      if (type < 0) continue;
      const std::string& called = this->objects(type)[static_cast<std::size_t>(object)];
      one.label = short_label(called);
      if (hidden) one.kind.name = thing + " " + called;  // so that each has places of its own
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
  Layout layout_;
  Axis x_, y_;
  std::map<int, int> first_bit_;  // by fluent
  std::set<int> drawn_;           // fluents
  std::set<int> placed_;          // types
  std::set<char> glyphs_;
};

// A world and a belief, bit by bit.
class Look {
 public:
  Look(const rddl::BitFilter& filter, const std::uint64_t* world,
       std::span<const std::uint64_t* const> particles)
      : filter_(filter), world_(world), particles_(particles) {}

  bool is_so(int bit) const { return is_set(world_, bit); }
  bool believes() const { return !particles_.empty(); }
  std::span<const std::uint64_t* const> particles() const { return particles_; }
  double share(int bit) const {
    const auto count =
        std::ranges::count_if(particles_, [&](const std::uint64_t* s) { return is_set(s, bit); });
    return static_cast<double>(count) / static_cast<double>(particles_.size());
  }
  Chance chance(int bit, std::string says) const {
    Chance chance{std::move(says), {}, is_so(bit)};
    if (believes() && !filter_.is_known(bit)) chance.believed = share(bit);
    return chance;
  }

 private:
  const rddl::BitFilter& filter_;
  const std::uint64_t* world_;
  std::span<const std::uint64_t* const> particles_;
};

void draw(Scene& scene, const Thing& thing, const Look& look) {
  for (std::size_t i = 0; i < thing.bits.size(); ++i) {
    if (look.is_so(thing.bits[i])) scene.mark(thing.cells[i], thing.kind, thing.label);
    if (thing.kind.hidden && look.believes()) {
      scene.heat(thing.cells[i], thing.kind, look.share(thing.bits[i]));
    }
  }
}

std::optional<Cell> where(const Walker& walker, const std::uint64_t* state) {
  const auto first = [&](const std::vector<int>& bits) {
    const auto found = std::ranges::find_if(bits, [&](int b) { return is_set(state, b); });
    return static_cast<int>(found - bits.begin());
  };
  const Cell at{first(walker.columns), first(walker.rows)};
  if (at.x == static_cast<int>(walker.columns.size())) return std::nullopt;
  if (at.y == static_cast<int>(walker.rows.size())) return std::nullopt;
  return at;
}

void draw(Scene& scene, const Walker& walker, const std::uint64_t* world, const Look& look) {
  if (const auto at = where(walker, world)) scene.mark(*at, walker.kind);
  if (!walker.kind.hidden) return;
  const double each = 1.0 / static_cast<double>(std::max<std::size_t>(1, look.particles().size()));
  for (const std::uint64_t* particle : look.particles()) {
    if (const auto at = where(walker, particle)) scene.heat(*at, walker.kind, each);
  }
}

void draw(Scene& scene, const Objects& group, const Look& look) {
  for (const Object& o : group.objects) {
    std::optional<Chance> chance;
    if (o.bit >= 0) chance = look.chance(o.bit, fmt::format("{}({})", group.hidden, o.name));
    scene.mark(o.at, group.kind, short_label(o.name), std::move(chance));
  }
}

}  // namespace

RddlPicture::RddlPicture(const rddl::BitFilter& filter)
    : layout_(std::make_unique<const Layout>(Designer<Layout>(filter).run())) {}
RddlPicture::~RddlPicture() = default;

Scene RddlPicture::scene(const std::uint64_t* world,
                         std::span<const std::uint64_t* const> particles) const {
  const Layout& layout = *layout_;
  const Look look(layout.filter, world, particles);
  Scene scene = layout.width > 0 ? Scene(layout.width, layout.height) : Scene();
  for (const Ground& g : layout.ground) {
    for (const Cell c : g.cells) scene.ground(c, g.kind);
  }
  for (const Objects& group : layout.objects) draw(scene, group, look);
  for (const Thing& thing : layout.things) draw(scene, thing, look);
  for (const Walker& walker : layout.walkers) draw(scene, walker, world, look);
  for (const Strewn& s : layout.strewn) {
    for (const auto& [at, p] : s.chances) scene.heat(at, s.kind, p);
  }
  for (const Said& said : layout.said) scene.chance(look.chance(said.bit, said.says));
  return scene;
}

}  // namespace holdfast
