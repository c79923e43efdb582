#include "holdfast/domains/pocman/marginals.h"

#include <cstdint>

namespace holdfast {
namespace {

// Counts for each of 64 bits in how many words it is set: plane k holds bit k of all 64 counts, so
// adding a word is a ripple of carries, two planes on average.
class BitCounter {
 public:
  void add(std::uint64_t word) {
    for (std::size_t k = 0; word != 0; ++k) {
      const std::uint64_t carry = planes_[k] & word;
      planes_[k] ^= word;
      word = carry;
    }
  }

  std::uint64_t count(int bit) const {
    std::uint64_t sum = 0;
    for (std::size_t k = 0; k < planes_.size(); ++k) sum |= (planes_[k] >> bit & 1) << k;
    return sum;
  }

 private:
  std::array<std::uint64_t, 48> planes_{};
};

}  // namespace

PocmanMarginals marginals(const Pocman& model, std::span<const Pocman::State> particles) {
  std::array<BitCounter, std::tuple_size_v<Maze::CellMask>> food;
  std::array<std::uint64_t, Maze::kMaxCells> ghosts{};
  for (const Pocman::State& s : particles) {
    for (std::size_t i = 0; i < food.size(); ++i) food[i].add(s.food[i]);
    Maze::CellMask haunted{};
    for (int g = 0; g < model.ghost_count(); ++g) {
      const int c = Pocman::ghost_cell(s, g);
      ghosts[static_cast<std::size_t>(c)] += !Maze::contains(haunted, c);
      Maze::insert(haunted, c);
    }
  }
  PocmanMarginals result;
  const double share = 1 / static_cast<double>(particles.size());
  for (std::size_t c = 0; c < static_cast<std::size_t>(model.maze().cell_count()); ++c) {
    result.food[c] = share * static_cast<double>(food[c / 64].count(static_cast<int>(c % 64)));
    result.ghost[c] = share * static_cast<double>(ghosts[c]);
  }
  return result;
}

}  // namespace holdfast
