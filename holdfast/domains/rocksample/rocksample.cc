#include "holdfast/domains/rocksample/rocksample.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "holdfast/base/error.h"

namespace holdfast {

RockSample::RockSample(int size, std::vector<Cell> rocks, Cell start, double half_distance,
                       double discount)
    : size_(size),
      rocks_(std::move(rocks)),
      start_(static_cast<std::uint16_t>(start.y * size + start.x)),
      all_rocks_(rocks_.size() == 32 ? ~0u : (1u << rocks_.size()) - 1),
      discount_(discount) {
  const std::size_t cells = static_cast<std::size_t>(size * size);
  const auto inside = [&](Cell c) { return c.x >= 0 && c.y >= 0 && c.x < size && c.y < size; };
  rock_at_.assign(cells + 1, -1);
  for (std::size_t r = 0; r < rocks_.size(); ++r) {
    const Cell c = rocks_[r];
    if (!inside(c)) {
      throw InputError(fmt::format("rocksample: rock {} at ({},{}) is outside the {}x{} grid", r,
                                   c.x, c.y, size, size));
    }
    auto& at = rock_at_[static_cast<std::size_t>(c.y * size + c.x)];
    if (at >= 0) throw InputError(fmt::format("rocksample: two rocks at ({},{})", c.x, c.y));
    at = static_cast<std::int8_t>(r);
  }

  moves_.resize((cells + 1) * 4);
  legal_.assign(cells + 1, ActionSet{});
  accuracy_.assign((cells + 1) * rocks_.size(), 0.5);
  gain_.assign((cells + 1) * rocks_.size(), 0);
  rocks_towards_.assign(cells + 1, {});
  const std::array<Cell, 4> offsets{{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}};
  for (int cell = 0; cell < size * size; ++cell) {
    const Cell at{cell % size, cell / size};
    ActionSet legal = ActionSet::first(action_count());
    for (Action a = north; a <= west; ++a) {
      const Cell offset = offsets[static_cast<std::size_t>(a)];
      const Cell to{at.x + offset.x, at.y + offset.y};
      Move& m = moves_[static_cast<std::size_t>(cell) * 4 + static_cast<std::size_t>(a)];
      if (inside(to)) {
        m = {static_cast<std::uint16_t>(to.y * size + to.x), 0};
      } else if (a == east) {
        m = {exited(), 10};
      } else {
        m = {static_cast<std::uint16_t>(cell), -100};
        legal.erase(a);
      }
    }
    if (rock_at_[static_cast<std::size_t>(cell)] < 0) legal.erase(sample);
    legal_[static_cast<std::size_t>(cell)] = legal;
    for (int r = 0; r < rock_count(); ++r) {
      const Cell rock = rocks_[static_cast<std::size_t>(r)];
      const double d = std::hypot(at.x - rock.x, at.y - rock.y);
      const double p = (1 + std::exp2(-d / half_distance)) / 2;
      accuracy_[index(cell, r)] = p;
      gain_[index(cell, r)] = static_cast<float>(std::log(p / (1 - p)));
      auto& towards = rocks_towards_[static_cast<std::size_t>(cell)];
      const std::uint32_t bit = 1u << r;
      if (rock.y > at.y) towards[north] |= bit;
      if (rock.x > at.x) towards[east] |= bit;
      if (rock.y < at.y) towards[south] |= bit;
      if (rock.x < at.x) towards[west] |= bit;
    }
  }
  for (Action a = north; a <= west; ++a) {
    moves_[cells * 4 + static_cast<std::size_t>(a)] = {exited(), 0};
  }
}

std::vector<Cell> RockSample::random_rocks(int size, int count, Rng& rng) {
  std::vector<Cell> rocks;
  while (static_cast<int>(rocks.size()) < count) {
    const Cell c{static_cast<int>(rng.below(static_cast<std::uint32_t>(size))),
                 static_cast<int>(rng.below(static_cast<std::uint32_t>(size)))};
    if (std::find(rocks.begin(), rocks.end(), c) == rocks.end()) rocks.push_back(c);
  }
  return rocks;
}

void RockSample::remember(Memory& memory, const State& s, Action a, Observation o) const {
  if (a < sample) return;
  const int r = a == sample ? rock_at(s) : a - check;
  if (r < 0 || (a >= check && o == none)) return;
  const auto i = static_cast<std::size_t>(r);
  const std::uint32_t bit = 1u << r;
  if (a == sample) {
    // Whatever it was, the rock is bad now.
    memory.log_odds[i] = -std::numeric_limits<float>::infinity();
    memory.positive &= ~bit;
    memory.promising &= ~bit;
    memory.uncertain &= ~bit;
    return;
  }
  const bool sampled = memory.log_odds[i] == -std::numeric_limits<float>::infinity();
  if (sampled) return;
  const float gain = gain_[index(s.cell, r)];
  memory.log_odds[i] += o == good ? gain : -gain;
  memory.count[i] = static_cast<std::int8_t>(memory.count[i] + (o == good ? 1 : -1));
  if (memory.measured[i] < 255) ++memory.measured[i];
  const auto set = [bit](std::uint32_t& mask, bool on) { mask = on ? mask | bit : mask & ~bit; };
  set(memory.positive, memory.count[i] > 0);
  set(memory.promising, memory.count[i] >= 0);
  set(memory.uncertain, memory.measured[i] < 5 && std::abs(memory.count[i]) < 2 &&
                            std::isfinite(memory.log_odds[i]));
}

ActionSet RockSample::preferred_actions(const State& s, const Memory& memory) const {
  if (is_terminal(s)) return {};
  const int here = rock_at(s);
  if (here >= 0 && (memory.positive >> here & 1)) return ActionSet::of(sample);
  if (memory.promising == 0) return ActionSet::of(east);
  ActionSet preferred(static_cast<std::uint64_t>(memory.uncertain) << check);
  for (Action a = north; a <= west; ++a) {
    if (rocks_towards_[s.cell][static_cast<std::size_t>(a)] & memory.promising) preferred.insert(a);
  }
  return preferred;
}

bool RockSample::perturb(State& s, const Memory& memory, Action, Observation, Rng& rng) const {
  for (std::size_t r = 0; r < rocks_.size(); ++r) {
    const double p = 1 / (1 + std::exp(-static_cast<double>(memory.log_odds[r])));
    const std::uint32_t bit = 1u << r;
    s.good = rng.uniform() < p ? s.good | bit : s.good & ~bit;
  }
  return true;
}

}  // namespace holdfast
