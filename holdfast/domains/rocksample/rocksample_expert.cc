#include "holdfast/domains/rocksample/rocksample_expert.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace holdfast {
namespace {

int distance(Cell a, Cell b) { return std::abs(a.x - b.x) + std::abs(a.y - b.y); }

std::uint8_t approach(Cell from, Cell to) {
  if (to.x != from.x) return to.x > from.x ? RockSample::east : RockSample::west;
  if (to.y != from.y) return to.y > from.y ? RockSample::north : RockSample::south;
  return RockSample::sample;
}

}  // namespace

RockSampleExpert::RockSampleExpert(const RockSample& model) : rocks_(model.rocks().size()) {
  auto tables = std::make_shared<Tables>();
  const int cells = model.size() * model.size();
  const auto leave = [&](Cell c) {
    return 10 * std::pow(model.discount(), model.size() - 1 - c.x);
  };
  for (int cell = 0; cell < cells; ++cell) {
    const Cell at{cell % model.size(), cell / model.size()};
    Worth worth;
    std::vector<std::uint8_t> order(rocks_);
    std::iota(order.begin(), order.end(), std::uint8_t{0});
    for (const std::uint8_t r : order) {
      const Cell rock = model.rocks()[r];
      const double factor = std::pow(model.discount(), distance(at, rock));
      // d steps, the sample, and then the way out from there; a check costs one more step.
      const double good = factor * (model.good_reward() + model.discount() * leave(rock));
      const double unknown = model.discount() * (good + leave(at)) / 2;
      if (good > leave(at)) worth.good |= 1ULL << r;
      if (unknown > leave(at)) worth.unknown |= 1ULL << r;
      tables->approach.push_back(approach(at, rock));
    }
    std::stable_sort(order.begin(), order.end(), [&](std::uint8_t a, std::uint8_t b) {
      return distance(at, model.rocks()[a]) < distance(at, model.rocks()[b]);
    });
    tables->order.insert(tables->order.end(), order.begin(), order.end());
    tables->worth.push_back(worth);
  }
  tables->worth.emplace_back();  // the exit
  tables->order.resize(tables->order.size() + rocks_);
  tables->approach.resize(tables->approach.size() + rocks_);
  tables_ = std::move(tables);
}

RockSampleExpert RockSample::expert() const { return RockSampleExpert(*this); }

}  // namespace holdfast
