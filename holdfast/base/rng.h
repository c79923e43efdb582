// Random streams. An Rng is an argument, never a global; a seed names a stream, and streams that
// are named differently are independent. The generator is SplitMix64 (Steele, Lea & Flood 2014):
// eight bytes of state, free to create, so a DESPOT scenario at a depth is simply a new stream.
#pragma once

#include <cstdint>

namespace holdfast {

// What a stream of an episode is for. Planners of one study share the streams of the world, so
// that their differences are paired.
enum class Purpose : std::uint64_t { layout = 1, world = 2, belief = 3, search = 4, rollout = 5 };

class Rng {
 public:
  constexpr explicit Rng(std::uint64_t seed) : state_(mix(seed + kGamma)) {}
  // The stream (seed, a, b): for example (episode seed, purpose, thread), or (scenario, depth).
  constexpr Rng(std::uint64_t seed, std::uint64_t a, std::uint64_t b = 0)
      : state_(mix(mix(mix(seed + kGamma) + a * kGamma) ^ (b + kGamma))) {}
  constexpr Rng(std::uint64_t seed, Purpose purpose, std::uint64_t b = 0)
      : Rng(seed, static_cast<std::uint64_t>(purpose), b) {}

  // 64 random bits; one draw may feed several small decisions.
  constexpr std::uint64_t bits() { return mix(state_ += kGamma); }

  // Uniform in [0, n), for 0 < n < 2^32 (Lemire's multiplication, bias below 2^-32).
  constexpr std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>(((bits() >> 32) * n) >> 32);
  }

  // Uniform in [0, 1).
  constexpr double uniform() { return static_cast<double>(bits() >> 11) * 0x1.0p-53; }

  constexpr bool bernoulli(double p) { return uniform() < p; }

 private:
  static constexpr std::uint64_t kGamma = 0x9e3779b97f4a7c15ULL;

  static constexpr std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

}  // namespace holdfast
