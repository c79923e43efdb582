// RockSample(N, M) (Smith & Simmons 2004): a rover on an N x N grid with M rocks at known places,
// each good or bad. It moves, checks rocks with a sensor that weakens with distance, samples the
// rock it stands on, and is done when it leaves the grid on the east side.
//
// State and step are bits and tables, and a random walk passes over the checks: a rollout of ninety
// steps takes less than a hundred nanoseconds.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "holdfast/base/alias_table.h"
#include "holdfast/base/word_hash.h"
#include "holdfast/pomdp/cell.h"
#include "holdfast/pomdp/model.h"

namespace holdfast {

// What varies between papers; the defaults are the common ones.
struct RockSampleRules {
  double half_distance = 20;  // at which the sensor has lost half its strength
  double discount = 0.95;
  int good_reward = 10;       // for sampling a good rock; a bad one costs 10
  int illegal_reward = -100;  // for leaving elsewhere than in the east, and for sampling no rock
};

class RockSampleBound;
class RockSampleExpert;

class RockSample {
 public:
  static constexpr int kMaxRocks = 32;
  static constexpr int kMaxSize = 100;

  enum : Action { north, east, south, west, sample, check };  // check + r checks rock r
  enum : Observation { none, good, bad };

  struct State {
    std::uint16_t cell = 0;  // y * size + x; `exited()` once the rover has left
    std::uint32_t good = 0;  // bit r: rock r is good
  };

  // The probability of being good for every rock, floored to tens of percent: four bits each.
  struct Tens {
    std::array<std::uint64_t, 2> words{};

    int of(int r) const { return static_cast<int>(words[word(r)] >> shift(r) & 15); }
    void set(int r, int tens) {
      std::uint64_t& w = words[word(r)];
      w = (w & ~(std::uint64_t{15} << shift(r))) | static_cast<std::uint64_t>(tens) << shift(r);
    }
    friend bool operator==(const Tens& a, const Tens& b) {
      return a.words[0] == b.words[0] && a.words[1] == b.words[1];
    }
    std::uint64_t hash() const {
      WordHash hash;
      for (const std::uint64_t word : words) hash.add(word);
      return hash.value();
    }

   private:
    static std::size_t word(int r) { return static_cast<std::size_t>(r) / 16; }
    static int shift(int r) { return r % 16 * 4; }
  };

  // What the rover has measured and sampled. The masks are what the handcrafted policy asks for,
  // the tens what rules ask for, kept up to date with each observation instead of being counted
  // over the history.
  struct Memory {
    std::array<float, kMaxRocks> log_odds{};      // of being good, given all measurements
    std::array<std::int16_t, kMaxRocks> count{};  // good minus bad observations
    std::array<std::uint8_t, kMaxRocks> measured{};
    std::uint64_t sampled = 0;
    std::uint64_t positive = 0;   // not sampled, more good than bad observations
    std::uint64_t promising = 0;  // not sampled, at least as many good as bad
    std::uint64_t uncertain = 0;  // not sampled, worth another check
    Tens tens;
  };

  // Rocks must be distinct cells of the grid, at most kMaxRocks.
  RockSample(int size, std::vector<Cell> rocks, Cell start, const RockSampleRules& rules = {});

  // M distinct cells drawn uniformly.
  static std::vector<Cell> random_rocks(int size, int count, Rng& rng);

  int size() const { return size_; }
  int rock_count() const { return static_cast<int>(rocks_.size()); }
  const std::vector<Cell>& rocks() const { return rocks_; }
  Cell start() const { return {start_ % size_, start_ / size_}; }
  Cell position(const State& s) const { return {s.cell % size_, s.cell / size_}; }
  // The rock at the rover's cell, or -1.
  int rock_at(const State& s) const { return rock_at_[s.cell]; }
  // Probability that checking rock r from the rover's cell answers truly.
  double accuracy(const State& s, int r) const { return chances_[index(s.cell, r)][1]; }

  double discount() const { return rules_.discount; }
  double good_reward() const { return rules_.good_reward; }
  int action_count() const { return check + rock_count(); }
  int observation_count() const { return 3; }
  double min_reward() const { return std::min(kBadReward, rules_.illegal_reward); }
  double max_reward() const { return std::max(10, rules_.good_reward); }
  Action default_action(const State&) const { return east; }
  // Going east until the exit.
  double default_value(const State& s) const { return leave_value_[s.cell]; }
  // The fully observable value (rocksample_bound.h).
  RockSampleBound mdp_bound() const;
  // A handcrafted policy (rocksample_expert.h).
  RockSampleExpert expert() const;

  // Every state by itself: each calls for other decisions.
  std::int64_t bin(const State& s) const { return std::int64_t{s.cell} << 32 | s.good; }

  State sample_initial(Rng& rng) const {
    return {start_, static_cast<std::uint32_t>(rng.bits()) & all_rocks_};
  }
  bool is_terminal(const State& s) const { return s.cell == exited(); }
  ActionSet legal_actions(const State& s) const { return legal_[s.cell]; }

  Outcome step(State& s, Action a, Rng& rng) const {
    if (a < check) {
      const Transition t = move(s, a, rng);
      return {none, t.reward, t.terminal};
    }
    if (is_terminal(s)) return {none, 0, true};
    Observation seen = none;
    look(s, a, rng.bits(), {&seen, 1});
    return {seen, 0, false};
  }

  Action first_look() const { return check; }
  // Signs alone, without comparisons, so that several rocks are looked at in one register.
  void look(const State& s, Action first, std::uint64_t bits, std::span<Observation> seen) const {
    const int r = first - check;
    const std::int64_t* threshold = &threshold_[index(s.cell, r)];
    const std::uint64_t from_first = s.good >> r;
    const auto draw = static_cast<std::int64_t>(bits >> 32);
    for (std::size_t k = 0; k < seen.size(); ++k) {
      const auto truly = static_cast<std::uint64_t>(draw - threshold[k]);
      const std::uint64_t is_good = from_first << (63 - k);
      seen[k] = good + static_cast<Observation>((truly ^ is_good) >> 63);
    }
  }

  Transition move(State& s, Action a, Rng&) const {
    if (a == sample) return take_sample(s);
    return apply(s, moves_[move_index(s.cell, a)]);
  }

  // Where nobody looks, checks only take time: how many come before anything else is one draw.
  Walk roam(State& s, std::span<const double> factors, Rng& rng) const;

  double likelihood(const State& next, Action a, Observation o) const {
    if (a < check || is_terminal(next)) return o == none ? 1 : 0;
    if (o == none) return 0;
    // By index, since what is good is not to be predicted.
    const bool truly = (next.good >> (a - check) & 1) == (o == good);
    return chances_[index(next.cell, a - check)][truly ? 1 : 0];
  }

  Memory initial_memory() const {
    Memory memory;
    memory.promising = memory.uncertain = all_rocks_;
    for (int r = 0; r < rock_count(); ++r) memory.tens.set(r, 5);
    return memory;
  }
  void remember(Memory& memory, const State& s, Action a, Observation o) const {
    if (a >= sample) take_note(memory, s.cell, a, o);
  }

  // Silver & Veness (2010): sample a rock that looks good; else head for promising rocks or check
  // uncertain ones (measured fewer than 5 times, no clear majority); leave when all look bad.
  ActionSet preferred_actions(const State& s, const Memory& memory) const;
  // A whole rollout by them (rocksample_pursue.cc).
  Walk pursue(const State& s, Memory& memory, std::span<const double> factors, Rng& rng) const;

  // Draws every rock afresh from its posterior: rocks are independent given the measurements, so
  // this is an exact sample of the belief.
  bool perturb(State& s, const Memory& memory, Action a, Observation o, Rng& rng) const;

 private:
  static constexpr int kLeaveReward = 10;
  static constexpr int kBadReward = -10;    // for sampling a rock that is not good
  static constexpr float kCertain = 1e30f;  // the sensor is exact at distance 0

  struct Move {
    std::uint16_t next;
    std::int16_t reward;
  };
  // A random walk draws how many checks come first, and which of the other actions then. A run of
  // kRun - 1 checks ends with none: what comes then is drawn again, which makes no difference.
  static constexpr std::uint32_t kRun = 32;
  static constexpr std::uint32_t kTurns = 8;  // the five other actions, none, and no more
  static std::vector<double> turn_weights(double check_probability);
  // What becomes of it.
  struct Turn {
    enum class Kind : std::uint8_t { move, leave, sample };
    std::uint16_t next;
    std::uint8_t steps;  // 0 for an illegal action, which was not drawn after all, and for none
    Kind kind;
  };

  class Pursuit;

  // Whether a rock is worth another check after so many, that many more good than bad, and one of
  // this gain; without branches.
  static bool is_undecided(int measured, int count, float gain) {
    return (measured < 5) & (count > -2) & (count < 2) & (gain < kCertain);
  }

  // What a sample or a check tells.
  void take_note(Memory& memory, int cell, Action a, Observation o) const;
  // Of a probability given by its log-odds; 10 only for certainty.
  static int tens(float log_odds);

  std::uint16_t exited() const { return exited_; }
  std::size_t index(int cell, int r) const {
    return static_cast<std::size_t>(cell) * rocks_.size() + static_cast<std::size_t>(r);
  }
  std::size_t move_index(int cell, Action a) const {
    return (static_cast<std::size_t>(cell) << move_shift_) + static_cast<std::size_t>(a);
  }

  Transition apply(State& s, Move m) const {
    s.cell = m.next;
    return {static_cast<double>(m.reward), m.next == exited()};
  }

  Transition take_sample(State& s) const {
    if (is_terminal(s)) return {0, true};
    const int r = rock_at(s);
    if (r < 0) return {static_cast<double>(rules_.illegal_reward), false};
    const bool was_good = s.good >> r & 1;
    s.good &= ~(1u << r);
    return {static_cast<double>(was_good ? rules_.good_reward : kBadReward), false};
  }

  void fill_tables();
  void fill_moves(int cell);
  void fill_sensor(int cell);

  int size_;
  std::vector<Cell> rocks_;
  std::uint16_t start_;
  std::uint16_t exited_;
  std::uint32_t all_rocks_;
  RockSampleRules rules_;
  AliasTable<8> draws_;  // kRun times the action, plus the checks before
  // Tables by cell; the last entry of each is the exit.
  int move_shift_ = 0;
  std::vector<Move> moves_;  // by action; checks stay
  std::vector<Turn> turns_;  // by what is drawn
  std::vector<ActionSet> legal_;
  std::vector<std::int8_t> rock_at_;
  std::vector<std::array<double, 2>> chances_;  // that the sensor is wrong, and that it is right
  std::vector<double> leave_value_;
  std::vector<std::int64_t> threshold_;  // accuracy times 2^32
  // Log-odds that one observation adds, and the rocks in each direction of the cell.
  std::vector<float> gain_;
  std::vector<std::array<std::uint32_t, 4>> rocks_towards_;
};

// Actions are drawn uniformly from all, and illegal ones passed over: what is left is uniform over
// the legal ones. So no draw depends on the cell, and the way from cell to cell is one look-up.
inline Walk RockSample::roam(State& s, std::span<const double> factors, Rng& rng) const {
  if (is_terminal(s)) return {};
  const int end = static_cast<int>(factors.size());
  double value = 0;
  for (int t = 0;;) {
    std::uint64_t bits = rng.bits();
    for (int half = 0; half < 2; ++half, bits >>= 32) {
      const std::uint32_t draw = draws_(static_cast<std::uint32_t>(bits));
      t += static_cast<int>(draw % kRun);
      if (t >= end) return {value, end};
      const Turn turn = turns_[s.cell * kTurns + draw / kRun];
      if (turn.kind != Turn::Kind::move) [[unlikely]] {
        const double factor = factors[static_cast<std::size_t>(t)];
        if (turn.kind == Turn::Kind::leave) {
          s.cell = exited();
          return {value + factor * kLeaveReward, t + 1};
        }
        value += factor * take_sample(s).reward;
      }
      s.cell = turn.next;
      t += turn.steps;
    }
  }
}

inline int RockSample::tens(float log_odds) {
  // ln(p / (1 - p)) for p = 0.1, 0.2, ..., 0.9.
  constexpr std::array<float, 9> kLogOdds{-2.1972246f, -1.3862944f, -0.8472979f, -0.4054651f, 0,
                                          0.4054651f,  0.8472979f,  1.3862944f,  2.1972246f};
  int result = log_odds >= kCertain ? 1 : 0;
  for (const float least : kLogOdds) result += log_odds >= least ? 1 : 0;
  return result;
}

inline void RockSample::take_note(Memory& memory, int cell, Action a, Observation o) const {
  const int r = a == sample ? rock_at_[static_cast<std::size_t>(cell)] : a - check;
  if (r < 0 || cell == exited()) return;
  const auto i = static_cast<std::size_t>(r);
  const std::uint64_t bit = 1ULL << r;
  if (a == sample) {
    // Whatever it was, the rock is bad now.
    memory.log_odds[i] = -std::numeric_limits<float>::infinity();
    memory.sampled |= bit;
    memory.positive &= ~bit;
    memory.promising &= ~bit;
    memory.uncertain &= ~bit;
    memory.tens.set(r, 0);
    return;
  }
  // Without branches on what was seen, which nobody could foretell.
  const std::uint32_t seen_bad = o == good ? 0 : 1;
  const float gain = gain_[index(cell, r)];
  const int count = memory.count[i] + 1 - 2 * static_cast<int>(seen_bad);
  const int measured = memory.measured[i] + (memory.measured[i] < 255 ? 1 : 0);
  constexpr int kMost = std::numeric_limits<std::int16_t>::max();
  memory.count[i] = static_cast<std::int16_t>(std::clamp(count, -kMost, kMost));
  memory.measured[i] = static_cast<std::uint8_t>(measured);
  // A sampled rock has log-odds of minus infinity, and stays there.
  memory.log_odds[i] += std::bit_cast<float>(std::bit_cast<std::uint32_t>(gain) ^ seen_bad << 31);
  memory.tens.set(r, tens(memory.log_odds[i]));
  const auto all_if = [](bool holds) { return 0 - std::uint64_t{holds}; };
  const std::uint64_t open = bit & ~memory.sampled;
  memory.positive = (memory.positive & ~bit) | (open & all_if(count > 0));
  memory.promising = (memory.promising & ~bit) | (open & all_if(count >= 0));
  memory.uncertain &= ~bit | all_if(is_undecided(measured, count, gain));
}

inline ActionSet RockSample::preferred_actions(const State& s, const Memory& memory) const {
  if (memory.promising == 0) return ActionSet::of(east);
  const auto& towards = rocks_towards_[s.cell];
  const std::uint64_t moves = ((towards[north] & memory.promising) != 0 ? 1u << north : 0u) |
                              ((towards[east] & memory.promising) != 0 ? 1u << east : 0u) |
                              ((towards[south] & memory.promising) != 0 ? 1u << south : 0u) |
                              ((towards[west] & memory.promising) != 0 ? 1u << west : 0u);
  const int here = rock_at(s);
  if (here >= 0 && (memory.positive >> here & 1)) return ActionSet::of(sample);
  return ActionSet(moves | memory.uncertain << check);
}

}  // namespace holdfast
