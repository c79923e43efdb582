// Rollouts of RockSample by its preferred actions.
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "holdfast/domains/rocksample/rocksample.h"
#include "holdfast/pomdp/draw_of_four.h"

namespace holdfast {
namespace {

// A place as four bytes: how far it is from a line in the north and from one in the east, from the
// south and from the west of the grid. Added to a box (Pursuit::box_of), the top bit of each byte
// says whether the box goes further in that direction.
constexpr unsigned kLine = 100;
static_assert(RockSample::kMaxSize <= kLine);

constexpr std::uint32_t four_bytes(unsigned north, unsigned east, unsigned south, unsigned west) {
  return north | east << 8 | south << 16 | west << 24;
}
constexpr std::uint32_t place_of(unsigned x, unsigned y) {
  return four_bytes(kLine - y, kLine - x, y, x);
}

// Bit d: the box goes further in direction d.
constexpr std::uint32_t ways_to(std::uint32_t box, std::uint32_t place) {
  // Brings the bits 7, 15, 23 and 31 to 60, 61, 62 and 63.
  constexpr std::uint64_t kGather = 1ULL << 53 | 1ULL << 46 | 1ULL << 39 | 1ULL << 32;
  return static_cast<std::uint32_t>(((place + box) & 0x80808080ULL) * kGather >> 60);
}

// By how much the place changes where an action is drawn from a set of directions.
constexpr auto kDrawnMove = [] {
  constexpr std::array<std::uint32_t, 4> kMove{
      place_of(0, 1) - place_of(0, 0), place_of(1, 0) - place_of(0, 0),
      place_of(0, 0) - place_of(0, 1), place_of(0, 0) - place_of(1, 0)};
  std::array<std::array<std::uint32_t, 16>, 16> moves{};
  for (std::size_t set = 1; set < 16; ++set) {
    for (std::size_t twelfth = 0; twelfth < 12; ++twelfth) {
      moves[set][twelfth] = kMove[drawn_of_four[set][twelfth]];
    }
  }
  return moves;
}();

}  // namespace

// What the policy asks for is in variables, which the compiler keeps in registers: where the rover
// is, and three sets of rocks. Of each rock the memory keeps as much as decides when it leaves
// these sets; the odds of its being good are not asked for.
class RockSample::Pursuit {
 public:
  Pursuit(const RockSample& model, const State& s, Memory& memory, std::span<const double> factors,
          Rng& rng)
      : model_(model),
        memory_(memory),
        factors_(factors),
        rng_(rng),
        draws_(rng),
        cell_(s.cell),
        good_(s.good),
        positive_(static_cast<std::uint32_t>(memory.positive)),
        promising_(static_cast<std::uint32_t>(memory.promising)),
        uncertain_(static_cast<std::uint32_t>(memory.uncertain)) {}

  Walk walk() {
    while (t_ < factors_.size() && cell_ != model_.exited_) {
      if (promising_ == 0) {
        leave();
        break;
      }
      if (uncertain_ == 0) head_for_rocks();
      if (t_ < factors_.size()) step();
    }
    rng_ = draws_;
    return {value_, static_cast<int>(t_)};
  }

 private:
  // The set of it, or of none.
  std::uint32_t rock_here() const {
    const std::int8_t r = model_.rock_at_[cell_];
    return std::uint32_t{r >= 0} << (r & 31);
  }

  // A step of any kind.
  void step() {
    std::uint64_t actions = std::uint64_t{uncertain_} << check;
    const auto& towards = model_.rocks_towards_[cell_];
    for (unsigned d = 0; d < 4; ++d) actions |= (towards[d] & promising_) != 0 ? 1u << d : 0u;
    if (positive_ & rock_here()) [[unlikely]]
      actions = 1u << sample;
    if (actions == 0) [[unlikely]]
      actions = model_.legal_[cell_].bits();
    const Action a = ActionSet(actions).sample(draws_);
    if (a >= check) {
      check_rock(a - check);
    } else if (a == sample) {
      sample_rock();
    } else {
      const Move m = model_.moves_[model_.move_index(static_cast<int>(cell_), a)];
      cell_ = m.next;
      value_ += factors_[t_] * m.reward;
    }
    ++t_;
  }

  // A check, and what remember() makes of it as far as the policy asks; without branches on what is
  // seen, which nobody could foretell.
  void check_rock(int r) {
    const auto i = static_cast<std::size_t>(r);
    const std::size_t at = model_.index(static_cast<int>(cell_), r);
    const auto draw = static_cast<std::int64_t>(draws_.bits() >> 32);
    const bool truly = draw < model_.threshold_[at];
    const int seen_good = (good_ >> r & 1) == truly;
    const int count = memory_.count[i] + 2 * seen_good - 1;
    const int measured = memory_.measured[i] + (memory_.measured[i] < 255);
    constexpr int kMost = std::numeric_limits<std::int16_t>::max();
    memory_.count[i] = static_cast<std::int16_t>(std::clamp(count, -kMost, kMost));
    memory_.measured[i] = static_cast<std::uint8_t>(measured);
    const std::uint32_t bit = 1u << r;
    const auto unsampled = static_cast<std::uint32_t>(~memory_.sampled >> r & 1);
    const auto put = [&](std::uint32_t& set, bool in) {
      set = (set & ~bit) | (unsampled & std::uint32_t{in}) << r;
    };
    put(positive_, count > 0);
    put(promising_, count >= 0);
    const bool decided = !is_undecided(measured, count, model_.gain_[at]);
    uncertain_ &= ~(std::uint32_t{decided} << r);
  }

  void sample_rock() {
    const std::uint32_t bit = rock_here();
    value_ += factors_[t_] * (good_ & bit ? model_.rules_.good_reward : kBadReward);
    good_ &= ~bit;
    memory_.sampled |= bit;
    positive_ &= ~bit;
    promising_ &= ~bit;
    uncertain_ &= ~bit;
  }

  // Nothing is left to check: moves only, until the rover stands on a rock that it would sample or
  // knows no direction.
  void head_for_rocks() {
    const std::uint32_t box = box_of(promising_);
    const auto size = static_cast<std::uint32_t>(model_.size_);
    std::uint32_t place = place_of(cell_ % size, cell_ / size);
    for (; t_ < factors_.size(); ++t_) {
      const std::uint32_t ways = ways_to(box, place);
      if (ways == 0 || (positive_ & rock_here()) != 0) [[unlikely]]
        return;
      place += kDrawnMove[ways][draws_.below(12)];
      cell_ = (place >> 16 & 255) * size + (place >> 24);
    }
  }

  // How far the rocks go in each direction: 127 in a byte of the sum with a place is where they go
  // as far as that.
  std::uint32_t box_of(std::uint32_t rocks) const {
    int north = 0, east = 0, south = kMaxSize, west = kMaxSize;
    ActionSet(rocks).for_each([&](int r) {
      const Cell rock = model_.rocks_[static_cast<std::size_t>(r)];
      north = std::max(north, rock.y);
      east = std::max(east, rock.x);
      south = std::min(south, rock.y);
      west = std::min(west, rock.x);
    });
    const auto number = [](int c) { return static_cast<unsigned>(c); };
    return four_bytes(127 - kLine + number(north), 127 - kLine + number(east), 127 - number(south),
                      127 - number(west));
  }

  // No rock looks good: east, and out. That is always drawn from one action, but drawn.
  void leave() {
    const auto size = static_cast<std::size_t>(model_.size_);
    const std::size_t steps = size - cell_ % size;
    const std::size_t left = factors_.size() - t_;
    if (steps <= left) value_ += factors_[t_ + steps - 1] * kLeaveReward;
    for (const std::size_t end = t_ + std::min(steps, left); t_ < end; ++t_) draws_.bits();
  }

  const RockSample& model_;
  Memory& memory_;
  std::span<const double> factors_;
  Rng& rng_;
  Rng draws_;
  std::size_t t_ = 0;
  double value_ = 0;
  std::uint32_t cell_;
  std::uint32_t good_;
  std::uint32_t positive_;
  std::uint32_t promising_;
  std::uint32_t uncertain_;
};

Walk RockSample::pursue(const State& s, Memory& memory, std::span<const double> factors,
                        Rng& rng) const {
  return Pursuit(*this, s, memory, factors, rng).walk();
}

}  // namespace holdfast
