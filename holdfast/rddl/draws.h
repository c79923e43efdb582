// The random numbers of one step, by the number of the bit that is drawn: so all who draw the same
// step draw the same, in whatever order they go about it, and scenarios of DESPOT have the same
// luck whatever is done.
#pragma once

#include <cstdint>

#include "holdfast/base/rng.h"

namespace holdfast::rddl {

class Draws {
 public:
  constexpr explicit Draws(std::uint64_t seed) : seed_(seed) {}
  // One step of a stream.
  Draws(Rng& rng) : seed_(rng.bits()) {}  // NOLINT(google-explicit-constructor)

  std::uint64_t seed() const { return seed_; }
  // What the stream of SplitMix64 that starts at the seed has at this place.
  constexpr std::uint64_t bits(int place) const {
    std::uint64_t z = seed_ + (static_cast<std::uint64_t>(place) + 1) * 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  constexpr bool bernoulli(int place, double p) const {
    return static_cast<double>(bits(place) >> 11) * 0x1.0p-53 < p;
  }

 private:
  std::uint64_t seed_;
};

}  // namespace holdfast::rddl
