#include "holdfast/domains/lasertag/laser_tag.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "holdfast/base/error.h"

namespace holdfast {
namespace {

// North, and on clockwise.
constexpr std::array<Cell, LaserTag::kBeams> kDirections{
    {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}};

double normal_below(double x, double deviation) {
  return 0.5 * std::erfc(-x / deviation / std::numbers::sqrt2);
}

std::vector<Cell> cells_without(int width, int height, int obstacles, Rng& layout) {
  std::vector<Cell> cells;
  for (int i = 0; i < width * height; ++i) cells.push_back({i % width, i / width});
  for (int i = 0; i < obstacles; ++i) {
    cells.erase(cells.begin() + layout.below(static_cast<std::uint32_t>(cells.size())));
  }
  return cells;
}

// Draws anew while obstacles part the floor.
Floor draw_floor(const Parameters& p, Rng& layout) {
  constexpr int kAttempts = 1000;
  const int width = p.integer("width"), height = p.integer("height");
  const int obstacles = p.integer("obstacles");
  if (width * height - obstacles < 2) {
    throw InputError(
        fmt::format("lasertag: {} obstacles leave no room on {} cells", obstacles, width * height));
  }
  for (int attempt = 1;; ++attempt) {
    try {
      return Floor(cells_without(width, height, obstacles, layout));
    } catch (const InputError&) {
      if (attempt == kAttempts) throw;
    }
  }
}

Tag draw_tag(const Parameters& p, Rng& layout) {
  const Floor floor = draw_floor(p, layout);
  const auto cells = static_cast<std::uint32_t>(floor.cell_count());
  return Tag(floor, static_cast<int>(layout.below(cells)), p.real("discount"));
}

}  // namespace

LaserTag::LaserTag(const Parameters& p, Rng& layout)
    : LaserTag(draw_tag(p, layout), p.real("noise")) {}

LaserTag::LaserTag(const Tag& tag, double noise) : tag_(tag), noise_(noise) { measure_beams(); }

void LaserTag::measure_beams() {
  const int longest = std::max(floor().width(), floor().height());
  for (const bool diagonal : {false, true}) {
    for (int cells = 1; cells <= longest; ++cells) readings_.push_back(readings(cells, diagonal));
  }
  for (int robot = 0; robot < floor().cell_count(); ++robot) {
    for (int opponent = 0; opponent < floor().cell_count(); ++opponent) {
      for (const Cell& to : kDirections) {
        Cell at = floor().cell(robot);
        int cells = 0;
        for (int number = robot; number != Floor::kNone && (cells == 0 || number != opponent);) {
          at = {at.x + to.x, at.y + to.y};
          number = floor().number(at);
          ++cells;
        }
        const bool diagonal = to.x != 0 && to.y != 0;
        beams_.push_back(static_cast<std::uint8_t>(cells - 1 + (diagonal ? longest : 0)));
      }
    }
  }
}

// P(reading) = P(reading <= length - |error| < reading + 1); what is below 0 reads 0.
LaserTag::Readings LaserTag::readings(int cells, bool diagonal) const {
  const double length = cells * (diagonal ? std::numbers::sqrt2 : 1);
  Readings result;
  double below = 0;
  for (int reading = 0; reading < length && reading < 1 << kBits; ++reading) {
    const double sum = 2 * normal_below(std::min(length, reading + 1.0) - length, noise_);
    result.probability.push_back(sum - below);
    result.sum.push_back(below = sum);
  }
  result.probability.back() += 1 - below;
  result.sum.back() = 1;
  return result;
}

Observation LaserTag::observe(const State& s, Rng& rng) const {
  if (s.robot == s.opponent) return kHere;
  const std::uint8_t* beam = beams(s);
  Observation o = 0;
  for (int d = 0; d < kBeams; ++d) {
    const std::vector<double>& sum = readings_[beam[d]].sum;
    const double u = rng.uniform();
    Observation reading = 0;
    while (u >= sum[static_cast<std::size_t>(reading)]) ++reading;
    o |= reading << (d * kBits);
  }
  return o;
}

double LaserTag::likelihood(const State& next, Action, Observation o) const {
  if (next.robot == next.opponent || next.tagged) return o == kHere ? 1 : 0;
  if (o == kHere) return 0;
  const std::uint8_t* beam = beams(next);
  double product = 1;
  for (int d = 0; d < kBeams; ++d) {
    const std::vector<double>& probability = readings_[beam[d]].probability;
    const auto r = static_cast<std::size_t>(reading(o, d));
    if (r >= probability.size()) return 0;
    product *= probability[r];
  }
  return product;
}

bool LaserTag::perturb(State& s, const Memory&, Action a, Observation o, Rng& rng) const {
  if (likelihood(s, a, o) > 0) return true;
  const auto cells = static_cast<std::uint32_t>(floor().cell_count());
  s.opponent = static_cast<std::uint8_t>(o == kHere ? s.robot : rng.below(cells));
  return likelihood(s, a, o) > 0;
}

std::string LaserTag::action_name(Action a) const {
  static constexpr std::array<const char*, 5> names{"north", "east", "south", "west", "tag"};
  return names.at(static_cast<std::size_t>(a));
}

std::string LaserTag::observation_name(Observation o) const {
  if (o == kHere) return "here";
  std::string text;
  for (int d = 0; d < kBeams; ++d) text += (d > 0 ? " " : "") + std::to_string(reading(o, d));
  return text;
}

std::string LaserTag::layout() const {
  const Cell start = floor().cell(tag_.start());
  std::string walls;
  for (int i = 0; i < floor().width() * floor().height(); ++i) {
    const Cell at{i % floor().width(), i / floor().width()};
    if (floor().number(at) == Floor::kNone) walls += fmt::format(" ({},{})", at.x, at.y);
  }
  return fmt::format("the robot starts at ({},{}); obstacles:{}", start.x, start.y, walls);
}

}  // namespace holdfast
