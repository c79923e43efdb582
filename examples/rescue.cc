// Rescue, a domain of one's own in one file: people may be trapped behind the doors of a long
// corridor. A robot walks along it, listens at doors, where it hears badly, and opens those behind
// which somebody seems to be. docs/your-own-domain.md goes through this file part by part.
#include "holdfast/domains/plugin.h"

namespace holdfast {

// The model: what the world does.
struct Rescue {
  static constexpr const char* name = "rescue";
  static constexpr const char* summary = "A robot opens the doors behind which somebody knocks.";
  static constexpr double kHearing = 0.8;  // the probability that it hears what there is
  static std::vector<ParameterInfo> parameters() {
    return {whole_number("doors", 4, 1, 32, "number of doors"),
            whole_number("gap", 3, 2, 100, "cells from door to door")};
  }
  explicit Rescue(const Parameters& p) : doors(p.integer("doors")), gap(p.integer("gap")) {}
  enum : Action { west, east, listen, open };
  enum : Observation { nothing, knocks, silence };
  struct State {
    int cell = 0;
    std::uint32_t people = 0;  // bit d: somebody is behind door d
    std::uint32_t opened = 0;
  };

  double discount() const { return 0.95; }
  int action_count() const { return 4; }
  int observation_count() const { return 3; }
  double min_reward() const { return -10; }
  double max_reward() const { return 10; }
  int length() const { return doors * gap; }
  int cell_of(int door) const { return door * gap + gap / 2; }
  // Whether the robot stands before a door that is still closed.
  bool before_door(const State& s) const {
    return s.cell == cell_of(s.cell / gap) && (s.opened >> s.cell / gap & 1) == 0;
  }

  State sample_initial(Rng& rng) const {
    return {0, static_cast<std::uint32_t>(rng.bits() & ((1ULL << doors) - 1)), 0};
  }
  bool is_terminal(const State&) const { return false; }
  ActionSet legal_actions(const State& s) const {
    ActionSet legal;
    if (s.cell > 0) legal.insert(west);
    if (s.cell + 1 < length()) legal.insert(east);
    if (before_door(s)) legal = legal | ActionSet::of(listen) | ActionSet::of(open);
    return legal;
  }
  Outcome step(State& s, Action a, Rng& rng) const {
    if (!legal_actions(s).contains(a)) return {nothing, min_reward(), false};
    const int door = s.cell / gap;
    const bool somebody = (s.people >> door & 1) != 0;
    if (a == listen) return {somebody == rng.bernoulli(kHearing) ? knocks : silence, 0, false};
    if (a == open) {
      s.opened |= 1U << door;
      s.people &= ~s.opened;
      return {nothing, somebody ? max_reward() : min_reward(), false};
    }
    s.cell += a == east ? 1 : -1;
    return {nothing, 0, false};
  }

  // Not needed, but useful: weighted particles, a default policy, a memory for the words.
  double likelihood(const State& next, Action a, Observation o) const {
    if (a != listen || !before_door(next)) return o == nothing ? 1 : 0;
    if (o == nothing) return 0;
    return (o == knocks) == ((next.people >> next.cell / gap & 1) != 0) ? kHearing : 1 - kHearing;
  }
  Action default_action(const State& s) const { return s.cell + 1 < length() ? east : west; }
  // At each door, how much more often the robot heard knocks than silence, from -3 to 3.
  using Memory = std::array<std::int8_t, 32>;
  Memory initial_memory() const { return {}; }
  void remember(Memory& memory, const State& s, Action, Observation o) const {
    std::int8_t& balance = memory[static_cast<std::size_t>(s.cell / gap)];
    if (o == knocks && balance < 3) ++balance;
    if (o == silence && balance > -3) --balance;
  }

  int doors;
  int gap;
};

// The words: what rules may ask, door by door.
template <>
struct Symbols<Rescue> : SymbolsFor<Rescue> {
  using SymbolsFor::SymbolsFor;
  struct Known {
    int cell = 0;
    std::uint32_t opened = 0;
    Rescue::Memory heard{};
  };
  struct About {
    int east = 0;
    int level = 0;
  };
  // That somebody is behind a door: after it was opened, and by what was heard.
  static constexpr std::array<int, 8> percent{0, 2, 6, 20, 50, 80, 94, 98};
  static constexpr auto words = std::to_array<Word<About>>(
      {{"dist", "door {} is {} steps away", [](const About& d, int) { return std::abs(d.east); }},
       {"delta", "door {} is {} to the east", [](const About& d, int) { return d.east; }},
       {"guess", "somebody is behind door {} with {} %",
        [](const About& d, int) { return percent[static_cast<std::size_t>(d.level)]; }}});
  static constexpr bool (*here)(const About&) = [](const About& d) { return d.east == 0; };
  static constexpr auto deeds = std::to_array<Deed<About>>(
      {{"west"}, {"east"}, {"listen", true, true, here}, {"open", true, false, here}});

  std::vector<logic::Term> entities() const { return logic::numbered_entities(model->doors); }
  static Known at(const Rescue::State& s, const Rescue::Memory& heard, const Moment&) {
    return {s.cell, s.opened, heard};
  }
  About about(const Known& k, int door) const {
    const int heard = 4 + k.heard[static_cast<std::size_t>(door)];
    return {model->cell_of(door) - k.cell, k.opened >> door & 1 ? 0 : heard};
  }
  // Walking shifts the doors; what is heard or found, only the world can tell.
  static bool after(About& door, Action a) {
    door.east += (a == Rescue::west) - (a == Rescue::east);
    return a == Rescue::west || a == Rescue::east;
  }
  // For speed: all that is known about a door as a small number.
  int index_count() const { return (2 * model->length() - 1) * 8; }
  int index(const About& d) const {
    return std::abs(d.east) < model->length() ? (d.east + model->length() - 1) * 8 + d.level : -1;
  }
  About about_of(int i) const { return {i / 8 - model->length() + 1, i % 8}; }
  template <class F>
  void for_each_index(const Known& k, F&& f) const {
    for (int d = 0; d < model->doors; ++d) f(d, index(about(k, d)));
  }
};

// The picture, for the terminal, recordings and replays.
template <>
struct Picture<Rescue> {
  static Scene scene(const Rescue& m, const Rescue::State& s, const ParticleBelief<Rescue>* b) {
    Scene scene(m.length(), 1);
    for (int d = 0; d < m.doors; ++d) {
      const auto behind = [d](const Rescue::State& t) { return (t.people >> d & 1) != 0; };
      const std::string n = std::to_string(d);
      scene.mark({m.cell_of(d), 0}, {"door", 'D', Shape::block}, n,
                 Chance{"somebody is behind door " + n, believed(b, behind), behind(s)});
    }
    scene.mark({s.cell, 0}, {"robot", '@', Shape::rover, Tone::agent});
    return scene;
  }
};

HOLDFAST_DOMAIN(Rescue);

}  // namespace holdfast
