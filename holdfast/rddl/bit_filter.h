// What an agent knows at a history, bit by bit: known bits as they are, and of each hidden bit the
// chance that it is true, as if hidden bits were independent. That is exact where each observation
// depends on one hidden bit and hidden bits do not depend on each other (RockSample), and else an
// approximation (a fully factored belief); particles are what plans are made by, and this is what
// rules are told in the simulations of a search.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "holdfast/rddl/analysis.h"
#include "holdfast/rddl/ground_model.h"

namespace holdfast::rddl {

// Immutable; shared by threads.
class BitFilter {
 public:
  explicit BitFilter(std::shared_ptr<const GroundModel> model);

  const GroundModel& model() const { return *model_; }
  const Analysis& analysis() const { return analysis_; }
  bool is_known(int bit) const { return analysis_.known[static_cast<std::size_t>(bit)]; }
  // The number of a hidden bit; -1 of a known one.
  int number(int bit) const { return numbers_[static_cast<std::size_t>(bit)]; }
  int hidden_count() const { return static_cast<int>(hidden_.size()); }
  // The bits by number.
  const std::vector<int>& hidden() const { return hidden_; }
  // Which bits of each word of a state are known.
  const std::vector<std::uint64_t>& mask() const { return mask_; }

  // After an action: known bits before and after it, and the chances, which are moved. Of what was
  // seen, known bits count, and the observation unless it is null.
  void update(const std::uint64_t* before, const std::uint64_t* after, std::span<float> chances,
              int action, const std::uint64_t* observation) const;
  // The same before anything is seen. `after` has what known bits become as far as that follows
  // from known bits; the others are set to their likelier value.
  void foresee(const std::uint64_t* before, std::uint64_t* after, std::span<float> chances,
               int action) const;
  // Whether the next value of a known bit follows from known bits.
  bool follows(int bit, int action) const {
    const std::vector<Evidence>& open = plans_[static_cast<std::size_t>(action)].open;
    return is_known(bit) && std::ranges::find(open, bit, &Evidence::bit) == open.end();
  }
  // Whether what is seen after the action cannot change what is known: foresee() and update() agree
  // wherever the action is taken.
  bool is_certain(int action) const {
    const Plan& plan = plans_[static_cast<std::size_t>(action)];
    return plan.open.empty() && plan.sights.empty();
  }

 private:
  struct Change {
    int number;
    Ref formula;
  };
  // A bit that is seen, whose formula reads hidden bits.
  struct Evidence {
    int bit;
    Ref formula;
    std::vector<int> hidden;  // bits
  };
  struct Plan {
    std::vector<Change> changes;   // of hidden bits that do not just stay
    std::vector<Evidence> open;    // known bits that do not follow from known bits
    std::vector<Evidence> sights;  // observations
  };

  Plan plan_of(const JointAction& joint) const;
  std::vector<int> hidden_among(std::vector<int> bits) const;
  void predict(const std::uint64_t* before, std::span<float> chances, const Plan& plan) const;
  template <class Chance>
  void weigh(const Evidence& evidence, bool seen, std::span<float> chances,
             const Chance& chance) const;

  std::shared_ptr<const GroundModel> model_;
  Analysis analysis_;
  std::vector<int> hidden_;
  std::vector<int> numbers_;
  std::vector<std::uint64_t> mask_;
  std::vector<Plan> plans_;  // by action
};

}  // namespace holdfast::rddl
