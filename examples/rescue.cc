// Rescue, a domain of one's own in one file: after an earthquake somebody may be trapped in each of
// some rooms of a large floor, and there are reports. A robot walks, listens at rooms, where it
// hears badly, and opens some. docs/your-own-domain.md goes through this file part by part.
#include "holdfast/domains/plugin.h"

namespace holdfast {

// The model: what the world does.
struct Rescue {
  static constexpr const char* name = "rescue";
  static constexpr const char* summary = "A robot opens rooms in which somebody may be trapped.";
  static std::vector<ParameterInfo> parameters() {
    return {whole_number("size", 8, 6, 50, "side of the floor"),
            whole_number("rooms", 4, 1, 32, "number of rooms")};
  }
  // The seed draws where the rooms are, and the reports: every third room is promising.
  Rescue(const Parameters& p, Rng& layout) : size(p.integer("size")), room_at(size * size, -1) {
    while (std::ssize(rooms) < p.integer("rooms")) {
      const int cell = layout.below(size * size);
      if (room_at[cell] >= 0) continue;
      room_at[cell] = std::ssize(rooms);
      reports[rooms.size()] = rooms.size() % 3 == 0 ? 5 : 3;
      rooms.push_back({cell % size, cell / size});
    }
  }

  enum : Action { north, east, south, west, listen, open };
  enum : Observation { nothing, knocks, silence };
  struct State {
    int cell = 0;
    std::uint32_t people = 0;  // bit r: somebody is in room r
  };
  // What is thought of each room, as a level. To hear knocks, which is right four times in five,
  // leads one up, silence one down; a room that was opened has level 0.
  using Memory = std::array<std::uint8_t, 32>;
  static constexpr std::array<int, 8> percent{0, 2, 6, 20, 50, 80, 94, 98};
  double discount() const { return 0.95; }
  int action_count() const { return 6; }
  int observation_count() const { return 3; }
  double min_reward() const { return -10; }
  double max_reward() const { return 10; }
  State sample_initial(Rng& rng) const {
    State s{size / 2 * (size + 1)};
    for (int r = 0; r < std::ssize(rooms); ++r) {
      if (rng.bernoulli(percent[reports[r]] / 100.0)) s.people |= 1U << r;
    }
    return s;
  }
  bool is_terminal(const State&) const { return false; }
  ActionSet legal_actions(const State& s) const {
    ActionSet legal;
    if (s.cell + size < size * size) legal.insert(north);
    if (s.cell % size + 1 < size) legal.insert(east);
    if (s.cell >= size) legal.insert(south);
    if (s.cell % size > 0) legal.insert(west);
    if (room_at[s.cell] >= 0) legal = legal | ActionSet::of(listen) | ActionSet::of(open);
    return legal;
  }
  Outcome step(State& s, Action a, Rng& rng) const {
    if (!legal_actions(s).contains(a)) return {nothing, min_reward(), false};
    if (a < listen) {
      s.cell += std::array{size, 1, -size, -1}[a];
      return {nothing, 0, false};
    }
    const std::uint32_t room = 1U << room_at[s.cell];
    const bool somebody = (s.people & room) != 0;
    if (a == listen) return {somebody == rng.bernoulli(0.8) ? knocks : silence, 0, false};
    s.people &= ~room;
    return {nothing, somebody ? max_reward() : min_reward(), false};
  }

  // Not needed for planning: a default for DESPOT, and a memory for the words.
  Action default_action(const State& s) const { return legal_actions(s).front(); }
  Memory initial_memory() const { return reports; }
  void remember(Memory& memory, const State& s, Action a, Observation o) const {
    if (room_at[s.cell] < 0) return;
    std::uint8_t& level = memory[room_at[s.cell]];
    if (a == open) level = 0;
    if (o == knocks && level < 7) ++level;
    if (o == silence && level > 1) --level;
  }
  int size;
  std::vector<int> room_at;  // by cell; -1: none
  std::vector<Cell> rooms;
  Memory reports{};
};

// The words: what rules may ask, room by room.
template <>
struct Symbols<Rescue> : SymbolsFor<Rescue> {
  using SymbolsFor::SymbolsFor;
  struct Known {
    int cell = 0;
    Rescue::Memory levels{};
  };
  struct About {
    int dx = 0, dy = 0, level = 0;
  };
  static constexpr auto words = std::to_array<Word<About>>(
      {{"dist", "room {} is {} steps away",
        [](const About& r, int) { return std::abs(r.dx) + std::abs(r.dy); }},
       {"delta_x", "room {} is {} to the {east|west}", [](const About& r, int) { return r.dx; }},
       {"delta_y", "room {} is {} to the {north|south}", [](const About& r, int) { return r.dy; }},
       {"guess", "somebody is in room {} with {} %",
        [](const About& r, int) { return Rescue::percent[r.level]; }}});
  static constexpr bool (*here)(const About&, int) = [](const About& r, int) {
    return !r.dx && !r.dy;
  };
  static constexpr std::array<Deed<About>, 6> deeds{{{"north"},
                                                     {"east"},
                                                     {"south"},
                                                     {"west"},
                                                     {"listen", true, true, here},
                                                     {"open", true, false, here}}};
  auto entities() const { return logic::numbered_entities(model->rooms.size()); }
  static Known at(const Rescue::State& s, const Rescue::Memory& levels, const Moment&) {
    return {s.cell, levels};
  }
  About about(const Known& k, int room) const {
    const Cell at = model->rooms[room];
    return {at.x - k.cell % model->size, at.y - k.cell / model->size, k.levels[room]};
  }
  // Walking shifts the rooms; what is heard or found, only the world can tell.
  static bool after(About& room, Action a) {
    room.dx += (a == Rescue::west) - (a == Rescue::east);
    room.dy += (a == Rescue::south) - (a == Rescue::north);
    return a < Rescue::listen;
  }
};

// The picture, for the terminal, recordings and replays.
template <>
struct Picture<Rescue> {
  static Scene scene(const Rescue& m, const Rescue::State& s, const ParticleBelief<Rescue>* b) {
    Scene scene(m.size, m.size);
    for (int r = 0; r < std::ssize(m.rooms); ++r) {
      const auto inside = [r](const Rescue::State& t) { return (t.people >> r & 1) != 0; };
      const std::string n = std::to_string(r);
      scene.mark(m.rooms[r], {"room", 'R', Shape::block}, n,
                 Chance{"somebody is in room " + n, believed(b, inside), inside(s)});
    }
    scene.mark({s.cell % m.size, s.cell / m.size}, {"robot", '@', Shape::rover, Tone::agent});
    return scene;
  }
};

HOLDFAST_DOMAIN(Rescue);

}  // namespace holdfast
