// RockSample in symbols (paper, section 4.1). Entities are the rocks.
#pragma once

#include <bit>
#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

#include "holdfast/domains/rocksample/rocksample.h"
#include "holdfast/macro/symbols.h"

namespace holdfast {

template <>
class Symbols<RockSample> {
 public:
  static constexpr std::string_view domain = "rocksample";

  // Where the rover is, and how likely each rock is good.
  struct Known {
    int cell = 0;
    RockSample::Tens tens{};

    friend bool operator==(const Known& a, const Known& b) = default;
    std::uint64_t hash() const { return tens.hash() + static_cast<std::uint64_t>(cell); }
  };
  using Root = Known;
  // Rock minus rover, and the probability that it is good, floored to tens of percent.
  struct About {
    int dx = 0;
    int dy = 0;
    int tens = 0;
  };

  static constexpr auto words = std::to_array<Word<About>>(
      {{"dist", "rock {} is {} steps away [nearest|farthest]",
        [](const About& r, int) { return std::abs(r.dx) + std::abs(r.dy); }},
       {"delta_x", "rock {} is {} to the {east|west}", [](const About& r, int) { return r.dx; }},
       {"delta_y", "rock {} is {} to the {north|south}", [](const About& r, int) { return r.dy; }},
       {"guess", "rock {} is good with {} %", [](const About& r, int) { return 10 * r.tens; }}});
  static constexpr auto deeds = std::to_array<Deed<About>>(
      {{"north"},
       {"east"},
       {"south"},
       {"west"},
       {"sample", true, false, [](const About& r, int) { return r.dx == 0 && r.dy == 0; }},
       {"check", true, true}});

  explicit Symbols(std::shared_ptr<const RockSample> model);

  std::vector<logic::Term> entities() const {
    return logic::numbered_entities(model_->rock_count());
  }
  static constexpr Action action(int deed, int rock) {
    return deed == RockSample::check ? deed + rock : deed;
  }

  // By the particles. The rover's place is known: it is the same in all of them.
  Root root(const ParticleBelief<RockSample>& belief) const;
  static const Known& known(const Root& root) { return root; }
  // By what it has measured.
  static Known at(const RockSample::State& s, const RockSample::Memory& memory, const Moment&) {
    return {s.cell, memory.tens};
  }
  About about(const Known& known, int rock) const {
    const Cell at = model_->rocks()[static_cast<std::size_t>(rock)];
    return {at.x - known.cell % size_, at.y - known.cell / size_, known.tens.of(rock)};
  }
  static Known key(const Known& known) { return known; }

  int site_count() const { return static_cast<int>(cells_.size()); }
  static int site(const RockSample::State& s) { return s.cell; }
  static const RockSample::Tens& findings(const RockSample::Memory& memory) { return memory.tens; }
  // That one rock's chance is another one.
  int change_count() const { return 16 * model_->rock_count(); }
  static int change(const RockSample::Tens& from, const RockSample::Tens& to) {
    const std::size_t w = from.words[0] != to.words[0] ? 0 : 1;
    const std::uint64_t differs = from.words[w] ^ to.words[w];
    const int r = std::countr_zero(differs) / 4;
    const bool others = w == 0 && from.words[1] != to.words[1];
    if (others || differs >> 4 * r > 15) return -1;
    return 16 * (16 * static_cast<int>(w) + r) + static_cast<int>(to.words[w] >> 4 * r & 15);
  }
  // Chances that a theory does not tell apart, wherever the rock is, are one.
  class Blur {
   public:
    // The chances from each first[i] to the next are one.
    Blur(std::span<const int> first, int rocks);
    RockSample::Tens operator()(const RockSample::Tens& tens) const {
      return {{blurred(tens.words[0], low_), blurred(tens.words[1], high_)}};
    }

   private:
    // The first so many chances of a word, two at a time.
    std::uint64_t blurred(std::uint64_t tens, int pairs) const {
      std::uint64_t result = 0;
      for (int p = 0; p < pairs; ++p) {
        result |= std::uint64_t{pairs_[tens >> 8 * p & 0xff]} << 8 * p;
      }
      return result;
    }

    int low_;                                // pairs of rocks in the first word
    int high_;                               // and in the second
    std::array<std::uint8_t, 256> pairs_{};  // for the chances of two rocks
  };
  // `same(i, j)`: the theory does not tell the indices i and j apart.
  template <class Same>
  Blur blur(Same&& same) const {
    std::vector<int> first{0};
    for (int tens = 1; tens < kTens; ++tens) {
      for (int offset = 0; offset < index_count(); offset += kTens) {
        if (same(offset + tens - 1, offset + tens)) continue;
        first.push_back(tens);
        break;
      }
    }
    return Blur(first, model_->rock_count());
  }

  static About said(std::span<const int> values) { return {values[1], values[2], values[3] / 10}; }

  // A move shifts the rocks; what a sample or a check finds, only the world can tell.
  static bool after(About& rock, Action a) {
    if (a >= RockSample::sample) return false;
    rock.dx += (a == RockSample::west) - (a == RockSample::east);
    rock.dy += (a == RockSample::south) - (a == RockSample::north);
    return true;
  }

  // By dy, then dx, then tens: small enough for the first-level cache.
  int index_count() const { return width() * width() * kTens; }
  int index(const About& r) const {
    if (std::abs(r.dx) >= size_ || std::abs(r.dy) >= size_) return -1;
    return ((r.dy + size_ - 1) * width() + r.dx + size_ - 1) * kTens + r.tens;
  }
  About about_of(int index) const {
    const int offset = index / kTens;
    return {offset % width() - (size_ - 1), offset / width() - (size_ - 1), index % kTens};
  }
  template <class F>
  void for_each_index(const Known& known, F&& f) const {
    const int cell = cells_[static_cast<std::size_t>(known.cell)];
    std::uint64_t tens = known.tens.words[0];
    for (std::size_t r = 0; r < rocks_.size(); ++r) {
      if (r == 16) tens = known.tens.words[1];
      f(static_cast<int>(r), rocks_[r] - cell + static_cast<int>(tens & 15));
      tens >>= 4;
    }
  }

 private:
  static constexpr int kTens = 11;  // 0, 10, ..., 100 percent
  int width() const { return 2 * size_ - 1; }

  std::shared_ptr<const RockSample> model_;
  int size_;
  // The index of rock r, of no chance to be good, seen from a cell is rocks_[r] - cells_[cell].
  std::vector<int> rocks_;
  std::vector<int> cells_;
};

}  // namespace holdfast
