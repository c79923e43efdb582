// Reinvigoration of Pocman's particles. Food and ghosts are independent given the history, so food
// is drawn from the memory whatever the ghosts are; ghosts keep what the particle believes as far
// as the observation allows.
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "holdfast/domains/pocman/pocman.h"

namespace holdfast {
namespace {

constexpr unsigned kPerceived = Maze::sight | Maze::hearing;

// The relations of ghosts that an observation speaks of.
unsigned perceived(Observation o) {
  return (static_cast<unsigned>(o) & Maze::sight) |
         (o & Pocman::hears ? unsigned{Maze::hearing} : 0u);
}

// A word whose bit i is byte i, 0 or 1.
std::uint64_t packed(const std::uint8_t* bytes) {
  static_assert(std::endian::native == std::endian::little);
  std::uint64_t word = 0;
  for (int i = 0; i < 64; i += 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, bytes + i, sizeof eight);
    // Brings byte j to bit 56 + j.
    word |= (eight * 0x0102040810204080 >> 56) << i;
  }
  return word;
}

}  // namespace

bool Pocman::perturb(State& s, const Memory& memory, Action, Observation o, Rng& rng) const {
  if (!draw_food(s, memory, o, rng)) return false;
  const auto before = s.ghosts;
  stray(s, rng);
  if (ghosts_agree(s, o)) return true;
  s.ghosts = before;
  return ghosts_agree(s, o) || place_ghosts(s, o, rng);
}

void Pocman::recombine(State& s, const State& other, Observation o, Rng& rng) const {
  const auto before = s.ghosts;
  const std::uint64_t taken = rng.bits();
  for (std::size_t g = 0; g < static_cast<std::size_t>(ghost_count_); ++g) {
    if (taken >> g & 1) s.ghosts[g] = other.ghosts[g];
  }
  if (!ghosts_agree(s, o)) s.ghosts = before;
}

// Sixteen random bits for each cell; in whole passes over all cells, which the compiler turns into
// instructions for many at once. Beyond the last cell the memory has no food.
bool Pocman::draw_food(State& s, const Memory& memory, Observation o, Rng& rng) const {
  std::array<std::uint16_t, Maze::kMaxCells> draws{};
  for (std::size_t c = 0; c < static_cast<std::size_t>(maze_.cell_count()); c += 4) {
    const std::uint64_t bits = rng.bits();
    for (std::size_t i = 0; i < 4; ++i) draws[c + i] = static_cast<std::uint16_t>(bits >> 16 * i);
  }
  std::array<std::uint8_t, Maze::kMaxCells> food{};
  for (std::size_t c = 0; c < food.size(); ++c) {
    food[c] = static_cast<float>(draws[c]) * 0x1p-16f < memory.food[c] ? 1 : 0;
  }
  for (std::size_t i = 0; i < s.food.size(); ++i) s.food[i] = packed(&food[64 * i]);
  s.ate = false;
  if (o & smells) draw_smelt_food(s, memory, rng);
  s.food_count = static_cast<std::uint16_t>(Maze::size(s.food));
  return s.food_count > 0;
}

// At least one pellet is in the block. Cell by cell, from their probabilities before the smell:
// P(food at c | none so far, some in all) = p(c) / (1 - P(none from c on)).
void Pocman::draw_smelt_food(State& s, const Memory& memory, Rng& rng) const {
  bool found = false;
  float none = 1 - memory.smelt;
  const auto draw = [&](float posterior) {
    const float p = posterior * memory.smelt;
    const float given = found ? p : p / (1 - none);
    none /= 1 - p;
    const bool food = rng.uniform() < static_cast<double>(given);
    found |= food;
    return food;
  };
  s.ate = draw(memory.ate);
  Maze::for_each(maze_.block(s.cell), [&](std::size_t c) {
    const float p = memory.food[c];
    if (p == 0) return;
    const int cell = static_cast<int>(c);
    draw(p) ? Maze::insert(s.food, cell) : Maze::erase(s.food, cell);
  });
}

bool Pocman::ghosts_agree(const State& s, Observation o) const {
  const unsigned relation = relation_to_ghosts(s);
  return !(relation & Maze::here) && (relation & kPerceived) == perceived(o);
}

// One ghost wanders a few steps more than the others.
void Pocman::stray(State& s, Rng& rng) const {
  if (ghost_count_ == 0) return;
  Ghost& ghost = s.ghosts[rng.below(static_cast<std::uint32_t>(ghost_count_))];
  for (std::uint32_t steps = 1 + rng.below(3); steps > 0; --steps) {
    ghost = moves_.wander(ghost, rng.below(1 << 16));
  }
}

// Moves ghosts one by one until all that is perceived is there, and nothing else.
bool Pocman::place_ghosts(State& s, Observation o, Rng& rng) const {
  const unsigned allowed = perceived(o);
  const std::uint8_t* relations = maze_.relations(s.cell);
  const unsigned all = (1u << ghost_count_) - 1;
  for (int tries = 2 * ghost_count_; tries > 0; --tries) {
    unsigned misplaced = 0;
    unsigned covered = 0;
    for (int g = 0; g < ghost_count_; ++g) {
      const unsigned relation = relations[ghost_cell(s, g)];
      const bool wrong = (relation & Maze::here) || (relation & kPerceived & ~allowed);
      wrong ? misplaced |= 1u << g : covered |= relation;
    }
    const unsigned missing = allowed & ~covered;
    if (misplaced == 0 && missing == 0) return true;
    place_ghost(s, misplaced ? misplaced : all, missing, allowed, rng);
  }
  return ghosts_agree(s, o);
}

// Puts one of the movable ghosts at a cell with some of the missing relations (if any are) and
// none but the allowed ones; near places are likelier than far ones.
void Pocman::place_ghost(State& s, unsigned movable, unsigned missing, unsigned allowed,
                         Rng& rng) const {
  const std::uint8_t* relations = maze_.relations(s.cell);
  double total = 0;
  std::size_t chosen = 0;
  Ghost place = 0;
  for (int c = 0; c < maze_.cell_count(); ++c) {
    const unsigned relation = relations[c];
    if ((relation & Maze::here) || (relation & kPerceived & ~allowed)) continue;
    if (missing != 0 && !(relation & missing)) continue;
    for (int g = 0; g < ghost_count_; ++g) {
      if (!(movable >> g & 1)) continue;
      const Cell from = maze_.cell(ghost_cell(s, g));
      const Cell to = maze_.cell(c);
      const int d = std::abs(from.x - to.x) + std::abs(from.y - to.y);
      const double weight = 1.0 / (1 + d * d);
      total += weight;
      if (rng.uniform() * total >= weight) continue;
      chosen = static_cast<std::size_t>(g);
      place = make_ghost(c, Maze::nowhere);
    }
  }
  if (total > 0) s.ghosts[chosen] = place;
}

}  // namespace holdfast
