// Steps of Pocman, one by one and in rollouts.
#include <bit>

#include "holdfast/domains/pocman/pocman.h"
#include "holdfast/pomdp/draw_of_four.h"

namespace holdfast {

// The large parts of a state stay where they are; the small ones are variables here, which the
// compiler keeps in registers from step to step.
class Pocman::Course {
 public:
  Course(const Pocman& model, State& s, const Maze::Spot& spot)
      : facing(s.facing),
        power(s.power),
        model_(model),
        spot_(spot),
        food_(s.food),
        ghosts_(s.ghosts),
        food_count_(s.food_count),
        ate_(s.ate) {}

  void store(State& s) const {
    s.food_count = static_cast<std::uint16_t>(food_count_);
    s.cell = static_cast<std::uint8_t>(spot_.cell);
    s.facing = static_cast<std::uint8_t>(facing);
    s.power = static_cast<std::uint8_t>(power);
    s.ate = ate_ != 0;
    s.over = over_;
  }

  // A step by any action, legal or not; the state is brought up to date.
  struct Step {
    double reward;
    unsigned relation;  // of all ghosts together, then
  };
  [[gnu::always_inline]] static Step step(const Pocman& model, State& s, Action a, Rng& rng) {
    const Maze& maze = model.maze_;
    Maze::Spot spot{.cell = s.cell};
    const bool wall = !(maze.passable(spot) >> a & 1);
    if (wall) [[unlikely]] {
      spot = maze.spot(s.cell);
    } else {
      spot = maze.beyond(spot, Maze::turn(a));
    }
    Course course(model, s, spot);
    double reward =
        model.ghost_count_ == 4 ? course.go_among<4>(a, rng) : course.go_among<kAnyNumber>(a, rng);
    if (wall) [[unlikely]]
      reward += model.options_.rewards.wall;
    course.store(s);
    return {reward, course.relation};
  }

  // A rollout by actions drawn from the sets that a policy gives; its value is added to what was
  // earned before.
  template <class Draws, class Policy>
  [[gnu::always_inline]] Walk walk(double earned, std::span<const double> factors, Draws& draws,
                                   const Policy& policy) {
    return model_.ghost_count_ == 4 ? walk_among<4>(earned, factors, draws, policy)
                                    : walk_among<kAnyNumber>(earned, factors, draws, policy);
  }

  // As in a state.
  const Maze::Spot& spot() const { return spot_; }
  int facing;
  int power;
  unsigned relation = 0;  // of all ghosts together

 private:
  static constexpr int kAnyNumber = 0;                                       // of ghosts
  static constexpr auto kSlips = static_cast<std::uint32_t>(kSlip * 65536);  // of 16 random bits
  // What is drawn from directions, as a turn.
  static constexpr auto kDrawnTurn = [] {
    auto drawn = drawn_of_four;
    for (auto& of_set : drawn) {
      for (std::uint8_t& d : of_set) d = static_cast<std::uint8_t>(Maze::turn(d));
    }
    return drawn;
  }();

  // With so many ghosts: of four, as they usually are on the full map, the loop is unrolled.
  template <int kGhosts, class Draws, class Policy>
  [[gnu::always_inline]] Walk walk_among(double earned, std::span<const double> factors,
                                         Draws& draws, const Policy& policy) {
    Walk walk{earned, 0};
    relation = model_.relation_to_ghosts(spot_, ghosts_);
    while (walk.steps < static_cast<int>(factors.size()) && !over_) {
      if (power > 0) {
        stretch<true, kGhosts>(walk, factors, draws, policy);
      } else {
        stretch<false, kGhosts>(walk, factors, draws, policy);
      }
    }
    return walk;
  }

  // The part of it with power, or without: what is different with power is not asked at each step.
  template <bool kPower, int kGhosts, class Draws, class Policy>
  [[gnu::always_inline]] void stretch(Walk& walk, std::span<const double> factors, Draws& draws,
                                      const Policy& policy) {
    double value = walk.value;
    auto t = static_cast<std::size_t>(walk.steps);
    do {
      auto&& any = draws.action(t);
      const Maze::Turn turn = kDrawnTurn[policy.template ways<kPower>(*this)][any.below(12)];
      spot_ = model_.maze_.beyond(spot_, turn);
      auto&& world = draws.world(t);
      value += factors[t] * go<kPower, kGhosts>(Maze::direction(turn), world);
      ++t;
    } while (t < factors.size() && !over_ && (power > 0) == kPower);
    walk = {value, static_cast<int>(t)};
  }

  template <int kGhosts>
  [[gnu::always_inline]] double go_among(Action a, Rng& rng) {
    return power > 0 ? go<true, kGhosts>(a, rng) : go<false, kGhosts>(a, rng);
  }
  // What he earns by having gone where he is. With his last step power is gone.
  template <bool kPower, int kGhosts>
  [[gnu::always_inline]] double go(Action a, Rng& rng) {
    facing = a;
    if (kPower) --power;
    return kPower && power > 0 ? among_ghosts<true, kGhosts>(rng)
                               : among_ghosts<false, kGhosts>(rng);
  }

  // Ghosts move, and he eats what is in his cell, or is eaten.
  template <bool kAfraid, int kGhosts>
  [[gnu::always_inline]] double among_ghosts(Rng& rng) {
    const unsigned met = move_ghosts<kAfraid, kGhosts>(rng);
    if (met == 0) [[likely]]
      return eat();
    if (kAfraid) {
      const double reward = send_home(met);
      return reward + eat();
    }
    over_ = true;
    return model_.options_.rewards.eaten + model_.options_.rewards.step;
  }

  // Returns which of them he has met; without power, only whether he has met any.
  template <bool kAfraid, int kGhosts>
  [[gnu::always_inline]] unsigned move_ghosts(Rng& rng) {
    const std::uint8_t* relations = model_.maze_.relations(spot_);
    const int count = kGhosts == kAnyNumber ? model_.ghost_count_ : kGhosts;
    unsigned before = 0, after = 0, met = 0;
    std::uint64_t draws = 0;
#pragma GCC unroll 4
    for (int g = 0; g < count; ++g) {
      // 64 random bits serve two ghosts: 16 bits whether to chase, 16 bits which way.
      draws = g % 2 == 0 ? rng.bits() : draws >> 32;
      Ghost& ghost = ghosts_[static_cast<std::size_t>(g)];
      const unsigned from = relations[holdfast::ghost_cell(ghost)];
      ghost = from & Maze::chasing ? move_near<kAfraid>(ghost, static_cast<std::uint32_t>(draws))
                                   : model_.moves_.wander(ghost, draws & 0xffff);
      before |= from;
      if (kAfraid) met |= (from / Maze::here & 1) << g;
    }
    // By themselves, since what he does next waits for these.
#pragma GCC unroll 4
    for (int g = 0; g < count; ++g) {
      const unsigned to = relations[holdfast::ghost_cell(ghosts_[static_cast<std::size_t>(g)])];
      after |= to;
      if (kAfraid) met |= (to / Maze::here & 1) << g;
    }
    relation = after;
    return kAfraid ? met : (before | after) & Maze::here;
  }

  template <bool kAfraid>
  [[gnu::always_inline]] Ghost move_near(Ghost g, std::uint32_t draws) const {
    const GhostMoves& moves = model_.moves_;
    const std::uint32_t draw = draws >> 16;
    const auto either = [](bool first, Ghost a, Ghost b) {
      const unsigned mask = first ? ~0u : 0u;
      return static_cast<Ghost>((a & mask) | (b & ~mask));
    };
    // Both, since nobody could foretell which.
    if (kAfraid) {
      // A wandering ghost that takes fright may stop for a step first.
      const bool slips = (draw < kSlips) & (ghost_direction(g) != Maze::nowhere);
      return either(slips, make_ghost(holdfast::ghost_cell(g), Maze::nowhere),
                    moves.flee(g, spot_.place));
    }
    return either(draw < model_.chase_, moves.chase(model_.maze_, g, spot_.place),
                  moves.wander(g, draws & 0xffff));
  }

  // One ghost at a step is eaten, and of several the last, as in Silver & Veness's program.
  double send_home(unsigned met) {
    const auto last = static_cast<std::size_t>(std::bit_width(met) - 1);
    ghosts_[last] = make_ghost(model_.maze_.ghost_home(0), Maze::nowhere);
    relation = model_.relation_to_ghosts(spot_, ghosts_);
    return model_.options_.rewards.ghost;
  }

  // What is in his cell; returns what the step earns.
  [[gnu::always_inline]] double eat() {
    const std::size_t word = spot_.cell / 64;
    const std::size_t bit = spot_.cell % 64;
    ate_ = food_[word] >> bit & 1;
    food_[word] ^= ate_ << bit;
    food_count_ -= static_cast<int>(ate_);
    double reward = model_.step_rewards_[ate_];
    if (food_count_ == 0) [[unlikely]] {
      over_ = true;
      reward += model_.options_.rewards.cleared - model_.options_.rewards.food;
    } else if (ate_ & model_.pills_[word] >> bit) [[unlikely]] {
      power = kPowerSteps;
    }
    return reward;
  }

  const Pocman& model_;
  Maze::Spot spot_;
  Maze::CellMask& food_;
  Ghosts& ghosts_;
  int food_count_;
  std::uint64_t ate_;  // 1 or 0
  bool over_ = false;
};

Outcome Pocman::step(State& s, Action a, Rng& rng) const {
  if (s.over) [[unlikely]]
    return {0, 0, true};
  const auto [reward, relation] = Course::step(*this, s, a, rng);
  return {s.over ? 0 : observe(s, relation), reward, s.over};
}

Transition Pocman::move(State& s, Action a, Rng& rng) const {
  if (s.over) [[unlikely]]
    return {0, true};
  const double reward = Course::step(*this, s, a, rng).reward;
  return {reward, s.over};
}

// Policies of rollouts: the directions to draw from.
struct Pocman::AnyWay {
  template <bool kPower>
  unsigned ways(const Course& at) const {
    return model.maze_.passable(at.spot());
  }
  const Pocman& model;
};
struct Pocman::PreferredWays {
  template <bool kPower>
  unsigned ways(const Course& at) const {
    const unsigned open = model.maze_.passable(at.spot());
    const unsigned preferred = preferred_ways(open, at.relation & sees, at.facing, kPower);
    if (preferred == 0) [[unlikely]]
      return open;
    return preferred;
  }
  const Pocman& model;
};

Walk Pocman::roam(State& s, std::span<const double> factors, Rng& rng) const {
  if (s.over) return {};
  Course course(*this, s, maze_.spot(s.cell));
  OneStream draws(rng);  // in a register
  const Walk walk = course.walk(0, factors, draws, AnyWay{*this});
  course.store(s);
  rng = draws.rng();
  return walk;
}

Walk Pocman::pursue(State& s, const Memory&, std::span<const double> factors, Rng& rng) const {
  OneStream draws(rng);
  const Walk walk =
      Course(*this, s, maze_.spot(s.cell)).walk(0, factors, draws, PreferredWays{*this});
  rng = draws.rng();
  return walk;
}

Walk Pocman::pursue(State& s, double earned, std::span<const double> factors,
                    const ScenarioDraws& draws) const {
  return Course(*this, s, maze_.spot(s.cell)).walk(earned, factors, draws, PreferredWays{*this});
}

}  // namespace holdfast
