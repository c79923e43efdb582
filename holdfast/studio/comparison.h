// Two agents on the same seeds, in the background: the difference grows while one watches.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "holdfast/play/domain.h"

namespace holdfast::studio {

class Comparison {
 public:
  struct Plan {
    std::shared_ptr<const Domain> domain;
    AgentConfig one;
    AgentConfig other;
    std::uint64_t seed = 1;
    int episodes = 50;
  };

  // Starts to play pairs; the destructor stops.
  explicit Comparison(Plan plan);

  void stop() { thread_.request_stop(); }
  // {wanted, done, running, one, other, difference: {mean, standard_error, ci95}, pairs: [[seed,
  // one, other], ...], failure}: other minus one, discounted returns.
  nlohmann::json state() const;

 private:
  struct Pair {
    std::uint64_t seed;
    double one;
    double other;
  };
  void play(const std::stop_token& stop);

  Plan plan_;
  mutable std::mutex mutex_;
  std::vector<Pair> pairs_;
  bool running_ = true;
  std::string failure_;
  // Last, so that it ends before what it uses does.
  std::jthread thread_;
};

}  // namespace holdfast::studio
