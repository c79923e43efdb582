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
  virtual void start(std::uint64_t seed) = 0;
  // Whether it is a function of the state; then values() are to be asked for, else sum().
  virtual bool pointwise() const = 0;
  virtual void values(std::span<const State> states, double* out) const = 0;
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
  void start(std::uint64_t seed) override { bound_.start(seed); }
  bool pointwise() const override { return PointwiseBound<L, M>; }
  void values([[maybe_unused]] std::span<const State> states,
              [[maybe_unused]] double* out) const override {
    if constexpr (PointwiseBound<L, M>) {
      for (std::size_t i = 0; i < states.size(); ++i) out[i] = bound_.value(states[i]);
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
  L bound_;
};

}  // namespace holdfast
