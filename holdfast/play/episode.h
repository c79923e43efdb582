// One episode played to its end: what `play`, studies and traces count.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <stop_token>

#include "holdfast/play/domain.h"

namespace holdfast {

// Its fields have names in episode_fields.h.
struct EpisodeResult {
  std::uint64_t seed = 0;
  double discounted = 0;
  double undiscounted = 0;
  int steps = 0;
  // Whether it ended by itself, not by the step limit.
  bool terminal = false;
  // Wall time of the whole episode (deciding, acting, belief updates), and of deciding alone.
  double seconds = 0;
  double search_seconds = 0;
  std::int64_t simulations = 0;
  std::int64_t model_steps = 0;
  std::int64_t trials = 0;
  std::int64_t gamma_calls = 0;
  std::int64_t dropped = 0;  // suggestions that were not legal
  int repairs = 0;
  // Of planners with bounds: the bounds on the value of the first belief, to be held against the
  // mean discounted return. Infinite for others.
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  // Belief nodes of the search trees, and the deepest.
  std::int64_t nodes = 0;
  int depth = 0;
};

// What an observer of an episode sees: each decision before it is carried out, with its outcome.
struct StepEvent {
  int step = 0;
  const Decision& decision;
  const Outcome& outcome;
};

// Observers draw, record and trace. `before` sees the session at the belief of the decision, before
// the world moves; `after` sees it after.
struct EpisodeObserver {
  std::function<void(const Session&)> start;
  std::function<void(const Session&, int step, const Decision&)> before;
  std::function<void(const Session&, const StepEvent&)> after;
};

// Throws Interrupted after a signal (see base/interrupt.h), where somebody listens, and when a stop
// is requested.
EpisodeResult play_episode(const Domain& domain, std::uint64_t seed, const AgentConfig& config,
                           const EpisodeObserver& observer = {}, const std::stop_token& stop = {});

}  // namespace holdfast
