// Steps of Pocman, one by one and in rollouts.
#include <bit>

#include "holdfast/domains/pocman/pocman.h"
#include "holdfast/pomdp/draw_of_four.h"

namespace holdfast {

// The large parts of a state stay where they are; the small ones are variables here, which the
// compiler keeps in registers from step to step.
class Pocman::Course {
 public:
  Course(const Pocman& model, State& s)
      : cell(s.cell),
        facing(s.facing),
        power(s.power),
        model_(model),
        food_(s.food),
        ghosts_(s.ghosts),
        food_count_(s.food_count),
        ate_(s.ate) {}

  void store(State& s) const {
    s.food_count = static_cast<std::uint16_t>(food_count_);
    s.cell = static_cast<std::uint8_t>(cell);
    s.facing = static_cast<std::uint8_t>(facing);
    s.power = static_cast<std::uint8_t>(power);
    s.ate = ate_;
    s.over = over_;
  }

  // Any action, legal or not; the state is brought up to date. Returns what it earns.
  [[gnu::always_inline]] double step(State& s, Action a, Rng& rng) {
    const int to = model_.maze_.next(cell, a);
    const bool wall = to == Maze::kWall;
    double reward = go(wall ? cell : to, a, rng);
    if (wall) [[unlikely]]
      reward += model_.options_.rewards.wall;
    store(s);
    return reward;
  }

  // What he earns by going to a cell.
  [[gnu::always_inline]] double go(int to, Action a, Rng& rng) {
    cell = to;
    facing = a;
    power -= power > 0;
    const double met = power > 0 ? move_ghosts<true>(rng) : move_ghosts<false>(rng);
    return met + (over_ ? model_.options_.rewards.step : eat());
  }

  // A rollout by actions drawn from the sets that a policy gives.
  template <class Policy>
  Walk walk(std::span<const double> factors, Rng& rng, const Policy& policy) {
    Walk walk;
    Rng draws = rng;  // in a register, too
    relation = model_.relation_to_ghosts(cell, ghosts_);
    for (const double factor : factors) {
      const Action a = drawn_of_four[policy(*this).bits()][draws.below(12)];
      walk.value += factor * go(model_.maze_.next(cell, a), a, draws);
      ++walk.steps;
      if (over_) break;
    }
    rng = draws;
    return walk;
  }

  // As in a state.
  int cell;
  int facing;
  int power;
  unsigned relation = 0;  // of all ghosts together

 private:
  // Returns what meeting them earns.
  template <bool kAfraid>
  [[gnu::always_inline]] double move_ghosts(Rng& rng) {
    const std::uint8_t* relations = model_.maze_.relations(cell);
    const int count = model_.ghost_count_;
    unsigned before = 0, after = 0, met = 0;
    std::uint64_t draws = 0;
    for (int g = 0; g < count; ++g) {
      // 64 random bits serve two ghosts: 16 bits whether to chase, 16 bits which way.
      draws = g % 2 == 0 ? rng.bits() : draws >> 32;
      Ghost& ghost = ghosts_[static_cast<std::size_t>(g)];
      const unsigned from = relations[holdfast::ghost_cell(ghost)];
      ghost = from & Maze::chasing ? move_near<kAfraid>(ghost, static_cast<std::uint32_t>(draws))
                                   : model_.moves_.wander(ghost, draws & 0xffff);
      const unsigned to = relations[holdfast::ghost_cell(ghost)];
      before |= from;
      after |= to;
      if (kAfraid) met |= ((from | to) / Maze::here & 1) << g;
    }
    relation = after;
    return (before | after) & Maze::here ? meet<kAfraid>(met) : 0;
  }

  template <bool kAfraid>
  Ghost move_near(Ghost g, std::uint32_t draws) const {
    const GhostMoves& moves = model_.moves_;
    const std::uint32_t draw = draws >> 16;
    if (kAfraid) {
      // A wandering ghost that takes fright may stop for a step first.
      const bool slips = draw < kSlip * 65536 && ghost_direction(g) != Maze::nowhere;
      return slips ? make_ghost(holdfast::ghost_cell(g), Maze::nowhere) : moves.flee(g, cell);
    }
    // Both, since nobody could foretell which.
    const unsigned wandered = moves.wander(g, draws & 0xffff);
    const unsigned chased = moves.chase(g, cell);
    const unsigned chases = draw < model_.chase_ ? ~0u : 0u;
    return static_cast<Ghost>((chased & chases) | (wandered & ~chases));
  }

  // Without power that is the end.
  template <bool kAfraid>
  double meet(unsigned met) {
    if (!kAfraid) {
      over_ = true;
      return model_.options_.rewards.eaten;
    }
    // One at a step, and of several the last, as in Silver & Veness's program.
    const auto last = static_cast<std::size_t>(std::bit_width(met) - 1);
    ghosts_[last] = make_ghost(model_.maze_.ghost_home(0), Maze::nowhere);
    relation = model_.relation_to_ghosts(cell, ghosts_);
    return model_.options_.rewards.ghost;
  }

  // What is in his cell; returns what the step earns.
  [[gnu::always_inline]] double eat() {
    const auto word = static_cast<std::size_t>(cell / 64);
    const std::uint64_t pellet = food_[word] & 1ULL << cell % 64;
    food_[word] ^= pellet;
    ate_ = pellet != 0;
    food_count_ -= ate_;
    double reward = model_.step_rewards_[ate_];
    if (ate_ & (food_count_ == 0)) [[unlikely]] {
      over_ = true;
      reward += model_.options_.rewards.cleared - model_.options_.rewards.food;
    } else if (pellet & model_.pills_[word]) [[unlikely]] {
      power = kPowerSteps;
    }
    return reward;
  }

  const Pocman& model_;
  Maze::CellMask& food_;
  Ghosts& ghosts_;
  int food_count_;
  bool ate_;
  bool over_ = false;
};

Outcome Pocman::step(State& s, Action a, Rng& rng) const {
  if (s.over) [[unlikely]]
    return {0, 0, true};
  Course course(*this, s);
  const double reward = course.step(s, a, rng);
  return {s.over ? 0 : observe(s, course.relation), reward, s.over};
}

Transition Pocman::move(State& s, Action a, Rng& rng) const {
  if (s.over) [[unlikely]]
    return {0, true};
  const double reward = Course(*this, s).step(s, a, rng);
  return {reward, s.over};
}

Walk Pocman::roam(State& s, std::span<const double> factors, Rng& rng) const {
  if (s.over) return {};
  Course course(*this, s);
  const Walk walk = course.walk(
      factors, rng, [this](const Course& at) { return ActionSet(maze_.passable(at.cell)); });
  course.store(s);
  return walk;
}

Walk Pocman::pursue(State& s, const Memory&, std::span<const double> factors, Rng& rng) const {
  return Course(*this, s).walk(factors, rng, [this](const Course& at) {
    const ActionSet preferred = preferred_actions(at, at.relation);
    return preferred.empty() ? ActionSet(maze_.passable(at.cell)) : preferred;
  });
}

}  // namespace holdfast
