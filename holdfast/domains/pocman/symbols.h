// Pocman in symbols (paper, section 4.1). Entities are the directions: what lies on the ray that he
// would walk, which goes through the passage and ends at a wall, from where on the values stay.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "holdfast/domains/pocman/pocman.h"
#include "holdfast/macro/symbols.h"

namespace holdfast {

template <>
class Symbols<Pocman> {
 public:
  static constexpr std::string_view domain = "pocman";
  static constexpr int kRange = 6;

  // What a belief says of each cell: probabilities in percent, floored to tens.
  struct Root {
    std::array<std::int8_t, Maze::kMaxCells> food{};
    std::array<std::int8_t, Maze::kMaxCells> ghost{};
  };
  // Where he is, and how he came there: what he passed is eaten. Ghosts stay where they are
  // believed to be at the root. Moves further back than the words reach make no difference.
  struct Known {
    int cell = 0;
    int direction = Moment::kNone;
    int run = 0;
  };
  // The greatest probability among the cells at distance 1 to i, by i - 1.
  struct About {
    std::array<std::int8_t, kRange> food{};
    std::array<std::int8_t, kRange> ghost{};
    bool wall = false;
  };

  static constexpr auto words = std::to_array<Word<About>>(
      {{"food", "food to the {} within {}: {} %",
        [](const About& r, int i) -> int { return r.food[static_cast<std::size_t>(i - 1)]; },
        logic::Feature::Kind::series, 1, kRange},
       {"ghost", "a ghost to the {} within {}: {} %",
        [](const About& r, int i) -> int { return r.ghost[static_cast<std::size_t>(i - 1)]; },
        logic::Feature::Kind::series, 1, kRange},
       {"wall", "a wall to the {}",
        [](const About& r, int) -> int { return r.wall ? 1 : logic::Column::kAbsent; },
        logic::Feature::Kind::flag}});
  static constexpr auto deeds = std::to_array<Deed<About>>({{"move", true}});

  explicit Symbols(std::shared_ptr<const Pocman> model)
      : model_(std::move(model)), maze_(&model_->maze()) {}

  // In the order of his actions.
  static std::vector<logic::Term> entities() {
    using logic::Term;
    return {Term::symbol("north"), Term::symbol("east"), Term::symbol("south"),
            Term::symbol("west")};
  }
  static constexpr Action action(int, int direction) { return direction; }

  Root root(const ParticleBelief<Pocman>& belief) const;
  static Known at(const Pocman::State& s, const Moment& now) {
    return {s.cell, now.previous, std::min(now.run, kRange)};
  }
  About about(const Root& root, const Known& known, int direction) const;

  // He walks on, and eats what he passes; a wall holds him.
  bool after(Known& known, Action a) const {
    const int next = maze_->next(known.cell, a);
    if (next == Maze::kWall) return true;
    known = {next, a, std::min(known.direction == a ? known.run + 1 : 1, kRange)};
    return true;
  }

  static int place_count() { return Maze::kMaxCells * 5 * (kRange + 1); }
  static int place(const Known& known) {
    return (known.cell * 5 + known.direction + 1) * (kRange + 1) + known.run;
  }

 private:
  Maze::CellMask eaten(const Known& known, int ray) const;

  std::shared_ptr<const Pocman> model_;
  const Maze* maze_;  // the model's
};

}  // namespace holdfast
