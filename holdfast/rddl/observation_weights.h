// How likely each of many observations is in each of many states. Chances of bits are asked of the
// engine once for each state, and bits that are as sure as each other are weighed together: a
// likelihood is
//   prod_c q_c^(n_c) r_c^(k_c),   q = max(p, 1 - p),   r = (1 - q) / q,
// over the classes c of n_c bits with the same q, k_c of which are not what they are likelier to
// be. Where sensors have one quality, that is one count of bits for each word.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "holdfast/base/rng.h"
#include "holdfast/plan/observation_ids.h"
#include "holdfast/rddl/engine.h"

namespace holdfast::rddl {

// Nothing is allocated once it is warm.
class ObservationWeights {
 public:
  explicit ObservationWeights(const Engine& engine);

  void clear();
  // `words` as the engine has them: only the next state is looked at. Numbers are 0, 1, 2, ...
  void add(const std::uint64_t* words, int action);
  // The same number for actions after which the same observations are as likely in every state.
  std::uint64_t sensors(int action) const { return sensors_[static_cast<std::size_t>(action)]; }
  double likelihood(std::size_t number, const std::uint64_t* seen) const {
    const std::uint64_t* likely = &likely_[number * observation_words_];
    double likelihood = likeliest_[number];
    for (std::size_t p = first_[number]; p < first_[number + 1]; ++p) {
      const Part& part = parts_[p];
      const std::uint64_t unlikely = (seen[part.word] ^ likely[part.word]) & part.mask;
      likelihood *= powers_[part.row + static_cast<std::size_t>(std::popcount(unlikely))];
    }
    return likelihood;
  }

 private:
  static constexpr std::size_t kPowers = 65;
  // Bits of a word that are as sure as each other; the powers of their r begin at `row`.
  struct Part {
    std::uint64_t mask;
    std::size_t row;
    std::size_t word;
  };

  void add_bit(std::size_t bit, double chance);

  Engine engine_;
  std::size_t observation_words_;
  std::vector<std::uint64_t> sensors_;  // by action
  std::vector<double> chances_;
  // By number.
  std::vector<std::size_t> first_;     // of its parts; one more at the end
  std::vector<double> likeliest_;      // the chance of the likeliest observation, ...
  std::vector<std::uint64_t> likely_;  // ... and its bits
  std::vector<Part> parts_;
  ObservationIds rows_;  // of q
  std::vector<double> powers_;
};

// For states of an RddlModel, as Seeing has it.
template <class State>
class ObservationWeigher {
 public:
  explicit ObservationWeigher(const Engine& engine)
      : words_(static_cast<std::size_t>(engine.interpreter().state_words())), weights_(engine) {}

  void clear() { weights_.clear(); }
  void add(const State& next, int action) {
    std::array<std::uint64_t, 2 * std::tuple_size_v<decltype(State::words)>> both;
    std::copy_n(next.words.begin(), words_, both.begin() + static_cast<std::ptrdiff_t>(words_));
    weights_.add(both.data(), action);
  }
  std::uint64_t digest(const State& next, int action) const {
    Rng rng(static_cast<std::uint64_t>(next.step), weights_.sensors(action));
    std::uint64_t digest = rng.bits();
    for (std::size_t w = 0; w < words_; ++w) digest = Rng(digest ^ next.words[w]).bits();
    return digest;
  }
  template <class Seen>
  double likelihood(std::size_t number, const Seen& seen) const {
    return weights_.likelihood(number, seen.data());
  }

 private:
  std::size_t words_;
  ObservationWeights weights_;
};

}  // namespace holdfast::rddl
