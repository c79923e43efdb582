#include "holdfast/domains/rocksample/rocksample.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "holdfast/base/error.h"

namespace holdfast {

RockSample::RockSample(int size, std::vector<Cell> rocks, Cell start, const RockSampleRules& rules)
    : size_(size),
      rocks_(std::move(rocks)),
      start_(static_cast<std::uint16_t>(start.y * size + start.x)),
      exited_(static_cast<std::uint16_t>(size * size)),
      all_rocks_(rocks_.size() == 32 ? ~0u : (1u << rocks_.size()) - 1),
      rules_(rules),
      draws_(turn_weights(static_cast<double>(rocks_.size()) / action_count())),
      move_shift_(static_cast<int>(std::bit_width(static_cast<unsigned>(action_count() - 1)))) {
  rock_at_.assign(static_cast<std::size_t>(size * size) + 1, -1);
  for (std::size_t r = 0; r < rocks_.size(); ++r) {
    const Cell c = rocks_[r];
    if (c.x < 0 || c.y < 0 || c.x >= size || c.y >= size) {
      throw InputError(fmt::format("rocksample: rock {} at ({},{}) is outside the {}x{} grid", r,
                                   c.x, c.y, size, size));
    }
    auto& at = rock_at_[static_cast<std::size_t>(c.y * size + c.x)];
    if (at >= 0) throw InputError(fmt::format("rocksample: two rocks at ({},{})", c.x, c.y));
    at = static_cast<std::int8_t>(r);
  }
  fill_tables();
}

std::vector<double> RockSample::turn_weights(double check_probability) {
  std::vector<double> weights(std::size_t{kTurns} * kRun);
  const auto run = [&](std::uint32_t checks) { return std::pow(check_probability, checks); };
  for (std::uint32_t a = 0; a < check; ++a) {
    for (std::uint32_t k = 0; k + 1 < kRun; ++k) {
      weights[a * kRun + k] = run(k) * (1 - check_probability);
    }
  }
  weights[check * kRun + kRun - 1] = static_cast<int>(check) * run(kRun - 1);
  return weights;
}

void RockSample::fill_tables() {
  const std::size_t cells = static_cast<std::size_t>(exited_) + 1;
  moves_.assign(cells << move_shift_, Move{exited_, 0});
  turns_.assign(cells * kTurns, Turn{});
  legal_.assign(cells, ActionSet{});
  chances_.assign(cells * rocks_.size(), {0.5, 0.5});
  threshold_.assign(cells * rocks_.size(), 0);
  gain_.assign(cells * rocks_.size(), 0);
  rocks_towards_.assign(cells, {});
  leave_value_.assign(cells, 0);
  for (int cell = 0; cell < exited_; ++cell) {
    fill_moves(cell);
    fill_sensor(cell);
  }
}

void RockSample::fill_moves(int cell) {
  static constexpr std::array<Cell, 4> kOffsets{{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}};
  const Cell at{cell % size_, cell / size_};
  const auto here = static_cast<std::uint16_t>(cell);
  ActionSet legal = ActionSet::first(action_count());
  for (Action a = 0; a < action_count(); ++a) moves_[move_index(cell, a)] = {here, 0};
  for (Action a = north; a <= west; ++a) {
    const Cell to{at.x + kOffsets[static_cast<std::size_t>(a)].x,
                  at.y + kOffsets[static_cast<std::size_t>(a)].y};
    Move& m = moves_[move_index(cell, a)];
    if (to.x >= 0 && to.y >= 0 && to.x < size_ && to.y < size_) {
      m = {static_cast<std::uint16_t>(to.y * size_ + to.x), 0};
    } else if (a == east) {
      m = {exited_, kLeaveReward};
    } else {
      m.reward = static_cast<std::int16_t>(rules_.illegal_reward);
      legal.erase(a);
    }
  }
  if (rock_at_[here] < 0) legal.erase(sample);
  legal_[here] = legal;
  leave_value_[here] = kLeaveReward * std::pow(discount(), size_ - 1 - at.x);
  Turn* turns = &turns_[std::size_t{here} * kTurns];
  std::fill_n(turns, kTurns, Turn{here, 0, Turn::Kind::move});
  for (Action a = 0; a < check; ++a) {
    if (!legal.contains(a)) continue;
    const std::uint16_t next = moves_[move_index(cell, a)].next;
    const Turn::Kind kind = a == sample ? Turn::Kind::sample : Turn::Kind::move;
    turns[a] = {next, 1, next == exited_ ? Turn::Kind::leave : kind};
  }
}

void RockSample::fill_sensor(int cell) {
  const Cell at{cell % size_, cell / size_};
  auto& towards = rocks_towards_[static_cast<std::size_t>(cell)];
  for (int r = 0; r < rock_count(); ++r) {
    const Cell rock = rocks_[static_cast<std::size_t>(r)];
    const double d = std::hypot(at.x - rock.x, at.y - rock.y);
    const double p = (1 + std::exp2(-d / rules_.half_distance)) / 2;
    chances_[index(cell, r)] = {1 - p, p};
    threshold_[index(cell, r)] = static_cast<std::int64_t>(std::ldexp(p, 32));
    gain_[index(cell, r)] = static_cast<float>(std::log(p / (1 - p)));
    const std::uint32_t bit = 1u << r;
    if (rock.y > at.y) towards[north] |= bit;
    if (rock.x > at.x) towards[east] |= bit;
    if (rock.y < at.y) towards[south] |= bit;
    if (rock.x < at.x) towards[west] |= bit;
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

bool RockSample::perturb(State& s, const Memory& memory, Action, Observation, Rng& rng) const {
  for (std::size_t r = 0; r < rocks_.size(); ++r) {
    const double p = 1 / (1 + std::exp(-static_cast<double>(memory.log_odds[r])));
    const std::uint32_t bit = 1u << r;
    s.good = rng.uniform() < p ? s.good | bit : s.good & ~bit;
  }
  return true;
}

}  // namespace holdfast
