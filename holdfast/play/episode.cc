#include "holdfast/play/episode.h"

#include <algorithm>
#include <chrono>

#include "holdfast/base/interrupt.h"

namespace holdfast {

EpisodeResult play_episode(const Domain& domain, std::uint64_t seed, const AgentConfig& config,
                           const EpisodeObserver& observer, const std::stop_token& stop) {
  using Clock = std::chrono::steady_clock;
  const auto since = [](Clock::time_point t) {
    return std::chrono::duration<double>(Clock::now() - t).count();
  };
  EpisodeResult result{.seed = seed};
  const std::unique_ptr<Session> session = domain.start(seed, config);
  session->stop_by(stop);
  if (observer.start) observer.start(*session);
  double factor = 1;
  while (!session->over() && result.steps < domain.step_limit()) {
    if (interrupted()) throw Interrupted();
    const auto start = Clock::now();
    const Decision decision = session->decide();
    // A search that was stopped has not decided what it would have.
    if (stop.stop_requested()) throw Interrupted();
    result.search_seconds += decision.seconds;
    result.seconds += since(start);
    // Observers are not part of the step's cost.
    if (observer.before) observer.before(*session, result.steps, decision);
    const auto acting = Clock::now();
    const Outcome outcome = session->act(decision.action);
    result.seconds += since(acting);
    result.discounted += factor * outcome.reward;
    result.undiscounted += outcome.reward;
    factor *= domain.discount();
    result.simulations += decision.simulations;
    result.model_steps += decision.model_steps;
    result.trials += decision.trials;
    result.gamma_calls += decision.gamma_calls;
    result.dropped = decision.dropped;
    result.nodes += decision.nodes;
    result.depth = std::max(result.depth, decision.depth);
    if (result.steps == 0) {
      result.lower = decision.lower;
      result.upper = decision.upper;
    }
    if (observer.after) observer.after(*session, {result.steps, decision, outcome});
    ++result.steps;
  }
  result.terminal = session->over();
  result.repairs = session->repairs();
  return result;
}

}  // namespace holdfast
