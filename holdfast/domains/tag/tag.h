// Tag (Pineau, Gordon & Thrun 2003): a robot chases an opponent that flees from it, and sees it
// only where both are in the same cell. The robot's own cell follows from its start, which is
// known, and its moves, so that observations need not tell it (the literature lists it as 29
// observations, and the sight of the opponent as the thirtieth).
//
// A state is three bytes, and a step is two look-ups (floor.h).
#pragma once

#include <cstdint>

#include "holdfast/domains/tag/floor.h"
#include "holdfast/pomdp/model.h"

namespace holdfast {

class TagBound;

class Tag {
 public:
  enum : Action { north, east, south, west, tag };
  enum : Observation { nothing, here };

  static constexpr double kStep = -1;
  static constexpr double kTagged = 10;
  static constexpr double kMissed = -10;

  struct State {
    std::uint8_t robot = 0;
    std::uint8_t opponent = 0;
    bool tagged = false;
  };

  // What the robot last saw, and did; at the start neither.
  struct Memory {
    enum Sight : std::uint8_t { unlooked, nobody, opponent };
    Sight sight = unlooked;
    std::int8_t last = Moment::kNone;
  };

  // `start` is the robot's cell; the opponent starts anywhere.
  Tag(const Floor& floor, int start, double discount = 0.95);

  const Floor& floor() const { return floor_; }
  int start() const { return start_; }

  double discount() const { return discount_; }
  int action_count() const { return 5; }
  int observation_count() const { return 2; }
  double min_reward() const { return kMissed; }
  double max_reward() const { return kTagged; }
  // What a state is worth to who sees the opponent (tag_bound.h).
  TagBound mdp_bound() const;

  // Where both are.
  std::int64_t bin(const State& s) const { return s.robot << 8 | s.opponent; }

  State sample_initial(Rng& rng) const {
    const auto cells = static_cast<std::uint32_t>(floor_.cell_count());
    return {static_cast<std::uint8_t>(start_), static_cast<std::uint8_t>(rng.below(cells))};
  }
  bool is_terminal(const State& s) const { return s.tagged; }
  // Walking into a wall is a way of waiting.
  ActionSet legal_actions(const State&) const { return ActionSet::first(5); }

  Outcome step(State& s, Action a, Rng& rng) const {
    const Transition t = move(s, a, rng);
    return {observe(s), t.reward, t.terminal};
  }
  Transition move(State& s, Action a, Rng& rng) const {
    return advance(s, a, rng.below(Floor::kFlights));
  }
  // One draw tells both the action and the opponent's move.
  Transition random_move(State& s, Rng& rng) const {
    const std::uint32_t draw = rng.below(5 * Floor::kFlights);
    return advance(s, static_cast<Action>(draw / Floor::kFlights), draw % Floor::kFlights);
  }

  // There is no noise.
  Observation observe(const State& s) const {
    return s.robot == s.opponent && !s.tagged ? here : nothing;
  }
  double likelihood(const State& next, Action, Observation o) const { return observe(next) == o; }

  Memory initial_memory() const { return {}; }
  void remember(Memory& memory, const State&, Action a, Observation o) const {
    memory = {o == here ? Memory::opponent : Memory::nobody, static_cast<std::int8_t>(a)};
  }

  // Who sees the opponent tags it; else walk, neither into a wall nor, if there is another way,
  // back.
  ActionSet preferred_actions(const State& s, const Memory& memory) const {
    if (memory.sight == Memory::opponent) return ActionSet::of(tag);
    return ways_on(s, memory.last);
  }

  // Walking north for ever costs a step each time, at a wall too.
  Action default_action(const State&) const { return north; }
  double default_value(const State& s) const { return s.tagged ? 0 : kStep / (1 - discount_); }
  // On where it goes, and round the corner where that ends.
  Action onward_action(const State& s, const Moment& now) const {
    const ActionSet ways = ways_on(s, now.previous);
    return ways.contains(now.previous) ? now.previous : ways.front();
  }

  // The opponent moves so much that particles differ by themselves. One that contradicts what is
  // seen is drawn anew: nothing else is known then.
  bool perturb(State& s, const Memory& memory, Action a, Observation o, Rng& rng) const;

 private:
  Transition advance(State& s, Action a, std::uint32_t flight) const {
    if (s.tagged) [[unlikely]]
      return {0, true};
    const int robot = s.robot;
    if (a == tag && s.robot == s.opponent) {
      s.tagged = true;
      return {kTagged, true};
    }
    if (a != tag) s.robot = static_cast<std::uint8_t>(floor_.next(robot, a));
    s.opponent = static_cast<std::uint8_t>(floor_.flight(robot, s.opponent, flight));
    return {a == tag ? kMissed : kStep, false};
  }
  // The ways without a wall; not back after a move, if there is another.
  ActionSet ways_on(const State& s, Action last) const {
    const ActionSet ways(floor_.open_ways(s.robot));
    if (last == Moment::kNone || last == tag) return ways;
    const ActionSet on = ways - ActionSet::of(Floor::opposite(last));
    return on.empty() ? ways : on;
  }

  Floor floor_;
  int start_;
  double discount_;
};

}  // namespace holdfast
