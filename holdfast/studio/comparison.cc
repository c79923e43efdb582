#include "holdfast/studio/comparison.h"

#include <utility>

#include "holdfast/base/interrupt.h"
#include "holdfast/base/json.h"
#include "holdfast/play/episode.h"

namespace holdfast::studio {

using nlohmann::json;

Comparison::Comparison(Plan plan)
    : plan_(std::move(plan)), thread_([this](const std::stop_token& stop) { play(stop); }) {}

void Comparison::play(const std::stop_token& stop) {
  std::string failure;
  try {
    for (int i = 0; i < plan_.episodes; ++i) {
      const std::uint64_t seed = plan_.seed + static_cast<std::uint64_t>(i);
      const double one = play_episode(*plan_.domain, seed, plan_.one, {}, stop).discounted;
      const double other = play_episode(*plan_.domain, seed, plan_.other, {}, stop).discounted;
      const std::lock_guard lock(mutex_);
      pairs_.push_back({seed, one, other});
    }
  } catch (const Interrupted&) {
    // What is finished is told.
  } catch (const std::exception& e) {
    failure = e.what();
  }
  const std::lock_guard lock(mutex_);
  failure_ = std::move(failure);
  running_ = false;
}

json Comparison::state() const {
  const std::lock_guard lock(mutex_);
  RunningStatistics one, other, difference;
  json pairs = json::array();
  for (const Pair& p : pairs_) {
    one.add(p.one);
    other.add(p.other);
    difference.add(p.other - p.one);
    pairs.push_back({p.seed, p.one, p.other});
  }
  return {{"wanted", plan_.episodes},
          {"done", pairs_.size()},
          {"running", running_},
          {"one", statistics_json(one)},
          {"other", statistics_json(other)},
          {"difference", statistics_json(difference)},
          {"pairs", std::move(pairs)},
          {"failure", failure_}};
}

}  // namespace holdfast::studio
