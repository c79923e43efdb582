#include "holdfast/domains/tag/symbols.h"

#include <algorithm>

namespace holdfast {
namespace {

std::int8_t tens(double probability) {
  // Frequencies such as 0.3 = 3/10 must not fall to 20 by rounding.
  return static_cast<std::int8_t>(static_cast<int>(10 * probability + 1e-9) * 10);
}

// Where the opponent may be, by cell.
using Marginals = std::vector<double>;

Marginals normalised(Marginals marginals) {
  double total = 0;
  for (const double p : marginals) total += p;
  if (total > 0) {
    for (double& p : marginals) p /= total;
  }
  return marginals;
}

// After the robot has walked from one cell to the next, and met nobody there.
Marginals walked(const Floor& floor, int from, int to, const Marginals& before) {
  Marginals after(before.size());
  for (int c = 0; c < floor.cell_count(); ++c) {
    const double share = before[static_cast<std::size_t>(c)] / Floor::kFlights;
    if (share <= 0) continue;
    for (unsigned k = 0; k < Floor::kFlights; ++k) {
      after[static_cast<std::size_t>(floor.flight(from, c, k))] += share;
    }
  }
  after[static_cast<std::size_t>(to)] = 0;
  return normalised(std::move(after));
}

}  // namespace

std::array<Symbols<Tag>::About, 4> Symbols<Tag>::look(int cell, const Marginals& opponent) const {
  std::array<std::array<double, kNear + 1>, 4> ahead{};  // by steps; the last: any number
  for (int c = 0; c < floor_->cell_count(); ++c) {
    const int steps = std::min(floor_->distance(cell, c), kNear + 1);
    ActionSet(floor_->nearer(cell, c)).for_each([&](Action d) {
      ahead[static_cast<std::size_t>(d)][static_cast<std::size_t>(steps - 1)] +=
          opponent[static_cast<std::size_t>(c)];
    });
  }
  std::array<About, 4> abouts;
  for (std::size_t d = 0; d < 4; ++d) {
    double sum = 0;
    for (std::size_t i = 0; i < kNear; ++i) abouts[d].near[i] = tens(sum += ahead[d][i]);
    abouts[d].ahead = tens(sum + ahead[d][kNear]);
    abouts[d].wall = (floor_->open_ways(cell) >> d & 1) == 0;
  }
  for (std::size_t d = 0; d < 4; ++d) {
    std::int8_t best = 0;
    for (std::size_t other = 0; other < 4; ++other) {
      if (other != d) best = std::max(best, abouts[other].ahead);
    }
    abouts[d].lead = static_cast<std::int8_t>(abouts[d].ahead - best);
  }
  return abouts;
}

Symbols<Tag>::Root Symbols<Tag>::root(const ParticleBelief<Tag>& belief) const {
  Marginals opponent(static_cast<std::size_t>(floor_->cell_count()));
  for (const Tag::State& s : belief.particles()) ++opponent[s.opponent];
  return root(belief.particles().front().robot, normalised(std::move(opponent)));
}

// Cell by cell, each by way of the one before it on a shortest way.
Symbols<Tag>::Root Symbols<Tag>::root(int robot, const Marginals& opponent) const {
  const auto cells = static_cast<std::size_t>(floor_->cell_count());
  std::vector<Marginals> believed(cells);
  believed[static_cast<std::size_t>(robot)] = opponent;
  std::vector<int> reached{robot};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const int from = reached[i];
    for (int d = 0; d < 4; ++d) {
      const int to = floor_->next(from, d);
      Marginals& there = believed[static_cast<std::size_t>(to)];
      if (!there.empty()) continue;
      there = walked(*floor_, from, to, believed[static_cast<std::size_t>(from)]);
      reached.push_back(to);
    }
  }
  Root root;
  root.here = tens(opponent[static_cast<std::size_t>(robot)]);
  for (std::size_t c = 0; c < cells; ++c) {
    root.from.push_back(look(static_cast<int>(c), believed[c]));
  }
  return root;
}

Symbols<Tag>::About Symbols<Tag>::about(const Root& root, const Known& known, int direction) const {
  const About& about =
      root.from[static_cast<std::size_t>(known.cell)][static_cast<std::size_t>(direction)];
  // Who is here is ahead nowhere.
  return known.sight == Tag::Memory::opponent ? About{.wall = about.wall} : about;
}

Symbols<Tag>::Whole Symbols<Tag>::whole(const Root& root, const Known& known) {
  switch (known.sight) {
    case Tag::Memory::unlooked:
      return {root.here};
    case Tag::Memory::opponent:
      return {100};
    case Tag::Memory::nobody:
      break;
  }
  return {};
}

}  // namespace holdfast
