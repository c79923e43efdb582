#include "holdfast/domains/pocman/symbols.h"

#include <algorithm>
#include <array>

namespace holdfast {
namespace {

constexpr int kRange = Symbols<Pocman>::kRange;
enum Column { food = 0, ghost = kRange, wall = 2 * kRange };

std::int16_t tens(double probability) {
  // Frequencies such as 0.3 = 3/10 must not fall to 20 by rounding.
  return static_cast<std::int16_t>(static_cast<int>(10 * probability + 1e-9) * 10);
}

}  // namespace

logic::Vocabulary pocman_vocabulary() {
  using logic::Term;
  return {
      {Term::symbol("north"), Term::symbol("east"), Term::symbol("south"), Term::symbol("west")},
      {{"food", logic::Feature::Kind::series, 1, kRange},
       {"ghost", logic::Feature::Kind::series, 1, kRange},
       {"wall", logic::Feature::Kind::flag}},
      {{"move", true}}};
}

void PocmanEffects::update(const PocmanMarginals& marginals, int cell) {
  cell_ = cell;
  std::transform(marginals.food.begin(), marginals.food.end(), food_.begin(), tens);
  std::transform(marginals.ghost.begin(), marginals.ghost.end(), ghost_.begin(), tens);
}

PocmanEffects PocmanEffects::elsewhere(int cell, int direction, int run) const {
  PocmanEffects result = *this;
  result.cell_ = cell;
  Maze::insert(result.passed_, cell);
  const int back = (direction + 2) % 4;
  for (int i = 0; i < run && maze_->next(cell, back) != Maze::kWall; ++i) {
    cell = maze_->next(cell, back);
    Maze::insert(result.passed_, cell);
  }
  return result;
}

void PocmanEffects::features(int direction, int steps, logic::Facts& facts) const {
  int cell = cell_;
  Maze::CellMask eaten = passed_;
  for (int i = 0; i < steps && maze_->next(cell, direction) != Maze::kWall; ++i) {
    cell = maze_->next(cell, direction);
    Maze::insert(eaten, cell);
  }
  for (int d = 0; d < 4; ++d) {
    ray(food_, cell, d, eaten, Column::food, facts);
    ray(ghost_, cell, d, {}, Column::ghost, facts);
    const bool blocked = maze_->next(cell, d) == Maze::kWall;
    facts.set(Column::wall, d, blocked ? 1 : logic::Column::kAbsent);
  }
}

void PocmanEffects::ray(const Tens& values, int cell, int direction, const Maze::CellMask& without,
                        int column, logic::Facts& facts) const {
  int most = 0;
  for (int i = 0; i < kRange; ++i) {
    if (cell != Maze::kWall) cell = maze_->next(cell, direction);
    if (cell != Maze::kWall && !Maze::contains(without, cell)) {
      most = std::max<int>(most, values[static_cast<std::size_t>(cell)]);
    }
    facts.set(column + i, direction, most);
  }
}

Symbols<Pocman>::Symbols(const Pocman& model)
    : model_(&model),
      vocabulary_(pocman_vocabulary()),
      facts_(vocabulary_),
      effects_(model.maze()) {}

void Symbols<Pocman>::update(const ParticleBelief<Pocman>& belief) {
  effects_.update(marginals(*model_, belief.particles()), belief.particles().front().cell);
  effects_.features(0, 0, facts_);
}

}  // namespace holdfast
