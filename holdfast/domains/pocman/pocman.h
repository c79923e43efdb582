// Pocman (Silver & Veness 2010): Pac-Man who sees ghosts only in straight corridors, hears them
// when they are very near, and smells food next to him. He knows the maze and where he is, not
// where food and ghosts are.
//
// A state is 48 bytes and every question about the geometry is a table look-up (maze.h,
// ghost_moves.h), so a step costs some twenty nanoseconds (pocman_step.cc).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "holdfast/base/load_alone.h"
#include "holdfast/domains/pocman/ghost_moves.h"
#include "holdfast/domains/pocman/maze.h"
#include "holdfast/pomdp/model.h"

namespace holdfast {

struct PocmanRewards {
  double step = -1;
  double food = 1;
  double wall = -100;     // on top of the step
  double eaten = -100;    // on top of the step
  double cleared = 1000;  // instead of the last pellet's reward
  double ghost = 25;      // for each ghost eaten with a power pill

  static PocmanRewards paper() { return {}; }
  static PocmanRewards silver() { return {.food = 10, .wall = -25}; }
};

struct PocmanOptions {
  int ghosts = 2;
  double chase = 0.75;  // rho_g: a near ghost chases with this probability
  double food = 0.5;    // rho_f: a food cell holds a pellet with this probability
  PocmanRewards rewards{};
  int pills = 0;  // power pills, on the first pill cells of the map
  double discount = 0.95;
};

class PocmanBound;

class Pocman {
 public:
  static constexpr int kMaxGhosts = 8;
  static constexpr int kPowerSteps = 15;
  static constexpr double kSlip = 0.25;

  enum : Action { north, east, south, west };

  // An observation is ten bits: ghost seen to the north, east, south, west (0 to 3); no wall there
  // (4 to 7); food smelt (8); ghost heard (9).
  enum : Observation { sees = 15, open = 15 << 4, smells = 1 << 8, hears = 1 << 9 };

  using Ghosts = std::array<Ghost, kMaxGhosts>;

  struct State {
    Maze::CellMask food{};
    Ghosts ghosts{};
    std::uint16_t food_count = 0;
    std::uint8_t cell = 0;                // Pocman's
    std::uint8_t facing = Maze::nowhere;  // his last action
    std::uint8_t power = 0;               // steps for which a power pill still works
    bool ate = false;                     // he has just eaten here, and still smells it
    bool over = false;                    // eaten, or the level is cleared
  };

  // What history tells about food, cell by cell: the particles' food dies out over a long episode,
  // this does not (see perturb). Ghosts move too much to be worth remembering.
  struct Memory {
    std::array<float, Maze::kMaxCells> food{};  // probability of a pellet, by cell
    float ate = 0;                              // that there was one where he is now
    float smelt = 0;  // the last smell of food was to be expected with this probability
  };

  Pocman(const MazeDrawing& drawing, const PocmanOptions& options);

  const Maze& maze() const { return maze_; }
  const PocmanOptions& options() const { return options_; }
  int ghost_count() const { return ghost_count_; }
  // Pellets left (power pills included).
  static int food_count(const State& s) { return s.food_count; }
  bool is_pill(int cell) const { return Maze::contains(pills_, cell); }
  static bool has_food(const State& s, int cell) { return Maze::contains(s.food, cell); }
  // The number of the cell that holds the g-th ghost.
  static int ghost_cell(const State& s, int g) {
    return holdfast::ghost_cell(s.ghosts[static_cast<std::size_t>(g)]);
  }

  double discount() const { return options_.discount; }
  int action_count() const { return 4; }
  int observation_count() const { return 1 << 10; }
  double min_reward() const;
  double max_reward() const;
  // The optimistic value of eating at every step (pocman_bound.h).
  PocmanBound mdp_bound() const;

  State sample_initial(Rng& rng) const;
  bool is_terminal(const State& s) const { return s.over; }
  ActionSet legal_actions(const State& s) const { return ActionSet(maze_.passable(s.cell)); }
  // North; where there is a wall, the first way that is open.
  Action default_action(const State& s) const { return legal_actions(s).front(); }
  // On where he goes; where there is a wall, the first way that is open but for the way back.
  Action onward_action(const State& s, const Moment& now) const {
    ActionSet ways = legal_actions(s);
    if (now.previous == Moment::kNone) return ways.front();
    if (ways.contains(now.previous)) return now.previous;
    if (ways.size() > 1) ways.erase(Maze::opposite(now.previous));
    return ways.front();
  }
  // Of going north for ever, at worst into a wall at every step: the literature's trivial bound.
  double default_value(const State&) const {
    return (options_.rewards.step + options_.rewards.wall) / (1 - discount());
  }

  Outcome step(State& s, Action a, Rng& rng) const;
  Transition move(State& s, Action a, Rng& rng) const;
  // Whole rollouts, uniform and by preferred_actions, in a scenario, too, where it adds to what was
  // earned before: all by the same draws as step by step.
  Walk roam(State& s, std::span<const double> factors, Rng& rng) const;
  Walk pursue(State& s, const Memory&, std::span<const double> factors, Rng& rng) const;
  Walk pursue(State& s, double earned, std::span<const double> factors,
              const ScenarioDraws& draws) const;

  // What Pocman perceives in s, a state that is not terminal: there is no noise.
  Observation observe(const State& s) const { return observe(s, relation_to_ghosts(s)); }

  Memory initial_memory() const;
  // Bayes' rule for each cell as if cells were independent given the history.
  void remember(Memory& memory, const State& s, Action a, Observation o) const;

  // Silver & Veness's: go where neither wall nor ghost is seen and do not turn back; with a power
  // pill, go for the ghosts. What is seen and the last action are in the state.
  ActionSet preferred_actions(const State& s) const {
    return preferred_actions(s, relation_to_ghosts(s));
  }
  ActionSet preferred_actions(const State& s, const Memory&) const { return preferred_actions(s); }

  // Draws all food afresh from what the memory knows, lets a ghost stray, and puts ghosts that
  // contradict the observation where it allows them.
  bool perturb(State& s, const Memory& memory, Action a, Observation o, Rng& rng) const;
  // Ghosts do not know of each other: takes some of the other's, if that agrees with what is
  // perceived.
  void recombine(State& s, const State& other, Observation o, Rng& rng) const;

 private:
  // All directions but the one back from `facing`; the last is for the start.
  static constexpr std::array<unsigned, 5> kNotBack{15 - 4, 15 - 8, 15 - 1, 15 - 2, 15};

  // A state that takes steps (pocman_step.cc), and how it finds its way in rollouts.
  class Course;
  struct AnyWay;
  struct PreferredWays;

  unsigned relation_to_ghosts(const State& s) const {
    return relation_to_ghosts(maze_.spot(s.cell), s.ghosts);
  }
  unsigned relation_to_ghosts(const Maze::Spot& spot, const Ghosts& ghosts) const {
    const std::uint8_t* relations = maze_.relations(spot);
    unsigned all = 0;
    for (std::size_t g = 0; g < static_cast<std::size_t>(ghost_count_); ++g) {
      all |= relations[holdfast::ghost_cell(ghosts[g])];
    }
    return all;
  }

  // For those who know how the ghosts lie to Pocman.
  Observation observe(const State& s, unsigned relation) const {
    const Maze::CellMask& block = maze_.block(s.cell);
    std::uint64_t near = s.ate;
    for (std::size_t i = 0; i < block.size(); ++i) near |= block[i] & load_alone(s.food[i]);
    return static_cast<Observation>((relation & sees) | unsigned{maze_.passable(s.cell)} << 4 |
                                    unsigned{near != 0} << 8 |
                                    (relation & Maze::hearing ? unsigned{hears} : 0u));
  }
  ActionSet preferred_actions(const State& s, unsigned relation) const {
    return ActionSet(
        preferred_ways(maze_.passable(s.cell), relation & sees, s.facing, s.power > 0));
  }
  // Of the ways that are open, by where ghosts are seen and which way he faces.
  static unsigned preferred_ways(unsigned open, unsigned seen, int facing, bool power) {
    const unsigned away = open & kNotBack[static_cast<std::size_t>(facing)] & ~seen;
    return power && seen != 0 ? seen : away;
  }

  bool draw_food(State& s, const Memory& memory, Observation o, Rng& rng) const;
  void draw_smelt_food(State& s, const Memory& memory, Rng& rng) const;
  bool ghosts_agree(const State& s, Observation o) const;
  void stray(State& s, Rng& rng) const;
  bool place_ghosts(State& s, Observation o, Rng& rng) const;
  void place_ghost(State& s, unsigned movable, unsigned wanted, unsigned allowed, Rng& rng) const;

  Maze maze_;
  GhostMoves moves_;
  PocmanOptions options_;
  int ghost_count_;
  std::uint32_t chase_;                 // threshold of 16 random bits
  std::array<double, 2> step_rewards_;  // by whether he eats a pellet
  Maze::CellMask pills_{};
};

}  // namespace holdfast
