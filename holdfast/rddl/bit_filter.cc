#include "holdfast/rddl/bit_filter.h"

#include <algorithm>
#include <array>
#include <map>

#include "holdfast/rddl/means.h"

namespace holdfast::rddl {
namespace {

// More hidden bits than this in what one observation depends on are not told apart by it.
constexpr std::size_t kMostTied = 16;

bool is_set(const std::uint64_t* words, int bit) { return words[bit / 64] >> (bit % 64) & 1; }

}  // namespace

BitFilter::BitFilter(std::shared_ptr<const GroundModel> model)
    : model_(std::move(model)), analysis_(analyse(*model_)) {
  mask_.resize((model_->state.size() + 63) / 64);
  for (int b = 0; b < static_cast<int>(model_->state.size()); ++b) {
    numbers_.push_back(is_known(b) ? -1 : hidden_count());
    if (is_known(b)) {
      mask_[static_cast<std::size_t>(b / 64)] |= std::uint64_t{1} << (b % 64);
    } else {
      hidden_.push_back(b);
    }
  }
  for (const JointAction& joint : model_->joint_actions) plans_.push_back(plan_of(joint));
}

std::vector<int> BitFilter::hidden_among(std::vector<int> bits) const {
  std::erase_if(bits, [&](int b) { return is_known(b); });
  return bits;
}

BitFilter::Plan BitFilter::plan_of(const JointAction& joint) const {
  const Pool& pool = model_->pool;
  const std::vector<Ref> next = with_changes(model_->noop_transitions, joint.transitions);
  const std::vector<Ref> seen = with_changes(model_->noop_observations, joint.observations);
  Plan plan;
  for (int b = 0; b < static_cast<int>(next.size()); ++b) {
    const Ref formula = next[static_cast<std::size_t>(b)];
    const Node& node = pool.node(formula);
    if (!is_known(b)) {
      if (node.op != Op::state || node.index != b) plan.changes.push_back({number(b), formula});
      continue;
    }
    std::vector<int> hidden = hidden_among(bits_read(pool, formula, Op::state));
    if (node.is_random || !hidden.empty()) plan.open.push_back({b, formula, std::move(hidden)});
  }
  for (int o = 0; o < static_cast<int>(seen.size()); ++o) {
    const Ref formula = seen[static_cast<std::size_t>(o)];
    std::vector<int> hidden = hidden_among(bits_read(pool, formula, Op::next));
    if (!hidden.empty()) plan.sights.push_back({o, formula, std::move(hidden)});
  }
  return plan;
}

// Bayes' rule for each hidden bit by itself.
template <class Chance>
void BitFilter::weigh(const Evidence& evidence, bool seen, std::span<float> chances,
                      const Chance& chance) const {
  if (evidence.hidden.size() > kMostTied) return;
  for (const int bit : evidence.hidden) {
    float& p = chances[static_cast<std::size_t>(number(bit))];
    if (p <= 0 || p >= 1) continue;
    const auto likelihood = [&](double value) {
      const auto assumed = [&](Op op, int b) { return b == bit ? value : chance(op, b); };
      const double yes = Means(model_->pool, assumed)(evidence.formula);
      return seen ? yes : 1 - yes;
    };
    const double with = likelihood(1) * p, without = likelihood(0) * (1 - p);
    if (with + without > 0) p = static_cast<float>(std::clamp(with / (with + without), 0.0, 1.0));
  }
}

void BitFilter::predict(const std::uint64_t* before, std::span<float> chances,
                        const Plan& plan) const {
  const auto chance = [&](Op, int b) -> double {
    return is_known(b) ? is_set(before, b) : chances[static_cast<std::size_t>(number(b))];
  };
  const Means mean(model_->pool, chance);
  std::array<float, 1024> next;
  for (std::size_t i = 0; i < plan.changes.size(); ++i) {
    next[i] = static_cast<float>(std::clamp(mean(plan.changes[i].formula), 0.0, 1.0));
  }
  for (std::size_t i = 0; i < plan.changes.size(); ++i) {
    chances[static_cast<std::size_t>(plan.changes[i].number)] = next[i];
  }
}

void BitFilter::update(const std::uint64_t* before, const std::uint64_t* after,
                       std::span<float> chances, int action,
                       const std::uint64_t* observation) const {
  const Plan& plan = plans_[static_cast<std::size_t>(action)];
  const auto was = [&](Op, int b) -> double {
    return is_known(b) ? is_set(before, b) : chances[static_cast<std::size_t>(number(b))];
  };
  for (const Evidence& e : plan.open) weigh(e, is_set(after, e.bit), chances, was);
  predict(before, chances, plan);
  if (!observation) return;
  const auto is = [&](Op, int b) -> double {
    return is_known(b) ? is_set(after, b) : chances[static_cast<std::size_t>(number(b))];
  };
  for (const Evidence& e : plan.sights) weigh(e, is_set(observation, e.bit), chances, is);
}

void BitFilter::foresee(const std::uint64_t* before, std::uint64_t* after, std::span<float> chances,
                        int action) const {
  const Plan& plan = plans_[static_cast<std::size_t>(action)];
  const auto chance = [&](Op, int b) -> double {
    return is_known(b) ? is_set(before, b) : chances[static_cast<std::size_t>(number(b))];
  };
  const Means mean(model_->pool, chance);
  for (const Evidence& e : plan.open) {
    const std::uint64_t bit = std::uint64_t{1} << (e.bit % 64);
    std::uint64_t& word = after[e.bit / 64];
    word = mean(e.formula) > 0.5 ? word | bit : word & ~bit;
  }
  predict(before, chances, plan);
}

}  // namespace holdfast::rddl
