#include "holdfast/rddl/observation_weights.h"

#include <algorithm>
#include <map>
#include <utility>

namespace holdfast::rddl {

ObservationWeights::ObservationWeights(const Engine& engine)
    : engine_(engine),
      observation_words_(static_cast<std::size_t>(engine.interpreter().observation_words())),
      chances_(engine.model().observation.size()),
      first_(1, 0) {
  std::map<std::vector<std::pair<int, Ref>>, std::uint64_t> numbers;
  for (const JointAction& a : engine.model().joint_actions) {
    sensors_.push_back(numbers.try_emplace(a.observations, numbers.size()).first->second);
  }
}

void ObservationWeights::clear() {
  first_.assign(1, 0);
  likeliest_.clear();
  likely_.clear();
  parts_.clear();
  rows_.clear();
  powers_.clear();
}

void ObservationWeights::add(const std::uint64_t* words, int action) {
  engine_.observation_chances(words, action, chances_.data());
  likeliest_.push_back(1);
  likely_.resize(likely_.size() + observation_words_);
  for (std::size_t i = 0; i < chances_.size(); ++i) add_bit(i, chances_[i]);
  first_.push_back(parts_.size());
}

void ObservationWeights::add_bit(std::size_t bit, double chance) {
  const double sure = std::max(chance, 1 - chance);
  const std::size_t row =
      kPowers * static_cast<std::size_t>(rows_.id(std::bit_cast<Observation>(sure)));
  if (row == powers_.size()) {
    const double ratio = (1 - sure) / sure;
    double power = 1;
    for (std::size_t k = 0; k < kPowers; ++k, power *= ratio) powers_.push_back(power);
  }
  likeliest_.back() *= sure;
  const std::size_t word = bit / 64;
  const std::uint64_t mask = std::uint64_t{1} << (bit % 64);
  if (chance > 0.5) likely_[likely_.size() - observation_words_ + word] |= mask;
  for (std::size_t p = first_.back(); p < parts_.size(); ++p) {
    if (parts_[p].row != row || parts_[p].word != word) continue;
    parts_[p].mask |= mask;
    return;
  }
  parts_.push_back({mask, row, word});
}

}  // namespace holdfast::rddl
