// What the actions that only look (pomdp/looking.h) make of a node's scenarios: the children of all
// of them at once, as counts and sums of bounds.
//
// Nobody moves, so the bounds of the states and the draw of each scenario are those of every look;
// what is left of a step is to see. Four looks take a scenario together, a lane each, and put its
// bounds into the sums of what they see by masks, without branches. Each lane adds in the order of
// the scenarios: the sums are those of one step after the other, to the last bit.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "holdfast/plan/lanes.h"
#include "holdfast/pomdp/looking.h"

namespace holdfast {

// Of a model whose actions are not such.
template <Model M>
class LookSums {
 public:
  LookSums(const M&, std::size_t) {}
};

template <Looking M>
class LookSums<M> {
 public:
  using State = typename M::State;

  // A child: the scenarios that saw the same.
  struct Sum {
    std::int32_t count;
    double lower;
    double upper;
  };

  // For at most so many scenarios.
  LookSums(const M& model, std::size_t scenarios)
      : model_(model),
        bits_(scenarios),
        lower_(scenarios),
        upper_(scenarios),
        sums_(static_cast<std::size_t>(model.action_count())) {}

  // Whether there is a look for each lane, and room for what they see.
  bool fits() const {
    return model_.action_count() - model_.first_look() >= kLooks &&
           model_.observation_count() <= kMostSeen;
  }

  // Looks from each state, by its stream; `lower` and `upper` say what a state is worth.
  template <class Lower, class Upper>
  void look(std::span<const State> states, std::span<const Rng> streams, const Lower& lower,
            const Upper& upper) {
    for (std::size_t i = 0; i < states.size(); ++i) {
      Rng rng = streams[i];
      bits_[i] = rng.bits();
      lower_[i] = lower(states[i]);
      upper_[i] = upper(states[i]);
    }
    // The last four overlap those before if need be.
    const Action end = model_.action_count();
    for (Action a = model_.first_look(); a < end; a += kLooks) {
      look_by_four(states, std::min(a, end - kLooks));
    }
  }

  // Of the last call, by observation. Some may be empty.
  std::span<const Sum> of(Action a) const {
    return {sums_[static_cast<std::size_t>(a)].data(),
            static_cast<std::size_t>(model_.observation_count())};
  }

 private:
  static constexpr Action kLooks = lanes_detail::kLanes;
  static constexpr int kMostSeen = 4;

  // All bits of a lane are set, or none.
  using Lanes = lanes_detail::Lanes;
  using Masks = std::int64_t __attribute__((vector_size(sizeof(Lanes))));

  // The sums of four looks. (Within the class: clang 14 does not find it otherwise.)
  void look_by_four(std::span<const State> states, Action first) {
    // A number in the lanes that are set, 0 in the others.
    const auto masked = [](const Masks& mask, double number) {
      const Lanes all = number - Lanes{};
      return reinterpret_cast<Lanes>(mask & reinterpret_cast<Masks>(all));
    };
    // By observation; a lane for each look. They stay in registers.
    Masks counts[kMostSeen]{};
    Lanes lower[kMostSeen]{}, upper[kMostSeen]{};
    const int observations = static_cast<int>(model_.observation_count());
    for (std::size_t i = 0; i < states.size(); ++i) {
      std::array<Observation, kLooks> seen;
      model_.look(states[i], first, bits_[i], seen);
      Masks seen_lanes;
      std::memcpy(&seen_lanes, seen.data(), sizeof(seen_lanes));
      for (int o = 0; o < observations; ++o) {
        const Masks saw = seen_lanes == o;
        counts[o] -= saw;
        lower[o] += masked(saw, lower_[i]);
        upper[o] += masked(saw, upper_[i]);
      }
    }
    for (int k = 0; k < kLooks; ++k) {
      for (int o = 0; o < observations; ++o) {
        sums_[static_cast<std::size_t>(first + k)][static_cast<std::size_t>(o)] = {
            static_cast<std::int32_t>(counts[o][k]), lower[o][k], upper[o][k]};
      }
    }
  }

  const M& model_;
  // By scenario.
  std::vector<std::uint64_t> bits_;
  std::vector<double> lower_;
  std::vector<double> upper_;
  // By action and observation.
  std::vector<std::array<Sum, kMostSeen>> sums_;
};

}  // namespace holdfast
