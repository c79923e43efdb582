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
  // Where he is, how he came there, and what he perceives there: what he passed is eaten, in the
  // corridors that he sees there are ghosts or none, around him there is food or none. Elsewhere
  // food and ghosts stay where they are believed to be at the root. Moves further back than the
  // words reach make no difference.
  struct Known {
    static constexpr Observation kNothingYet = -1;

    int cell = 0;
    int direction = Maze::nowhere;  // of his last move
    int run = 0;                    // his moves in it since the root
    // At the root it is part of the belief, and of places ahead nothing is perceived.
    Observation perceived = kNothingYet;
  };
  // All of it, in one number.
  struct Key {
    std::uint32_t number = 0;

    friend bool operator==(const Key& a, const Key& b) = default;
    std::uint64_t hash() const { return number * std::uint64_t{0x9e3779b97f4a7c15} >> 32; }
  };
  // The greatest probability in percent among the cells at distance 1 to i, floored to tens, and
  // whether there is a wall, and whether he came from there. All in one word, four bits for each i:
  // parts that were stored one by one would be waited for wherever they are copied or compared.
  class About {
   public:
    int food(int i) const { return 10 * tens(i - 1); }
    int ghost(int i) const { return 10 * tens(kRange + i - 1); }
    bool wall() const { return (bits_ & kWall) != 0; }
    bool back() const { return (bits_ & kBack) != 0; }

    void set_food(int i, int percent) { set(i - 1, percent); }
    void set_ghost(int i, int percent) { set(kRange + i - 1, percent); }
    void set_wall(bool is) { bits_ = (bits_ & ~kWall) | (is ? kWall : 0); }
    void set_back(bool is) { bits_ = (bits_ & ~kBack) | (is ? kBack : 0); }

   private:
    static constexpr std::uint64_t kWall = std::uint64_t{1} << 8 * kRange;
    static constexpr std::uint64_t kBack = kWall << 1;

    int tens(int place) const { return static_cast<int>(bits_ >> 4 * place & 15); }
    void set(int place, int percent) {
      bits_ &= ~(std::uint64_t{15} << 4 * place);
      bits_ |= static_cast<std::uint64_t>(percent / 10) << 4 * place;
    }

    std::uint64_t bits_ = 0;
  };

  static constexpr auto words = std::to_array<Word<About>>(
      {{"food", "food to the {} within {}: {} %", [](const About& r, int i) { return r.food(i); },
        logic::Feature::Kind::series, 1, kRange},
       {"ghost", "a ghost to the {} within {}: {} %",
        [](const About& r, int i) { return r.ghost(i); }, logic::Feature::Kind::series, 1, kRange},
       {"wall", "a wall to the {}",
        [](const About& r, int) -> int { return r.wall() ? 1 : logic::Column::kAbsent; },
        logic::Feature::Kind::flag},
       {"back", "he came from the {}",
        [](const About& r, int) -> int { return r.back() ? 1 : logic::Column::kAbsent; },
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
  Known at(const Pocman::State& s, const Moment& now) const {
    return {s.cell, s.facing, std::min(now.run, kRange),
            now.depth > 0 ? model_->observe(s) : Known::kNothingYet};
  }
  About about(const Root& root, const Known& known, int direction) const;

  // He walks on, and eats what he passes; a wall holds him.
  bool after(Known& known, Action a) const {
    const int next = maze_->next(known.cell, a);
    if (next == Maze::kWall) return true;
    known = {next, a, std::min(known.direction == a ? known.run + 1 : 1, kRange)};
    return true;
  }

  static Key key(const Known& known) {
    const int way = (known.cell * 5 + known.direction) * (kRange + 1) + known.run;
    return {static_cast<std::uint32_t>(way) << 11 |
            static_cast<std::uint32_t>(known.perceived + 1)};
  }

 private:
  Maze::CellMask eaten(const Known& known, int ray) const;
  // How much likelier food is around him, by what he smells.
  double smelt(const Root& root, const Known& known) const;
  // How likely a ghost is in a cell of the ray, by what he sees and hears.
  std::int8_t ghost_in(const Root& root, const Known& known, int ray, int cell) const;

  std::shared_ptr<const Pocman> model_;
  const Maze* maze_;  // the model's
};

}  // namespace holdfast
