// Values of easier problems for planners: at the leaves of a tree, instead of rollouts, and as an
// upper bound. Searches meet the same states again and again, so the last values are kept.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "holdfast/base/word_hash.h"
#include "holdfast/pomdp/model.h"
#include "holdfast/rddl/projection.h"
#include "holdfast/rddl/relaxation.h"

namespace holdfast::rddl {

// Made when somebody asks first, and shared by all who play.
class LazyProjection {
 public:
  const std::shared_ptr<Projection>& of(const std::shared_ptr<const Interpreter>& interpreter) {
    std::call_once(is_made_, [&] { made_ = std::make_shared<Projection>(interpreter); });
    return made_;
  }

 private:
  std::once_flag is_made_;
  std::shared_ptr<Projection> made_;
};

// Of states of an RddlModel: the lower one of both values, where there is a projection.
template <class State>
class RelaxedValues {
 public:
  RelaxedValues(const std::shared_ptr<const GroundModel>& model, Relaxation::Costs costs,
                std::shared_ptr<Projection> projection = nullptr)
      : horizon_(model->program.horizon),
        relaxation_(model, costs),
        projection_(std::move(projection)),
        kept_(kSlots) {}

  double value(const State& s) {
    Slot& slot = kept_[hash(s) % kSlots];
    if (slot.state.step != s.step || slot.state.words != s.words) slot = {s, estimate(s)};
    return slot.value;
  }

 private:
  static constexpr std::size_t kSlots = 1 << 14;
  struct Slot {
    State state{.step = -1};
    double value = 0;
  };

  double estimate(const State& s) {
    const std::uint64_t* words = s.words.data();
    const int steps = horizon_ - s.step;
    const double relaxed = relaxation_.value(words, steps);
    return projection_ ? std::min(relaxed, projection_->value(words, steps)) : relaxed;
  }

  static std::uint64_t hash(const State& s) {
    WordHash hash;
    hash.add(static_cast<std::uint64_t>(s.step));
    for (const std::uint64_t word : s.words) hash.add(word);
    return hash.value();
  }

  int horizon_;
  Relaxation relaxation_;
  std::shared_ptr<Projection> projection_;
  std::vector<Slot> kept_;
};

// Leaves are worth what they are in the easier problems; nothing is suggested.
template <class State>
class RelaxedGuide {
 public:
  template <class>
  static constexpr bool kUsesMemory = false;

  RelaxedGuide(const std::shared_ptr<const GroundModel>& model,
               std::shared_ptr<Projection> projection)
      : values_(model, Relaxation::Costs::added, std::move(projection)) {}

  template <Model M>
  LegalActions<M> suggested(const M&, const State&, const Memory<M>&, const MomentOf<M>&) const {
    return {};
  }
  template <Model M>
  Action rollout_action(const M& m, const State& s, const Memory<M>&, const Moment&,
                        Rng& rng) const {
    return m.legal_actions(s).sample(rng);
  }
  template <Model M>
  Walk rollout(const M&, State& s, Memory<M>&, const MomentOf<M>&, std::span<const double>, Rng&) {
    return {values_.value(s), 0};
  }

 private:
  RelaxedValues<State> values_;
};

template <class State>
class RelaxedUpper {
 public:
  static constexpr bool kPathwise = true;

  explicit RelaxedUpper(const std::shared_ptr<const GroundModel>& model)
      : values_(model, Relaxation::Costs::none) {}
  double value(const State& s) const { return values_.value(s); }
  std::string name() const { return "relaxed"; }

 private:
  mutable RelaxedValues<State> values_;  // each search has a copy
};

}  // namespace holdfast::rddl
