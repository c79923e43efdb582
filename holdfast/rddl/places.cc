#include "holdfast/rddl/places.h"

#include <algorithm>

#include "holdfast/rddl/one_hot.h"

namespace holdfast::rddl {
namespace {

class PlaceFinder {
 public:
  explicit PlaceFinder(const BitFilter& filter)
      : filter_(filter), model_(filter.model()), program_(model_.program) {
    places_.orders = find_orders(program_);
  }

  Places run() {
    for (const bool known : {true, false}) {
      for (int f = 0; f < static_cast<int>(program_.fluents.size()); ++f) {
        if (program_.fluent(f).kind == FluentKind::state) add(f, known);
      }
    }
    return std::move(places_);
  }

 private:
  struct Group {
    int object = -1;
    Mover mover;
  };

  void add(int f, bool known) {
    const std::vector<int>& types = program_.fluent(f).types;
    std::vector<int> axes, others;
    for (const int p : free_parameters(program_, f)) {
      (places_.is_ordered(types[static_cast<std::size_t>(p)]) ? axes : others).push_back(p);
    }
    if (axes.empty() || others.size() > 1) return;
    const int other = others.empty() ? -1 : others.front();
    const std::vector<Group> groups = groups_of(f, axes, other);
    for (const Group& g : groups) {
      const bool all =
          std::ranges::all_of(g.mover.bits, [&](int b) { return filter_.is_known(b); });
      if (all != known || !is_one_hot(model_, g.mover.bits)) return;
    }
    for (const Group& g : groups) {
      add_slots(other < 0 ? -1 : types[static_cast<std::size_t>(other)], g, types, axes);
    }
  }

  // By object of the other parameter.
  std::vector<Group> groups_of(int f, const std::vector<int>& axes, int other) const {
    const std::vector<int>& types = program_.fluent(f).types;
    const int count = other < 0 ? 1 : program_.object_count(types[static_cast<std::size_t>(other)]);
    std::vector<Group> groups(static_cast<std::size_t>(count));
    for (int b = 0; b < static_cast<int>(model_.state.size()); ++b) {
      const Bit& bit = model_.state[static_cast<std::size_t>(b)];
      if (bit.fluent != f) continue;
      const std::vector<int> objects = arguments_of(program_, f, bit.index);
      const int object = other < 0 ? 0 : objects[static_cast<std::size_t>(other)];
      Group& group = groups[static_cast<std::size_t>(object)];
      group.object = object;
      group.mover.fluent = f;
      group.mover.bits.push_back(b);
      std::vector<int>& at = group.mover.coordinates.emplace_back();
      for (const int p : axes) {
        const auto i = static_cast<std::size_t>(p);
        at.push_back(places_.coordinate(types[i], objects[i]));
      }
    }
    return groups;
  }

  void add_slots(int type, const Group& group, const std::vector<int>& types,
                 const std::vector<int>& axes) {
    Frame& frame = frame_of(type, group.object);
    const int mover = static_cast<int>(places_.movers.size());
    bool used = false;
    for (std::size_t a = 0; a < axes.size(); ++a) {
      const int axis = types[static_cast<std::size_t>(axes[a])];
      if (frame.slots.contains(axis) || places_.slots.size() == WordTable::kMostSlots) continue;
      frame.slots[axis] = static_cast<int>(places_.slots.size());
      places_.slots.push_back({mover, static_cast<int>(a)});
      used = true;
    }
    if (used) places_.movers.push_back(group.mover);
  }

  Frame& frame_of(int type, int object) {
    for (Frame& f : places_.frames) {
      if (f.type == type && (type < 0 || f.object == object)) return f;
    }
    places_.frames.push_back({type, object, {}});
    return places_.frames.back();
  }

  const BitFilter& filter_;
  const GroundModel& model_;
  const Program& program_;
  Places places_;
};

}  // namespace

bool Places::is_mover(int fluent) const {
  return std::ranges::any_of(movers, [&](const Mover& m) { return m.fluent == fluent; });
}

const Frame* Places::agent() const {
  const auto found = std::ranges::find(frames, -1, &Frame::type);
  return found == frames.end() ? nullptr : &*found;
}

Places find_places(const BitFilter& filter) { return PlaceFinder(filter).run(); }

std::vector<int> arguments_of(const Program& program, int fluent, int index) {
  const std::vector<int>& types = program.fluent(fluent).types;
  std::vector<int> result(types.size());
  for (std::size_t i = types.size(); i-- > 0;) {
    const int n = program.object_count(types[i]);
    result[i] = index % n;
    index /= n;
  }
  return result;
}

std::vector<int> free_parameters(const Program& program, int fluent) {
  const std::vector<int>& types = program.fluent(fluent).types;
  std::vector<int> result;
  for (int p = 0; p < static_cast<int>(types.size()); ++p) {
    if (program.object_count(types[static_cast<std::size_t>(p)]) > 1) result.push_back(p);
  }
  return result;
}

}  // namespace holdfast::rddl
