// Bounds for DESPOT. An upper bound says what a state is worth at most, even to somebody who sees
// it; a lower bound is the value of a default policy that can really be followed.
//
// Both are evaluated for every scenario of every new node, so they are compiled into the search.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "holdfast/plan/guide.h"
#include "holdfast/plan/search_end.h"
#include "holdfast/pomdp/model.h"
#include "holdfast/pomdp/scenario.h"

namespace holdfast {

template <class U, class M>
concept UpperBound = Model<M> && requires(const U& u, const typename M::State& s) {
  // Of a state that is not terminal.
  { u.value(s) } -> std::convertible_to<double>;
  // As the command line calls it.
  { u.name() } -> std::convertible_to<std::string>;
  // Whether it holds for every sequence of random numbers. If it holds only on average, a node of
  // few scenarios may exceed it by chance.
  { U::kPathwise } -> std::convertible_to<bool>;
};

// Scenarios that share their history: states[i] is where scenario seeds[i] stands now.
// Bounds may move the states; the search is done with them. What is carried along is what the bound
// asks for (past.h).
template <Model M, class C = Memory<M>>
struct ScenarioSlice {
  std::span<typename M::State> states;
  std::span<std::uint64_t> seeds;
  const C& memory;
  Moment now;
};

// A lower bound that is a function of the state alone; then scenarios need not be sorted for it.
template <class L, class M>
concept PointwiseBound = Model<M> && requires(const L& l, const typename M::State& s) {
  { l.value(s) } -> std::convertible_to<double>;
};

template <class L, class M>
concept LowerBound = Model<M> &&
    requires(L& l, ScenarioSlice<M, Carried<M, L>> slice, const typename M::State& s,
             const Carried<M, L>& memory, std::uint64_t seed, const SearchEnd& end,
             std::int64_t& model_steps) {
  // Called before each search. A bound that takes its time hurries when the search's is over.
  l.start(seed, end);
  // The sum, over the scenarios, of the default policy's discounted value from here on. Adds
  // the model's steps that it took.
  { l.sum(slice, model_steps) } -> std::convertible_to<double>;
  // What the default policy does first, at the root.
  { l.action(s, memory) } -> std::same_as<Action>;
  { l.name() } -> std::convertible_to<std::string>;
  // Whether it looks at the memory, so that nodes carry it along.
  { L::kUsesMemory } -> std::convertible_to<bool>;
};

// R_max / (1 - gamma).
template <Bounded M>
class TrivialUpper {
 public:
  static constexpr bool kPathwise = true;

  explicit TrivialUpper(const M& model)
      : value_(std::max(0.0, static_cast<double>(model.max_reward())) / (1 - model.discount())) {}
  double value(const typename M::State&) const { return value_; }
  std::string name() const { return "trivial"; }

 private:
  double value_;
};

// R_max at every step that is left.
template <Bounded M>
requires Ending<M>
class TrivialUpper<M> {
 public:
  static constexpr bool kPathwise = true;

  explicit TrivialUpper(const M& model)
      : model_(model), reward_(model.max_reward()), discount_(model.discount()) {}
  double value(const typename M::State& s) const {
    const int n = model_.steps_left(s);
    return reward_ * (discount_ == 1 ? n : (1 - std::pow(discount_, n)) / (1 - discount_));
  }
  std::string name() const { return "trivial"; }

 private:
  const M& model_;
  double reward_;
  double discount_;
};

// A model that can say what its states are worth to somebody who sees them: `mdp_bound()` makes an
// UpperBound (and builds its tables).
template <class M>
concept MdpBounded = Model<M> && requires(const M& m) {
  { m.mdp_bound() } -> UpperBound<M>;
};

// A model that bounds values by those of an easier problem.
template <class M>
concept RelaxedBounded = Model<M> && requires(const M& m) {
  { m.relaxed_bound() } -> UpperBound<M>;
};

// A model that knows what taking its default action for ever is worth, at least.
template <class M>
concept DefaultValued = Defaulting<M> && requires(const M& m, const typename M::State& s) {
  { m.default_value(s) } -> std::convertible_to<double>;
};

// The model's default action for ever, in closed form.
template <DefaultValued M>
class TrivialLower {
 public:
  static constexpr bool kUsesMemory = false;

  explicit TrivialLower(const M& model) : model_(model) {}
  void start(std::uint64_t, const SearchEnd&) {}
  double value(const typename M::State& s) const { return model_.default_value(s); }
  double sum(const ScenarioSlice<M>& slice, std::int64_t&) const {
    double total = 0;
    for (const typename M::State& s : slice.states) total += value(s);
    return total;
  }
  Action action(const typename M::State& s, const Memory<M>&) const {
    return model_.default_action(s);
  }
  std::string name() const { return "trivial"; }

 private:
  const M& model_;
};

}  // namespace holdfast
