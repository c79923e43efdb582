#include "holdfast/rddl/derive_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "holdfast/rddl/derive_deeds.h"
#include "holdfast/rddl/places.h"
#include "holdfast/rddl/word_names.h"

namespace holdfast::rddl {
namespace {

using Kind = Source::Kind;

class WordMaker {
 public:
  explicit WordMaker(const BitFilter& filter)
      : filter_(filter),
        model_(filter.model()),
        program_(model_.program),
        places_(find_places(filter)),
        deeds_(derive_deeds(model_)) {
    for (int b = static_cast<int>(model_.state.size()); b-- > 0;) {
      const Bit& bit = model_.state[static_cast<std::size_t>(b)];
      first_bit_[bit.fluent] = b - bit.index;
      table_.hidden_number.push_back(0);
    }
    for (std::size_t b = 0; b < table_.hidden_number.size(); ++b) {
      table_.hidden_number[b] = filter.number(static_cast<int>(b));
    }
    table_.movers = places_.movers;
    table_.slots = places_.slots;
  }

  WordTable run() {
    name_axes();
    choose_entities();
    add_deeds();
    find_foreseen();
    for (int f = 0; f < fluent_count(); ++f) add_fluent(f);
    for (const auto& [type, first] : first_entity_) add_own_places(type);
    for (const Frame& frame : places_.frames) {
      if (frame.type < 0 || first_entity_.contains(frame.type)) look_from(frame);
    }
    finish();
    return std::move(table_);
  }

 private:
  int fluent_count() const { return static_cast<int>(program_.fluents.size()); }
  bool is_state(int f) const { return program_.fluent(f).kind == FluentKind::state; }
  bool is_constant(int f) const { return program_.fluent(f).kind == FluentKind::constant; }
  std::string name_of(int f) const { return rule_name(program_.fluent(f).name); }
  // The types of its parameters that count.
  std::vector<int> types_of(int f) const {
    std::vector<int> types;
    for (const int p : free_parameters(program_, f)) {
      types.push_back(program_.fluent(f).types[static_cast<std::size_t>(p)]);
    }
    return types;
  }

  void name_axes() {
    std::set<int> axes;
    for (const Frame& frame : places_.frames) {
      for (const auto& [type, slot] : frame.slots) axes.insert(type);
    }
    std::vector<std::string> types, directions;
    for (const int type : axes) {
      const Order& order = *places_.orders[static_cast<std::size_t>(type)];
      types.push_back(rule_name(program_.type(type).name));
      directions.push_back(name_of(order.relation));
      directions.push_back(order.reverse >= 0 ? name_of(order.reverse)
                                              : "against_" + name_of(order.relation));
    }
    types = without_common_end(types);
    directions = without_common_start(directions);
    std::size_t i = 0;
    for (const int type : axes) {
      axis_name_[type] = types[i];
      direction_[{type, 1}] = directions[2 * i];
      direction_[{type, -1}] = directions[2 * i + 1];
      ++i;
    }
  }

  // Types that a deed or a state fluent is about; if they have more objects than rules can tell
  // apart, deeds' types first and small ones before large ones.
  void choose_entities() {
    std::set<int> of_deeds, of_words;
    for (const DeedDraft& d : deeds_) {
      if (d.type >= 0) of_deeds.insert(d.type);
    }
    for (int f = 0; f < fluent_count(); ++f) {
      const std::vector<int> types = types_of(f);
      if (is_state(f) && types.size() == 1 && !places_.is_mover(f)) of_words.insert(types[0]);
    }
    for (const Frame& frame : places_.frames) {
      if (frame.type >= 0) of_words.insert(frame.type);
    }
    // Those that a relation ties to what deeds are about are spoken of there.
    std::erase_if(of_words, [&](int t) { return is_tied(t, of_deeds); });
    std::vector<int> wanted(of_deeds.begin(), of_deeds.end());
    std::ranges::set_difference(of_words, of_deeds, std::back_inserter(wanted));
    const auto rank = [&](int t) {
      return std::pair(!of_deeds.contains(t), program_.object_count(t));
    };
    std::ranges::stable_sort(wanted, {}, rank);
    UniqueNames names;
    for (const int t : wanted) {
      const auto total = static_cast<int>(table_.entities.size()) + program_.object_count(t);
      if (total > logic::Vocabulary::kMaxEntities) {
        table_.left_out.push_back(fmt::format("the {} objects of {}: rules tell at most {} apart",
                                              program_.object_count(t), program_.type(t).name,
                                              logic::Vocabulary::kMaxEntities));
        continue;
      }
      first_entity_[t] = static_cast<int>(table_.entities.size());
      for (const std::string& o : program_.type(t).objects) {
        table_.entities.push_back(names.take(rule_name(o)));
      }
    }
  }

  bool is_tied(int type, const std::set<int>& of_deeds) const {
    for (int f = 0; f < fluent_count(); ++f) {
      const std::vector<int> types = types_of(f);
      if (!is_condition(f) || types.size() != 2 || types[0] == types[1]) continue;
      if ((types[0] == type && of_deeds.contains(types[1])) ||
          (types[1] == type && of_deeds.contains(types[0]))) {
        return true;
      }
    }
    return false;
  }

  void add_deeds() {
    for (const DeedDraft& draft : deeds_) {
      if (draft.type >= 0 && !first_entity_.contains(draft.type)) continue;
      DerivedDeed deed{names_.take(draft.name), draft.type >= 0, false, draft.actions};
      if (deed.of_entity) {
        deed.actions.assign(table_.entities.size(), -1);
        std::ranges::copy(draft.actions, deed.actions.begin() + first_entity_.at(draft.type));
      }
      deed.only_looks = std::ranges::all_of(draft.actions, [&](int a) { return only_looks(a); });
      table_.deeds.push_back(std::move(deed));
    }
    add_joints();
  }
  // A part that does what another action does, or has no name, makes no joint.
  void add_joints() {
    std::set<int> named;
    for (const DerivedDeed& d : table_.deeds) named.insert(d.actions.begin(), d.actions.end());
    std::map<int, int> action_of_bit;
    const int count = static_cast<int>(model_.joint_actions.size());
    for (int a = 1; a < count; ++a) {
      const std::vector<int>& bits = model_.joint_actions[static_cast<std::size_t>(a)].changed;
      if (bits.size() == 1 && named.contains(a)) action_of_bit[bits[0]] = a;
    }
    for (int a = 1; a < count; ++a) {
      const std::vector<int>& bits = model_.joint_actions[static_cast<std::size_t>(a)].changed;
      if (bits.size() < 2 ||
          !std::ranges::all_of(bits, [&](int b) { return action_of_bit.contains(b); })) {
        continue;
      }
      std::vector<int>& parts = table_.joints.emplace_back(a, std::vector<int>{}).second;
      for (const int b : bits) parts.push_back(action_of_bit.at(b));
    }
  }
  bool only_looks(int action) const {
    if (action <= 0) return action < 0;
    const JointAction& joint = model_.joint_actions[static_cast<std::size_t>(action)];
    return joint.transitions.empty() && !joint.observations.empty();
  }

  void find_foreseen() {
    std::set<int> places;
    for (const Mover& m : places_.movers) places.insert(m.bits.begin(), m.bits.end());
    for (int a = 0; a < static_cast<int>(model_.joint_actions.size()); ++a) {
      const JointAction& joint = model_.joint_actions[static_cast<std::size_t>(a)];
      table_.foreseen.push_back(
          joint.observations.empty() &&
          std::ranges::all_of(joint.transitions, [&](const std::pair<int, Ref>& change) {
            const int b = change.first;
            return places.contains(b) || (filter_.follows(b, a) && filter_.follows(b, 0));
          }));
    }
  }

  // What a ground fluent says.
  Source source(int f, int index) const {
    if (is_state(f)) {
      const int bit = first_bit_.at(f) + index;
      if (filter_.is_known(bit)) return {Kind::bit, bit};
      return {Kind::chance, filter_.number(bit)};
    }
    const double v = program_.values[static_cast<std::size_t>(f)][static_cast<std::size_t>(index)];
    constexpr double kMost = logic::Column::kGivenMost;
    if (program_.fluent(f).is_boolean) return {Kind::constant, v != 0 ? 1 : 0};
    if (v >= 0 && v <= 1) return {Kind::constant, 10 * static_cast<int>(10 * v + 1e-9)};
    return {Kind::constant, static_cast<int>(std::floor(std::clamp(v, -kMost, kMost)))};
  }
  // The same by the objects of the parameters that count.
  Source source(int f, const std::vector<int>& objects) const {
    std::vector<int> arguments(program_.fluent(f).types.size(), 0);
    const std::vector<int> free = free_parameters(program_, f);
    for (std::size_t i = 0; i < free.size(); ++i) {
      arguments[static_cast<std::size_t>(free[i])] = objects[i];
    }
    return source(f, program_.ground_index(f, arguments));
  }
  bool is_condition(int f) const { return is_constant(f) && program_.fluent(f).is_boolean; }
  DerivedWord& entity_word(const std::string& name, const std::string& says) {
    for (DerivedWord& w : table_.words) {
      if (w.name == name) return w;
    }
    table_.words.push_back({name, says, std::vector<Source>(table_.entities.size())});
    return table_.words.back();
  }
  // About somebody: the agent's words are of no entity.
  void say(const Frame& frame, const std::string& name, const std::string& what, Source source) {
    if (frame.type < 0) {
      table_.whole_words.push_back({name, what + ": {}", {source}});
      return;
    }
    const int entity = first_entity_.at(frame.type) + frame.object;
    entity_word(name, what + " of {}: {}").values[static_cast<std::size_t>(entity)] = source;
  }

  // Fluents of no object or one; and non-fluents of one, and places.
  void add_fluent(int f) {
    const std::vector<int> types = types_of(f);
    const char* unit = is_state(f) && source(f, 0).kind == Kind::chance ? " %" : "";
    if (is_state(f) && types.empty()) {
      table_.whole_words.push_back({name_of(f), name_of(f) + ": {}" + unit, {source(f, 0)}});
    }
    if (is_condition(f) && types.size() == 2) relate(f, types);
    if (types.empty() || !first_entity_.contains(types[0])) return;
    const bool unary = types.size() == 1 && !places_.is_mover(f);
    if (unary && (is_state(f) || is_condition(f))) {
      DerivedWord& word = entity_word(name_of(f), name_of(f) + " of {}: {}" + unit);
      for (int o = 0; o < program_.object_count(types[0]); ++o) {
        word.values[entity(types[0], o)] = source(f, std::vector<int>{o});
      }
    }
    if (is_condition(f) && types.size() > 1) add_place(f, types);
  }

  // What is true of one of those that a relation ties to an entity: the greatest value.
  void relate(int relation, const std::vector<int>& types) {
    for (const auto& order : places_.orders) {
      if (order && (order->relation == relation || order->reverse == relation)) return;
    }
    for (const std::size_t self : {std::size_t{0}, std::size_t{1}}) {
      if (!first_entity_.contains(types[self])) continue;
      for (int g = 0; g < fluent_count(); ++g) {
        if (!is_state(g) || places_.is_mover(g) || types_of(g) != std::vector{types[1 - self]}) {
          continue;
        }
        const bool backwards = types[0] == types[1] && self == 1;
        const std::string name = name_of(g) + "_" + name_of(relation) + (backwards ? "_of" : "");
        DerivedWord& word = entity_word(name, name + " of {}: {}");
        for (int e = 0; e < program_.object_count(types[self]); ++e) {
          word.values[entity(types[self], e)] = most_related(g, relation, self, e, types);
        }
      }
    }
  }
  Source most_related(int g, int relation, std::size_t self, int e, const std::vector<int>& types) {
    const int first = static_cast<int>(table_.tables.size());
    for (int o = 0; o < program_.object_count(types[1 - self]); ++o) {
      const std::vector<int> pair = self == 0 ? std::vector{e, o} : std::vector{o, e};
      if (source(relation, pair).a != 0) {
        table_.tables.push_back(source(g, std::vector<int>{o}));
      }
    }
    return {Kind::most, first, static_cast<int>(table_.tables.size())};
  }
  std::size_t entity(int type, int object) const {
    return static_cast<std::size_t>(first_entity_.at(type) + object);
  }

  // Whether the agent is somewhere in all these types.
  bool agent_is_in(std::span<const int> axes) const {
    const Frame* agent = places_.agent();
    return agent && std::ranges::all_of(axes, [&](int t) { return agent->slots.contains(t); });
  }

  // Where objects are, by a non-fluent that says one place of each at most.
  void add_place(int f, const std::vector<int>& types) {
    const std::span<const int> axes = std::span(types).subspan(1);
    if (!agent_is_in(axes)) return;
    std::map<int, std::vector<int>> at;  // by object
    const std::vector<double>& values = program_.values[static_cast<std::size_t>(f)];
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i] == 0) continue;
      const std::vector<int> all = arguments_of(program_, f, static_cast<int>(i));
      std::vector<int> objects;
      for (const int p : free_parameters(program_, f)) {
        objects.push_back(all[static_cast<std::size_t>(p)]);
      }
      std::vector<int> where;
      for (std::size_t a = 1; a < objects.size(); ++a) {
        where.push_back(places_.coordinate(types[a], objects[a]));
      }
      if (!at.emplace(objects[0], where).second) return;
    }
    const bool first = placed_.insert(types[0]).second;
    const std::string prefix = first ? "" : name_of(f) + "_";
    for (const auto& [object, where] : at) {
      place(prefix, entity(types[0], object), axes, where);
    }
  }
  void place(const std::string& prefix, std::size_t entity, std::span<const int> axes,
             const std::vector<int>& where) {
    const Frame& agent = *places_.agent();
    const int first = static_cast<int>(table_.deltas.size());
    for (std::size_t a = 0; a < axes.size(); ++a) {
      const Source delta{Kind::delta, where[a], agent.slots.at(axes[a])};
      table_.deltas.push_back(delta);
      const std::string& axis = axis_name_.at(axes[a]);
      const std::string word = fmt::format("{}delta_{}", prefix, axis);
      entity_word(word, fmt::format("{{}} is {{}} {{forward|back}} along {}", axis))
          .values[entity] = delta;
    }
    const Source dist{Kind::dist, first, static_cast<int>(table_.deltas.size())};
    entity_word(prefix + "dist", "{} is {} steps away [nearest|farthest]").values[entity] = dist;
  }
  // Objects of an ordered type are where they are.
  void add_own_places(int type) {
    const std::vector<int> axes{type};
    if (!agent_is_in(axes) || !placed_.insert(type).second) return;
    for (int o = 0; o < program_.object_count(type); ++o) {
      place("", entity(type, o), axes, {places_.coordinate(type, o)});
    }
  }

  // Fluents over ordered types, seen from where somebody is.
  void look_from(const Frame& frame) {
    for (int f = 0; f < fluent_count(); ++f) {
      if ((!is_state(f) && !is_constant(f)) || places_.is_mover(f)) continue;
      const std::vector<int> types = types_of(f);
      if (types.empty() || types.size() > 2 || (types.size() == 2 && types[0] == types[1]) ||
          !std::ranges::all_of(types, [&](int t) { return frame.slots.contains(t); })) {
        continue;
      }
      if (is_condition(f)) {
        add_landmark(frame, f, types);
      } else if (types.size() == 1 && is_state(f)) {
        look_along(frame, f, types[0]);
      } else if (types.size() == 2 && frame.type < 0) {
        look_around(frame, f, types);
      }
    }
  }

  // The nearest place of which a non-fluent is true.
  void add_landmark(const Frame& frame, int f, const std::vector<int>& types) {
    const std::vector<std::vector<int>> places = places_where(f, types);
    const bool flat = types.size() > 1;
    const int columns = flat ? program_.object_count(types[1]) : 1;
    std::vector<int> tables(types.size() + 1);  // of deltas, and of the distance
    for (int& t : tables) {
      t = static_cast<int>(table_.tables.size());
      table_.tables.resize(table_.tables.size() +
                           static_cast<std::size_t>(program_.object_count(types[0]) * columns));
    }
    for (int i = 0; i < program_.object_count(types[0]); ++i) {
      for (int j = 0; j < columns; ++j) {
        const std::vector<int> here = flat ? std::vector{i, j} : std::vector{i};
        if (places.empty()) continue;
        const std::vector<int>& nearest = *std::ranges::min_element(
            places, {}, [&](const std::vector<int>& place) { return distance(here, place); });
        const auto set = [&](int table, int value) {
          table_.tables[static_cast<std::size_t>(table + i * columns + j)] = {Kind::constant,
                                                                              value};
        };
        for (std::size_t a = 0; a < types.size(); ++a) set(tables[a], nearest[a] - here[a]);
        set(tables.back(), distance(here, nearest));
      }
    }
    const int second = flat ? frame.slots.at(types[1]) : -1;
    const auto add = [&](const std::string& name, int table) {
      say(frame, name, name, {Kind::table, table, frame.slots.at(types[0]), second, columns});
    };
    for (std::size_t a = 0; a < types.size(); ++a) {
      add(name_of(f) + "_delta_" + axis_name_.at(types[a]), tables[a]);
    }
    if (flat) add(name_of(f) + "_dist", tables.back());
  }
  static int distance(const std::vector<int>& a, const std::vector<int>& b) {
    int sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += std::abs(a[i] - b[i]);
    return sum;
  }
  // The coordinates of all places of which it is true.
  std::vector<std::vector<int>> places_where(int f, const std::vector<int>& types) const {
    std::vector<std::vector<int>> result;
    const std::vector<double>& values = program_.values[static_cast<std::size_t>(f)];
    const std::vector<int> free = free_parameters(program_, f);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i] == 0) continue;
      const std::vector<int> all = arguments_of(program_, f, static_cast<int>(i));
      std::vector<int>& place = result.emplace_back();
      for (std::size_t a = 0; a < types.size(); ++a) {
        place.push_back(places_.coordinate(types[a], all[static_cast<std::size_t>(free[a])]));
      }
    }
    return result;
  }

  // The objects of a type in their order.
  std::vector<int> in_order(int type) const {
    std::vector<int> objects(static_cast<std::size_t>(program_.object_count(type)));
    for (int o = 0; o < static_cast<int>(objects.size()); ++o) {
      objects[static_cast<std::size_t>(places_.coordinate(type, o))] = o;
    }
    return objects;
  }

  void look_along(const Frame& frame, int f, int type) {
    const int table = static_cast<int>(table_.tables.size());
    for (const int o : in_order(type)) table_.tables.push_back(source(f, std::vector<int>{o}));
    const int slot = frame.slots.at(type), size = program_.object_count(type);
    const std::string name = name_of(f);
    say(frame, name + "_here", name + " here", {Kind::table, table, slot, -1, 1});
    say(frame, name + "_higher", name + " beyond", {Kind::higher, table, slot, -1, size});
    say(frame, name + "_lower", name + " before", {Kind::lower, table, slot, -1, size});
  }

  void look_around(const Frame& frame, int f, const std::vector<int>& types) {
    const std::vector<int> first = in_order(types[0]), second = in_order(types[1]);
    const auto columns = static_cast<int>(second.size());
    for (int d1 = 1; d1 >= -1; --d1) {
      for (int d2 = 1; d2 >= -1; --d2) {
        const int table = static_cast<int>(table_.tables.size());
        for (int i = 0; i < static_cast<int>(first.size()); ++i) {
          for (int j = 0; j < columns; ++j) {
            const bool inside = i + d1 >= 0 && i + d1 < static_cast<int>(first.size()) &&
                                j + d2 >= 0 && j + d2 < columns;
            table_.tables.push_back(inside ? source(f, {first[static_cast<std::size_t>(i + d1)],
                                                        second[static_cast<std::size_t>(j + d2)]})
                                           : Source{});
          }
        }
        std::string name = name_of(f);
        if (d1 == 0 && d2 == 0) name += "_here";
        if (d2 != 0) name += "_" + direction_.at({types[1], d2});
        if (d1 != 0) name += "_" + direction_.at({types[0], d1});
        say(frame, name, name,
            {Kind::table, table, frame.slots.at(types[0]), frame.slots.at(types[1]), columns});
      }
    }
  }

  void finish() {
    for (DerivedWord& w : table_.words) w.name = names_.take(w.name);
    for (DerivedWord& w : table_.whole_words) w.name = names_.take(w.name);
  }

  const BitFilter& filter_;
  const GroundModel& model_;
  const Program& program_;
  Places places_;
  std::vector<DeedDraft> deeds_;
  std::map<int, int> first_bit_;     // by fluent
  std::map<int, int> first_entity_;  // by type
  std::set<int> placed_;             // types
  std::map<int, std::string> axis_name_;
  std::map<std::pair<int, int>, std::string> direction_;  // by ordered type and sign
  UniqueNames names_;
  WordTable table_;
};

}  // namespace

WordTable derive_words(const BitFilter& filter) { return WordMaker(filter).run(); }

}  // namespace holdfast::rddl
