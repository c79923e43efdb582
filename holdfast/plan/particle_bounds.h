// Bounds behind a virtual call per set of particles: AdaOPS is compiled once for a model, and not
// once more for each pair of bounds.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "holdfast/plan/bounds.h"
#include "holdfast/pomdp/past.h"

namespace holdfast {

template <Model M>
class ParticleUpper {
 public:
  virtual ~ParticleUpper() = default;
  virtual void values(std::span<const typename M::State> states, double* out) const = 0;
  virtual std::string name() const = 0;
  virtual bool pathwise() const = 0;
};

template <Model M, UpperBound<M> U>
class ParticleUpperOf final : public ParticleUpper<M> {
 public:
  explicit ParticleUpperOf(U bound) : bound_(std::move(bound)) {}
  void values(std::span<const typename M::State> states, double* out) const override {
    for (std::size_t i = 0; i < states.size(); ++i) out[i] = bound_.value(states[i]);
  }
  std::string name() const override { return bound_.name(); }
  bool pathwise() const override { return U::kPathwise; }

 private:
  U bound_;
};

template <Model M>
class ParticleLower {
 public:
  using State = typename M::State;

  virtual ~ParticleLower() = default;
  virtual void start(std::uint64_t seed, const SearchEnd& end) = 0;
  // Whether each particle has a value of its own, whatever is observed: then values() are to be
  // asked for, and those of a belief are their means; else sum().
  virtual bool pointwise() const = 0;
  // Whether it takes steps of the model; else values() look neither at seeds nor at the moment.
  virtual bool simulated() const = 0;
  virtual void values(std::span<const State> states, std::span<const std::uint64_t> seeds,
                      const Past<M>& past, const Moment& now, double* out,
                      std::int64_t& model_steps) = 0;
  virtual double sum(std::span<State> states, std::span<std::uint64_t> seeds, const Past<M>& past,
                     const Moment& now, std::int64_t& model_steps) = 0;
  virtual Action action(const State& s, const Past<M>& past) = 0;
  virtual std::string name() const = 0;
  virtual bool uses_memory() const = 0;
};

template <Model M, LowerBound<M> L>
class ParticleLowerOf final : public ParticleLower<M> {
 public:
  using State = typename M::State;

  explicit ParticleLowerOf(L bound) : bound_(std::move(bound)) {}
  void start(std::uint64_t seed, const SearchEnd& end) override { bound_.start(seed, end); }
  bool pointwise() const override { return PointwiseBound<L, M> || kAlone; }
  bool simulated() const override { return !PointwiseBound<L, M>; }
  void values([[maybe_unused]] std::span<const State> states,
              [[maybe_unused]] std::span<const std::uint64_t> seeds,
              [[maybe_unused]] const Past<M>& past, [[maybe_unused]] const Moment& now,
              [[maybe_unused]] double* out, [[maybe_unused]] std::int64_t& model_steps) override {
    if constexpr (PointwiseBound<L, M>) {
      for (std::size_t i = 0; i < states.size(); ++i) out[i] = bound_.value(states[i]);
    } else if constexpr (kAlone) {
      for (std::size_t i = 0; i < states.size(); ++i) {
        out[i] = bound_.alone(states[i], seeds[i], past, now, model_steps);
      }
    }
  }
  double sum(std::span<State> states, std::span<std::uint64_t> seeds, const Past<M>& past,
             const Moment& now, std::int64_t& model_steps) override {
    return bound_.sum(ScenarioSlice<M, Carried<M, L>>{states, seeds, past, now}, model_steps);
  }
  Action action(const State& s, const Past<M>& past) override { return bound_.action(s, past); }
  std::string name() const override { return bound_.name(); }
  bool uses_memory() const override { return L::kUsesMemory; }

 private:
  // Default policies that are blind are simulated from each particle.
  static constexpr bool kAlone = requires(L & l, const State& s, const Past<M>& past,
                                          const Moment& now, std::int64_t& model_steps) {
    l.alone(s, std::uint64_t{}, past, now, model_steps);
  };

  L bound_;
};

}  // namespace holdfast
